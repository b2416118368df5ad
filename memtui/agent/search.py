"""grep, without grep: which lines of which files have a pattern in them, over masked text."""

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from memtui.agent.allowance import Allowance
from memtui.agent.automaton import Automaton
from memtui.agent.confined import Confined
from memtui.agent.limits import OUTPUT_CHARS, SHORT_LINE_CHARS
from memtui.agent.pattern import Assertion, Choice, Node, Row, literal, parse
from memtui.agent.reading import Reader, Wanted
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.spaces import Place


class Query(NamedTuple):
    """What is looked for, and what of it is shown."""

    patterns: tuple[str, ...]
    syntax: str = "extended"  # or basic, fixed
    ignore_case: bool = False
    invert: bool = False
    word: bool = False
    whole_line: bool = False
    show: str = "lines"  # or count, files, files-without, matches
    numbers: bool = False
    names: bool | None = None  # None: when there are several files
    before: int = 0
    after: int = 0
    most: int | None = None  # lines of one file
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    exclude_folders: tuple[str, ...] = ()


class Source(NamedTuple):
    """A file, or what came through the pipe, with the name to show for it."""

    name: str
    lines: Iterable[str]


def automaton(query: Query) -> Automaton:
    """The patterns of a query made ready."""
    nodes: list[Node] = []
    for text in query.patterns:
        for each in text.split("\n"):
            nodes.append(literal(each) if query.syntax == "fixed" else parse(each, basic=query.syntax == "basic"))
    node = nodes[0] if len(nodes) == 1 else Choice(tuple(nodes))
    if query.whole_line:
        node = Row((Assertion("start"), node, Assertion("finish")))
    elif query.word:
        node = Row((Assertion("clear-before"), node, Assertion("clear-after")))
    return Automaton(node, ignore_case=query.ignore_case)


class Search:
    """One query over files of a task."""

    def __init__(self, reader: Reader, query: Query, allowance: Allowance) -> None:
        self._reader = reader
        self._query = query
        self._allowance = allowance
        self._automaton = automaton(query)

    @property
    def wanted(self) -> Wanted | None:
        """Tells pieces of text that cannot have a match, where those that have none are not shown."""
        query = self._query
        if query.invert or query.before or query.after or not self._automaton.needed:
            return None
        return self._automaton.possible_in

    def lines(self, sources: Iterable[Source], several: bool) -> Iterator[str]:
        """What grep would print, line by line."""
        names = several if self._query.names is None else self._query.names
        for source in sources:
            yield from self._of(source, names)

    def over(self, sources: Iterable[Source], several: bool) -> str:
        """All of it, as far as one call may show it."""
        return first_of(self.lines(sources, several))

    def _of(self, source: Source, names: bool) -> Iterator[str]:
        query = self._query
        if query.show in ("files", "files-without"):
            found = any(True for _ in self._hits(source.lines))
            if found is (query.show == "files"):
                yield source.name
            return
        label = f"{source.name}:" if names else ""
        if query.show == "count":
            yield f"{label}{sum(1 for _ in self._hits(source.lines))}"
        elif query.show == "matches":
            yield from self._pieces(source, label)
        elif query.before or query.after:
            yield from self._with_context(source, names)
        else:
            for number, line in self._hits(source.lines):
                yield f"{label}{f'{number}:' if query.numbers else ''}{self._around(line)}"

    def _hits(self, lines: Iterable[str]) -> Iterator[tuple[int, str]]:
        count = 0
        for number, line in enumerate(lines, 1):
            if not number % 1_000:
                self._allowance.check()
            if self._automaton.found_in(line, self._allowance) is not self._query.invert:
                if self._query.most is not None and count >= self._query.most:
                    return
                count += 1
                yield number, line

    def _pieces(self, source: Source, label: str) -> Iterator[str]:
        for number, line in self._hits(source.lines):
            for piece in self._automaton.matches(line, self._allowance):
                yield f"{label}{f'{number}:' if self._query.numbers else ''}{piece}"

    def _with_context(self, source: Source, names: bool) -> Iterator[str]:
        lines = list(source.lines)
        hits = {number for number, _ in self._hits(lines)}
        shown = sorted({n for hit in hits for n in range(hit - self._query.before, hit + self._query.after + 1)})
        last = None
        for number in shown:
            if not 1 <= number <= len(lines):
                continue
            if last is not None and number > last + 1:
                yield "--"
            last = number
            sign = ":" if number in hits else "-"
            label = f"{source.name}{sign}" if names else ""
            yield f"{label}{f'{number}{sign}' if self._query.numbers else ''}{self._around(lines[number - 1])}"

    def _around(self, line: str) -> str:
        """A line, or of a very long one the part where the match is."""
        if len(line) <= SHORT_LINE_CHARS:
            return line
        end = (None if self._query.invert else self._automaton.end_in(line, self._allowance)) or 0
        start = max(0, min(end - SHORT_LINE_CHARS // 2, len(line) - SHORT_LINE_CHARS))
        part = line[start : start + SHORT_LINE_CHARS]
        return f"{'…' if start else ''}{part}… [a line of {len(line)} characters]"


def first_of(lines: Iterable[str]) -> str:
    """As much of a search's lines as one call may show, and a word where there are more."""
    printed: list[str] = []
    size = 0
    for line in lines:
        printed.append(line)
        size += len(line) + 1
        if size > OUTPUT_CHARS:
            printed.append("[more was found than one call may show; narrow the search]")
            break
    return "\n".join(printed)


def files_below(confined: Confined, place: Place, query: Query, allowance: Allowance) -> Iterator[Place]:
    """The files that a search through a folder looks into."""
    for entry in confined.walk(place, allowance):
        if not entry.is_file or not confined.is_open(entry.place):
            continue
        *folders, name = entry.place.parts
        inside = folders[len(place.parts) :]
        if query.include and not _fits(name, query.include):
            continue
        if _fits(name, query.exclude) or any(_fits(folder, query.exclude_folders) for folder in inside):
            continue
        yield entry.place


def sources_of(reader: Reader, places: Iterable[Place], search: Search, allowance: Allowance) -> Iterator[Source]:
    """Each file as lines; one that is not text or gone is passed over."""
    for place in places:
        yield Source(place.shown, _lines(reader, place, search.wanted, allowance))


def _lines(reader: Reader, place: Place, wanted: Wanted | None, allowance: Allowance) -> Iterator[str]:
    try:
        yield from reader.lines(place, allowance, wanted)
    except (FailedError, RefusedError):
        allowance.check()  # out of time ends the search; a file that cannot be read does not


def _fits(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
