"""One dream as it is on disk, `dreams/<id>/task.json`: what it was asked, how far it got, what came of it.

A task is a value: `save` replaces the whole record in one step, and only the worker writes it while it runs.
"""

import json
import os
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from memtui.dream.records import fits
from memtui.memory.clock import iso, now
from memtui.memory.errors import MemtuiError, NegativeError, UsageError, reason
from memtui.memory.state import State, private_folder, write_private

RUNNING, COMPLETED, FAILED, KILLED = "running", "completed", "failed", "killed"
STARTING, UPDATING = "starting", "updating"
NONE, WAITING, ADOPTED, PARTLY, DISCARDED = "none", "waiting", "adopted", "partly", "discarded"
MANUAL, AUTO, RETRY = "manual", "auto", "retry"
_RECORD = "task.json"
_CURRENT = "current"  # names the dream that runs, so that nobody has to read all records to know


@dataclass(frozen=True)
class Task:
    """A dream. Times are seconds since 1970; `prior_ns` is the lock's mtime before it, 0 when there was no lock."""

    id: str
    engine: str
    trigger: str
    started: float
    status: str = RUNNING
    phase: str = STARTING
    review: str = NONE
    ended: float | None = None
    sessions: int = 0
    turns: int = 0
    tool_uses: int = 0
    refusals: int = 0
    touched: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    error: str | None = None
    usage: dict[str, Any] = field(default_factory=dict)
    prior_ns: int = 0
    retry_of: str | None = None
    started_ns: int = 0
    lock_ns: int = 0  # the mtime that success gave the lock
    pid: int | None = None
    born: str | None = None
    starter: int | None = None  # who started it, until it has written its own PID
    starter_born: str | None = None
    order: dict[str, Any] = field(default_factory=dict)  # store, engine options: all that a worker needs
    waits: tuple[str, ...] = ()  # why the result waits for a person
    reasons: dict[str, list[str]] = field(default_factory=dict)  # file -> what the dream said of its changes
    settled: dict[str, int] = field(default_factory=dict)  # file -> how many of these are of what is adopted already
    merged: dict[str, str] = field(default_factory=dict)  # deleted file -> the one that now holds it
    adopted: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    change: int | None = None  # the history's number of its newest adoption

    @property
    def running(self) -> bool:
        """Whether it has not ended, as far as its record says."""
        return self.status == RUNNING

    @property
    def nothing_to_do(self) -> bool:
        """Whether it ended well and found nothing to change."""
        return self.status == COMPLETED and not (self.created or self.changed or self.deleted)


def dreams_folder(state: State) -> str:
    """Where all dreams of a store are kept."""
    return os.path.join(state.folder, "dreams")


def task_folder(state: State, task_id: str) -> str:
    """Where one dream is kept."""
    return os.path.join(dreams_folder(state), task_id)


def part(state: State, task_id: str, name: str) -> str:
    """A part of it: `events.jsonl`, `copy`, `base`, `tool-results`, `mailbox`."""
    return os.path.join(task_folder(state, task_id), name)


def new_id(state: State) -> str:
    """A name that sorts by time and that no other dream has. The caller holds the store's lock."""
    stamp = "".join(char for char in iso(now())[:19] if char.isdigit())
    first = f"{stamp[:8]}-{stamp[8:]}"
    wanted, number = first, 1
    while os.path.lexists(task_folder(state, wanted)):
        number += 1
        wanted = f"{first}-{number:02}"
    return wanted


def save(state: State, task: Task, *, durable: bool = True) -> Task:
    """Write the record; the same task, for chaining. Mere progress need not survive a power cut."""
    private_folder(dreams_folder(state))
    folder = private_folder(task_folder(state, task.id))
    try:
        record = json.dumps({"v": 1, **asdict(task)}).encode("ascii")
        write_private(os.path.join(folder, _RECORD), record, durable=durable)
    except OSError as error:
        raise MemtuiError(f"cannot keep the dream's record ({reason(error)})", folder, "check the disk") from error
    return task


def update(state: State, task: Task, **changes: Any) -> Task:
    """The task with other values, on disk too."""
    return save(state, replace(task, **changes))


def read_task(state: State, task_id: str) -> Task | None:
    """One dream by its whole id; None when there is no readable record of it."""
    try:
        with open(os.path.join(task_folder(state, task_id), _RECORD), "rb") as file:
            facts = json.loads(file.read())
    except (OSError, ValueError):
        return None
    if not isinstance(facts, dict) or facts.get("id") != task_id:  # paths are made of the id
        return None
    known = {item.name: item.type for item in fields(Task)}
    values = {name: value for name, value in facts.items() if name in known}
    if not all(fits(known[name], value) for name, value in values.items()):
        return None
    for name, kind in known.items():
        if str(kind).startswith("tuple") and name in values:
            values[name] = tuple(values[name])
    try:
        return Task(**values)
    except TypeError:
        return None


def list_tasks(state: State) -> list[Task]:
    """Every dream, newest first."""
    try:
        names = sorted(os.listdir(dreams_folder(state)), reverse=True)
    except OSError:
        return []
    return [task for name in names if (task := read_task(state, name)) is not None]


def remove_task(state: State, task_id: str) -> None:
    """Forget a dream that never began."""
    import shutil

    shutil.rmtree(task_folder(state, task_id), ignore_errors=True)
    if current(state) == task_id:
        set_current(state, None)


def waiting_task(state: State) -> Task | None:
    """The dream whose result waits for a person, if one does."""
    return next((task for task in list_tasks(state) if task.review == WAITING), None)


def find_task(state: State, wanted: str | None) -> Task:
    """The dream that a person means: the newest, or the one whose id begins or ends so."""
    tasks = list_tasks(state)
    if not tasks:
        raise NegativeError("no dream yet", state.folder, "start one with: memtui dream run --force")
    if wanted is None:
        return tasks[0]
    exact = [task for task in tasks if task.id == wanted]
    found = exact or [task for task in tasks if wanted and (task.id.startswith(wanted) or task.id.endswith(wanted))]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError("more than one dream has such an id", wanted, "give all of it; see memtui dream list")
    raise NegativeError("no such dream", wanted, "see memtui dream list")


def set_current(state: State, task_id: str | None) -> None:
    """Name the dream that runs, or none."""
    path = os.path.join(dreams_folder(state), _CURRENT)
    try:
        if task_id is not None:
            write_private(path, task_id.encode("ascii"))
        else:
            os.unlink(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise MemtuiError(f"cannot keep which dream runs ({reason(error)})", path, "check the disk") from error


def current(state: State) -> str | None:
    """The dream that is named as running; whether it still does is for `recovery` to find out."""
    try:
        with open(os.path.join(dreams_folder(state), _CURRENT), encoding="ascii", errors="replace") as file:
            return file.read(64).strip() or None
    except OSError:
        return None
