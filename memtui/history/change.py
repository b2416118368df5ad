"""The one way to change a store: under its lock, with what others did recorded before and what we did after.

with change(store, who, why) as work:
    work.apply(steps)          # once; all steps or none
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from memtui.history.log import CHANGE, Log
from memtui.history.rewrite import tidy
from memtui.history.snapshot import Look, record_others
from memtui.history.trash import keep_removed
from memtui.memory import journal
from memtui.memory.clock import fixed_ns, now
from memtui.memory.errors import MemtuiError, NegativeError, reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import INDEX_NAME
from memtui.memory.recovery import Settled, digest, settle
from memtui.memory.save import Step, apply
from memtui.memory.state import State, private_folder

LOCK_TIMEOUT_S = 20.0
LOCK_POLL_S = 0.01  # the lock is mostly held for milliseconds


class Work:
    """A change under way. `kind` and `undoes` may be set before it is applied."""

    def __init__(self, root: str, state: State, who: str, why: str) -> None:
        self.root = root
        self.state = state
        self.who = who
        self.why = why
        self.kind = CHANGE
        self.undoes: int | None = None
        self.steps: tuple[Step, ...] = ()
        self.notes: list[str] = []
        self.number: int | None = None

    def apply(self, steps: Sequence[Step]) -> None:
        """Do these steps, all or none; what is removed goes to the trash first."""
        if self.steps:
            raise RuntimeError("a change is applied once")
        wanted = tuple(step for step in steps if step.before != step.after)
        if not wanted:
            return
        wanted = tuple(_timed(step) for step in wanted)
        keep_removed(self.state, wanted, now())
        note = {"who": self.who, "why": self.why, "kind": self.kind, "when": now(), "undoes": self.undoes}
        apply(self.root, self.state, wanted, note)
        self.steps = wanted


def _timed(step: Step) -> Step:
    """A step that writes now, with what now is where the user fixed it."""
    return step if step.mtime_ns is not None else step._replace(mtime_ns=fixed_ns())


@contextmanager
def locked(state: State) -> Iterator[None]:
    """Hold the store's lock, so that one memtui process at a time writes."""
    import filelock

    private_folder(state.folder)
    lock = filelock.FileLock(state.lock, timeout=LOCK_TIMEOUT_S, poll_interval=LOCK_POLL_S, mode=0o600)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise NegativeError(
            f"another memtui has been writing for {LOCK_TIMEOUT_S:.0f} s",
            state.lock,
            "try again when it is done",
        ) from None
    except OSError as error:
        raise MemtuiError(f"cannot lock ({reason(error)})", state.lock, "check the permissions there") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def change(root: str, state: State, who: str, why: str, *, start: bool = False) -> Iterator[Work]:
    """Change the store at `root`. `start` allows a non-empty directory that has no index yet."""
    with locked(state):
        work = Work(root, state, who, why)
        log = Log(state)
        recovered = _settle(log, root, state)
        if recovered:
            work.notes.append(recovered)
        _check_root(root, start, log)
        first = _record_present(log, root)
        yield work
        looks = [first]
        if work.steps:
            looks.append(_recorded(work, log, first))
        _tidy(work, [number for look in looks if look is not None for number in look.recorded])


def _record_present(log: Log, root: str) -> Look | None:
    """What is there before the change, recorded as others' where it is new; also that all of it is gone."""
    if log.head() is None and not os.path.isdir(root):
        return None
    look = Look(log, root)
    record_others(look, now())
    return look


def _recorded(work: Work, log: Log, first: Look | None) -> Look:
    """The change in the history. Where that fails it is made all the same: its journal is left for the next process."""
    try:
        return _record_change(work, log, first)
    except MemtuiError as failure:
        raise MemtuiError(
            f"the change is made but not recorded yet: {failure.what}",
            failure.where,
            f"memtui records it the next time, and until then it cannot be undone; {failure.todo}",
        ) from None


def _record_change(work: Work, log: Log, first: Look | None) -> Look:
    """The change as memtui's, and around it what others wrote meanwhile as theirs. The look after it."""
    if first is not None:
        for step in work.steps:
            first.take(step.file, step.before)  # read after the look, so perhaps newer
        times = first.retimed(step.file for step in work.steps)
        if times or first.differing():
            record_others(first, now(), times=times)  # what undo brings back, with its time
    look = Look(log, work.root)
    written = {step.file: step.after for step in work.steps}
    work.number = look.record_own(work.who, work.why, work.kind, now(), written, work.undoes)
    journal.end(work.state)
    others = look.differing()
    if others:
        names = ", ".join(sorted(others)[:3])
        work.notes.append(f"somebody else changed {names} at the same moment; recorded as theirs")
    record_others(look, now())
    return look


def _tidy(work: Work, numbers: Sequence[int]) -> None:
    """Housekeeping; the change is made and recorded, so trouble here is only told."""
    try:
        dropped = sum(tidy(work.state, number) for number in numbers)
    except MemtuiError as error:
        work.notes.append(str(error))
        return
    if dropped:
        work.notes.append(f"the history had grown too large: its {dropped} oldest states were dropped")


def _settle(log: Log, root: str, state: State) -> str | None:
    """Bring a change that a crash cut short to its end, in the files and in the history."""
    settled = settle(state)
    if settled is None:
        return None
    if settled.note is not None and os.path.isdir(root):
        _record_late(log, root, settled, settled.note)
    journal.end(state)
    return settled.words


def _record_late(log: Log, root: str, settled: Settled, note: dict[str, Any]) -> None:
    """Record a change whose process died between making and recording it, as far as it still stands."""
    written: dict[str, bytes | None] = {}
    for move in settled.moves:
        try:
            data: bytes | None = read_bytes(move.target)
        except OSError:
            data = None
        if digest(data) == move.after:
            written[move.file] = data
    if written:
        look = Look(log, root)
        look.record_own(note["who"], note["why"], note["kind"], note["when"], written, note["undoes"])


def _check_root(root: str, start: bool, log: Log) -> None:
    """A directory with other things, without index and not known as a store is probably no memory directory."""
    try:
        names = os.listdir(root)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise MemtuiError("not a directory", root, "give the directory that holds MEMORY.md") from None
    except OSError as error:
        raise MemtuiError(f"cannot read ({reason(error)})", root, "check its permissions") from error
    if names and INDEX_NAME not in names and not start and not _is_known(log):
        raise MemtuiError(
            f"directory is not empty and has no {INDEX_NAME}, so memtui will not write there",
            root,
            "if it is a memory directory, say so with --init",
        )


def _is_known(log: Log) -> bool:
    """Whether it had an index, or memtui has written there: daily logs need no index, and were allowed once."""
    return any(entry.kind == CHANGE or INDEX_NAME in entry.touched for entry in log.entries())


def look_now(root: str, state: State) -> int | None:
    """Record the store as it is now, without changing it. The number of the new state, if there is one."""
    with locked(state):
        log = Log(state)
        _settle(log, root, state)
        look = _record_present(log, root)
        number = look.recorded[-1] if look is not None and look.recorded else None
        try:
            if number is not None:
                tidy(state, number)
        except MemtuiError:
            pass  # the look is recorded; a disk that is full, say, will be met again where it matters
        return number
