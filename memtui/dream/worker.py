"""The process of one dream: `python -m memtui.dream.worker STATE_FOLDER ID DESCRIPTOR`.

It takes the lock, works on a copy, and ends by adopting the result, by leaving it to a person, or by failing; it can be
killed at any moment. Through the descriptor it says once whether it holds the lock.
"""

import json
import os
import signal
import sys
import threading
from types import FrameType
from typing import Any

from memtui.audit.secrets import mask
from memtui.dream import lock as locks
from memtui.dream.copying import drop_copies
from memtui.dream.events import Events, events_path
from memtui.dream.limits import LOCK_REFRESH_S
from memtui.dream.processes import own_process
from memtui.dream.recovery import adopted_change, finish_change, holder
from memtui.dream.run import Stopped, dream
from memtui.dream.starting import refuse_held
from memtui.dream.task import (
    ADOPTED,
    COMPLETED,
    FAILED,
    KILLED,
    NONE,
    WAITING,
    Task,
    current,
    read_task,
    remove_task,
    set_current,
    update,
)
from memtui.history.change import locked
from memtui.memory.clock import now
from memtui.memory.errors import MemtuiError, NegativeError
from memtui.memory.state import State
from memtui.memory.store import Store


def main(words: list[str]) -> int:
    """One dream, from its record to its end."""
    folder, task_id, descriptor = words[0], words[1], int(words[2])
    state = State(folder)
    task = read_task(state, task_id)
    if task is None:
        return 2
    store = store_of(task)
    try:
        task = take(store, task)
    except MemtuiError as failure:
        remove_task(store.state, task_id)
        said = {"refused": failure.what, "where": failure.where, "todo": failure.todo}
        _answer(descriptor, {**said, "code": failure.code})
        return failure.code
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a terminal that closes is no reason to end
    _answer(descriptor, {"ok": True})
    return 0 if work(store, task).status == COMPLETED else 1


def store_of(task: Task) -> Store:
    """The store that a task is about."""
    order = task.order
    return Store(order["root"], order.get("project"), order["config_dir"], order.get("state_base"))


def _answer(descriptor: int, facts: dict[str, Any]) -> None:
    try:
        os.write(descriptor, json.dumps(facts).encode("ascii") + b"\n")
        os.close(descriptor)
    except OSError:
        pass  # whoever started it is gone; the dream goes on


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise Stopped


def take(store: Store, task: Task) -> Task:
    """Take the lock for this process. What is needed to roll it back is on disk before it is written."""
    me = own_process()
    with locked(store.state):
        known = read_task(store.state, task.id)
        if known is None or not known.running:
            raise NegativeError("the dream was ended before it began", task.id, "start another")
        found = locks.read_lock(store.root)
        refuse_held(holder(store, found), int(task.order.get("force", 0)))
        set_current(store.state, task.id)
        task = update(store.state, task, pid=me.pid, born=me.born, prior_ns=found.mtime_ns)
        if not locks.write_lock(store.root, me.pid):
            raise NegativeError("lost the lock to another process", store.root, "try again when it is done")
    return task


def work(store: Store, task: Task) -> Task:
    """The dream itself, and its end whatever happens."""
    events = Events(events_path(store.state, task.id))
    events.tell({"kind": "started", "engine": task.engine, "trigger": task.trigger, "sessions": task.sessions})
    ended = threading.Event()
    threading.Thread(target=_keep_fresh, args=(store, ended), daemon=True).start()
    try:
        task = _finished(store, dream(store, task, events))
    except Stopped:
        task = _broken(store, task, KILLED, None)
    except MemtuiError as failure:
        task = _broken(store, task, FAILED, str(failure))
    except Exception as failure:
        task = _broken(store, task, FAILED, mask(f"unexpected failure ({type(failure).__name__}: {failure})"))
    finally:
        ended.set()
    events.tell({"kind": "ended", "status": task.status, "review": task.review, "error": task.error})
    events.close()
    return task


def _keep_fresh(store: Store, ended: threading.Event) -> None:
    """A dream of more than an hour still holds its lock."""
    while not ended.wait(LOCK_REFRESH_S):
        locks.refresh(store.root, os.getpid())


def _finished(store: Store, task: Task) -> Task:
    """Success: the lock stays with the time of the dream's start. A run that its engine ended badly is a failure."""
    if task.status == FAILED:
        return _broken(store, task, FAILED, task.error)
    with locked(store.state):
        lock_ns = locks.finish(store.root, os.getpid(), task.started_ns)
        task = update(store.state, task, status=COMPLETED, ended=now(), lock_ns=lock_ns)
        _forget(store, task)
    return task


def _broken(store: Store, task: Task, status: str, error: str | None) -> Task:
    """Failed or stopped: the lock is what it was before."""
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.SIG_IGN)
    task = read_task(store.state, task.id) or task  # with the figures so far
    drop_copies(store.state, task.id)  # first: on a full disk there is then room to say what happened
    finish_change(store)
    with locked(store.state):
        number = adopted_change(store, task)
        locks.roll_back(store.root, os.getpid(), task.prior_ns)
        review = ADOPTED if number is not None else NONE
        task = update(store.state, task, status=status, error=error, review=review, change=number, ended=now())
        _forget(store, task)
    return task


def _forget(store: Store, task: Task) -> None:
    if current(store.state) == task.id:
        set_current(store.state, None)
    if task.review != WAITING:
        drop_copies(store.state, task.id)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
