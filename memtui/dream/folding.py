"""An index over its limit: the oldest pointers of one type move, verbatim, into `index_<type>.md`."""

from collections.abc import Mapping
from typing import NamedTuple

from memtui.memory.actions import compose, usual_form
from memtui.memory.files import read_bytes
from memtui.memory.folded import FOLDED, folded_name
from memtui.memory.index import Entry, entries, load
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NAME, INDEX_NEAR, TYPES
from memtui.memory.pointers import append_line, pointer_line, remove_lines
from memtui.memory.scan import Scan
from memtui.memory.store import Store
from memtui.memory.topic import Memory


class Plan(NamedTuple):
    """What to write, in this order, and what that does in words."""

    steps: tuple[tuple[str, bytes, str], ...]
    said: str


def plan(store: Store, scan: Scan) -> Plan | None:
    """How to bring the index below its limit; None when it is, or when there is nothing that can be moved."""
    index = store.read_index() or b""
    if not load(_text(index)).truncated:
        return None
    memories = {memory.file: memory for memory in scan.memories}
    files: dict[str, bytes] = {}
    moved: dict[str, int] = {}
    for kind in _by_size(_text(index), memories):
        index = _fold(store, scan, kind, index, memories, files, moved)
        if _fits(index):
            break
    if not moved:
        return None
    told = ", ".join(f"{number} to {folded_name(kind)}" for kind, number in moved.items())
    steps = [
        (file, data, "takes the oldest pointers of an index that was over its limit") for file, data in files.items()
    ]
    steps.append((INDEX_NAME, index, f"was over its limit; moved its oldest pointers, as they are: {told}"))
    left = "" if not load(_text(index)).truncated else " It is still over: what is left are no pointers to memories."
    return Plan(tuple(steps), f"The index was over its limit, so its end was not loaded. Moved pointers: {told}.{left}")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _fits(index: bytes) -> bool:
    """Whether it is well below the limits, so that the next memory does not bring it over again."""
    loaded = load(_text(index))
    return loaded.lines < INDEX_NEAR * INDEX_MAX_LINES and loaded.chars < INDEX_NEAR * INDEX_MAX_CHARS


def _movable(text: str, memories: Mapping[str, Memory], kind: str) -> list[Entry]:
    """The pointers to memories of a type, oldest memory first; what is pinned keeps its place."""
    found = []
    for entry in entries(text):
        memory = memories.get(entry.file) if not entry.external else None
        if memory is not None and memory.type == kind and not memory.pinned and memory.file not in FOLDED:
            found.append((memory.key[0], memory.file, entry.line, entry))
    return [item[3] for item in sorted(found, key=lambda item: item[:3])]


def _by_size(text: str, memories: Mapping[str, Memory]) -> list[str]:
    """The types, the one with most pointers first."""
    return sorted(TYPES, key=lambda kind: (-len(_movable(text, memories, kind)), TYPES.index(kind)))


def _fold(
    store: Store,
    scan: Scan,
    kind: str,
    index: bytes,
    memories: Mapping[str, Memory],
    files: dict[str, bytes],
    moved: dict[str, int],
) -> bytes:
    """Move pointers of one type until the index fits or none is left; the index then."""
    name = folded_name(kind)
    there = memories.get(name)
    chosen = _movable(_text(index), memories, kind)
    if not chosen or (there is not None and there.pinned):
        return index
    has = any(entry.file == name for entry in entries(_text(index)))
    taken = 0
    shorter = index
    while taken < len(chosen) and not _fits(shorter):
        taken += max(1, (len(chosen) - taken) // 16)  # a few at a time: each look reads the whole index
        shorter = remove_lines(index, {entry.line for entry in chosen[:taken]})
        if not has:
            title = f"Older {kind} memories"
            shorter = append_line(shorter, pointer_line(title, name, "pointers moved here so that the index fits"))
    lines = [entry.text for entry in sorted(chosen[:taken], key=lambda entry: entry.line)]
    files[name] = _folded(store, scan, kind, lines, name in memories)
    moved[kind] = len(lines)
    return shorter


def _folded(store: Store, scan: Scan, kind: str, lines: list[str], exists: bool) -> bytes:
    if exists:
        data = read_bytes(store.path(folded_name(kind)))
        for line in lines:
            data = append_line(data, line)
        return data
    about = f"pointers to the older {kind} memories, moved here from {INDEX_NAME}"
    body = "\n".join(lines)
    whole = compose(f"index_{kind}", about, kind, body, usual_form(scan))
    return whole.encode("utf-8", "surrogateescape")
