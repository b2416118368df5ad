"""The one place that writes to a store.

A change is a list of steps, each with the bytes that were read and the bytes that shall be. All of them happen or
none: new contents are first staged in full beside their targets, a journal is written, then names are
swapped. A target that is not what was read stops the change, even in the last instant, and stays as it is.
The caller holds the store's lock.
"""

import hashlib
import os
import stat
from collections.abc import Sequence
from typing import Any, NamedTuple

from memtui.memory import journal, swap
from memtui.memory.errors import ConflictError, MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.journal import DONE, STAGING, SWAPPING, Journal, Move
from memtui.memory.recovery import clean_up, digest, roll_back, settle
from memtui.memory.state import State, private_folder, sync_folder

SUFFIX = ".memtui.tmp"
_READ_AGAIN = "look at it and try again"


class Step(NamedTuple):
    """One file: what was read (None: it must not exist) and what shall be (None: it is removed)."""

    file: str
    before: bytes | None
    after: bytes | None
    mtime_ns: int | None = None  # None: now
    mode: int | None = None  # None: as it was, or the user's default for a new file


def apply(root: str, state: State, steps: Sequence[Step], note: dict[str, Any] | None = None) -> None:
    """Do all steps, or none and say why. With a note, the journal stays until the caller has recorded the change."""
    wanted = [step for step in steps if step.before != step.after]
    if not wanted:
        return
    moves = tuple(_move(root, step) for step in wanted)
    if len({move.target for move in moves}) < len(moves):
        raise ValueError("two steps for one file")
    real_root = os.path.realpath(root)
    for move, step in zip(moves, wanted, strict=True):
        _check_target(real_root, move, step)
    private_folder(state.folder)
    plan = Journal(STAGING, moves, _missing_folders(moves), note)
    try:
        journal.write(state, plan)
        _stage_all(plan, wanted)
        plan = plan._replace(phase=SWAPPING)
        journal.write(state, plan)
        _swap_all(plan)
        journal.write(state, plan._replace(phase=DONE))
    except BaseException as error:
        _take_back(root, state, plan)
        raise _write_error(error, root) if isinstance(error, OSError) else error from None
    _finish(state, plan)


def _finish(state: State, plan: Journal) -> None:
    try:
        clean_up(plan)
        if plan.note is None:
            journal.end(state)
    except OSError:
        pass  # the change is made; the next process removes what is left


def recover(state: State) -> str | None:
    """Finish or take back a write that a crash cut short. What was done, in words; None when there was none."""
    settled = settle(state)
    journal.end(state)
    return None if settled is None else settled.words


def _move(root: str, step: Step) -> Move:
    parts = step.file.split("/")
    if os.path.isabs(step.file) or "\0" in step.file or any(part in ("", ".", "..") for part in parts):
        raise _outside(step.file)
    target = os.path.join(root, *parts)
    token = hashlib.sha256(os.fsencode(step.file)).hexdigest()[:16]
    temporary = os.path.join(os.path.dirname(target), f".{token}{SUFFIX}")
    return Move(step.file, target, temporary, digest(step.before), digest(step.after))


def _outside(file: str) -> MemtuiError:
    return MemtuiError("will not write through a link or out of the store", file, "give a plain path below it")


def _check_target(real_root: str, move: Move, step: Step) -> None:
    """Refuse before anything is touched: through a link, not a plain file, read-only, or not what was read."""
    folder = os.path.dirname(os.path.join(real_root, step.file))
    if os.path.realpath(os.path.dirname(move.target)) != folder or os.path.islink(move.target):
        raise _outside(step.file)
    try:
        current = read_bytes(move.target)
    except FileNotFoundError:
        current = None
    except OSError as error:
        raise MemtuiError(f"cannot read ({reason(error)})", move.target, "nothing was changed") from error
    if current != step.before:
        raise _changed(step.file)
    if current is not None and not os.access(move.target, os.W_OK):
        raise MemtuiError("file is read-only", step.file, "make it writable first")


def _changed(file: str) -> ConflictError:
    return ConflictError("changed since it was read, so nothing was overwritten", file, _READ_AGAIN)


