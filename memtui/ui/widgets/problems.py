"""What is wrong with one text, as rows."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.audit.finding import Finding
from memtui.ui.text import Piece, fit, plain, trimmed
from memtui.ui.words import SEVERITY_GLYPHS, SEVERITY_STYLES

_LINE_CELLS = 9


class ProblemRow(NamedTuple):
    """One finding."""

    key: str
    finding: Finding
    selectable: bool = True

    def pieces(self, width: int) -> Sequence[Piece]:
        """How bad, where, what."""
        finding = self.finding
        where = f"line {finding.line}" if finding.line else "all of it"
        mark = (f" {SEVERITY_GLYPHS[finding.severity]} ", SEVERITY_STYLES[finding.severity])
        return trimmed([mark, (fit(where, _LINE_CELLS + 1), "muted"), (plain(finding.message), "")], width)


def problem_rows(findings: Sequence[Finding]) -> list[ProblemRow]:
    """One row each; equal ones have keys of their own."""
    return [ProblemRow(f"{at}\0{item.rule}\0{item.line}\0{item.message}", item) for at, item in enumerate(findings)]
