"""The index, line by line: what each pointer leads to, what the agent loads of it and what that costs."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from memtui.audit.finding import Finding
from memtui.memory.index import Line
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NAME
from memtui.memory.tokens import estimate_tokens
from memtui.memory.topic import Memory
from memtui.ui.keys import INDEX
from memtui.ui.paths import style
from memtui.ui.screens.base import bindings
from memtui.ui.screens.index_actions import IndexActions
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, fit, plain, right, trimmed, width_of
from memtui.ui.widgets.gauge import Gauge
from memtui.ui.widgets.lines import Blank, Rule
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.words import AGE_CELLS, MARK_CELLS, TYPE_CELLS, age_pieces, marks, type_piece

_NUMBER_CELLS = 4
_TITLE_MOST = 30  # a title is a few words; the hook says the rest
_TITLE_LEAST = 12
_HOOK_LEAST = 12


class IndexRow(NamedTuple):
    """One line of the index that says something."""

    line: Line
    memory: Memory | None
    findings: Sequence[Finding]
    loaded: bool
    snapshot: Snapshot
    title_cells: int = _TITLE_MOST  # that the titles would like to have

    @property
    def key(self) -> str:
        """A pointer is known by its target, anything else by its text."""
        entry = self.line.entry
        return f"{entry.file}\0{entry.text}" if entry is not None else f"\0{self.line.number}\0{self.line.text}"

    @property
    def selectable(self) -> bool:
        """Every line that says something."""
        return True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Number, marks, title, hook, type and age; all of it dim when it is not loaded."""
        number = (right(str(self.line.number), _NUMBER_CELLS), "muted")
        entry = self.line.entry
        if entry is None:
            kind = {"heading": "heading", "comment": "muted", "frontmatter": "muted"}.get(self.line.kind, "warn")
            return self._dimmed([number, *marks(self.findings), (plain(self.line.text), kind)], width)
        tail = self._tail()
        room = max(8, width - _NUMBER_CELLS - MARK_CELLS - TYPE_CELLS - AGE_CELLS - 4)
        most = max(room // 2, room - _HOOK_LEAST) if room < 2 * _HOOK_LEAST else room // 2
        title_cells = min(self.title_cells, most)
        head = [number, *marks(self.findings), (fit(plain(entry.title), title_cells), "title"), ("  ", "")]
        if room > title_cells:
            head += [(fit(plain(entry.hook), room - title_cells - 2), ""), ("  ", "")]
        return self._dimmed([*head, *tail], width)

    def _tail(self) -> list[Piece]:
        entry = self.line.entry
        if entry is not None and entry.external:
            return [(fit("link", TYPE_CELLS), "info"), (" " * AGE_CELLS, "")]
        if self.memory is None:
            missing = "missing" if self.snapshot.scan is not None else ""
            return [(fit(missing, TYPE_CELLS), "bad"), (" " * AGE_CELLS, "")]
        return [type_piece(self.memory.type), *age_pieces(self.snapshot, self.memory)]

    def _dimmed(self, pieces: Sequence[Piece], width: int) -> Sequence[Piece]:
        shown = trimmed(pieces, width)
        return shown if self.loaded else [(text, "muted") for text, _ in shown]


def index_rows(snapshot: Snapshot) -> list[Row]:
    """The rows of an index, with the cut drawn where it is."""
    by_line: dict[int, list[Finding]] = {}
    for finding in snapshot.problems.get(INDEX_NAME, ()):
        by_line.setdefault(finding.line or 0, []).append(finding)
    rows: list[Row] = []
    last, cells = snapshot.loaded.last_line, title_cells(snapshot.lines)
    for line in snapshot.lines:
        if snapshot.loaded.truncated and line.number == last + 1:
            rows.append(Rule("cut", "not loaded from here on: the agent never sees what follows"))
        if line.kind == "blank":
            rows.append(Blank(f"\0blank{line.number}"))
            continue
        entry = line.entry
        memory = snapshot.by_file.get(entry.file) if entry is not None and not entry.external else None
        findings = [*by_line.get(line.number, ()), *(snapshot.problems.get(memory.file, ()) if memory else ())]
        loaded = line.number <= last and line.kind not in ("comment", "frontmatter")
        rows.append(IndexRow(line, memory, findings, loaded, snapshot, cells))
    while rows and isinstance(rows[-1], Blank):
        rows.pop()
    return rows


def title_cells(lines: Sequence[Line]) -> int:
    """How wide the column of the titles is: as the widest one, within bounds."""
    widths = [width_of(plain(line.entry.title)) for line in lines if line.entry is not None]
    return max(_TITLE_LEAST, min(_TITLE_MOST, max(widths, default=0)))


class IndexScreen(IndexActions):
    """The first screen."""

    MODE = INDEX
    CSS_PATH = style("index")
    BINDINGS: ClassVar[list[BindingType]] = bindings(INDEX)
    HELP = (
        "MEMORY.md is loaded into every conversation: each line points to one memory. "
        "The gauges say how much of the limits is used; what does not fit is cut off and never seen by the agent."
    )

    def __init__(self) -> None:
        super().__init__()
        self._first = True  # the cursor has not been anywhere yet

    def body(self) -> Iterable[Widget]:
        """Two gauges and the list."""
        yield Horizontal(
            Gauge("lines", id="lines", several=True), Gauge("characters", id="chars", several=True), id="gauges"
        )
        yield Panel(id="index", rows_id="index-rows")

    def draw(self, snapshot: Snapshot) -> None:
        """The store as it is now."""
        panel = self.query_one("#index", Panel)
        rows = index_rows(snapshot)
        panel.title(INDEX_NAME, cost(snapshot))
        self._draw_gauges(snapshot)
        if snapshot.failed:
            panel.say(Status.FAILED, f"{snapshot.failed}\n\nctrl+r looks again; p opens another store.")
        elif rows:
            panel.say(Status.READY)
        elif snapshot.scan is None:
            panel.say(Status.LOADING, "Reading the store…")
        else:
            panel.say(Status.EMPTY, empty_words(snapshot))
        panel.rows.set_rows(rows, key=first_pointer(rows) if self._first else None)
        self._first = self._first and not rows

    def _draw_gauges(self, snapshot: Snapshot) -> None:
        loaded = snapshot.loaded
        lines_bind = loaded.lines / INDEX_MAX_LINES >= loaded.chars / INDEX_MAX_CHARS
        word = "over" if loaded.truncated else "binds first" if loaded.chars else ""
        self.query_one("#lines", Gauge).show(loaded.lines, INDEX_MAX_LINES, word if lines_bind else "")
        self.query_one("#chars", Gauge).show(loaded.chars, INDEX_MAX_CHARS, "" if lines_bind else word)

    def show_line(self, number: int) -> None:
        """Put the cursor on a line of the file."""
        rows = self.query_one("#index-rows", Rows)
        key = next((row.key for row in rows.rows if isinstance(row, IndexRow) and row.line.number == number), None)
        if key is not None:
            rows.go_to(key)

    def where(self) -> str:
        """Where the cursor is."""
        at, total = self.query_one("#index-rows", Rows).position
        return f"{at} / {total}" if total else ""

    def on_rows_highlighted(self) -> None:
        """The count follows the cursor."""
        self.draw_edges()


def first_pointer(rows: Sequence[Row]) -> str | None:
    """Where the cursor begins."""
    return next((row.key for row in rows if isinstance(row, IndexRow) and row.line.entry is not None), None)


def cost(snapshot: Snapshot) -> str:
    """What every conversation pays for the index."""
    tokens = estimate_tokens(snapshot.loaded.text)
    return f"every conversation pays about {tokens:,} tokens" if tokens else ""


def empty_words(snapshot: Snapshot) -> str:
    """Why there is nothing, and what to press."""
    if snapshot.missing:
        return (
            f"No memory here yet.\n\n{snapshot.root}\ndoes not exist: the agent makes it when it first saves "
            "something.\n\nn writes a first memory, p opens another store."
        )
    if snapshot.memories:
        return (
            "There is no index, so no conversation is told of any memory.\n\na adds a pointer, 3 shows what is wrong."
        )
    return "The index is empty: nothing is remembered yet.\n\nn writes a first memory, p opens another store."
