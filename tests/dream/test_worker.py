"""Dreams in their own process: it outlives its starter, can be watched and killed from elsewhere, and is collected."""

import os
import signal
import subprocess
import sys
import time

import pytest

from memtui.dream import control
from memtui.dream.events import follow, read_events
from memtui.dream.processes import find_process, is_alive
from memtui.dream.recovery import holder, recover, running_task
from memtui.dream.starting import Wish, start
from memtui.dream.status import status
from memtui.dream.task import COMPLETED, FAILED, KILLED, RUNNING, Task, list_tasks, part, read_task, save
from memtui.memory.errors import MemtuiError, NegativeError
from tests.dream.box import HOUR, DreamBox, messy
from tests.messages_api import Hang, call, say, serving, use

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def now_of(box: DreamBox, task: Task) -> Task:
    found = read_task(box.state, task.id)
    assert found is not None
    return found


def until(condition: object, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


def test_a_dream_of_its_own_process_from_start_to_end(box: DreamBox) -> None:
    messy(box)
    started = box.start()
    task = now_of(box, started.task)
    assert task.pid == started.process.pid
    assert os.getsid(started.process.pid) == started.process.pid if find_process(started.process.pid) else True
    events = list(follow(box.state, task.id))
    task = box.ended(started)
    assert (task.status, task.review) == (COMPLETED, "adopted")
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["kind"] == "ended"
    until(lambda: not os.path.exists(f"/proc/{started.process.pid}"))  # collected, by nobody's doing
    assert holder(box.store).kind == "free"
    assert oct(os.stat(part(box.state, task.id, "task.json")).st_mode & 0o777) == "0o600"
    assert oct(os.stat(part(box.state, task.id, "")).st_mode & 0o777) == "0o700"


class Slow:
    """A dream that asks a model which never answers: it runs until somebody ends it."""

    def __init__(self, box: DreamBox, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
        self.box = box
        for name, value in (("ANTHROPIC_BASE_URL", url), ("ANTHROPIC_API_KEY", "made-up")):
            monkeypatch.setenv(name, value)
            box.env = {**box.env, name: value}
        messy(box)

    def start(self, **wish: object) -> Task:
        return now_of(self.box, self.box.start(engine="claude", **wish).task)


def test_kill_is_quick_and_leaves_everything_as_it_was(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Hang(30)) as api:
        slow = Slow(box, monkeypatch, api.url)
        prior = box.lock("1", age=30 * HOUR)
        before = box.tree()
        task = slow.start()
        assert task.pid is not None and api.asked.wait(20)
        assert running_task(box.store) is not None and holder(box.store).kind == "memtui"
        with pytest.raises(NegativeError, match="lock held"):
            box.start(force=2)
        started = time.monotonic()
        said = control.kill(box.store, task)
        assert time.monotonic() - started < 1.5
        assert "was killed; memory is unchanged, the lock is rolled back" in said
        assert now_of(box, task).status == KILLED and box.tree() == before
        assert box.lock_state() == (b"", prior)
        assert not is_alive(task.pid, task.born)
        assert [event["kind"] for event in read_events(box.state, task.id)][-1] == "ended"
        with pytest.raises(NegativeError, match="does not run"):
            control.kill(box.store, now_of(box, task))


def test_a_worker_that_is_killed_by_the_system_is_found_out(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Hang(30)) as api:
        task = Slow(box, monkeypatch, api.url).start()
        assert task.pid is not None and api.asked.wait(20)
        os.kill(task.pid, signal.SIGKILL)
        until(lambda: not is_alive(task.pid, task.born))
        found = status(box.which, box.settings)
        assert found.task is None and found.last is not None
        assert (found.last.status, found.last.error) == (FAILED, "its process ended without a word")
        assert len(found.notes) == 1 and box.lock_state() is None


def test_stopping_politely_rolls_back_too(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Hang(30)) as api:
        task = Slow(box, monkeypatch, api.url).start()
        assert task.pid is not None and api.asked.wait(20)
        os.kill(task.pid, signal.SIGTERM)
        until(lambda: not is_alive(task.pid, task.born))
        recover(box.store, thorough=True)
        assert now_of(box, task).status == KILLED and box.lock_state() is None


def test_retry_does_the_same_again_from_the_memory_as_it_is(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Hang(30), say("Nothing to change.")) as api:
        task = Slow(box, monkeypatch, api.url).start(review=True)
        assert api.asked.wait(20)
        with pytest.raises(NegativeError, match="still runs"):
            control.retry(box.which, box.settings, now_of(box, task))
        control.kill(box.store, task)
        again = control.retry(box.which, box.settings, now_of(box, task))
        ended = box.ended(again)
        assert (ended.status, ended.engine, ended.trigger, ended.retry_of) == (COMPLETED, "claude", "retry", task.id)
        assert ended.order["review"] is True and ended.nothing_to_do


START = """
import sys
sys.path.insert(0, {root!r})
from tests.dream.box import DreamBox
box = DreamBox({base!r})
box.env = {env!r}
print(box.start(engine="claude").task.id, flush=True)
input()
"""


def test_it_outlives_whoever_started_it(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(call(use("glob", pattern="*.md"), pause=0.02), say("Done.")) as api:
        Slow(box, monkeypatch, api.url)
        code = START.format(root=ROOT, base=box.base, env=box.env)
        starter = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert starter.stdout is not None
        task_id = starter.stdout.readline().decode().strip()
        os.killpg(starter.pid, signal.SIGKILL)  # as closing the terminal would, and worse
        starter.communicate()
        until(lambda: (read_task(box.state, task_id) or list_tasks(box.state)[0]).status != RUNNING)
        assert now_of(box, list_tasks(box.state)[0]).status == COMPLETED


def test_what_stands_in_the_way_is_said_before_anything_is_made(box: DreamBox) -> None:
    messy(box)
    with pytest.raises(NegativeError, match="not due"):
        start(box.which, box.settings, Wish(engine="rules"))
    with pytest.raises(MemtuiError, match="no key"):
        start(box.which, box.settings, Wish(engine="claude", force=1))
    box.env = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "http://example.com"}
    with pytest.raises(MemtuiError, match="plain http"):
        start(box.which, box.settings, Wish(engine="claude", force=1))
    box.env = {}
    box.lock(f"{os.getpid()}")
    with pytest.raises(NegativeError, match="lock held: agent, PID"):
        box.start(force=1)
    assert list_tasks(box.state) == []
    assert box.ended(box.start(force=2)).status == COMPLETED


def test_a_task_whose_starter_died_before_the_worker_is_failed(box: DreamBox) -> None:
    messy(box)
    task = box.record(starter=999_999_999, starter_born="gone")
    assert "it was never started" in recover(box.store)[0]
    assert now_of(box, task).status == FAILED
    assert recover(box.store) == []


def test_a_worker_does_not_begin_what_was_ended(box: DreamBox) -> None:
    messy(box)
    task = box.record()
    save(box.state, Task(**{**task.__dict__, "status": FAILED}))
    reading, writing = os.pipe()
    words = [sys.executable, "-m", "memtui.dream.worker", box.state.folder, task.id, str(writing)]
    done = subprocess.run(words, pass_fds=(writing,), cwd=ROOT, check=False)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert b"ended before it began" in pipe.read()
    assert done.returncode == 1 and box.lock_state() is None
