"""What a past state is: which files a store had, each with its content's name, size, mtime and mode.

Contents are git blobs, named by git's own hash. A file over the limit is recorded by that hash alone.
"""

import hashlib
import json
import os
import stat
from typing import NamedTuple

from memtui.memory.files import open_regular
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
Walked = dict[str, tuple[StatKey, int]]


def blobs(states: States) -> dict[str, str]:
    """What each file held, whatever its time and mode."""
    return {file: state.blob for file, state in states.items()}


def blob_name(data: bytes) -> str:
    """Git's name of this content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def walk(root: str, unreadable: list[str] | None = None) -> Walked:
    """Every plain file below the root, by relative path, with its stat key and mode; links are not followed.

    Folders that are there but cannot be listed or entered are added to `unreadable`, each with its `/` (the root: "").
    """
    found: Walked = {}
    folders = [""]
    prefix = os.path.join(root, "")
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(prefix + folder) as entries:
                for entry in entries:
                    _note(entry, folder, found, folders)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            if unreadable is not None:
                unreadable.append(folder)
    return found


def _note(entry: "os.DirEntry[str]", folder: str, found: Walked, folders: list[str]) -> None:
    name = entry.name
    if entry.is_dir(follow_symlinks=False):
        if name not in LEFT_OUT_FOLDERS:
            folders.append(f"{folder}{name}/")
    elif entry.is_file(follow_symlinks=False) and name not in LEFT_OUT and not name.endswith(SUFFIX):
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        found[folder + name] = _key(status), stat.S_IMODE(status.st_mode)


def _key(status: os.stat_result) -> StatKey:
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


class Reading(NamedTuple):
    """A file as it was read: its state, its bytes (None when only the hash is kept), and its stat key then."""

    state: FileState
    data: bytes | None
    key: StatKey


def read_state(root: str, file: str) -> Reading | None:
    """A file as it is now; None when it cannot be read."""
    try:
        descriptor = open_regular(os.path.join(root, file))
        with os.fdopen(descriptor, "rb") as opened:
            data: bytes | None = opened.read(BODY_MAX_BYTES + 1)
            assert data is not None
            blob, size = blob_name(data), len(data)
            if size > BODY_MAX_BYTES:
                blob, size, data = *_hash_large(opened.fileno()), None
            status = os.fstat(descriptor)
    except OSError:
        return None
    state = FileState(blob, size, status.st_mtime_ns, stat.S_IMODE(status.st_mode))
    return Reading(state, data, _key(status))


def _hash_large(descriptor: int) -> tuple[str, int]:
    """Git's name of a large file and its size, without holding it in memory. OSError when it changes meanwhile."""
    size = os.fstat(descriptor).st_size
    digest = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    at = 0
    while chunk := os.pread(descriptor, _CHUNK, at):
        digest.update(chunk)
        at += len(chunk)
    if at != size:
        raise OSError(0, "changed while it was read")
    return digest.hexdigest(), size


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
