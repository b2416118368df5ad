"""One memory as lines: who it is, where it came from, what is wrong with it, and what it says."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from memtui.audit.finding import Finding
from memtui.history.log import Entry
from memtui.memory.age import days, words
from memtui.memory.arrange import APART
from memtui.memory.texts import body_of
from memtui.memory.topic import Memory, stem
from memtui.ui.dossier import Dossier, Lead
from memtui.ui.prose import Styled, Styler, marked, wrapped
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, length, plain, width_of
from memtui.ui.words import GRADE_GLYPHS, GRADE_STYLES, SEVERITY_GLYPHS, SEVERITY_STYLES, size_words

PIN = "⚑"
UNSEEN = "⊘"
_DOT = " · "
_LABEL_CELLS = 8
_NAMED = 6  # links and backlinks named before "and more"
_SESSION = 8  # characters of a session's id that tell it from others
_PREVIEW_LINES = 400
Lines = list[list[Piece]]


class Portrait(NamedTuple):
    """The lines of a memory, and which of them is about which line of its file."""

    lines: Lines
    links: dict[int, tuple[str, ...]]  # by number of the line: the targets of the links on it


def portrait(dossier: Dossier, snapshot: Snapshot, found: Sequence[str], width: int) -> Portrait:
    """All of it, wrapped to a width; `found` are words to mark."""
    findings = snapshot.problems.get(dossier.memory.file, ())
    lines = head(dossier, snapshot, findings, width)
    if dossier.failure:
        return Portrait([*lines, *wrapped([(plain(dossier.failure), "bad")], width)], {})
    return _with_body(lines, dossier, findings, found, width)


def head(dossier: Dossier, snapshot: Snapshot, findings: Sequence[Finding], width: int) -> Lines:
    """What is known of it, above a line across."""
    memory = dossier.memory
    lines: Lines = wrapped([(plain(memory.title), "title")], width)
    if memory.description:
        lines += wrapped([(plain(memory.description), "")], width)
    lines += packed(facts(memory, snapshot), width)
    for label, pieces in (*_past(dossier), *_leads(dossier)):
        lines += labelled(label, pieces, width)
    for finding in findings:
        if not finding.line or finding.line <= memory.head_lines:
            lines += finding_lines(finding, width)
    return [*lines, [("─" * width, "muted")]]


def facts(memory: Memory, snapshot: Snapshot) -> list[Piece]:
    """Type, age and where that comes from, staleness, size, and what else is special; a phrase each."""
    grade = snapshot.grade(memory)
    source = "file time" if memory.stamped is None else "frontmatter"
    kind = memory.type or (f"no known type ({plain(memory.raw_type)})" if memory.raw_type else "no type")
    phrases: list[Piece] = [
        (kind, memory.type or "none"),
        (f"{words(days(memory.modified, snapshot.now))} ({source})", "muted"),
        (f"{GRADE_GLYPHS[grade]} {grade}", GRADE_STYLES[grade]),
        (size_words(memory.size), "muted"),
    ]
    if memory.pinned:
        phrases.append((f"{PIN} pinned", "accent"))
    if memory.file in snapshot.invisible:
        phrases.append((f"{UNSEEN} recall cannot see it", "bad"))
    if memory.folder not in APART and memory.file not in snapshot.pointed:
        phrases.append(("not in the index", "warn"))
    return phrases


def packed(phrases: Sequence[Piece], width: int) -> Lines:
    """Phrases with dots between them, as many on a line as fit."""
    lines: Lines = [[]]
    for phrase in phrases:
        if lines[-1] and length(lines[-1]) + len(_DOT) + width_of(phrase[0]) > width:
            lines.append([])
        lines[-1] += [(_DOT, "muted"), phrase] if lines[-1] else [phrase]
    return [part for line in lines for part in wrapped(line, width)]


def labelled(label: str, pieces: Sequence[Piece], width: int) -> Lines:
    """A word in front, the rest beside it."""
    return wrapped([(f"{label:<{_LABEL_CELLS}}", "muted"), *pieces], width, _LABEL_CELLS)


def _past(dossier: Dossier) -> Iterator[tuple[str, list[Piece]]]:
    memory = dossier.memory
    if memory.origin:
        yield "from", [(f"session {plain(memory.origin[:_SESSION])}", "")]
    if dossier.origin_failure:
        yield "history", [(plain(dossier.origin_failure), "warn")]
    origin = dossier.origin
    if origin is None:
        return
    first = f"there when memtui first looked, {day(origin.first)}" if origin.there_before else when(origin.first)
    yield "first", [(first, "")]
    if origin.changes > 1:
        why = f": {plain(origin.last.why)}" if origin.last.why else ""
        yield "last", [(f"{when(origin.last)}{why}", ""), (f" ({origin.changes} in all)", "muted")]


def when(entry: Entry) -> str:
    """`2026-11-17 by memtui`."""
    return f"{day(entry)} by {plain(entry.who)}"


def day(entry: Entry) -> str:
    """The day a state was recorded."""
    return datetime.fromtimestamp(entry.when).strftime("%Y-%m-%d")


def _leads(dossier: Dossier) -> Iterator[tuple[str, list[Piece]]]:
    if dossier.leads:
        yield "links", _some("→ ", [_lead(lead) for lead in dossier.leads])
    if dossier.back:
        yield "linked", _some("← ", [(plain(stem(file)), "link") for file in dossier.back])


def _lead(lead: Lead) -> Piece:
    if lead.file is None:
        return f"{plain(lead.target)} (not there yet)", "warn"
    return plain(stem(lead.file)), "link"


def _some(arrow: str, names: Sequence[Piece]) -> list[Piece]:
    pieces: list[Piece] = [(arrow, "muted")]
    for number, name in enumerate(names[:_NAMED]):
        pieces += [(", ", "muted"), name] if number else [name]
    if len(names) > _NAMED:
        pieces.append((f" and {len(names) - _NAMED} more", "muted"))
    return pieces


def finding_lines(finding: Finding, width: int) -> Lines:
    """A problem in its own words, with the glyph of how bad it is."""
    style = SEVERITY_STYLES[finding.severity]
    glyph = SEVERITY_GLYPHS[finding.severity]
    pieces = [(f"{glyph} ", style), (finding.rule, style), (f" {plain(finding.message)}", "")]
    return wrapped(pieces, width, 2)


def _with_body(
    lines: Lines, dossier: Dossier, findings: Sequence[Finding], found: Sequence[str], width: int
) -> Portrait:
    memory = dossier.memory
    problems = _by_line(findings, memory.head_lines)
    targets: dict[int, list[str]] = {}
    for link in dossier.links:
        targets.setdefault(link.line, []).append(link.target)
    links: dict[int, tuple[str, ...]] = {}
    body = body_of(dossier.text, memory).rstrip("\n")
    if not body.strip():
        return Portrait([*lines, [("Its body is empty; e writes one.", "muted")]], {})
    above = memory.head_lines + len(body) - len(body.lstrip("\n"))  # blank lines at the top are not shown
    every = body.lstrip("\n").split("\n")
    for number, styled in body_lines(every, above, found):
        here = problems.get(number, ())
        shown = wrapped(styled.pieces, width - 2, styled.hang)
        for at, pieces in enumerate(shown):
            if number in targets:
                links[len(lines)] = tuple(targets[number])
            lines.append([_gutter(here) if at == 0 else ("  ", ""), *pieces])
        for finding in here:
            lines += [[("  ", ""), *pieces] for pieces in finding_lines(finding, width - 2)]
    if len(every) > _PREVIEW_LINES:
        lines.append([(f"  … {len(every) - _PREVIEW_LINES:,} lines more; enter shows all of it", "accent")])
    return Portrait(lines, links)


def body_lines(every: Iterable[str], above: int, found: Sequence[str]) -> Iterator[tuple[int, Styled]]:
    """The first lines of a body by their number in the file, styled, with found words marked."""
    styler = Styler()
    for number, text in enumerate(islice(every, _PREVIEW_LINES), above + 1):
        styled = styler.line(text.removesuffix("\r"))
        yield number, Styled(tuple(marked(styled.pieces, found)), styled.hang)


def _by_line(findings: Sequence[Finding], above: int) -> dict[int, list[Finding]]:
    by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.line and finding.line > above:
            by_line.setdefault(finding.line, []).append(finding)
    return by_line


def _gutter(findings: Sequence[Finding]) -> Piece:
    """The mark beside a line that something is wrong with."""
    if not findings:
        return "  ", ""
    severity = findings[0].severity
    return f"{SEVERITY_GLYPHS[severity]} ", SEVERITY_STYLES[severity]
