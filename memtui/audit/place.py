"""Where a finding is: the lines of its file around it, with the words that it is about. Secrets stay masked.

Whatever is hidden in a line that is found for it is written out. Of a finding about the whole file it is the
beginning of the file, and where two files are compared, the beginning of the other one as well.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.audit.finding import REPLACE_SPAN, Finding
from memtui.audit.hidden import hidden_spans, written_out
from memtui.audit.secrets import mask_lines
from memtui.memory.errors import reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import BODY_MAX_BYTES, SCAN_HEAD_LINES
from memtui.memory.store import Store

AROUND = 40  # lines above and below
_LONGEST = 1_500  # characters of a line that are shown
_BEFORE = 200  # of them before what is marked
_HIDDEN = "hidden-text"
_KEYS = {"vague-description": "description", "duplicate-name": "name", "unknown-type": "type"}
_NAMED = re.compile(
    r"points to (?P<file>.+?)(?:,| again;)|`(?P<code>[^`]+)`|\[\[(?P<link>[^\]]+)\]\]"
    r"|(?P<quote>['\"])(?P<text>(?:[^\\]|\\.)+?)(?P=quote)"
)
_MASKED = re.compile(r"[^\s=:@/'\"]*…\([\d,]+ characters\)")

Span = tuple[int, int]


class PlaceLine(NamedTuple):
    """One line: its number, its text in parts with whether each is what the finding is about, and whether it is it."""

    number: int
    parts: tuple[tuple[str, bool], ...]
    here: bool


class Extract(NamedTuple):
    """Some lines of one file, or why they cannot be shown."""

    file: str
    lines: tuple[PlaceLine, ...]
    total: int
    problem: str = ""


def read_place(store: Store, finding: Finding) -> list[Extract]:
    """The finding's own file, then the one it is compared with."""
    extracts = [_extract(store, finding.file, finding)]
    if finding.other is not None:
        extracts.append(_extract(store, finding.other, None))
    return extracts


def _extract(store: Store, file: str, finding: Finding | None) -> Extract:
    try:
        data = read_bytes(store.path(file), BODY_MAX_BYTES)
    except OSError as error:
        return Extract(file, (), 0, reason(error))
    text = data.decode("utf-8", "surrogateescape")
    raw, shown = text.split("\n"), mask_lines(text)
    if len(shown) != len(raw):  # a secret with a line end in it stands elsewhere too; its lines are not told apart
        raw = shown
    if len(raw) > 1 and not raw[-1]:
        raw, shown = raw[:-1], shown[:-1]
    here = _line_of(finding, raw) if finding is not None else None
    first = max(0, (here or 1) - 1 - AROUND)
    last = min(len(raw), (here or 1) + AROUND)
    lines = tuple(_lines(finding, raw, shown, here, range(first, last)))
    return Extract(file, lines, len(raw))


def _line_of(finding: Finding, lines: Sequence[str]) -> int | None:
    """The line to mark. What is wrong with a value of the frontmatter is marked where that stands."""
    if finding.line is None:
        return None
    key = _KEYS.get(finding.rule)
    if key is not None:
        wanted = re.compile(rf"\s*['\"]?{key}['\"]?\s*:")
        found = (number for number, line in enumerate(lines[:SCAN_HEAD_LINES], 1) if wanted.match(line))
        return next(found, finding.line)
    return min(finding.line, len(lines))


def _lines(
    finding: Finding | None, raw: Sequence[str], shown: Sequence[str], here: int | None, wanted: range
) -> Iterator[PlaceLine]:
    for at in wanted:
        line = shown[at].removesuffix("\r")
        if finding is None or at + 1 != here:
            yield PlaceLine(at + 1, ((_shortened(line), False),), False)
            continue
        spans = _spans(finding, line, masked=shown[at] != raw[at])
        yield PlaceLine(at + 1, _parts(line, spans, hidden=finding.rule == _HIDDEN), True)


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _spans(finding: Finding, line: str, masked: bool) -> list[Span]:
    """What of its line the finding is about; nothing where that cannot be said."""
    if finding.rule == _HIDDEN:
        return hidden_spans(line)
    if finding.rule == "secret":
        wanted = _MASKED.search(finding.message)
        at = line.find(wanted.group()) if wanted is not None else -1
        return [(at, at + len(wanted.group()))] if wanted is not None and at >= 0 else []
    mend = finding.mend
    if mend is not None and mend.action == REPLACE_SPAN and mend.line == finding.line and not masked:
        return [(mend.start, mend.end)]
    for match in _NAMED.finditer(finding.message):
        named = match["file"] or match["code"] or match["link"] or match["text"]
        found = _find(line, named)
        if found is not None:
            return [found]
    return []


def _find(line: str, named: str) -> Span | None:
    """Where a line has some words of a message, in which blanks are run together and a long end is cut off."""
    words = named.removesuffix("…").split()
    if not words:
        return None
    found = re.search(r"\s+".join(re.escape(word) for word in words), line)
    return found.span() if found is not None else None


def _parts(line: str, spans: list[Span], hidden: bool) -> tuple[tuple[str, bool], ...]:
    """A line cut at its spans; of a very long one only what is near the first."""
    start = max(0, spans[0][0] - _BEFORE) if spans and spans[0][1] > _LONGEST else 0
    end = start + _LONGEST
    parts: list[tuple[str, bool]] = [("…", False)] if start else []
    position = start
    for first, last in spans:
        if first >= end:
            break
        marked = line[first : min(last, end)]
        parts += [(line[position:first], False), (written_out(marked) if hidden else marked, True)]
        position = min(last, end)
    parts.append((line[position:end] + ("…" if len(line) > end else ""), False))
    return tuple(part for part in parts if part[0]) or (("", False),)
