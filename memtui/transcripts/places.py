"""Where sessions ran: the working directories that a folder of transcripts names."""

import os
import re
from collections.abc import Iterator

from memtui.memory.files import open_regular

_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4096}+")')
_EDGE = 65_536  # bytes looked at, at either end of a transcript
_MOST_FILES = 200  # the newest: enough to know the places


def working_directories(folder: str) -> list[str]:
    """Every directory that the transcripts in a folder were recorded in, sorted."""
    found: set[str] = set()
    for path in _transcripts(folder):
        for raw in set(_CWD.findall(_edges(path))):
            place = _decoded(raw)
            if place and os.path.isabs(place) and "\0" not in place:
                found.add(place)
    return sorted(found)


def count_transcripts(folder: str) -> int:
    """How many sessions are recorded in a folder."""
    return sum(1 for _ in _transcripts(folder, most=None))


def _transcripts(folder: str, most: int | None = _MOST_FILES) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            files = [e for e in entries if e.name.endswith(".jsonl") and e.is_file(follow_symlinks=False)]
            files.sort(key=_mtime, reverse=True)
    except OSError:
        return
    for entry in files[:most]:
        yield entry.path


def _mtime(entry: "os.DirEntry[str]") -> float:
    try:
        return entry.stat(follow_symlinks=False).st_mtime
    except OSError:  # gone since it was listed
        return 0.0


def _edges(path: str) -> bytes:
    """The beginning and the end of a file: transcripts can be very large."""
    try:
        descriptor = open_regular(path)
    except OSError:
        return b""
    with os.fdopen(descriptor, "rb") as file:
        head = file.read(_EDGE)
        size = os.fstat(file.fileno()).st_size
        if size > 2 * _EDGE:
            file.seek(size - _EDGE)
        return head + b"\n" + file.read(_EDGE)


def _decoded(raw: bytes) -> str | None:
    import json

    try:
        value = json.loads(raw)
    except ValueError:
        return None
    return value if isinstance(value, str) else None
