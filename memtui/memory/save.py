"""The one place that writes to a store.

A change is a list of steps, each with the bytes that were read and the bytes that shall be. All of them happen or
none: new contents are first staged in full beside their targets, a journal is written, then names are
swapped. A target that is not what was read stops the change, even in the last instant, and stays as it is.
The caller holds the store's lock.
"""

import hashlib
import json
import os
import stat
from collections.abc import Sequence
from typing import NamedTuple

from memtui.memory import swap
from memtui.memory.errors import ConflictError, MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.state import State, private_folder, sync_folder, write_private

SUFFIX = ".memtui.tmp"
_STAGING, _SWAPPING = "staging", "swapping"
_NAME_MAX = 200  # leaves room for our suffix in 255 bytes


class Step(NamedTuple):
    """One file: what was read (None: it must not exist) and what shall be (None: it is removed)."""

    file: str
    before: bytes | None
    after: bytes | None
    mtime_ns: int | None = None  # None: now


class _Staged(NamedTuple):
    step: Step
    target: str
    temporary: str


def apply(root: str, state: State, steps: Sequence[Step]) -> None:
    """Do all steps, or none and say why."""
    wanted = [step for step in steps if step.before != step.after]
    if not wanted:
        return
    staged = [_staged(root, step) for step in wanted]
    for item in staged:
        _check_target(item)
    private_folder(state.folder)
    made: list[str] = []
    try:
        _write_journal(state, _STAGING, staged, durable=False)
        for item in staged:
            _stage(item, made)
        _write_journal(state, _SWAPPING, staged, durable=True)
    except OSError as error:
        _discard(staged, made)
        _end_journal(state)
        raise _write_error(error, root) from error
    _swap_all(root, staged, made, state)
    _end_journal(state)


def _staged(root: str, step: Step) -> _Staged:
    folder, name = os.path.split(os.path.join(root, step.file))
    token = hashlib.sha256(os.fsencode(step.file)).hexdigest()[:8]
    short = os.fsdecode(os.fsencode(name)[:_NAME_MAX])
    return _Staged(step, os.path.join(folder, name), os.path.join(folder, f".{short}.{token}{SUFFIX}"))


def _check_target(item: _Staged) -> None:
    """Refuse before anything is touched: outside, through a link, read-only, or not what was read."""
    file = item.step.file
    folder = os.path.dirname(item.target)
    if os.path.isabs(file) or ".." in file.split("/") or os.path.realpath(folder) != os.path.normpath(folder):
        raise MemtuiError("will not write through a link or out of the store", file, "give a plain path below it")
    current = _current(item.target)
    if current != item.step.before:
        raise _changed(file)
    if current is not None and not os.access(item.target, os.W_OK):
        raise MemtuiError("file is read-only", file, "make it writable first")


