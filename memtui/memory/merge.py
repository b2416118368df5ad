"""Two edits of one text brought together, line by line. Pure.

`merge` takes what only one side changed as that side has it. Where both changed the same place in different ways,
both stand in the result between marks, for a person to choose: no line that somebody wrote is ever left out.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

MINE, MIDDLE, THEIRS = "<<<<<<< mine", "=======", ">>>>>>> on disk"
_CLOSELY_MAX = 4_000  # lines that differ; comparing more takes a time that grows with the square

_Block = tuple[int, int, int]  # the same lines: from where in the one and in the other, and how many


class Conflict(NamedTuple):
    """A place that both sides changed. `line` is that of its first mark in the merged text, from 1."""

    line: int
    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


class Merged(NamedTuple):
    """The text of both, and where it needs a person."""

    text: str
    conflicts: tuple[Conflict, ...]


class Pair(NamedTuple):
    """One line of two texts side by side: `=` in both, `~` changed, `<` only mine, `>` only theirs."""

    sign: str
    mine: str | None
    theirs: str | None


def merge(base: str, mine: str, theirs: str) -> Merged:
    """What both sides made of `base`."""
    lines: list[str] = []
    conflicts: list[Conflict] = []
    for was, ours, other in _chunks(_lines(base), _lines(mine), _lines(theirs)):
        if ours == other or other == was:
            lines += ours
        elif ours == was:
            lines += other
        else:
            _put_conflict(lines, conflicts, was, ours, other)
    return Merged("".join(_parted(lines)), tuple(conflicts))


def _put_conflict(
    lines: list[str], conflicts: list[Conflict], was: Sequence[str], ours: Sequence[str], other: Sequence[str]
) -> None:
    """Both versions between marks; what they begin and end with alike stands outside of them."""
    start, stop = _alike(ours, other)
    lines += ours[:start]
    mine, theirs = ours[start : len(ours) - stop], other[start : len(other) - stop]
    conflicts.append(Conflict(len(lines) + 1, tuple(was), tuple(mine), tuple(theirs)))
    end = "\r\n" if any(line.endswith("\r\n") for line in (*mine, *theirs)) else "\n"
    lines += [MINE + end, *mine, MIDDLE + end, *theirs, THEIRS + end, *ours[len(ours) - stop :]]


def _parted(lines: Sequence[str]) -> Iterator[str]:
    """Lines that all end, but for the last: one without an end may have come to stand inside."""
    for at, line in enumerate(lines, 1):
        yield line if line.endswith("\n") or at == len(lines) else f"{line}\n"


def marks_left(text: str) -> list[int]:
    """The lines (from 1) on which a conflict begins that nobody has resolved yet."""
    if MINE not in text:
        return []
    return [number for number, line in enumerate(text.split("\n"), 1) if line.rstrip("\r") == MINE]


def side_by_side(mine: str, theirs: str) -> list[Pair]:
    """Two texts with the lines next to each other that belong together."""
    ours, other = mine.split("\n"), theirs.split("\n")
    pairs: list[Pair] = []
    at, to = 0, 0
    for start, place, length in [*_blocks(ours, other), (len(ours), len(other), 0)]:
        pairs += _unlike(ours[at:start], other[to:place])
        pairs += [Pair("=", line, line) for line in ours[start : start + length]]
        at, to = start + length, place + length
    return pairs


def _unlike(ours: Sequence[str], other: Sequence[str]) -> Iterator[Pair]:
    for mine, theirs in zip(ours, other, strict=False):
        yield Pair("~", mine, theirs)
    yield from (Pair("<", line, None) for line in ours[len(other) :])
    yield from (Pair(">", None, line) for line in other[len(ours) :])


def _lines(text: str) -> list[str]:
    """Lines with their ends; only LF ends a line."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [last for last in [text.rsplit("\n", 1)[-1]] if last]


def _chunks(
    base: list[str], mine: list[str], theirs: list[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], Sequence[str]]]:
    """The three texts cut where all of them agree."""
    at = (0, 0, 0)
    for place, ours, other, length in [*_agreed(base, mine, theirs), (len(base), len(mine), len(theirs), 0)]:
        if (place, ours, other) != at:
            yield base[at[0] : place], mine[at[1] : ours], theirs[at[2] : other]
        same = base[place : place + length]
        if same:
            yield same, same, same
        at = (place + length, ours + length, other + length)


def _agreed(base: list[str], mine: list[str], theirs: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Lines of the base that both sides kept: where they are in each, and how many."""
    first, second = _blocks(base, mine), _blocks(base, theirs)
    one = two = 0
    while one < len(first) and two < len(second):
        a, b = first[one], second[two]
        start, end = max(a[0], b[0]), min(a[0] + a[2], b[0] + b[2])
        if start < end:
            yield start, a[1] + start - a[0], b[1] + start - b[0], end - start
        if a[0] + a[2] < b[0] + b[2]:
            one += 1
        else:
            two += 1


def _blocks(old: Sequence[str], new: Sequence[str]) -> list[_Block]:
    """What two texts have in common, in order."""
    start, stop = _alike(old, new)
    middle = old[start : len(old) - stop], new[start : len(new) - stop]
    blocks = [(0, 0, start)]
    if all(middle) and max(map(len, middle)) <= _CLOSELY_MAX:
        from difflib import SequenceMatcher

        matcher = SequenceMatcher(None, *middle, autojunk=False)
        blocks += [(start + a, start + b, length) for a, b, length in matcher.get_matching_blocks()]
    blocks.append((len(old) - stop, len(new) - stop, stop))
    return [block for block in blocks if block[2]]


def _alike(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines are the same at the beginning and, of the others, at the end."""
    ends = min(len(old), len(new))
    start = next((at for at in range(ends) if old[at] != new[at]), ends)
    stop = next((at for at in range(ends - start) if old[-1 - at] != new[-1 - at]), ends - start)
    return start, stop
