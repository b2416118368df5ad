"""What a dream did and what happened live meanwhile, brought together. Pure.

Three versions of a file: the base that the dream began with, its result, and the live one. Where both changed the
same place, the live text stays and the file is in conflict, unless a person insists on the dream's. The index is
merged by where its pointers lead: two new pointers at one place are no conflict.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from memtui.memory.index import Line, read_lines
from memtui.memory.merge import Merged, merge
from memtui.memory.pointers import append_line, insert_line, remove_lines, replace_line

_MARKS = 3  # lines that a conflict takes besides both versions


class Both(NamedTuple):
    """The merged content (None: no file), and whether some of the dream's part was left out."""

    data: bytes | None
    conflict: bool = False


def merge_file(base: bytes | None, result: bytes | None, live: bytes | None, *, insist: bool = False) -> Both:
    """One file that is no index."""
    if live in (base, result):
        return Both(result)
    if result == base:
        return Both(live)
    if base is None or result is None or live is None:
        return Both(result if insist else live, conflict=not insist)
    merged = merge(_text(base), _text(result), _text(live))
    kept = _resolved(merged, dreams=insist)
    return Both(kept.encode("utf-8", "surrogateescape"), bool(merged.conflicts) and not insist)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _resolved(merged: Merged, *, dreams: bool) -> str:
    """The merged text with one side in place of every conflict."""
    lines = merged.text.split("\n")
    for conflict in reversed(merged.conflicts):
        start = conflict.line - 1
        ours = start + 1, start + 1 + len(conflict.mine)
        theirs = ours[1] + 1, ours[1] + 1 + len(conflict.theirs)
        end = start + len(conflict.mine) + len(conflict.theirs) + _MARKS
        lines[start:end] = lines[slice(*(ours if dreams else theirs))]
    return "\n".join(lines)


def merge_index(
    base: bytes | None,
    result: bytes | None,
    live: bytes | None,
    *,
    wanted: Callable[[str], bool] | None = None,
    insist: bool = False,
) -> Both:
    """An index, pointer by pointer. `wanted` says which targets' pointers the dream may change."""
    if result is None or live is None:
        return merge_file(base, result, live, insist=insist)
    old, new, now = _Index(base or b""), _Index(result), _Index(live)
    targets = [target for target in new.targets + old.targets if wanted is None or wanted(target)]
    everything = len(targets) == len(new.targets + old.targets)
    if everything and (live == (base or b"") or live == result):
        return Both(result)
    data, conflict = live, False
    if everything and new.others != old.others:
        if now.others == old.others:  # only the dream changed headings and the like: its frame, the live pointers
            return _reframed(old, new, now, insist)
        conflict = True
    for target in dict.fromkeys(targets):
        was, shall, there = old.at(target), new.at(target), now.at(target)
        if shall in (was, there):
            continue
        if there != was and not insist:
            conflict = True
            continue
        data = _changed(data, target, new)
    return Both(data, conflict)


def _reframed(old: "_Index", new: "_Index", now: "_Index", insist: bool) -> Both:
    """The dream's index with what changed live since, where the dream did not."""
    data, conflict = new.data, False
    for target in dict.fromkeys(now.targets + old.targets):
        was, shall, there = old.at(target), new.at(target), now.at(target)
        if there in (was, shall):
            continue
        if shall != was and insist:
            continue
        conflict = conflict or shall != was
        data = _changed(data, target, now)
    return Both(data, conflict)


def _changed(data: bytes, target: str, source: "_Index") -> bytes:
    """An index whose pointers to one target are those of another index."""
    here = _Index(data)
    mine, theirs = here.lines_of(target), source.lines_of(target)
    for line, other in zip(mine, theirs, strict=False):
        data = replace_line(data, line.number, other.text.removesuffix("\r"))
    if len(mine) > len(theirs):
        return remove_lines(data, {line.number for line in mine[len(theirs) :]})
    for other in theirs[len(mine) :]:
        data = _inserted(data, other, source)
    return data


def _inserted(data: bytes, line: Line, source: "_Index") -> bytes:
    """A pointer after the nearest one that stands before it in its own index, else at the end."""
    here = _Index(data)
    text = line.text.removesuffix("\r")
    before = [item for item in source.pointers if item.number < line.number and item.entry is not None]
    for item in reversed(before):
        same = here.lines_of(item.entry.file if item.entry is not None else "")
        if same:
            return insert_line(data, same[-1].number + 1, text)
    return append_line(data, text)


class _Index:
    """An index as pointers by target, and everything else in order."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        lines = read_lines(_text(data))
        self.pointers = [line for line in lines if line.entry is not None]
        self.others = [line.text.rstrip() for line in lines if line.entry is None and line.text.strip()]
        self.targets = [line.entry.file for line in self.pointers if line.entry is not None]

    def lines_of(self, target: str) -> list[Line]:
        """The pointers to one target."""
        return [line for line in self.pointers if line.entry is not None and line.entry.file == target]

    def at(self, target: str) -> tuple[str, ...]:
        """What they say."""
        return tuple(line.text.removesuffix("\r") for line in self.lines_of(target))


def within(names: Collection[str]) -> Callable[[str], bool]:
    """Only these targets."""
    chosen = frozenset(names)
    return lambda target: target in chosen
