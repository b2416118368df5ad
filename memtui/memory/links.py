"""`[[name]]` links between memories, both ways. Text in code is not a link."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from memtui.memory.index import next_fence
from memtui.memory.topic import Memory, stem

_LINK = re.compile(r"\[\[([^\[\]\n|#]{1,200})(?:[|#][^\[\]\n]{0,200})?\]\]")
_TICKS = re.compile(r"`+")


class Link(NamedTuple):
    """One `[[target]]`: its line counts from 1, start and end are offsets of the target text in that line."""

    line: int
    target: str
    start: int
    end: int


def find_links(text: str) -> list[Link]:
    """The links of a text, in order."""
    if "[[" not in text:
        return []
    found = []
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        before, fence = fence, next_fence(line, fence)
        if not before and not fence and "[[" in line:
            found += _in_line(number, line)
    return found


def _in_line(number: int, line: str) -> list[Link]:
    code = _code_spans(line) if "`" in line else []
    return [
        Link(number, match.group(1).strip(), *match.span(1))
        for match in _LINK.finditer(line)
        if match.group(1).strip() and not _within(code, match.start())
    ]


def _code_spans(line: str) -> list[tuple[int, int]]:
    """Where a run of backticks is closed by the next run of the same length. One pass: lines can be huge."""
    runs = [match.span() for match in _TICKS.finditer(line)]
    partner: dict[int, int] = {}
    latest: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        if length in latest:
            partner[number] = latest[length]
        latest[length] = number
    spans, number = [], 0
    while number < len(runs):
        last = partner.get(number, number)
        if last != number:
            spans.append((runs[number][0], runs[last][1]))
        number = last + 1
    return spans


def _within(spans: list[tuple[int, int]], position: int) -> bool:
    before = bisect_right(spans, position, key=itemgetter(0)) - 1
    return before >= 0 and position < spans[before][1]


def fold(name: str) -> str:
    """A name as links compare it: without case, `-` equal to `_`."""
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


class Names:
    """Which memory a name stands for: its `name` first, else its file's stem."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._by_name: dict[str, Memory] = {}
        self._by_stem: dict[str, Memory] = {}
        for memory in memories:
            if memory.name:
                self._by_name.setdefault(fold(memory.name), memory)
            self._by_stem.setdefault(fold(stem(memory.file)), memory)

    def find(self, target: str) -> Memory | None:
        """The memory that `[[target]]` leads to, or None yet."""
        key = fold(target.removesuffix(".md"))
        return self._by_name.get(fold(target)) or self._by_name.get(key) or self._by_stem.get(key)


def backlinks(bodies: Iterable[tuple[Memory, str]], names: Names) -> dict[str, list[str]]:
    """For each file, the files that link to it, sorted and without itself."""
    back: dict[str, set[str]] = {}
    for memory, body in bodies:
        for link in find_links(body):
            target = names.find(link.target)
            if target is not None and target.file != memory.file:
                back.setdefault(target.file, set()).add(memory.file)
    return {file: sorted(sources) for file, sources in back.items()}
