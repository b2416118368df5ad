"""The lock of a consolidation, `.consolidate-lock`, by the rules that the agent follows too.

Its body is the holder's PID, its mtime the time of the last consolidation: there is no other record. The agent
writes and then reads back; two could pass that at once, so memtui's own processes take the store's filelock around
everything here (`history.change.locked`). What is written is always a whole file under a new name, then one rename.
"""

import os
import time
from collections.abc import Callable
from typing import NamedTuple

from memtui.dream.limits import LOCK_FRESH_S, LOCK_NAME, START_SLACK_S
from memtui.dream.processes import Process, find_process
from memtui.memory.clock import fixed_ns, now
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes

FREE, OURS, FOREIGN = "free", "memtui", "agent"
_BODY_MAX = 64
_TEMPORARY = ".consolidate-lock.memtui.tmp"


class Lock(NamedTuple):
    """The lock as it is on disk. `mtime_ns` is 0 when there is no file: never consolidated."""

    pid: int | None
    mtime_ns: int

    @property
    def last(self) -> float | None:
        """When memory was last consolidated, or None."""
        return self.mtime_ns / 1e9 if self.mtime_ns else None


class Holder(NamedTuple):
    """Who holds the lock: nobody (`free`), a dream of memtui's, or another process, probably the agent."""

    kind: str
    pid: int | None = None

    @property
    def held(self) -> bool:
        """Whether anybody does."""
        return self.kind != FREE

    @property
    def words(self) -> str:
        """The holder as a person is told of it."""
        if self.kind == OURS:
            return f"memtui, PID {self.pid}: dreaming"
        if self.kind == FOREIGN:
            return f"agent, PID {self.pid}: dreaming, or done within the hour"
        return "lock free"


def lock_path(root: str) -> str:
    """Where the lock of a store is."""
    return os.path.join(root, LOCK_NAME)


def last_consolidated(root: str) -> float | None:
    """When memory was last consolidated: one stat."""
    try:
        return os.lstat(lock_path(root)).st_mtime
    except OSError:
        return None


def read_lock(root: str) -> Lock:
    """The lock now. A body that is no PID counts as none."""
    path = lock_path(root)
    try:
        mtime_ns = os.lstat(path).st_mtime_ns
        body = read_bytes(path, _BODY_MAX).strip()
    except (FileNotFoundError, NotADirectoryError):
        return Lock(None, 0)
    except OSError:  # a link, a FIFO, no permission: nobody's
        return Lock(None, 0)
    pid = int(body) if body.isdigit() and len(body) <= 10 and body.isascii() else None
    return Lock(pid or None, mtime_ns)


def holder_of(lock: Lock, is_dream: Callable[[Process], bool | None]) -> Holder:
    """Who holds it. `is_dream` says whether a process is a running dream of memtui's, or None if it knows nothing.

    Held needs a living PID and an mtime under an hour old; a process that began after the lock was written only
    inherited the number.
    """
    if lock.pid is None or now() - lock.mtime_ns / 1e9 >= LOCK_FRESH_S:
        return Holder(FREE)
    process = find_process(lock.pid)
    if process is None:
        return Holder(FREE)
    ours = is_dream(process)
    if ours is False:
        return Holder(FREE)
    if ours:
        return Holder(OURS, lock.pid)
    if process.began is not None and process.began > lock.mtime_ns / 1e9 + START_SLACK_S:
        return Holder(FREE)
    return Holder(OURS if process.is_worker else FOREIGN, lock.pid)


def write_lock(root: str, pid: int) -> bool:
    """Take the lock: own PID, mtime now. Whether it still is ours when read back. The caller knows that it may."""
    _replace(root, f"{pid}\n".encode("ascii"), _now_ns())
    return read_lock(root).pid == pid


def refresh(root: str, pid: int) -> bool:
    """Say that a long dream still runs. False when the lock is somebody else's by now."""
    return _set_mtime(root, pid, _now_ns())


def finish(root: str, pid: int, started_ns: int) -> int:
    """Success: memory counts as consolidated since the dream began. The mtime that the lock has now, 0 if lost."""
    return started_ns if _set_mtime(root, pid, started_ns) else 0


def roll_back(root: str, pid: int, prior_ns: int) -> bool:
    """Make the lock what it was before: the prior mtime with no body, or no file. Only if it still is that PID's."""
    if read_lock(root).pid != pid:
        return False
    try:
        if prior_ns:
            _replace(root, b"", prior_ns)
        else:
            os.unlink(lock_path(root))
    except FileNotFoundError:
        return False
    return True


def tidy(root: str) -> None:
    """Remove what a process that was killed while it wrote the lock left behind."""
    try:
        os.unlink(os.path.join(root, _TEMPORARY))
    except OSError:
        pass


def _set_mtime(root: str, pid: int, mtime_ns: int) -> bool:
    if read_lock(root).pid != pid:
        return False
    try:
        os.utime(lock_path(root), ns=(mtime_ns, mtime_ns), follow_symlinks=False)
    except OSError:
        return False
    return True


def _replace(root: str, body: bytes, mtime_ns: int) -> None:
    """A new lock in one rename."""
    temporary = os.path.join(root, _TEMPORARY)
    try:
        try:
            os.unlink(temporary)  # of a process that was killed here
        except FileNotFoundError:
            pass
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        with os.fdopen(descriptor, "wb") as file:
            file.write(body)
        os.utime(temporary, ns=(mtime_ns, mtime_ns))
        os.rename(temporary, lock_path(root))
    except OSError as error:
        tidy(root)
        raise MemtuiError(f"cannot write the lock ({reason(error)})", lock_path(root), "check the folder") from error


def _now_ns() -> int:
    return fixed_ns() or time.time_ns()
