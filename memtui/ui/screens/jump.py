"""Letters on every row and part of the screen in sight: one or two keys and the cursor is there."""

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Label

from memtui.ui.paths import style
from memtui.ui.screens.leaving import Modal
from memtui.ui.text import content
from memtui.ui.widgets.rows import Rows

LETTERS = "asdfghjklqwertyuiopzxcvbnm"  # the keys under the fingers first


class Target(NamedTuple):
    """A place to jump to: a row of a list, or a widget itself where `row` is None."""

    widget: Widget
    row: int | None
    place: Offset


def targets(screen: Screen[Any]) -> list[Target]:
    """Every row in sight that can be chosen, and every other part that can have focus, from the top."""
    found: list[Target] = []
    for widget in screen.focus_chain:
        if isinstance(widget, Rows):
            found += _rows(widget)
        elif widget.region.area:
            found.append(Target(widget, None, widget.region.offset))
    return sorted(found, key=lambda target: (target.place.y, target.place.x))


def _rows(rows: Rows) -> Iterator[Target]:
    """The rows of one list that are in sight; the list itself where it has none."""
    region = rows.content_region
    top = rows.scroll_offset.y
    seen = False
    for line in range(region.height):
        place = top + line
        if place < len(rows.rows) and rows.rows[place].selectable:
            seen = True
            yield Target(rows, place, Offset(region.x, region.y + line))
    if not seen and region.area:
        yield Target(rows, None, region.offset)


def labels(count: int) -> list[str]:
    """So many labels, none the beginning of another: single letters, or pairs where those do not suffice."""
    if count <= len(LETTERS):
        return list(LETTERS[:count])
    firsts = -(-(count - len(LETTERS)) // (len(LETTERS) - 1))  # letters given up to begin pairs
    firsts = min(firsts, len(LETTERS))
    singles = list(LETTERS[: len(LETTERS) - firsts])
    pairs = [first + second for first in LETTERS[len(LETTERS) - firsts :] for second in LETTERS]
    return [*singles, *pairs][:count]


class Letter(Label):
    """One label; a click on it jumps, too."""

    def __init__(self, text: str) -> None:
        super().__init__(content(text), markup=False)
        self.text = text


class JumpScreen(Modal[None]):
    """The letters over what is in sight."""

    HELP = "Press the letters of a place to go there, escape to stay."
    CSS_PATH = style("jump")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Stay")]

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        places = targets(screen)
        self.places = dict(zip(labels(len(places)), places, strict=False))
        self._typed = ""

    def compose(self) -> ComposeResult:
        """A label at each place, and what to do."""
        for text, target in self.places.items():
            letter = Letter(text)
            letter.absolute_offset = target.place
            yield letter
        yield Label(content(" press a letter to go there, esc to stay "), id="jump-words", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Letters gather until they name a place; what names none leaves things as they were."""
        if event.key == "escape":
            return
        event.stop()
        event.prevent_default()
        self._typed += event.character or ""
        if self._typed in self.places:
            self._go(self._typed)
        elif not any(text.startswith(self._typed) for text in self.places) or not self._typed:
            self.dismiss(None)
        else:
            for letter in self.query(Letter):
                letter.set_class(not letter.text.startswith(self._typed), "-out")

    def on_click(self, event: events.Click) -> None:
        """On a label: go there. Anywhere else: stay."""
        if isinstance(event.widget, Letter):
            self._go(event.widget.text)
        else:
            self.dismiss(None)

    def _go(self, text: str) -> None:
        target = self.places[text]
        self.dismiss(None)
        target.widget.focus()
        if isinstance(target.widget, Rows) and target.row is not None and target.row < len(target.widget.rows):
            target.widget.cursor = target.row

    def action_stay(self) -> None:
        """Nowhere; a letter typed already is taken back first."""
        if self._typed:
            self._typed = ""
            self.query(Letter).remove_class("-out")
        else:
            self.dismiss(None)
