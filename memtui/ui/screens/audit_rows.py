"""The rows of the audit: severities, rules and findings, and at the end those that are ignored."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from memtui.audit.finding import ERROR, INFO, WARNING, Finding
from memtui.audit.groups import Group, grouped
from memtui.ui.text import Piece, cut, fit, plain, trimmed
from memtui.ui.widgets.lines import Blank, Rule
from memtui.ui.widgets.rows import Row
from memtui.ui.words import SEVERITY_GLYPHS, SEVERITY_STYLES, counted

_INDENT = "   "
_FIX = " fix"
_PLACE_MOST = 36
_PLACE_LEAST = 16
_WORDS = {ERROR: ("error", "errors"), WARNING: ("warning", "warnings"), INFO: ("info", "info")}

Fold = tuple[str, str]  # the severity and rule of a group


class FindingRow(NamedTuple):
    """One finding."""

    key: str
    finding: Finding
    ignored: bool = False
    selectable: bool = True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Its place, what it says, and whether it can be mended; all of it dim when it is ignored."""
        finding = self.finding
        room = width - len(_INDENT) - len(_FIX)
        cells = min(_PLACE_MOST, max(_PLACE_LEAST, room // 2))
        words = f"{finding.rule}: {finding.message}" if self.ignored else finding.message
        pieces = [
            (_INDENT, ""),
            (fit(place(finding, cells), cells), "title"),
            (f"  {fit(plain(words), room - cells - 2)}", ""),
            (_FIX if finding.fixable and not self.ignored else "", "good"),
        ]
        shown = trimmed(pieces, width)
        return [(text, "muted") for text, _ in shown] if self.ignored else shown


class SeverityRow(NamedTuple):
    """How many findings are this bad."""

    key: str
    severity: str
    number: int
    selectable: bool = False

    def pieces(self, width: int) -> Sequence[Piece]:
        """Glyph, count and word."""
        words = f"{SEVERITY_GLYPHS[self.severity]} {counted(self.number, *_WORDS[self.severity])} "
        return trimmed([(words, SEVERITY_STYLES[self.severity]), ("─" * (width - len(words)), "muted")], width)


class RuleRow(NamedTuple):
    """The rule above its findings; folded, it stands for them and can be chosen."""

    key: str
    group: Group
    folded: bool

    @property
    def selectable(self) -> bool:
        """Only when it stands for its findings."""
        return self.folded

    def pieces(self, width: int) -> Sequence[Piece]:
        """Its name, how many, and what it means."""
        arrow = "▸" if self.folded else "▾"
        head: list[Piece] = [(f" {arrow} ", "muted"), (self.group.rule, "heading")]
        fix = f", {self.group.fixable} to fix" if self.folded and self.group.fixable else ""
        return trimmed(
            [*head, (f" {len(self.group.findings)}{fix}", "strong"), (f"  {self.group.about}", "muted")], width
        )


def place(finding: Finding, cells: int) -> str:
    """The file and the line; of a long name the end is left out, never the line."""
    line = f":{finding.line}" if finding.line else ""
    return cut(plain(finding.file), cells - len(line)) + line


def audit_rows(findings: Sequence[Finding], ignored: Sequence[Finding], folded: Callable[[Fold], bool]) -> list[Row]:
    """Every row: by severity, then by rule; what is ignored comes last."""
    rows: list[Row] = []
    groups = grouped(findings)
    severity = ""
    for group in groups:
        if group.severity != severity:
            severity = group.severity
            if rows:
                rows.append(Blank(f"blank\0{severity}"))
            count = sum(len(other.findings) for other in groups if other.severity == severity)
            rows.append(SeverityRow(f"severity\0{severity}", severity, count))
        closed = folded((group.severity, group.rule))
        rows.append(RuleRow(f"rule\0{group.severity}\0{group.rule}", group, closed))
        if not closed:
            rows += _findings(group.findings, ignored=False)
    if ignored:
        rows.append(Blank("blank\0ignored"))
        rows.append(Rule("ignored", f"{len(ignored)} ignored; i on one of them heeds it again", "muted"))
        rows += _findings(ignored, ignored=True)
    return rows


def _findings(findings: Sequence[Finding], ignored: bool) -> Iterator[FindingRow]:
    """Each with a key that stays when lines above it come or go: what it says, and the how manieth that says so."""
    seen: dict[str, int] = {}
    for finding in findings:
        key = f"{ignored}\0{finding.severity}\0{finding.rule}\0{finding.file}\0{finding.gist}"
        number = seen[key] = seen.get(key, 0) + 1
        yield FindingRow(f"{key}\0{number}", finding, ignored)
