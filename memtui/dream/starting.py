"""Starting a dream: the checks, its record, and its own process, the same for the command line and the app.

The worker is its own process group in its own session, so it outlives the terminal; it tells through a pipe that it
holds the lock, or why it does not. Whoever started it collects it when it ends.
"""

import json
import os
import subprocess
import sys
import threading
import time
from typing import Any, NamedTuple

from memtui.agent.endpoint import find_endpoint, has_key
from memtui.agent.models import DEFAULT_MODEL
from memtui.dream.declined import forget
from memtui.dream.gates import evaluate
from memtui.dream.limits import START_TIMEOUT_S
from memtui.dream.lock import FOREIGN, OURS, Holder
from memtui.dream.processes import WORKER, own_process
from memtui.dream.recovery import holder, recover, running_task, settle_task
from memtui.dream.task import FAILED, MANUAL, Task, new_id, read_task, remove_task, save, set_current, waiting_task
from memtui.history.change import locked
from memtui.memory.clock import fixed_ns
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.errors import NEGATIVE, MemtuiError, NegativeError
from memtui.memory.store import Store
from memtui.transcripts.opening import Which
from memtui.transcripts.sessions import safe_folders

CLAUDE, RULES = "claude", "rules"
DEMO = "demo"


class Wish(NamedTuple):
    """What is asked for. `force` past the gates; twice, past a fresh lock of the agent's."""

    engine: str | None = None  # None: as the settings say
    trigger: str = MANUAL
    force: int = 0
    review: bool = False  # wait for a person, whatever the settings say
    retry_of: str | None = None
    model: str | None = None
    ask_again: bool = False  # propose also what a person has discarded before


class Started(NamedTuple):
    """A dream that runs, and its process as long as it is ours to collect."""

    task: Task
    process: "subprocess.Popen[bytes]"


def start(which: Which, settings: DreamSettings, wish: Wish) -> Started:
    """Start a dream; when this returns, its worker holds the lock. Raises with the reason when it does not."""
    store = which.store
    if not os.path.isdir(store.root):
        raise NegativeError("no memory here yet, so nothing to dream about", store.root, "make a memory first")
    recover(store, thorough=True)
    engine = choose_engine(which, settings, wish.engine)
    held = holder(store)
    gates = evaluate(which, settings, held)
    refuse_held(held, wish.force)
    if not wish.force and not gates.due:
        raise NegativeError("not due", gates.summary, "to dream all the same: memtui dream run --force")
    with locked(store.state):
        _refuse_second(store)
        if wish.ask_again:
            forget(store.state)
        task = _record(which, settings, wish, engine, gates.counted.sessions)
        try:
            save(store.state, task)
            set_current(store.state, task.id)
        except MemtuiError:
            remove_task(store.state, task.id)
            raise
    try:
        process = _spawn(store, task)
    except BaseException:
        _never_began(store, task.id)
        raise
    return Started(task, process)


def _never_began(store: Store, task_id: str) -> None:
    """Forget a dream whose worker never said that it began; the lock, if it got so far, becomes what it was."""
    found = read_task(store.state, task_id)
    if found is not None and found.pid is not None:
        settle_task(store, task_id, FAILED)
    remove_task(store.state, task_id)


def choose_engine(which: Which, settings: DreamSettings, wanted: str | None) -> str:
    """`claude` where it is asked for, or may be and there is a key; never for the demo, which stays off the network."""
    said = wanted or settings.engine
    keyed = has_key(which.host.env)
    if which.location.source == DEMO:
        if said == CLAUDE:
            raise MemtuiError("the demo never goes on the network", "--demo", "use --engine rules")
        return RULES
    if said == "auto" and not keyed:
        return RULES
    if said != RULES:
        find_endpoint(which.host.env, instead="use --engine rules")  # what is wrong with it is said before it starts
        return CLAUDE
    return RULES


def refuse_held(held: Holder, force: int) -> None:
    """Never past a living dream of memtui's; past a fresh lock of the agent's only when told twice."""
    if held.kind == OURS:
        raise NegativeError("lock held", held.words, "wait for it, or end it with: memtui dream kill")
    if held.kind == FOREIGN and force < 2:
        raise NegativeError("lock held", held.words, "the work is on a copy: to go on say --force --force")


def _refuse_second(store: Store) -> None:
    running = running_task(store)
    if running is not None:
        raise NegativeError("a dream runs already", running.id, "see it with: memtui dream watch")
    waiting = waiting_task(store.state)
    if waiting is not None:
        raise NegativeError(
            "the result of another dream waits for you", waiting.id, f"see: memtui dream review {waiting.id}"
        )


def _record(which: Which, settings: DreamSettings, wish: Wish, engine: str, sessions: int) -> Task:
    store, me = which.store, own_process()
    started_ns = fixed_ns() or time.time_ns()
    model = wish.model or settings.model
    order: dict[str, Any] = {
        "root": store.root,
        "project": store.project,
        "config_dir": store.config_dir,
        "state_base": store.state_base,
        "applies": not wish.review and settings.applies_itself(engine),
        "review": wish.review,
        "model": model,
        "model_facts": dict(settings.models.get(model or DEFAULT_MODEL, {})),
        "max_turns": settings.max_turns,
        "budget_usd": settings.budget_usd,
        "force": wish.force,
        "transcripts": list(safe_folders(which)),
    }
    return Task(
        id=new_id(store.state),
        engine=engine,
        trigger=wish.trigger,
        started=started_ns / 1e9,
        started_ns=started_ns,
        sessions=sessions,
        retry_of=wish.retry_of,
        starter=me.pid,
        starter_born=me.born,
        order=order,
    )


def _spawn(store: Store, task: Task) -> "subprocess.Popen[bytes]":
    """The worker's process, once it has said that it holds the lock."""
    reading, writing = os.pipe()
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", WORKER, store.state.folder, task.id, str(writing)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing,),
            start_new_session=True,
            cwd=os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
        )
    finally:
        os.close(writing)
    # Collected by a thread: whoever started it need not think of it, and it is never left behind as a dead entry.
    threading.Thread(target=process.wait, name="memtui-dream-reaper", daemon=True).start()
    with os.fdopen(reading, "rb") as pipe:
        answer = _answer(pipe.fileno())
    if answer is None:
        process.kill()
        process.wait()
        raise MemtuiError("the dream's process did not start", task.id, "try again; with --debug it says more")
    if answer.get("refused"):
        error = NegativeError if answer.get("code") == NEGATIVE else MemtuiError
        raise error(str(answer["refused"]), str(answer.get("where", "")), str(answer.get("todo", "")))
    return process


def _answer(descriptor: int) -> dict[str, Any] | None:
    """The one line that a worker writes when it holds the lock, or does not."""
    import select

    deadline, data = time.monotonic() + START_TIMEOUT_S, b""
    while not data.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        chunk = os.read(descriptor, 65_536) if ready else b""
        if not chunk:
            return None
        data += chunk
    found = json.loads(data)
    return found if isinstance(found, dict) else None
