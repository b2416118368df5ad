"""Opening a file of the store for reading: never through a link, never blocking, never more than asked."""

import os
import stat

from memtui.memory.errors import MemtuiError, reason

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_FLAGS |= getattr(os, "O_BINARY", 0)
_CHUNK = 512  # holds nearly every frontmatter whole


class NotRegularError(OSError):
    """The name stands for something that is not a plain file."""


def open_regular(path: str) -> int:
    """A descriptor of a plain file. A link, FIFO, socket or device is refused, even if it came a moment ago."""
    descriptor = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegularError(0, "not a plain file", path)
    return descriptor


def read_head(path: str, lines: int, most: int) -> str:
    """Enough of a file to see its frontmatter: at most `lines` lines and `most` bytes, bad bytes replaced.

    Not checked to be a plain file: the open does not block and the read is bounded, and this runs for every
    file of a store.
    """
    descriptor = os.open(path, _FLAGS)
    try:
        data = os.read(descriptor, _CHUNK)
        if len(data) == _CHUNK and data.find(b"\n---\n", 3) == -1:
            while len(data) < most and data.count(b"\n") < lines:
                more = os.read(descriptor, most - len(data))
                if not more:
                    break
                data += more
    finally:
        os.close(descriptor)
    return data.decode("utf-8", "replace")


def read_bytes(path: str, most: int | None = None) -> bytes:
    """The file's bytes, all of them or at most `most`."""
    descriptor = open_regular(path)
    with os.fdopen(descriptor, "rb") as file:
        return file.read() if most is None else file.read(most)


def must_read(path: str, shown: str) -> bytes:
    """The file's bytes, or an error that a person can act on."""
    try:
        return read_bytes(path)
    except FileNotFoundError:
        raise MemtuiError("no such file", shown, "it may just have been removed; list the store again") from None
    except OSError as error:
        if os.path.islink(path):  # the system only says that there are too many of them
            raise MemtuiError("is a symlink, which memtui never follows", shown, "replace it by a plain file") from None
        raise MemtuiError(f"cannot read ({reason(error)})", shown, "check what it is and its permissions") from None
