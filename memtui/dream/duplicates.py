"""Memories that say the same: exactly, so that one can go at once, or nearly, so that a person should look."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memtui.audit.likeness import NEAR, Print, candidates, fingerprint, likeness
from memtui.dream.losscap import counts, sameness
from memtui.memory.files import read_bytes
from memtui.memory.folded import FOLDED
from memtui.memory.index import Entry
from memtui.memory.limits import BODY_MAX_BYTES, INDEX_NAME, TEAM_DIR
from memtui.memory.links import Names, find_links, fold
from memtui.memory.pointers import remove_pointers
from memtui.memory.scan import Scan
from memtui.memory.store import Store, index_of
from memtui.memory.topic import Memory, stem


class Pair(NamedTuple):
    """Two files that say the same: the one that stays, and the one that can go."""

    kept: str
    copy: str


def texts(store: Store, scan: Scan) -> dict[str, bytes]:
    """The memories that may be merged: not pinned, no logs, no folded index, readable text."""
    found = {}
    for memory in sorted(scan.memories, key=lambda item: item.file):
        if memory.pinned or not counts(memory.file) or os.path.basename(memory.file) in FOLDED:
            continue
        try:
            data = read_bytes(store.path(memory.file), BODY_MAX_BYTES)
            data.decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        found[memory.file] = data
    return found


def exact(store: Store, scan: Scan, indexes: Mapping[str, Sequence[Entry]]) -> list[Pair]:
    """Duplicates of which one can go without losing a word, a link or what a pointer says."""
    found = texts(store, scan)
    groups: dict[tuple[object, ...], list[str]] = {}
    for file, data in found.items():
        key = sameness(data)
        if key[1]:  # nothing at all is no content to share
            groups.setdefault((file.startswith(f"{TEAM_DIR}/"), *key), []).append(file)
    memories = {memory.file: memory for memory in scan.memories}
    linked = _linked(found, scan)
    pairs = []
    for files in groups.values():
        ranked = sorted(files, key=lambda file: _rank(memories[file], linked, indexes))
        kept = ranked[0]
        for file in ranked[1:]:
            if file not in linked and _says_no_more(file, kept, found[kept], indexes):
                pairs.append(Pair(kept, file))
    return pairs


def _rank(memory: Memory, linked: set[str], indexes: Mapping[str, Sequence[Entry]]) -> tuple[bool, bool, int, str]:
    """The one to keep sorts first: linked to, pointed to, oldest."""
    return memory.file not in linked, not _hooks(memory.file, indexes), memory.key[0], memory.file


def _hooks(file: str, indexes: Mapping[str, Sequence[Entry]]) -> list[str]:
    index_file, target = index_of(file)
    found = [entry.hook for entry in indexes.get(index_file, ()) if entry.file == target]
    return found + [
        entry.hook for entry in indexes.get(INDEX_NAME, ()) if entry.file == file and index_file != INDEX_NAME
    ]


def _says_no_more(file: str, kept: str, data: bytes, indexes: Mapping[str, Sequence[Entry]]) -> bool:
    """Whether the pointers to a file say nothing that stands neither in the other memory nor in its pointers."""
    known = {" ".join(hook.split()) for hook in _hooks(kept, indexes)}
    whole = " ".join(data.decode("utf-8", "replace").split())
    return all(" ".join(hook.split()) in known or " ".join(hook.split()) in whole for hook in _hooks(file, indexes))


def _linked(found: Mapping[str, bytes], scan: Scan) -> set[str]:
    """The memories that some other one links to."""
    names = Names(scan.memories)
    linked = set()
    for file, data in found.items():
        for link in find_links(data.decode("utf-8", "replace")):
            target = names.find(link.target)
            if target is not None and target.file != file:
                linked.add(target.file)
            linked |= {m.file for m in scan.memories if m.file != file and fold(stem(m.file)) == fold(link.target)}
    return linked


def near(store: Store, scan: Scan, unwanted: Callable[[str, str], bool]) -> Iterator[Pair]:
    """Pairs that are nearly the same, the older one to stay; each file is in one pair at most.

    `unwanted` says of which two a person wants to hear no more.
    """
    found = texts(store, scan)
    memories = {memory.file: memory for memory in scan.memories}
    order = sorted(found, key=lambda file: (memories[file].key[0], file))
    prints: dict[str, Print] = {file: fingerprint(body_of(found[file], memories[file])) for file in order}
    taken: set[str] = set()
    for first, second in sorted(candidates(prints)):
        alike = first.startswith(f"{TEAM_DIR}/") == second.startswith(f"{TEAM_DIR}/")
        if not alike or taken & {first, second} or likeness(prints[first], prints[second]) < NEAR:
            continue
        if unwanted(first, second):
            continue
        taken |= {first, second}
        yield Pair(first, second)


def body_of(data: bytes, memory: Memory) -> str:
    """The text below the frontmatter."""
    return "\n".join(data.decode("utf-8", "replace").split("\n")[memory.head_lines :])


def without_pointers(store: Store, file: str) -> Iterator[tuple[str, bytes]]:
    """The indexes without the pointers to a file that is gone."""
    for index_file, target in dict.fromkeys((index_of(file), (INDEX_NAME, file))):
        before = store.read_index(index_file)
        after = remove_pointers(before, target) if before is not None else None
        if after is not None and after != before:
            yield index_file, after
