"""Rules that need to see several files at once: names, copies, links, what lies beyond the newest 200."""

import os
from collections.abc import Iterator, Mapping, Sequence

from memtui.audit.drift import Gone
from memtui.audit.finding import ERROR, INFO, WARNING, Finding, cut
from memtui.audit.likeness import MIN_WORDS, NEAR, Print, candidates, contained, likeness, same, shingles_of
from memtui.audit.references import Reference
from memtui.memory.limits import LOGS_DIR, SCAN_MAX_FILES
from memtui.memory.links import Link, Names, fold
from memtui.memory.scan import Odd
from memtui.memory.topic import Memory

_REPEATED = 0.6  # share of a memory's word runs that CLAUDE.md has too


def duplicate_names(memories: Sequence[Memory]) -> Iterator[Finding]:
    """Every memory after the oldest of its name: a link to it is a matter of luck."""
    first: dict[str, Memory] = {}
    for memory in reversed(memories):
        if memory.name is None or memory.folder == LOGS_DIR:
            continue
        other = first.setdefault(fold(memory.name), memory)
        if other is not memory:
            message = f"name {cut(memory.name, 40)!r} is also that of {other.file}"
            yield Finding("duplicate-name", WARNING, memory.file, 1, message)


def copies(prints: Mapping[str, Print], known: dict[tuple[Print, Print], float]) -> Iterator[Finding]:
    """The same or nearly the same content twice; told of the newer one. `prints` are oldest first."""
    doubled: set[str] = set()
    for group in same(prints):
        for file in group[1:]:
            doubled.add(file)
            yield Finding("duplicate-content", WARNING, file, None, f"has the same content as {group[0]}")
    kept: dict[tuple[Print, Print], float] = {}
    for first, second in sorted(candidates(prints)):
        if first in doubled or second in doubled:
            continue
        pair = prints[first], prints[second]
        score = known.get(pair)
        kept[pair] = likeness(*pair) if score is None else score
        if kept[pair] >= NEAR:
            message = f"is {kept[pair]:.0f}% the same as {first}; merge them"
            yield Finding("near-duplicate", WARNING, second, None, message)
    known.clear()
    known.update(kept)


def dead_links(links: Mapping[str, Sequence[Link]], names: Names) -> Iterator[Finding]:
    """Links to no memory: allowed, worth knowing."""
    for file, found in links.items():
        for link in found:
            if names.find(link.target) is None:
                yield Finding("dead-link", INFO, file, link.line, f"[[{cut(link.target, 40)}]] is no memory yet")


def invisible(memories: Sequence[Memory]) -> Iterator[Finding]:
    """What recall cannot see."""
    for memory in memories[SCAN_MAX_FILES:]:
        message = f"beyond the newest {SCAN_MAX_FILES}, so recall cannot see it; merge or remove older ones"
        yield Finding("invisible", WARNING, memory.file, None, message)


def repeats(bodies: Mapping[str, str], claudemd: Mapping[str, str]) -> Iterator[Finding]:
    """Memories that say what CLAUDE.md says."""
    for name, text in claudemd.items():
        whole = shingles_of([text])
        if not whole:
            continue
        for file, body in bodies.items():
            if len(body.split()) >= MIN_WORDS and contained(body, whole) >= _REPEATED:
                yield Finding(
                    "repeats-claudemd", WARNING, file, None, f"{name} says this already; remove one of the two"
                )


def drift(references: Mapping[str, Sequence[Reference]], gone: Mapping[tuple[str, str], Gone]) -> Iterator[Finding]:
    """References to what the project had and no longer has; each thing once a file."""
    for file, found in references.items():
        told: set[tuple[str, str]] = set()
        for item in found:
            key = (item.kind, item.token)
            lost = gone.get(key)
            if lost is not None and key not in told:
                told.add(key)
                yield Finding("drift", WARNING, file, item.line, f"`{cut(item.token)}` is gone{_how(lost)}")


def _how(lost: Gone) -> str:
    when = f" since {lost.since}" if lost.since else ""
    commit = f" ({lost.commit})" if lost.commit else ""
    now = f"; now {lost.now}" if lost.now else ""
    return f"{when}{commit}{now}"


def odd_entries(root: str, odd: Sequence[Odd]) -> Iterator[Finding]:
    """Links and special files."""
    for item in odd:
        if item.kind == "symlink":
            target = os.path.realpath(os.path.join(root, item.file))
            inside = target.startswith(os.path.join(os.path.realpath(root), ""))
            where = "inside the store" if inside else "out of the store"
            message = f"symlink {where}, to {cut(item.detail)}; never followed"
            yield Finding("symlink", WARNING if inside else ERROR, item.file, None, message)
        else:
            detail = f" ({item.detail})" if item.detail else ""
            yield Finding("special-file", WARNING, item.file, None, f"{item.kind}{detail}; never opened")
