"""Rules that need to see several files at once: names, copies, links, what lies beyond the newest 200."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence

from memtui.audit.drift import Gone
from memtui.audit.finding import ERROR, INFO, WARNING, Finding, cut
from memtui.audit.likeness import NEAR, Print, candidates, likeness, same
from memtui.audit.references import Reference
from memtui.memory.limits import LOGS_DIR, SCAN_MAX_FILES
from memtui.memory.links import Link, Names, fold
from memtui.memory.scan import Odd
from memtui.memory.topic import Memory

_NAME = re.compile(r"(?!-)[^\"$=;,<>{}]*[^\W\d_]")  # not a matrix, not a test of the shell


def duplicate_names(memories: Sequence[Memory]) -> Iterator[Finding]:
    """Every memory after the oldest of its name: a link to it is a matter of luck."""
    first: dict[str, Memory] = {}
    for memory in reversed(memories):
        if memory.name is None or memory.folder == LOGS_DIR:
            continue
        other = first.setdefault(fold(memory.name), memory)
        if other is not memory:
            message = f"name {cut(memory.name, 40)!r} is also that of {other.file}; rename one of them"
            yield Finding("duplicate-name", WARNING, memory.file, 1, message, other=other.file)


def copies(prints: Mapping[str, Print], known: dict[tuple[Print, Print], float]) -> Iterator[Finding]:
    """The same or nearly the same content twice; told once, of the newer one. `prints` are oldest first."""
    doubled: set[str] = set()
    for group in same(prints):
        for file in group[1:]:
            doubled.add(file)
            message = f"has the same content as {group[0]}; remove one of them"
            yield Finding("duplicate-content", WARNING, file, None, message, other=group[0])
    kept: dict[tuple[Print, Print], float] = {}
    best: dict[str, tuple[float, str]] = {}
    for first, second in sorted(candidates(prints)):
        if first in doubled or second in doubled:
            continue
        pair = prints[first], prints[second]
        score = known.get(pair)
        kept[pair] = likeness(*pair) if score is None else score
        if kept[pair] >= NEAR and kept[pair] > best.get(second, (0.0, ""))[0]:
            best[second] = kept[pair], first
    for second, (score, first) in best.items():
        message = f"is {int(score)}% the same as {first}; merge them"
        yield Finding("near-duplicate", WARNING, second, None, message, other=first)
    known.clear()
    known.update(kept)


def dead_links(links: Mapping[str, Sequence[Link]], names: Names) -> Iterator[Finding]:
    """Links to no memory: allowed, worth knowing."""
    for file, found in links.items():
        for link in found:
            if names.find(link.target) is None and _NAME.match(link.target):
                yield Finding("dead-link", INFO, file, link.line, f"[[{cut(link.target, 40)}]] is no memory yet")


def invisible(memories: Sequence[Memory]) -> Iterator[Finding]:
    """What recall cannot see."""
    for memory in memories[SCAN_MAX_FILES:]:
        message = f"beyond the newest {SCAN_MAX_FILES}, so recall cannot see it; merge or remove others"
        yield Finding("invisible", WARNING, memory.file, None, message)


def drift(references: Mapping[str, Sequence[Reference]], gone: Mapping[tuple[str, str], Gone]) -> Iterator[Finding]:
    """References to what the project had and no longer has; each thing once a file."""
    for file, found in references.items():
        told: set[tuple[str, str]] = set()
        for item in found:
            key = (item.kind, item.token)
            lost = gone.get(key)
            if lost is not None and key not in told:
                told.add(key)
                yield Finding("drift", WARNING, file, item.line, f"`{cut(item.token)}` {_how(lost)}")


def _how(lost: Gone) -> str:
    when = f"left the project on {lost.since}" if lost.since else "is no longer in the project"
    commit = f" (commit {lost.commit})" if lost.commit else ""
    return f"{when}{commit}; " + (f"it is now {lost.now}" if lost.now else "check what is said of it")


def odd_entries(root: str, odd: Sequence[Odd]) -> Iterator[Finding]:
    """Links and special files."""
    for item in odd:
        if item.kind == "symlink":
            target = os.path.realpath(os.path.join(root, item.file))
            inside = os.path.join(target, "").startswith(os.path.join(os.path.realpath(root), ""))
            where = "inside the store" if inside else "out of the store"
            message = f"symlink {where}, to {cut(item.detail)}; memtui never follows it: put a plain file here"
            yield Finding("symlink", WARNING if inside else ERROR, item.file, None, message)
        else:
            unreadable = item.kind == "unreadable"
            message = f"cannot be read ({item.detail}); check its permissions"
            message = message if unreadable else f"is a {item.kind}, which memtui never opens; remove it"
            yield Finding("special-file", WARNING, item.file, None, message)
