"""How often and when each memory was used, told by the transcripts; what was found is kept, so that a later look reads
only what was appended. Sessions whose transcript is gone still count."""

import json
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from memtui.memory.files import open_regular, read_bytes
from memtui.memory.state import private_folder, write_private
from memtui.memory.store import Store
from memtui.transcripts.uses import READ, Use, transcripts, uses_in

_VERSION = 1
_FILE = "usage.json"


class Used(NamedTuple):
    """One memory: how often the agent read it and had it put before it, in how many sessions, and when."""

    file: str
    reads: int
    surfaced: int
    sessions: int
    first: float  # 0 where no time is told
    last: float


def usage(store: Store, files: Iterable[str] = (), memory_dirs: tuple[str, ...] = ()) -> dict[str, Used]:
    """Every memory that was ever used, and each of `files`, used or not."""
    folders = tuple(dict.fromkeys((store.root, *memory_dirs)))
    path = os.path.join(store.state.folder, _FILE)
    seen = _load(path)
    changed = False
    for transcript in transcripts(store.config_dir):
        changed = _look(seen, transcript, folders) or changed
    if changed:
        private_folder(store.state.folder)
        write_private(path, json.dumps({"v": _VERSION, "transcripts": seen}).encode())
    return _added_up(seen, files)


def _load(path: str) -> dict[str, Any]:
    """What earlier looks found; nothing, if that cannot be read: then all is read again."""
    try:
        value = json.loads(read_bytes(path))
        seen = value["transcripts"] if value["v"] == _VERSION else {}
        for record in seen.values():
            int(record["at"]), int(record["inode"])
            for entry in record["uses"].values():
                _row(entry)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return dict(seen)


def _row(entry: Any) -> tuple[int, int, float, float]:
    reads, surfaced, first, last = entry
    return int(reads), int(surfaced), float(first), float(last)


def _look(seen: dict[str, Any], transcript: str, folders: tuple[str, ...]) -> bool:
    """Read what is new in one transcript; whether anything was."""
    try:
        descriptor = open_regular(transcript)
        status = os.fstat(descriptor)
        os.close(descriptor)
        record = seen.get(transcript)
        if record is None or record["inode"] != status.st_ino or record["at"] > status.st_size:
            record = {"inode": status.st_ino, "at": 0, "uses": {}}  # new, or written anew
        if record["at"] == status.st_size:
            seen[transcript] = record
            return False
        found, at = uses_in(transcript, folders, record["at"])
    except OSError:
        return False
    for use in found:
        _count(record["uses"], use)
    moved = at != record["at"] or record is not seen.get(transcript)  # a line that is not finished is nothing new
    record["at"] = at
    seen[transcript] = record
    return moved


def _count(uses: dict[str, Any], use: Use) -> None:
    reads, surfaced, first, last = _row(uses.get(use.file, (0, 0, 0.0, 0.0)))
    reads, surfaced = (reads + 1, surfaced) if use.kind == READ else (reads, surfaced + 1)
    if use.when:
        first, last = min(first or use.when, use.when), max(last, use.when)
    uses[use.file] = [reads, surfaced, first, last]


def _added_up(seen: dict[str, Any], files: Iterable[str]) -> dict[str, Used]:
    total = {file: Used(file, 0, 0, 0, 0.0, 0.0) for file in files}
    for record in seen.values():
        for file, entry in record["uses"].items():
            reads, surfaced, first, last = _row(entry)
            so_far = total.get(file, Used(file, 0, 0, 0, 0.0, 0.0))
            total[file] = Used(
                file,
                so_far.reads + reads,
                so_far.surfaced + surfaced,
                so_far.sessions + 1,
                min(so_far.first or first, first or so_far.first),
                max(so_far.last, last),
            )
    return total
