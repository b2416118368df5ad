"""The one way to change a store: under its lock, with what others did recorded before and what we did after.

with change(store, who, why) as work:
    work.apply(steps)          # all or nothing
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memtui.history.log import CHANGE, Log
from memtui.history.snapshot import Look, record_others
from memtui.history.trash import keep_removed
from memtui.memory.clock import now
from memtui.memory.errors import MemtuiError, NegativeError
from memtui.memory.limits import INDEX_NAME
from memtui.memory.save import Step, apply, recover
from memtui.memory.state import State, private_folder

LOCK_TIMEOUT_S = 20.0


class Work:
    """A change under way."""

    def __init__(self, root: str, state: State) -> None:
        self.root = root
        self.state = state
        self.files: set[str] = set()
        self.notes: list[str] = []
        self.number: int | None = None
        self.undoes: int | None = None
        self.kind = CHANGE

    def apply(self, steps: Sequence[Step]) -> None:
        """Do these steps, all or none; what is removed goes to the trash first."""
        keep_removed(self.state, steps, now())
        apply(self.root, self.state, steps)
        self.files |= {step.file for step in steps if step.before != step.after}


@contextmanager
def locked(state: State) -> Iterator[None]:
    """Hold the store's lock, so that one memtui process at a time writes."""
    import filelock

    private_folder(state.folder)
    lock = filelock.FileLock(state.lock, timeout=LOCK_TIMEOUT_S, mode=0o600)
    try:
        with lock:
            yield
    except filelock.Timeout:
        raise NegativeError(
            f"another memtui has been writing for {LOCK_TIMEOUT_S:.0f} s",
            state.lock,
            "try again when it is done",
        ) from None


@contextmanager
def change(root: str, state: State, who: str, why: str, *, start: bool = False) -> Iterator[Work]:
    """Change the store at `root`. `start` allows a non-empty directory that has no index yet."""
    with locked(state):
        work = Work(root, state)
        recovered = recover(state)
        if recovered:
            work.notes.append(recovered)
        _check_root(root, start)
        log = Log(state)
        if os.path.isdir(root):
            record_others(Look(log, root), now())
        yield work
        if not work.files:
            return
        look = Look(log, root)
        work.number = look.record(who, why, work.kind, now(), only=work.files, undoes=work.undoes)
        others = look.differing()
        if others:
            names = ", ".join(sorted(others)[:3])
            work.notes.append(f"somebody else changed {names} at the same moment; recorded as theirs")
        record_others(look, now())


def _check_root(root: str, start: bool) -> None:
    """A directory that holds other things and no index is probably not a memory directory."""
    try:
        names = os.listdir(root)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise MemtuiError("not a directory", root, "give the directory that holds MEMORY.md") from None
    if names and INDEX_NAME not in names and not start:
        raise MemtuiError(
            f"directory is not empty and has no {INDEX_NAME}, so memtui will not write there",
            root,
            "if it is a memory directory, say so with --init",
        )


def look_now(root: str, state: State) -> int | None:
    """Record the store as it is now, without changing it. The number of the new state, if there is one."""
    with locked(state):
        recover(state)
        if not os.path.isdir(root):
            return None
        return record_others(Look(Log(state), root), now())