def _write_error(error: OSError, root: str) -> MemtuiError:
    return MemtuiError(f"cannot write ({reason(error)})", error.filename or root, "nothing was changed")


def _missing_folders(moves: Sequence[Move]) -> tuple[str, ...]:
    """The folders that have to be made, outermost first."""
    missing: dict[str, None] = {}
    for move in moves:
        chain = []
        folder = os.path.dirname(move.target)
        while move.after is not None and not os.path.isdir(folder):
            chain.append(folder)
            folder = os.path.dirname(folder)
        missing.update(dict.fromkeys(reversed(chain)))
    return tuple(missing)


def _stage_all(plan: Journal, steps: Sequence[Step]) -> None:
    """Everything that can fail for want of space or rights, before the first name changes."""
    for folder in plan.folders:
        os.mkdir(folder)
    for move, step in zip(plan.moves, steps, strict=True):
        if step.after is not None:
            _stage(move, step, step.after)


def _stage(move: Move, step: Step, data: bytes) -> None:
    """Write the new content in full beside its target, with the target's mode and owner."""
    old = _status(move) if step.before is not None else None
    mode = stat.S_IMODE(old.st_mode) if old is not None and step.mode is None else step.mode
    try:
        os.unlink(move.temporary)  # left over from a time whose journal is lost
    except FileNotFoundError:
        pass
    first = 0o666 if mode is None else 0o600
    descriptor = os.open(move.temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, first)
    with os.fdopen(descriptor, "wb") as file:
        if old is not None:
            _keep_owner(move.temporary, old, os.fstat(descriptor))
        if mode is not None:
            os.chmod(move.temporary, mode)
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    if step.mtime_ns is not None:
        os.utime(move.temporary, ns=(step.mtime_ns, step.mtime_ns))


def _status(move: Move) -> os.stat_result:
    try:
        return os.lstat(move.target)
    except FileNotFoundError:
        raise _changed(move.file) from None


def _keep_owner(path: str, old: os.stat_result, new: os.stat_result) -> None:
    if (old.st_uid, old.st_gid) == (new.st_uid, new.st_gid):
        return
    try:
        os.chown(path, old.st_uid, old.st_gid)
    except OSError:
        pass  # only root can; the content is what matters


def _swap_all(plan: Journal) -> None:
    """Make every step real; afterwards each temporary name holds what was there before, if anything was."""
    for move in plan.moves:
        _swap(move)
        _check_taken(move)
    folders = {os.path.dirname(move.target) for move in plan.moves}
    for folder in folders | {os.path.dirname(folder) for folder in plan.folders}:
        sync_folder(folder)
    for move in plan.moves:
        _check_taken(move)  # also what a slow writer had not finished at its swap


def _swap(move: Move) -> None:
    try:
        if move.before is None:
            swap.create(move.temporary, move.target)
        elif move.after is None:
            os.rename(move.target, move.temporary)
        else:
            swap.trade(move.temporary, move.target)
    except (FileNotFoundError, FileExistsError):  # removed or made by somebody else just now
        raise _changed(move.file) from None


def _check_taken(move: Move) -> None:
    """What the swap took away must be what was read, and nobody may still be writing to it."""
    if move.before is None:
        return
    try:
        taken = digest(swap.read_quiet(move.temporary))
    except swap.BusyError:
        raise ConflictError(
            "is being written by another program, so nothing was overwritten", move.file, _READ_AGAIN
        ) from None
    except OSError:  # a link, a FIFO: not what was read, whatever it is
        taken = None
    if taken != move.before:
        raise _changed(move.file)


def _take_back(root: str, state: State, plan: Journal) -> None:
    try:
        known = journal.read(state)
        if known is not None and known.phase == DONE:  # interrupted a moment too late: it is made
            _finish(state, plan)
            return
        roll_back(plan)
    except OSError as error:
        raise MemtuiError(
            f"the write failed and cannot be taken back yet ({reason(error)})",
            error.filename or root,
            "memtui tries again at its next change; until then the files may be half changed",
        ) from error
    try:
        journal.end(state)
    except OSError:
        pass  # rolling back once more changes nothing
