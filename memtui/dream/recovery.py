"""What the next memtui process does about a dream whose process is gone: live memory is then exactly as before or
exactly as adopted, the lock is rolled back, and the task says that it failed.

Cheap where nothing is wrong: one stat tells that no dream runs.
"""

import os

from memtui.dream import lock as locks
from memtui.dream.adoption import who
from memtui.dream.copying import drop_copies
from memtui.dream.events import tell_once
from memtui.dream.lock import Holder, Lock, holder_of
from memtui.dream.processes import Process, is_alive
from memtui.dream.task import (
    ADOPTED,
    FAILED,
    KILLED,
    RUNNING,
    Task,
    current,
    list_tasks,
    part,
    read_task,
    set_current,
    update,
)
from memtui.history.change import locked, look_now
from memtui.history.log import UNDO, Log
from memtui.memory.clock import now
from memtui.memory.errors import MemtuiError
from memtui.memory.state import State, write_private
from memtui.memory.store import Store

_KILL = "kill"
_DIED = "its process ended without a word"
_NEVER = "it was never started"


def is_running(task: Task) -> bool:
    """Whether a task's process lives: its own, or the one that is about to start it."""
    if task.pid is not None:
        return is_alive(task.pid, task.born)
    return is_alive(task.starter, task.starter_born)


def running_task(store: Store) -> Task | None:
    """The dream that runs now, if one does."""
    name = current(store.state)
    task = read_task(store.state, name) if name else None
    return task if task is not None and task.running and is_running(task) else None


def holder(store: Store, found: Lock | None = None) -> Holder:
    """Who holds the store's lock, by the lock itself and by memtui's own records."""
    found = found or locks.read_lock(store.root)

    def is_dream(process: Process) -> bool | None:
        name = current(store.state)
        now_on = read_task(store.state, name) if name else None
        if now_on is not None and now_on.running and (now_on.pid, now_on.born) == (process.pid, process.born):
            return True
        mine = [task for task in list_tasks(store.state) if (task.pid, task.born) == (process.pid, process.born)]
        return any(task.running for task in mine) if mine else None

    return holder_of(found, is_dream)


def recover(store: Store, *, thorough: bool = False) -> list[str]:
    """Settle what killed dreams left; what was done, in words. `thorough` reads every record, not just the current."""
    state = store.state
    name = current(state)
    if name is None and not thorough:
        return []
    if os.path.lexists(state.journal):
        finish_change(store)
    suspects = list_tasks(state) if thorough else [task for task in [read_task(state, name or "")] if task]
    dead = [task for task in suspects if task.running and not is_running(task)]
    if not dead:
        if name is not None and not any(task.id == name and task.running for task in suspects):
            _forget_current(store, name)
        return []
    return [said for task in dead if (said := _settled(store, task.id))]


def finish_change(store: Store) -> None:
    """Bring an adoption that was cut short to its end, or take it back; where that cannot be done now, later."""
    try:
        look_now(store.root, store.state)
    except MemtuiError:
        pass  # a full disk, say; the journal stays for the next who looks


def _settled(store: Store, task_id: str) -> str:
    """Settle one, or say why that has to wait: whoever only looks is not kept from it by a full disk."""
    try:
        return settle_task(store, task_id, FAILED)
    except MemtuiError as error:
        return f"dream {task_id} has died, and that could not be settled yet: {error}"


def settle_task(store: Store, task_id: str, status: str, error: str | None = None) -> str:
    """Bring a dream to its end whose process is gone (`failed`), or was just killed by a person (`killed`)."""
    look_now(store.root, store.state)  # ends or takes back an adoption that was under way, and records it
    with locked(store.state):
        task = read_task(store.state, task_id)
        if task is None or not task.running or is_running(task):
            return ""
        number = adopted_change(store, task)
        if task.pid is not None:
            locks.roll_back(store.root, task.pid, task.prior_ns)
        locks.tidy(store.root)
        why = error or (_DIED if task.pid is not None else _NEVER)
        status = KILLED if _is_kill(store, task_id) else status
        task = update(
            store.state,
            task,
            status=status,
            review=ADOPTED if number is not None else task.review,
            change=number,
            ended=now(),
            error=why if status == FAILED else None,
        )
        drop_copies(store.state, task_id)
        if current(store.state) == task_id:
            set_current(store.state, None)
    tell_once(store.state, task_id, {"kind": "ended", "status": status, "error": task.error})
    return ended_words(task)


def ended_words(task: Task) -> str:
    """How a dream ended whose process is gone, and what that means for the memory."""
    kept = f"its changes were adopted already (change {task.change})" if task.change else "memory is unchanged"
    word = "was killed" if task.status == KILLED else f"failed: {task.error}"
    return f"dream {task.id} {word}; {kept}, the lock is rolled back"


def note_kill(state: State, task_id: str) -> None:
    """Say that a person wants it killed, before it is: another process may find it dead before the killer does."""
    try:
        write_private(part(state, task_id, _KILL), b"")
    except OSError:
        pass  # then it may be called failed; it is killed all the same


def _is_kill(store: Store, task_id: str) -> bool:
    return os.path.lexists(part(store.state, task_id, _KILL))


def adopted_change(store: Store, task: Task) -> int | None:
    """The history's number of what the dream adopted, if it got so far."""
    if not os.path.isdir(store.state.history):
        return None
    mine = [entry.number for entry in Log(store.state).entries() if entry.who == who(task.id) and entry.kind != UNDO]
    return mine[0] if mine else None


def _forget_current(store: Store, name: str) -> None:
    """The dream ended, but was killed before it could say so here."""
    with locked(store.state):
        task = read_task(store.state, name)
        if current(store.state) == name and (task is None or task.status != RUNNING):
            set_current(store.state, None)
