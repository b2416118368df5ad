"""The commands of the shell tool: ls, find, grep, cat, stat, wc, head and tail, as functions over the confined reader.

Each takes its words and what came through the pipe, and gives the text that it would print.
"""

import itertools
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from memtui.agent.allowance import Allowance
from memtui.agent.finding import Find
from memtui.agent.flags import Given, read_flags
from memtui.agent.limits import LINE_CHARS, OUTPUT_CHARS
from memtui.agent.listing import describe, listing
from memtui.agent.reading import Reader, short, split_lines
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.search import Query, Search, Source, files_below, first_of, sources_of
from memtui.agent.shell import Word, parse
from memtui.agent.spaces import COPY, Place

NAMES = ("ls", "find", "grep", "cat", "stat", "wc", "head", "tail")
_COUNT = re.compile(r"[+-]?\d{1,9}")
_STDIN = "-"
_SHOWING = ("cat", "head", "tail")
Lines = Iterable[str]


class Shell:
    """Runs the pipelines of one task, in this process."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def run(self, line: str, allowance: Allowance) -> str:
        """What the pipeline prints. Lines run through it one by one, so a `tail` has the last of them all."""
        piped: Lines | None = None
        commands = parse(line)
        for words in commands:  # all of them are looked at before the first one runs
            _check_name(words[0].text)
        for words in commands:
            piped = _Command(self._reader, allowance, piped).run(words[0].text, words[1:])
        found = piped or ()
        return first_of(found) if commands[-1][0].text == "grep" else _joined(found)


def _check_name(name: str) -> None:
    if name in NAMES:
        return
    if "=" in name:
        raise RefusedError("variables are refused here; begin with a command")
    raise RefusedError(f"{name} is refused; the shell tool has only {', '.join(NAMES)}, joined by pipes")


class _Command:
    def __init__(self, reader: Reader, allowance: Allowance, piped: Lines | None) -> None:
        self._reader = reader
        self._confined = reader.confined
        self._allowance = allowance
        self._piped = piped

    def run(self, name: str, words: Sequence[Word]) -> Lines:
        """The lines that it prints; mistakes in its words are told at once, not when the lines are asked for."""
        if name == "find":
            return split_lines(Find(self._confined, self._allowance).run(words))
        given = read_flags(name, words)
        if name in ("head", "tail"):
            return self._ends(given, name)
        if name == "ls":
            return split_lines(listing(self._confined, given, self._allowance))
        if name == "stat":
            return self._stat(given)
        if name == "grep":
            return self._grep(given)
        return self._wc(given) if name == "wc" else self._cat(given)

    def _place(self, path: str) -> Place:
        return self._confined.roots.locate(path)

    def _inputs(self, given: Given, command: str) -> list[Source]:
        """The files named, or what came through the pipe."""
        if not given.operands:
            if self._piped is None:
                raise FailedError(f"{command}: name a file, or put a command and a pipe before it")
            return [Source("", self._piped)]
        return [self._source(path, command) for path in given.operands]

    def _source(self, path: str, command: str) -> Source:
        if path == _STDIN:
            if self._piped is None:
                raise FailedError(f"{command}: nothing comes through a pipe; name a file")
            return Source("(standard input)", self._piped)
        place = self._place(path)
        with self._confined.opened(place):
            pass  # a mistake in any name is told before the first line
        lines = self._reader.lines(place, self._allowance)
        if command in _SHOWING and place.root.kind != COPY:  # transcripts have lines of megabytes
            lines = (short(line, LINE_CHARS) for line in lines)
        return Source(place.shown, lines)

    def _cat(self, given: Given) -> Lines:
        lines = itertools.chain.from_iterable(source.lines for source in self._inputs(given, "cat"))
        return (f"{number:6}\t{line}" for number, line in enumerate(lines, 1)) if given.has("n") else lines

    def _ends(self, given: Given, name: str) -> Lines:
        if given.has("n") and given.has("c"):
            raise FailedError(f"{name}: give -n or -c, not both")
        flag = "c" if given.has("c") else "n"
        _amount(given, flag, name)
        sources = self._inputs(given, name)
        titled = (len(sources) > 1 or given.has("v")) and not given.has("q")
        parts: list[Lines] = []
        for source in sources:
            parts += [[f"==> {source.name} <=="]] if titled else []
            parts.append(_characters(source, given, name) if flag == "c" else _part(source, given, name))
        return itertools.chain.from_iterable(parts)

    def _wc(self, given: Given) -> Lines:
        wanted = [flag for flag in "lwcm" if given.has(flag)] or ["l", "w", "c"]
        rows = []
        for source in self._inputs(given, "wc"):
            counts = dict.fromkeys("lwcm", 0)
            for line in source.lines:
                counts["l"] += 1
                counts["w"] += len(line.split())
                counts["c"] += len(line.encode("utf-8", "replace")) + 1
                counts["m"] += len(line) + 1
            rows.append(([counts[flag] for flag in wanted], source.name))
        if len(rows) > 1:
            rows.append(([sum(column) for column in zip(*(row[0] for row in rows), strict=True)], "total"))
        return [" ".join((*(f"{count:7}" for count in counts), name)).rstrip() for counts, name in rows]

    def _stat(self, given: Given) -> Lines:
        if not given.operands:
            raise FailedError("stat: name a file")
        places = [self._place(path) for path in given.operands]
        return [describe(place, self._confined.status(place), given.last("c")) for place in places]

    def _grep(self, given: Given) -> Lines:
        operands = list(given.operands)
        if not given.has("e") and not operands:
            raise FailedError("grep: give a pattern")
        patterns = tuple(given.flags["e"]) if given.has("e") else (operands.pop(0),)
        query = _query(given, patterns)
        search = Search(self._reader, query, self._allowance)
        if not operands and (self._piped is not None or not given.has("r")):
            return search.lines(self._inputs(Given({}, []), "grep"), several=False)
        places = {path: self._place(path) for path in operands or ["."] if path != _STDIN}
        sources = self._searched(operands or ["."], places, given, query, search)
        return search.lines(sources, given.has("r") or len(operands) > 1)

    def _searched(
        self, operands: list[str], places: dict[str, Place], given: Given, query: Query, search: Search
    ) -> Iterator[Source]:
        for path in operands:
            place = places.get(path)
            if place is None or not given.has("r"):
                yield self._source(path, "grep")
            elif _is_folder(self._reader, place):
                files = files_below(self._confined, place, query, self._allowance)
                yield from sources_of(self._reader, files, search, self._allowance)
            else:
                yield self._source(path, "grep")


def _is_folder(reader: Reader, place: Place) -> bool:
    import stat

    return stat.S_ISDIR(reader.confined.status(place).st_mode)


def _query(given: Given, patterns: tuple[str, ...]) -> Query:
    syntax = "fixed" if given.has("F") else "extended" if given.has("E") or given.has("P") else "basic"
    shows = (("q", "files"), ("l", "files"), ("L", "files-without"), ("c", "count"), ("o", "matches"))
    around = _number(given, "C", "grep") or 0
    return Query(
        patterns=patterns,
        syntax=syntax,
        ignore_case=given.has("i"),
        invert=given.has("v"),
        word=given.has("w"),
        whole_line=given.has("x"),
        show=next((show for flag, show in shows if given.has(flag)), "lines"),
        numbers=given.has("n"),
        names=False if given.has("h") else True if given.has("H") else None,
        before=_number(given, "B", "grep") or around,
        after=_number(given, "A", "grep") or around,
        most=_number(given, "m", "grep"),
        include=tuple(given.flags.get("include", ())),
        exclude=tuple(given.flags.get("exclude", ())),
        exclude_folders=tuple(given.flags.get("exclude-dir", ())),
    )


def _number(given: Given, flag: str, command: str) -> int | None:
    value = given.last(flag)
    if value is None:
        return None
    if not re.fullmatch(r"\d{1,6}", value):
        raise FailedError(f"{command}: -{flag} needs a number")
    return int(value)


def _amount(given: Given, flag: str, name: str) -> tuple[str, int]:
    """The sign and the number of `-n` or `-c`."""
    value = given.last(flag) or "10"
    if not _COUNT.fullmatch(value):
        raise FailedError(f"{name}: -{flag} needs a number")
    return value[0] if value[0] in "+-" else "", abs(int(value))


def _part(source: Source, given: Given, name: str) -> Iterable[str]:
    sign, count = _amount(given, "n", name)
    if name == "tail":
        return itertools.islice(source.lines, max(0, count - 1), None) if sign == "+" else deque(source.lines, count)
    if sign != "-":
        return itertools.islice(source.lines, count)
    lines = list(source.lines)
    return lines[: max(0, len(lines) - count)]


def _characters(source: Source, given: Given, name: str) -> Lines:
    sign, count = _amount(given, "c", name)
    data = f"{_joined(source.lines)}\n".encode("utf-8", "replace")
    if name == "tail":
        part = data[max(0, count - 1) :] if sign == "+" else data[max(0, len(data) - count) :]
    else:
        part = data[: max(0, len(data) - count)] if sign == "-" else data[:count]
    return split_lines(part.decode("utf-8", "replace"))


def _joined(lines: Iterable[str]) -> str:
    """Lines as one text; more than one call may show is refused rather than held."""
    kept: list[str] = []
    size = 0
    for line in lines:
        size += len(line) + 1
        if size > OUTPUT_CHARS:
            raise RefusedError(f"more than {OUTPUT_CHARS:,} characters; use head, tail or grep on the file itself")
        kept.append(line)
    return "\n".join(kept)
