"""Where a finding is: what it says and what to do, and below it the lines of its file."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.widgets import Static

from memtui.audit.place import Extract, PlaceLine
from memtui.ui.text import Piece, content, plain, right, trimmed
from memtui.ui.widgets.lines import Rule, Text
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row
from memtui.ui.wrapping import wrapped

_NUMBER_CELLS = 4
_GUTTER = _NUMBER_CELLS + 4  # the mark before it, and a line after
_ABOVE = 3  # how much of a panel stays above the marked line: a third


class LineRow(NamedTuple):
    """A line of the file, or what of it did not fit on the row above."""

    key: str
    gutter: tuple[Piece, ...]
    parts: Sequence[Piece]
    here: bool
    selectable: bool = True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Mark, number and text."""
        return trimmed([*self.gutter, *self.parts], width)


class PlacePanel(Panel):
    """The place of one finding."""

    def __init__(self, *, id: str, rows_id: str) -> None:
        super().__init__(id=id, rows_id=rows_id)
        self._about = Static(classes="about", markup=False)
        self._todo = Static(classes="todo", markup=False)
        self._extracts: Sequence[Extract] = ()
        self._width = 0

    def compose(self) -> ComposeResult:
        """What it says, what to do, then the lines."""
        yield self._about
        yield self._todo
        yield from super().compose()

    def tell(self, about: str, todo: str, mends: bool = False) -> None:
        """What the finding says and what to do about it; whether a key does it."""
        for widget, words in ((self._about, about), (self._todo, todo)):
            widget.update(content(words))
            widget.display = bool(words)
        self._todo.set_class(mends, "-mends")

    def show(self, extracts: Sequence[Extract]) -> None:
        """The lines, with the marked one in sight."""
        self._extracts = extracts
        self.say(Status.READY)
        self.call_after_refresh(self._fill)  # how high the list is shows when it is laid out

    def _fill(self) -> None:
        self._width = self._room
        rows = list(place_rows(self._extracts, self._width))
        at = next((at for at, row in enumerate(rows) if isinstance(row, LineRow) and row.here), 0)
        self.rows.set_rows(rows, key=rows[at].key if rows else None)
        height = self.rows.scrollable_content_region.height
        self.rows.scroll_from(max(0, at - height // _ABOVE))

    @property
    def _room(self) -> int:
        """The width of a row, a scrollbar beside it or not."""
        return max(_GUTTER + 8, self.content_size.width - 1)

    def on_resize(self) -> None:
        """Lines are wrapped to the width there is."""
        if self._extracts and self.status is Status.READY and self._room != self._width:
            self.call_after_refresh(self._fill)


def place_rows(extracts: Sequence[Extract], width: int) -> Iterator[Row]:
    """The lines of each file, the second file under a line with its name."""
    for number, extract in enumerate(extracts):
        if number:
            yield Rule(f"file {number}", plain(extract.file), "place")
        if extract.problem:
            words = f"{plain(extract.file)} cannot be shown: {plain(extract.problem)}"
            yield from (
                Text(f"{number} problem {at}", tuple(line)) for at, line in enumerate(wrapped([(words, "warn")], width))
            )
            continue
        yield from _extract_rows(number, extract, width)


def _extract_rows(number: int, extract: Extract, width: int) -> Iterator[Row]:
    if extract.lines and extract.lines[0].number > 1:
        yield _more(f"{number} above", extract.lines[0].number - 1, "above")
    around = "muted" if any(line.here for line in extract.lines) else ""  # what is marked stands out
    for line in extract.lines:
        yield from _line_rows(number, line, width, around)
    below = extract.total - (extract.lines[-1].number if extract.lines else 0)
    if below > 0:
        yield _more(f"{number} below", below, "below")


def _more(key: str, count: int, where: str) -> Text:
    lines = "line" if count == 1 else "lines"
    return Text(key, ((f"{' ' * _GUTTER}{count:,} more {lines} {where}", "muted"),))


def _line_rows(number: int, line: PlaceLine, width: int, around: str) -> Iterator[LineRow]:
    plainly = [(plain(text), "match" if marked else "" if line.here else around) for text, marked in line.parts]
    for at, parts in enumerate(wrapped(plainly, max(8, width - _GUTTER))):
        count = right(str(line.number), _NUMBER_CELLS) if at == 0 else " " * _NUMBER_CELLS
        mark = ("▶" if at == 0 else "┃") if line.here else " "
        gutter = ((mark, "bad"), (f"{count} ", "strong" if line.here else "muted"), ("│ ", "muted"))
        yield LineRow(f"{number} {line.number} {at}", gutter, parts, line.here)