def _current(path: str) -> bytes | None:
    try:
        return read_bytes(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MemtuiError(f"cannot read ({reason(error)})", path, "nothing was changed") from error


def _changed(file: str) -> ConflictError:
    return ConflictError("changed since it was read, so nothing was overwritten", file, "look at it and try again")


def _write_error(error: OSError, root: str) -> MemtuiError:
    return MemtuiError(f"cannot write ({reason(error)})", error.filename or root, "nothing was changed")


def _stage(item: _Staged, made: list[str]) -> None:
    """Write the new content in full beside its target, with the target's mode and owner."""
    _make_folders(os.path.dirname(item.target), made)
    if item.step.after is None:
        return
    try:
        old: os.stat_result | None = os.lstat(item.target)
    except FileNotFoundError:
        old = None
    mode = stat.S_IMODE(old.st_mode) if old else 0o666
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(item.temporary, flags, mode)
    with os.fdopen(descriptor, "wb") as file:
        if old is not None:
            os.chmod(item.temporary, mode)  # past the umask
            if (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
                _keep_owner(item.temporary, old)
        file.write(item.step.after)
        file.flush()
        os.fsync(file.fileno())
    if item.step.mtime_ns is not None:
        os.utime(item.temporary, ns=(item.step.mtime_ns, item.step.mtime_ns))


def _keep_owner(path: str, old: os.stat_result) -> None:
    try:
        os.chown(path, old.st_uid, old.st_gid)
    except OSError:
        pass  # only root can; the content is what matters


def _make_folders(folder: str, made: list[str]) -> None:
    missing = []
    while not os.path.isdir(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    for path in reversed(missing):
        os.mkdir(path)
        made.append(path)


def _swap_all(root: str, staged: list[_Staged], made: list[str], state: State) -> None:
    done: list[_Staged] = []
    try:
        for item in staged:
            _swap(item)
            done.append(item)
        for folder in {os.path.dirname(item.target) for item in staged}:
            sync_folder(folder)
    except (OSError, ConflictError) as error:
        for item in reversed(done):
            _swap_back(item)
        _discard(staged, made)
        _end_journal(state)
        raise error if isinstance(error, ConflictError) else _write_error(error, root) from error
    for item in staged:
        _unlink(item.temporary)


def _swap(item: _Staged) -> None:
    """Make one step real. Afterwards the temporary name holds what was there before, if anything was."""
    step, target, temporary = item
    if step.before is None:
        try:
            swap.create(temporary, target)
        except FileExistsError:
            raise _changed(step.file) from None
        return
    if step.after is None:
        os.rename(target, temporary)
        if _current(temporary) != step.before:
            swap.create(temporary, target)
            raise _changed(step.file)
        return
    if not swap.exchange(temporary, target):
        if _current(target) != step.before:
            raise _changed(step.file)
        os.replace(temporary, target)
    elif _current(temporary) != step.before:  # somebody wrote in the last instant: theirs stays
        swap.exchange(temporary, target)
        raise _changed(step.file)


def _swap_back(item: _Staged) -> None:
    """Undo one step, unless somebody has already written over it."""
    step, target, temporary = item
    if _current(target) != step.after:
        return
    if step.before is None:
        _unlink(target)
    elif os.path.lexists(temporary):
        os.replace(temporary, target)
    else:
        with open(target, "wb") as file:  # only where names cannot be exchanged
            file.write(step.before)


def _discard(staged: list[_Staged], made: list[str]) -> None:
    for item in staged:
        _unlink(item.temporary)
    for folder in reversed(made):
        try:
            os.rmdir(folder)
        except OSError:
            pass


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def digest(data: bytes | None) -> str | None:
    """How the journal names a content."""
    return None if data is None else hashlib.sha256(data).hexdigest()


def _write_journal(state: State, phase: str, staged: list[_Staged], *, durable: bool) -> None:
    steps = [
        {
            "target": item.target,
            "temporary": item.temporary,
            "before": digest(item.step.before),
            "after": digest(item.step.after),
        }
        for item in staged
    ]
    write_private(state.journal, json.dumps({"v": 1, "phase": phase, "steps": steps}).encode(), durable=durable)


def _end_journal(state: State) -> None:
    _unlink(state.journal)


def recover(state: State) -> str | None:
    """Finish or take back a write that a crash cut short. What was done, in words; None when there was none."""
    try:
        with open(state.journal, "rb") as file:
            journal = json.loads(file.read())
        steps = [(str(s["target"]), str(s["temporary"]), s["before"], s["after"]) for s in journal["steps"]]
        swapping = journal["phase"] == _SWAPPING
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        _end_journal(state)  # torn before it was complete: nothing had been swapped yet
        return None
    left = [step for step in steps if swapping and not _finish(*step)]
    for _, temporary, _, _ in steps:
        _unlink(temporary)
    _end_journal(state)
    names = ", ".join(os.path.basename(step[0]) for step in left)
    if left:
        return f"finished an interrupted write; kept as found, because changed since: {names}"
    return "finished an interrupted write" if swapping else "took back an interrupted write"


def _finish(target: str, temporary: str, before: str | None, after: str | None) -> bool:
    """Bring one step of an interrupted write to its end; False when the target is neither old nor new."""
    current = digest(_current(target))
    if current == after:
        return True
    if current != before:
        return False
    if after is None:
        os.unlink(target)
        return True
    if digest(_current(temporary)) != after:
        return False
    os.replace(temporary, target)
    return True
