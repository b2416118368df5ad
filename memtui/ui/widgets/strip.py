"""One-line widgets at the edges of every screen: the modes on top, the store's state and the keys below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.ui.inks import ink
from memtui.ui.keymap import shown_key as shown_key
from memtui.ui.keys import Action
from memtui.ui.text import Piece, length, trimmed, width_of


class Line(Widget):
    """A line of pieces at the left and at the right; the right one goes first when room is short."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._left: tuple[Piece, ...] = ()
        self._right: tuple[Piece, ...] = ()

    def show(self, left: Sequence[Piece], right: Sequence[Piece] = ()) -> None:
        """Draw these from now on."""
        if (tuple(left), tuple(right)) != (self._left, self._right):
            self._left, self._right = tuple(left), tuple(right)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line."""
        width = self.size.width
        if y > 0:
            return Strip.blank(width, self.rich_style)
        pieces = trimmed(self._pieces(), width)  # a mark says that there is more
        return Strip([Segment(text, self._style(name)) for text, name in pieces]).adjust_cell_length(
            width, self.rich_style
        )

    def _pieces(self) -> list[Piece]:
        """Left, a gap, right."""
        width = self.size.width
        right = self._right if length(self._left) + length(self._right) + 2 <= width else ()
        gap = max(0, width - length(self._left) - length(right))
        return [*self._left, (" " * gap, ""), *right]

    def _style(self, name: str) -> Style:
        return self.rich_style + ink(self.app.theme_variables, name)

    def piece_at(self, x: int) -> int | None:
        """Which piece is under a column: those at the left, the gap, those at the right."""
        at = 0
        for number, (text, _) in enumerate(self._pieces()):
            at += width_of(text)
            if x < at:
                return number
        return None


class Tabs(Line):
    """The modes with their keys and counts; a click goes there."""

    @dataclass
    class Clicked(Message):
        """A mode was clicked."""

        mode: str

    def show_modes(self, modes: Sequence[tuple[str, str, str]], here: str, right: Sequence[Piece]) -> None:
        """Each mode with its key and label."""
        self._modes = [name for name, _, _ in modes]
        left: list[Piece] = []
        for name, key, label in modes:
            left.append((f" {key} {label} ", "here" if name == here else "muted"))
        self.show(left, right)

    def on_click(self, event: events.Click) -> None:
        """Go to the mode under the mouse."""
        number = self.piece_at(event.x)
        if number is not None and number < len(self._modes):
            self.post_message(self.Clicked(self._modes[number]))


class KeyBar(Line):
    """The keys that work here; a click does what the key does."""

    @dataclass
    class Clicked(Message):
        """A key was clicked; `call` is empty beside the keys."""

        call: str

    def show_keys(self, actions: Sequence[Action], always: Sequence[Action], keys: Mapping[str, str]) -> None:
        """These actions, by the keys the user has for them, as many as fit; `always` stand at the right end."""
        right = [piece for action in always for piece in _pieces(action, keys)]
        left: list[Piece] = []
        self._calls: list[str] = []
        room = self.size.width - length(right) - 2
        for action in actions:
            pieces = _pieces(action, keys)
            room -= length(pieces)
            if room < 0:
                break
            left += pieces
            self._calls += [action.call] * len(pieces)
        self._always = [action.call for action in always for _ in _pieces(action, keys)]
        self.show(left, right)

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        number = self.piece_at(event.x)
        if number is not None:
            self.post_message(self.Clicked([*self._calls, "", *self._always][number]))


def _pieces(action: Action, keys: Mapping[str, str]) -> list[Piece]:
    return [(f" {shown_key(keys.get(action.id, action.key))} ", "key"), (f"{action.label} ", "")]
