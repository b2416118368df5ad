"""Putting a finished file in the place of another so that the other is never lost.

Linux and macOS can exchange two names in one step: what was in the target at that very instant is then in
our hands and can be looked at. Elsewhere the target is compared and then replaced, which leaves a tiny gap.
"""

import os
import sys
from collections.abc import Callable

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux renameat2
_RENAME_SWAP = 2  # macOS renamex_np


def exchange(first: str, second: str) -> bool:
    """Swap two names atomically. False when this system or file system cannot; OSError when it failed."""
    call = _system_call()
    return False if call is None else call(os.fsencode(first), os.fsencode(second))


def _system_call() -> Callable[[bytes, bytes], bool] | None:
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform.startswith("linux"):
            renameat2 = library.renameat2
            return lambda a, b: _check(renameat2(_AT_FDCWD, a, _AT_FDCWD, b, _RENAME_EXCHANGE), b)
        if sys.platform == "darwin":
            renamex_np = library.renamex_np
            return lambda a, b: _check(renamex_np(a, b, _RENAME_SWAP), b)
    except (AttributeError, OSError):
        pass
    return None


def _check(result: int, path: bytes) -> bool:
    import ctypes
    import errno

    if result == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(number, os.strerror(number), os.fsdecode(path))


def create(temporary: str, target: str) -> None:
    """Give the temporary file its name unless the name is taken: then FileExistsError."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # no hard links here
        if os.path.lexists(target):
            raise FileExistsError(0, "exists", target) from None
        os.rename(temporary, target)
        return
    os.unlink(temporary)
