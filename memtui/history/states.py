"""What a past state is: which files a store had, each with its content's name, size, mtime and mode.

Contents are git blobs, named by git's own hash. A file over the limit is recorded by that hash alone.
"""

import hashlib
import json
import os
import stat
from typing import NamedTuple

from memtui.memory.files import read_bytes
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.save import SUFFIX
from memtui.memory.topic import StatKey

LEFT_OUT = frozenset((".consolidate-lock",))  # a lock is not memory
LEFT_OUT_FOLDERS = frozenset((".git",))
_CHUNK = 1 << 20


class FileState(NamedTuple):
    """One file as it was."""

    blob: str
    size: int
    mtime_ns: int
    mode: int

    @property
    def kept(self) -> bool:
        """Whether the content itself is in the history."""
        return self.size <= BODY_MAX_BYTES


States = dict[str, FileState]  # by path relative to the store


def blob_name(data: bytes) -> str:
    """Git's name of this content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def walk(root: str) -> dict[str, tuple[StatKey, int]]:
    """Every plain file below the root, by relative path, with its stat key and mode; links are not followed."""
    found: dict[str, tuple[StatKey, int]] = {}
    folders = [""]
    prefix = os.path.join(root, "")
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(prefix + folder) as entries:
                for entry in entries:
                    _note(entry, folder, found, folders)
        except OSError:
            continue  # unreadable or gone: nothing can be recorded of it
    return found


def _note(entry: "os.DirEntry[str]", folder: str, found: dict[str, tuple[StatKey, int]], folders: list[str]) -> None:
    name = entry.name
    if entry.is_dir(follow_symlinks=False):
        if name not in LEFT_OUT_FOLDERS:
            folders.append(f"{folder}{name}/")
    elif entry.is_file(follow_symlinks=False) and name not in LEFT_OUT and not name.endswith(SUFFIX):
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return
        key = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        found[folder + name] = key, stat.S_IMODE(status.st_mode)


def read_state(root: str, file: str, key: StatKey, mode: int) -> tuple[FileState, bytes | None] | None:
    """A file's state now with its bytes (None when only its hash is kept); None when it cannot be read."""
    path = os.path.join(root, file)
    try:
        if key[2] > BODY_MAX_BYTES:
            return FileState(_hash_large(path, key[2]), key[2], key[0], mode), None
        data = read_bytes(path, BODY_MAX_BYTES + 1)
    except OSError:
        return None
    return FileState(blob_name(data), len(data), key[0], mode), data


def _hash_large(path: str, size: int) -> str:
    """Git's name of a large file, without holding it in memory."""
    digest = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def encode_states(states: States) -> bytes:
    """The list as it is stored: one JSON line a file, sorted."""
    rows = (json.dumps([file, *states[file]], separators=(",", ":")) for file in sorted(states))
    return "".join(f"{row}\n" for row in rows).encode("ascii")


def decode_states(data: bytes) -> States:
    """The list back."""
    states = {}
    for line in data.splitlines():
        file, *rest = json.loads(line)
        states[file] = FileState(*rest)
    return states


def tree_path(file: str) -> str:
    """Where a file's content lies in a state's tree: readable, but with no name that git gives a meaning."""
    parts = [_safe_part(part) for part in file.split("/")]
    return "files/" + "/".join(parts)


def _safe_part(part: str) -> str:
    raw = os.fsencode(part)
    text = "".join(chr(b) if (chr(b).isalnum() and b < 128) or b in b"_-." else f"%{b:02X}" for b in raw)
    return f"%2E{text[1:]}" if text.startswith(".") else text
