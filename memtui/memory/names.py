"""Which file of a store a user means."""

import os

from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from memtui.memory.links import fold
from memtui.memory.scan import Scan
from memtui.memory.topic import stem

_SHOWN = 5


def find_file(scan: Scan, wanted: str) -> str:
    """The file that a user means: a path below the directory, or a name that only one memory has."""
    if "\0" in wanted or not wanted:
        raise UsageError("not a file name", repr(wanted), "give a path below the directory or a memory's name")
    files = [memory.file for memory in scan.memories]
    direct = _relative(scan.root, wanted)
    for candidate in (direct, f"{direct}.md"):
        if candidate in files or candidate in scan.indexes:
            return candidate
    matches = _by_name(scan, wanted)
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UsageError("more than one memory has that name", wanted, f"say which: {', '.join(matches[:_SHOWN])}")
    odd = next((item for item in scan.odd if item.file in (direct, f"{direct}.md")), None)
    if odd is not None:
        raise MemtuiError(f"is a {odd.kind}, which memtui shows but never opens", wanted, "replace it by a plain file")
    raise NegativeError("no such memory", wanted, _nearest(files, wanted))


def _relative(root: str, wanted: str) -> str:
    path = os.path.normpath(wanted)
    if os.path.isabs(path):
        folder, name = os.path.split(path)
        path = os.path.relpath(os.path.join(os.path.realpath(folder), name), os.path.realpath(root))
    return path.replace(os.sep, "/")


def _by_name(scan: Scan, wanted: str) -> list[str]:
    key = fold(os.path.basename(wanted).removesuffix(".md")) if "/" not in wanted else None
    if key is None:
        return []
    named = [memory.file for memory in scan.memories if memory.name and fold(memory.name) == key]
    stems = named or [memory.file for memory in scan.memories if fold(stem(memory.file)) == key]
    return stems or [memory.file for memory in scan.memories if fold(memory.short_title) == key]


def _nearest(files: list[str], wanted: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(wanted, files, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else "see memtui list"
