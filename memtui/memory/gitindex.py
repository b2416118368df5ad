"""Whether git tracks a file, read from the repository's index file: git is never started.

The caller distrusts what a repository ships, so where it cannot be told (a damaged index, a format we do not
know) the answer is yes. Names are compared without case: some file systems open `Settings.json` for
`settings.json`, and a repository may count on it.
"""

import os
from collections.abc import Iterator

_HEADER = 12
_STAT = 40  # bytes of stat data before an entry's object id
_ID_SIZES = (20, 32)  # SHA-1, SHA-256: the index does not say which
_EXTENDED = 0x4000
_NAME_MASK = 0x0FFF
_VERSIONS = (2, 3, 4)
_LINK = b"link"  # the extension of an index whose entries are mostly in a second file


class _UnsoundError(ValueError):
    """These bytes are no index, or not with object ids of this size."""


def is_tracked(git_dir: str, name: str) -> bool:
    """Whether the index in `git_dir` lists `name` (relative to the work tree, with `/`), or a folder of it.

    An entry for a folder is a link, another repository or a part that a sparse index sums up (with a `/` at its
    end): what lies behind it came with the repository, too.
    """
    wanted = {name.casefold()}
    while "/" in name:
        name = name.rpartition("/")[0]
        wanted |= {name.casefold(), f"{name}/".casefold()}
    path = os.path.join(git_dir, "index")
    return os.path.lexists(path) and _lists(path, wanted)


def _lists(path: str, wanted: set[str]) -> bool:
    try:
        if not os.path.isfile(path):  # never open a FIFO
            return True
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return True
    if len(data) < _HEADER or data[:4] != b"DIRC" or _number(data, 4) not in _VERSIONS:
        return True
    for size in _ID_SIZES:
        try:
            return _found(path, data, size, wanted)
        except _UnsoundError:
            continue
    return True


def _found(path: str, data: bytes, size: int, wanted: set[str]) -> bool:
    """Whether one of the names is in this index, or in the second file that it builds on."""
    at = _HEADER
    for name, end in _names(data, size):
        if name and _folded(name) in wanted:
            return True
        at = end
    base = _base(data, at, size)
    if base is None:
        return False
    folder, own = os.path.split(path)
    if own != "index":
        raise _UnsoundError  # the second file builds on no third
    return _lists(os.path.join(folder, f"sharedindex.{base}"), wanted)


def _names(data: bytes, size: int) -> Iterator[tuple[bytes, int]]:
    """Every entry's name, and where the entry ends."""
    packed = _number(data, 4) == 4
    at, name = _HEADER, b""
    for _ in range(_number(data, 8)):
        flags_at = at + _STAT + size
        flags = int.from_bytes(data[flags_at : flags_at + 2], "big")
        start = flags_at + (4 if flags & _EXTENDED else 2)
        keep = 0
        if packed:  # what differs from the name before
            strip, start = _varint(data, start)
            keep = len(name) - strip
        end = data.find(b"\0", start)
        if end == -1 or keep < 0:
            raise _UnsoundError
        name = name[:keep] + data[start:end]
        if flags & _NAME_MASK != min(len(name), _NAME_MASK):
            raise _UnsoundError
        at = end + 1 if packed else at + (end - at) // 8 * 8 + 8  # padded with 1 to 8 zeros
        yield name, at


def _base(data: bytes, at: int, size: int) -> str | None:
    """The id of the second file, from the extensions that follow the entries."""
    while at < len(data) - size:
        length = _number(data, at + 4)
        if data[at : at + 4] == _LINK:
            return data[at + 8 : at + 8 + size].hex()
        at += 8 + length
    if at != len(data) - size:
        raise _UnsoundError
    return None


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def _folded(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape").casefold()


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Git's offset encoding: seven bits a byte, each further byte adds one."""
    value = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value += byte & 0x7F
        if not byte & 0x80:
            return value, at
        value = (value + 1) << 7
        if value > len(data):
            break
    raise _UnsoundError
