"""How memories are shown everywhere: badges with glyph and word, marks of problems, counts. Plain text and styles."""

from collections.abc import Sequence

from memtui.audit.finding import ERROR, WARNING, Finding
from memtui.memory.age import AGING, FRESH, STALE, days
from memtui.memory.topic import Memory
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, fit, right

GRADE_GLYPHS = {FRESH: "○", AGING: "◐", STALE: "●"}
GRADE_STYLES = {FRESH: "good", AGING: "warn", STALE: "bad"}
SEVERITY_GLYPHS = {ERROR: "✖", WARNING: "▲", "info": "•"}
SEVERITY_STYLES = {ERROR: "bad", WARNING: "warn", "info": "info"}
TYPE_CELLS = 9
AGE_CELLS = 7
MARK_CELLS = 4
_NO_TYPE = "no type"
_YEAR = 365


def type_piece(kind: str | None) -> Piece:
    """The type's name in its own colour."""
    return fit(kind or _NO_TYPE, TYPE_CELLS), kind or "none"


def short_age(age_days: int) -> str:
    """`today`, `12d`, `3y`: an age that fits a column."""
    if age_days == 0:
        return "today"
    return f"{age_days}d" if age_days < 2 * _YEAR else f"{age_days // _YEAR}y"


def age_pieces(snapshot: Snapshot, memory: Memory) -> list[Piece]:
    """How old, with a glyph for how stale."""
    level = snapshot.grade(memory)
    age = short_age(days(memory.modified, snapshot.now))
    return [(right(age, AGE_CELLS - 2), "muted"), (f" {GRADE_GLYPHS[level]}", GRADE_STYLES[level])]


def marks(findings: Sequence[Finding]) -> list[Piece]:
    """The worst problem's glyph, and how many there are."""
    if not findings:
        return [(" " * MARK_CELLS, "")]
    worst = findings[0].severity
    count = f"{len(findings)}" if len(findings) > 1 else ""
    return [(fit(f" {SEVERITY_GLYPHS[worst]}{count}", MARK_CELLS), SEVERITY_STYLES[worst])]


def counted(number: int, word: str, plural: str = "") -> str:
    """`1 memory`, `2 memories`."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def size_words(size: int) -> str:
    """`448 B`, `12.3 kB`."""
    return f"{size:,} B" if size < 10_000 else f"{size / 1000:,.1f} kB"
