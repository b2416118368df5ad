"""How a store of this machine is shown in one line, and in words: whose it is, how much is in it, what is odd."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memtui.audit.finding import SEVERITIES
from memtui.memory.age import days
from memtui.transcripts.projects import Project
from memtui.ui.text import Piece, cut, fit, plain, right, trimmed, width_of
from memtui.ui.words import SEVERITY_GLYPHS, SEVERITY_STYLES, counted, short_age, size_words

Counts = Mapping[str, int]  # findings by severity

_WIDE = 90  # below, the size goes and the columns stand closer
_PROBLEMS, _ODD = 13, 12
COLLISION, ORPHAN, NO_INDEX = "⚠ collision", "✝ orphan", "∅ no index"


class _Cells(NamedTuple):
    """How wide the columns are."""

    name: int
    number: int
    size: int
    age: int


def _cells(width: int) -> _Cells:
    count, size, age = (10, 9, 10) if width >= _WIDE else (5, 0, 8)
    return _Cells(max(10, width - count - size - age - _PROBLEMS - _ODD - 4), count, size, age)


class ProjectRow(NamedTuple):
    """One store. `counts` is None until it was looked at, and empty when it could not be."""

    project: Project
    open: bool
    counts: Counts | None
    failed: bool
    now: float
    home: str

    @property
    def key(self) -> str:
        """Its directory."""
        return self.project.memory_dir

    @property
    def selectable(self) -> bool:
        """Every store can be opened."""
        return True

    @property
    def name(self) -> str:
        """Its real path, or the folder's name where no path is known."""
        paths = [shortened(path, self.home) for path in self.project.paths]
        return ", ".join(paths) if paths else f"{self.project.slug} (path not known)"

    def matches(self, words: Sequence[str]) -> bool:
        """Whether all the words are in what is known of it."""
        project = self.project
        text = " ".join([*project.paths, project.slug, odd(project), "open" if self.open else ""]).lower()
        return all(word in text for word in words)

    def pieces(self, width: int) -> Sequence[Piece]:
        """Path, memories, size, last change, problems, what is odd."""
        cells = _cells(width)
        project = self.project
        age = short_age(days(project.modified, self.now)) if project.modified else "never"
        mark = odd(project)
        row: list[Piece] = [
            ("▸ " if self.open else "  ", "accent"),
            (fit(tail(plain(self.name), cells.name - 2), cells.name - 2), "title"),
            (right(f"{project.memories:,}", cells.number), "" if project.memories else "muted"),
            (right(size_words(project.bytes), cells.size), "muted"),
            (right(age, cells.age), "muted"),
            ("  ", ""),
            *self._problems(),
            ("  ", ""),
            (fit(mark, _ODD), "bad" if mark == COLLISION else "warn"),
        ]
        return trimmed(row, width)

    def _problems(self) -> list[Piece]:
        if self.failed:
            return [(fit("unreadable", _PROBLEMS), "bad")]
        if self.counts is None:
            return [(fit("…", _PROBLEMS), "muted")]
        shown = [(severity, self.counts[severity]) for severity in SEVERITIES if self.counts.get(severity)]
        if not shown:
            return [(fit("✓ none", _PROBLEMS), "good")]
        row = [(f"{SEVERITY_GLYPHS[severity]}{number} ", SEVERITY_STYLES[severity]) for severity, number in shown]
        used = sum(width_of(text) for text, _ in row)
        return [*row, (" " * max(0, _PROBLEMS - used), "")]


def columns(width: int) -> str:
    """The heads of the columns."""
    cells = _cells(width)
    names = (("memories" if cells.size else "no.", cells.number), ("size", cells.size), ("changed", cells.age))
    heads = "".join(right(name, room) for name, room in names)
    return cut(f"{fit('  project', cells.name)}{heads}  {fit('problems', _PROBLEMS)}", width)


def odd(project: Project) -> str:
    """What is odd about it: a glyph and a word, or nothing."""
    if project.collides:
        return COLLISION
    if project.orphaned:
        return ORPHAN
    return NO_INDEX if project.memories and not project.indexed else ""


def detail(row: ProjectRow, width: int) -> list[list[Piece]]:
    """What it is, where it is, and what to do about what is odd."""
    project = row.project
    state = "open now" if row.open else "enter opens it"
    place = tail(plain(shortened(project.memory_dir, row.home)), width)
    return [
        [(tail(plain(row.name), width), "bold")],
        [(place, "$muted")],
        [(f"{counted(project.sessions, 'session')}, {state}", "")],
        advice(row),
    ]


def advice(row: ProjectRow) -> list[Piece]:
    """What to do."""
    project = row.project
    if row.failed:
        return [("unreadable: ", "$error"), ("check the permissions of its directory", "")]
    if project.collides:
        words = (
            f"{len(project.paths)} paths read the same as a folder name, so their memories mix here; give one of them "
        )
        return [
            ("collision: ", "$error"),
            (words + "a memory directory of its own (autoMemoryDirectory in its settings)", ""),
        ]
    if project.orphaned:
        words = "no such project any more; moved? rename this folder after the new path. Done with? delete it"
        return [("orphan: ", "$warning"), (words, "")]
    if project.gone:
        return [("gone: ", "$warning"), (plain(", ".join(project.gone)), "")]
    if project.memories and not project.indexed:
        return [("no index: ", "$warning"), ("the agent loads nothing of it; open it, 3 shows what can be mended", "")]
    return []


def shortened(path: str, home: str) -> str:
    """A path as people write it."""
    return "~" + path.removeprefix(home) if home and (path == home or path.startswith(home.rstrip("/") + "/")) else path


def tail(text: str, cells: int) -> str:
    """The end of a path in so many cells: it tells more than the beginning."""
    if width_of(text) <= cells:
        return text
    while width_of(text) > cells - 1:
        text = text[1:]
    return "…" + text
