"""The tools that only look: read, grep and glob."""

import itertools
import stat
from typing import Any

from memtui.agent import globs
from memtui.agent.allowance import Allowance
from memtui.agent.confined import Entry
from memtui.agent.limits import GLOB_RESULTS, LINE_CHARS, OUTPUT_CHARS, READ_LINES
from memtui.agent.reading import Reader, short
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.search import Query, Search, Source, files_below, sources_of
from memtui.agent.spaces import COPY
from memtui.memory.visible import visible

_GREP_LINES = 250
_SHOWS = ("lines", "files", "count")
_WILD = "*?[{"


class Looking:
    """Looks at the files of one task."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._confined = reader.confined

    def read(self, given: dict[str, Any], allowance: Allowance) -> str:
        """Some lines of a file, exactly as they are but for masked secrets."""
        place = self._confined.roots.locate(given["path"])
        first, count = given.get("offset", 1), given.get("limit", READ_LINES)
        if first < 1 or count < 1:
            raise FailedError("read: offset and limit count from 1")
        whole = place.root.kind == COPY
        lines: list[str] = []
        size = 0
        more = False
        for number, line in enumerate(self._reader.lines(place, allowance), 1):
            if number < first:
                continue
            line = line if whole else short(line, LINE_CHARS)
            size += len(line) + 1
            if len(lines) >= count or size > OUTPUT_CHARS:
                more = True
                break
            lines.append(line)
        if not lines:
            return "(empty)" if first == 1 else f"(the file has fewer than {first} lines)"
        note = f"\n[more follows; go on with offset {first + len(lines)}]" if more else ""
        return "\n".join(lines) + note

    def grep(self, given: dict[str, Any], allowance: Allowance) -> str:
        """The lines, files or counts that a pattern finds."""
        place = self._confined.roots.locate(given.get("path", "."))
        show = given.get("show", "lines")
        if show not in _SHOWS:
            raise FailedError(f"grep: show is one of {', '.join(_SHOWS)}")
        around, most = given.get("context", 0), given.get("limit", _GREP_LINES)
        if not 0 <= around <= READ_LINES or most < 1:
            raise FailedError("grep: context and limit are numbers of lines")
        query = Query(
            (given["pattern"],),
            ignore_case=given.get("ignore_case", False),
            show=show,
            numbers=True,
            names=True,
            before=around,
            after=around,
            include=globs.choices(given["include"]) if "include" in given else (),
        )
        search = Search(self._reader, query, allowance)
        if stat.S_ISDIR(self._confined.status(place).st_mode):
            files = files_below(self._confined, place, query, allowance)
            found = search.over(sources_of(self._reader, files, search, allowance), several=True)
        else:
            found = search.over(
                [Source(place.shown, self._reader.lines(place, allowance, search.wanted))], several=False
            )
        return _first_lines(found, most, show)

    def glob(self, given: dict[str, Any], allowance: Allowance) -> str:
        """The files that fit, newest first."""
        folder, pattern = _split(given["pattern"], given.get("path", "."))
        place = self._confined.roots.locate(folder)
        wanted = [tuple(part for part in each.split("/") if part) for each in globs.choices(pattern)]
        if any(".." in each for each in wanted):
            raise RefusedError("a pattern with .. is refused; give the folder as path")
        found = [
            entry
            for entry in self._confined.walk(place, allowance)
            if entry.is_file and any(globs.matches(each, entry.place.parts[len(place.parts) :]) for each in wanted)
        ]
        found.sort(key=_newest_first)
        paths = [visible(entry.place.shown) for entry in found[:GLOB_RESULTS]]
        left = [f"[{len(found) - GLOB_RESULTS} more; narrow the pattern]"] if len(found) > GLOB_RESULTS else []
        return "\n".join([*paths, *left]) or "(no file fits)"


def _newest_first(entry: Entry) -> tuple[int, str]:
    return -entry.status.st_mtime_ns, entry.place.shown


def _first_lines(found: str, most: int, show: str) -> str:
    lines = found.split("\n") if found else []
    if show == "count":
        lines = [line for line in lines if not line.endswith(":0")]
    left = [f"[{len(lines) - most} more lines; narrow the search or raise limit]"] if len(lines) > most else []
    return "\n".join([*lines[:most], *left]) or "(nothing found)"


def _split(pattern: str, path: str) -> tuple[str, str]:
    """A pattern that begins with a folder's own path, as that folder and the rest."""
    if not pattern.startswith("/"):
        return path, pattern
    parts = pattern.split("/")
    fixed = list(itertools.takewhile(lambda part: not any(char in part for char in _WILD), parts[:-1]))
    return "/".join(fixed) or "/", "/".join(parts[len(fixed) :])
