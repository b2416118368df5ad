"""What a person does to a dream: kill it, try again, tell it something, take it back."""

import os
import signal
import time
from collections.abc import Callable

from memtui.agent.mailbox import Mailbox
from memtui.dream.processes import is_alive
from memtui.dream.recovery import ended_words, is_running, note_kill, settle_task
from memtui.dream.starting import CLAUDE, Started, Wish, start
from memtui.dream.task import ADOPTED, DISCARDED, KILLED, PARTLY, RETRY, WAITING, Task, part, read_task, update
from memtui.dream.undoing import Undone, take_back
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.errors import NegativeError
from memtui.memory.store import Store
from memtui.transcripts.opening import Which

_ENDING_S = 0.3  # for what the worker had started
_GONE_S = 5.0  # a process that was killed is gone long before


def kill(store: Store, task: Task) -> str:
    """Stop a running dream at once; memory and lock are then as before. What was done, in words."""
    if not task.running or not is_running(task):
        raise NegativeError("that dream does not run", f"{task.id} is {task.status}", "see memtui dream list")
    note_kill(store.state, task.id)  # whoever finds it dead first knows why
    if task.pid is not None:
        _end(task.pid, task.born)
    said = settle_task(store, task.id, KILLED)
    if said:
        return said
    now = read_task(store.state, task.id)
    if now is not None and now.status == KILLED:
        return ended_words(now)
    raise NegativeError("it ended by itself just now", f"{task.id} is {now.status if now else 'gone'}", "look at it")


def _end(pid: int, born: str | None) -> None:
    """Kill the worker, then what is left of its group. It is signalled only while it is that very process.

    A git that it started ends by itself when its input breaks off, and tidier so than if it were killed.
    """
    try:
        if not is_alive(pid, born):
            return
        leads = os.getpgid(pid) == pid
        os.kill(pid, signal.SIGKILL)
        _wait(lambda: not is_alive(pid, born), _GONE_S)
        if leads and not _wait(lambda: not _has_group(pid), _ENDING_S):
            os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _has_group(pid: int) -> bool:
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _wait(over: Callable[[], bool], seconds: float) -> bool:
    """Whether it was over in time."""
    deadline = time.monotonic() + seconds
    while not over():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def retry(which: Which, settings: DreamSettings, task: Task) -> Started:
    """The same again, from the live memory as it is now, past the gates but never past the lock."""
    if task.running and is_running(task):
        raise NegativeError("that dream still runs", task.id, "kill it first with: memtui dream kill")
    order = task.order
    wish = Wish(
        engine=task.engine,
        trigger=RETRY,
        force=max(1, int(order.get("force", 0))),
        review=bool(order.get("review")),
        retry_of=task.id,
        model=order.get("model"),
    )
    return start(which, settings, wish)


def send(store: Store, task: Task, text: str) -> None:
    """Give a running dream a line, which it reads at its next tool round."""
    if not task.running or not is_running(task):
        raise NegativeError("that dream does not run", f"{task.id} is {task.status}", "see memtui dream list")
    if task.engine != CLAUDE:
        raise NegativeError("the rules follow no words", task.id, "kill it instead, or review what it did")
    Mailbox(part(store.state, task.id, "mailbox")).send(text)


def undo(store: Store, task: Task) -> Undone:
    """Take back all that a dream changed. The lock stays: it did consolidate."""
    if task.review not in (ADOPTED, PARTLY, WAITING) or task.change is None:
        raise NegativeError("that dream changed nothing that could be taken back", task.id, "see memtui dream list")
    done = take_back(store, task)
    if task.review == WAITING:
        update(store.state, task, adopted=())  # the rest still waits
    else:
        update(store.state, task, review=DISCARDED)
    return done
