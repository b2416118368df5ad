"""Trading the names of two files so that what was in the target at that very instant is never lost.

Linux and macOS can exchange two names in one step, and can give a name only if it is free. Where the file
system cannot, the target is set aside first and the new file then takes the free name: nothing is ever
replaced unseen, but for that instant the name is missing.
"""

import os
import sys
from typing import Any

from memtui.memory.files import open_regular

ASIDE = ".old"  # added to the temporary name, before its ending
_AT_FDCWD = -100
_LINUX_NOREPLACE, _LINUX_EXCHANGE = 1, 2  # flags of renameat2
_MACOS_SWAP, _MACOS_EXCL = 2, 4  # flags of renamex_np


class BusyError(OSError):
    """Another program has the file open for writing."""


def exchange(first: str, second: str) -> bool:
    """Swap two names atomically. False when this system or file system cannot; OSError when it failed."""
    return _rename(first, second, _LINUX_EXCHANGE, _MACOS_SWAP)


def claim(temporary: str, target: str) -> bool:
    """Rename if the new name is free, else FileExistsError. False when this system cannot do both in one step."""
    return _rename(temporary, target, _LINUX_NOREPLACE, _MACOS_EXCL)


def _rename(first: str, second: str, linux: int, macos: int) -> bool:
    import ctypes

    try:
        library: Any = ctypes.CDLL(None, use_errno=True)
        a, b = os.fsencode(first), os.fsencode(second)
        if sys.platform.startswith("linux"):
            return _check(library.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, linux), second)
        if sys.platform == "darwin":
            return _check(library.renamex_np(a, b, macos), second)
    except AttributeError:  # an old C library
        pass
    return False


def _check(result: int, path: str) -> bool:
    import ctypes
    import errno

    if result == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number), path)


def create(temporary: str, target: str) -> None:
    """Give the temporary file its name unless the name is taken: then FileExistsError."""
    if claim(temporary, target):
        return
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # no hard links here either
        if os.path.lexists(target):
            raise FileExistsError(0, "exists", target) from None
        os.rename(temporary, target)
        return
    os.unlink(temporary)


def trade(temporary: str, target: str) -> None:
    """Afterwards each name holds what the other held. FileNotFoundError or FileExistsError: somebody was faster."""
    if exchange(temporary, target):
        return
    aside = aside_of(temporary)
    os.rename(target, aside)
    create(temporary, target)
    os.rename(aside, temporary)


def aside_of(temporary: str) -> str:
    """Where the target waits while a system that cannot exchange names gives its name to the other file."""
    base, ending = os.path.splitext(temporary)
    return f"{base}{ASIDE}{ending}"


def tidy_aside(temporary: str, target: str) -> None:
    """Bring a trade that was cut short to one of its two ends."""
    aside = aside_of(temporary)
    if not os.path.lexists(aside):
        return
    if not os.path.lexists(temporary):
        os.rename(aside, temporary)
    elif _one_file(temporary, target):  # `create` had linked it, and was cut short before it took the old name away
        os.unlink(temporary)
        os.rename(aside, temporary)
    elif os.path.lexists(target):
        os.unlink(aside)  # somebody took the free name: theirs is the newer
    else:
        create(aside, target)


def _one_file(first: str, second: str) -> bool:
    """Whether both names are there and stand for the same file."""
    try:
        return os.path.samestat(os.lstat(first), os.lstat(second))
    except FileNotFoundError:
        return False


def read_quiet(path: str) -> bytes:
    """The bytes of a file that nobody is writing any more; BusyError when somebody is, where the system can tell.

    A program that opened the file before its name was traded away could still write to it, unseen.
    """
    descriptor = open_regular(path)
    with os.fdopen(descriptor, "rb") as file:
        leased = _lease(descriptor, path)
        data = file.read()
        if leased:
            _release(descriptor)
        return data


def _lease(descriptor: int, path: str) -> bool:
    """Linux grants a read lease only on a file that nobody has open for writing."""
    try:
        import fcntl
        import signal

        # A broken lease is told by a signal; SIGIO would end the process, SIGURG is ignored.
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        return True
    except BlockingIOError:
        raise BusyError(0, "is being written by another program", path) from None
    except (ImportError, AttributeError, OSError):
        return False  # not Linux, not our file, or a file system without leases


def _release(descriptor: int) -> None:
    import fcntl

    fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
