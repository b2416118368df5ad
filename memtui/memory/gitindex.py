"""Whether git tracks a file, read from the repository's index file: git is never started."""

import os

_HEADER = 12
_ENTRY_FIXED = 62  # stat data, object id and flags of one entry
_EXTENDED = 0x4000
_NAME_MASK = 0x0FFF


def is_tracked(git_dir: str, name: str) -> bool:
    """Whether the index in `git_dir` lists `name` (relative to the work tree, with `/`).

    Where that cannot be told (an index format we do not know), the answer is yes: the caller
    distrusts what a repository ships.
    """
    try:
        with open(os.path.join(git_dir, "index"), "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    if len(data) < _HEADER or data[:4] != b"DIRC":
        return True
    version = int.from_bytes(data[4:8], "big")
    wanted = name.encode("utf-8", "surrogateescape")
    if version in (2, 3):
        return _listed_plain(data, wanted) or _is_split(git_dir)
    if version == 4:
        return _listed_packed(data, wanted)
    return True


def _is_split(git_dir: str) -> bool:
    """A split index keeps most names in a second file; rare enough not to read."""
    try:
        return any(name.startswith("sharedindex.") for name in os.listdir(git_dir))
    except OSError:
        return True


def _listed_plain(data: bytes, wanted: bytes) -> bool:
    """Versions 2 and 3 spell names out: find the bytes, then check that an entry's flags precede them."""
    needle = wanted + b"\0"
    at = data.find(needle, _HEADER)
    while at != -1:
        for flags_at in (at - 2, at - 4):  # version 3 may have two more bytes of flags
            flags = int.from_bytes(data[flags_at : flags_at + 2], "big")
            extended = bool(flags & _EXTENDED)
            if flags & _NAME_MASK == len(wanted) and extended == (flags_at == at - 4):
                return True
        at = data.find(needle, at + 1)
    return False


def _listed_packed(data: bytes, wanted: bytes) -> bool:
    """Version 4 gives each name as what differs from the one before."""
    count = int.from_bytes(data[8:12], "big")
    at, name = _HEADER, b""
    for _ in range(count):
        flags = int.from_bytes(data[at + 60 : at + 62], "big")
        at += _ENTRY_FIXED + (2 if flags & _EXTENDED else 0)
        strip, at = _varint(data, at)
        end = data.find(b"\0", at)
        if end == -1 or strip > len(name):
            return True
        name = name[: len(name) - strip] + data[at:end]
        at = end + 1
        if name == wanted:
            return True
    return False


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Git's offset encoding: seven bits a byte, each further byte adds one."""
    value = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value += byte & 0x7F
        if not byte & 0x80:
            break
        value = (value + 1) << 7
    return value, at
