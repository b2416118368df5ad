"""One long list: draws only the lines that are in sight, however many there are.

Rows come with keys: when they are set anew, the cursor stays on its row and the row stays where it is on the
screen, as far as it still exists. Rows that cannot be chosen (headings, rules) are stepped over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memtui.ui.inks import ink
from memtui.ui.text import Piece

IDLE_CURSOR = "cursor-idle"  # how the cursor looks while something else has focus
_KEPT_LINES = 512


class Row(Protocol):
    """One line of the list."""

    @property
    def key(self) -> str:
        """What it is about; unique in its list."""

    @property
    def selectable(self) -> bool:
        """Whether the cursor may stand on it."""

    def pieces(self, width: int) -> Sequence[Piece]:
        """Its text, in at most so many cells."""


class Rows(ScrollView, can_focus=True):
    """A virtual list with a cursor."""

    HELP = "A list. Arrows, j and k move, page up and down leap, home and end go to the ends, enter opens."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "Up", show=False),
        Binding("down,j", "step(1)", "Down", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown,space", "page(1)", "Page down", show=False),
        Binding("home", "end(-1)", "First", show=False),
        Binding("end,G", "end(1)", "Last", show=False),
    ]
    cursor: reactive[int] = reactive(-1, repaint=False)

    @dataclass
    class Highlighted(Message):
        """The cursor stands on another row, or on none."""

        rows: "Rows"
        row: Any

        @property
        def control(self) -> "Rows":
            """The list."""
            return self.rows

    @dataclass
    class Chosen(Message):
        """A row was clicked while the cursor stood on it."""

        rows: "Rows"
        row: Any

        @property
        def control(self) -> "Rows":
            """The list."""
            return self.rows

    def __init__(self, *, id: str | None = None, classes: str | None = None, idle_cursor: str = IDLE_CURSOR) -> None:
        super().__init__(id=id, classes=classes)
        self._idle_cursor = idle_cursor
        self._rows: Sequence[Row] = ()
        self._strips: LRUCache[tuple[int, int, bool, bool], Strip] = LRUCache(_KEPT_LINES)

    @property
    def rows(self) -> Sequence[Row]:
        """All rows."""
        return self._rows

    @property
    def current(self) -> Any:
        """The row under the cursor; None without one."""
        return self._rows[self.cursor] if 0 <= self.cursor < len(self._rows) else None

    @property
    def position(self) -> tuple[int, int]:
        """Which of the rows that can be chosen the cursor is on, from 1, and how many there are."""
        total = sum(1 for row in self._rows if row.selectable)
        before = sum(1 for row in self._rows[: self.cursor + 1] if row.selectable)
        return (before if self.cursor >= 0 else 0), total

    def set_rows(self, rows: Sequence[Row], *, key: str | None = None) -> None:
        """Show these rows. The cursor goes to `key`, else stays on its row, else near where it was."""
        before = self.current
        offset = self.cursor - self.scroll_offset.y
        self._rows = rows
        self._strips.clear()
        self._resize()
        wanted = key if key is not None else (before.key if before is not None else None)
        place = self._find(wanted) if wanted is not None else None
        if place is None:
            place = self._nearest(max(self.cursor, 0), 1)
        moved = place != self.cursor
        self.set_reactive(Rows.cursor, -1 if place is None else place)
        if self.cursor >= 0:
            if key is None and moved:
                self.scroll_from(max(0, self.cursor - max(offset, 0)))
            self._reveal()
        self.refresh()
        self.post_message(self.Highlighted(self, self.current))

    def go_to(self, key: str) -> bool:
        """Put the cursor on a row; whether there is one."""
        place = self._find(key)
        if place is not None:
            self.cursor = place
        return place is not None

    def _find(self, key: str) -> int | None:
        find = getattr(self._rows, "find", None)  # a long list may know without being searched
        if find is not None:
            place: int | None = find(key)
            return place
        return next((at for at, row in enumerate(self._rows) if row.key == key and row.selectable), None)

    def _nearest(self, place: int, direction: int) -> int | None:
        """The first row from here on that can be chosen, else the last one before."""
        place = min(place, len(self._rows) - 1)
        for step in (direction, -direction):
            at = place
            while 0 <= at < len(self._rows):
                if self._rows[at].selectable:
                    return at
                at += step
        return None

    def _resize(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._rows))

    # Drawing

    def on_resize(self) -> None:
        """Lines are as wide as the widget."""
        self._strips.clear()
        self._resize()

    def notify_style_update(self) -> None:
        """Colours may be others now."""
        super().notify_style_update()
        self._strips.clear()

    def on_focus(self) -> None:
        """The cursor looks different with focus."""
        self._strips.clear()

    def on_blur(self) -> None:
        """And without."""
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One line in sight."""
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        if place >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        at = place == self.cursor
        wanted = (place, width, at, self.has_focus)
        strip = self._strips.get(wanted)
        if strip is None:
            strip = self._strips[wanted] = self._draw(self._rows[place], width, at)
        return strip

    def _draw(self, row: Row, width: int, at_cursor: bool) -> Strip:
        base = self.rich_style
        if at_cursor:
            base += self._style("cursor" if self.has_focus else self._idle_cursor)
        segments = []
        for text, name in row.pieces(width):
            style = base if not name else base + self._foreground(name, at_cursor)
            segments.append(Segment(text, style))
        return Strip(segments).adjust_cell_length(width, base)

    def _foreground(self, name: str, at_cursor: bool) -> Style:
        """A style by name; under the cursor only what is not a colour, where the theme sets the cursor's own."""
        style = self._style(name)
        if not at_cursor:
            return style
        return Style(bold=style.bold, italic=style.italic, underline=style.underline, strike=style.strike)

    def _style(self, name: str) -> Style:
        return ink(self.app.theme_variables, name)

    # Moving

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the two lines, keep the cursor in sight, tell."""
        for place in (old, new):
            if place >= 0:
                self.refresh_line(place - self.scroll_offset.y)
        self._reveal()
        self.post_message(self.Highlighted(self, self.current))

    def refresh_line(self, y: int) -> None:
        """Draw one line in sight again."""
        self.refresh(Region(0, y, self.size.width, 1))

    def scroll_from(self, place: int) -> None:
        """Show the rows from this one on, at once; also where the scrollbar of new rows is not drawn yet."""
        self.scroll_to(y=place, animate=False, immediate=True, force=True)

    def _reveal(self) -> None:
        height = self.scrollable_content_region.height or self.size.height
        if height <= 0 or self.cursor < 0:
            return
        top = self.scroll_offset.y
        if self.cursor < top:
            above = self.cursor
            while above > 0 and not self._rows[above - 1].selectable:  # a heading comes with its first row
                above -= 1
            self.scroll_from(above if self.cursor - above < height else self.cursor)
        elif self.cursor >= top + height:
            self.scroll_from(self.cursor - height + 1)

    def action_step(self, direction: int) -> None:
        """One row up or down."""
        place = self.cursor + direction
        while 0 <= place < len(self._rows):
            if self._rows[place].selectable:
                self.cursor = place
                return
            place += direction
        if direction < 0:
            self.scroll_from(0)  # show the headings above the first row

    def action_page(self, direction: int) -> None:
        """One screenful up or down."""
        leap = max(1, self.scrollable_content_region.height - 1)
        self._go(self.cursor + direction * leap, direction)

    def action_end(self, direction: int) -> None:
        """To the first or the last row."""
        self._go(0 if direction < 0 else len(self._rows) - 1, -direction)

    def _go(self, place: int, direction: int) -> None:
        found = self._nearest(max(0, min(place, len(self._rows) - 1)), direction)
        if found is not None:
            self.cursor = found

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor; one more on the same row chooses it."""
        place = event.y + self.scroll_offset.y - self.gutter.top
        if 0 <= place < len(self._rows) and self._rows[place].selectable:
            if place == self.cursor and event.chain > 1:
                self.post_message(self.Chosen(self, self._rows[place]))
            self.cursor = place
