"""One line with the views of a screen and how they are set; a click shows one, or does what its key does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.message import Message

from memtui.ui.text import Piece, length
from memtui.ui.widgets.strip import Line


class Setting(NamedTuple):
    """What is set, the key that sets it otherwise, and the action behind the key."""

    key: str
    words: str
    call: str


class Views(Line):
    """The views by name, the one that is shown marked; at the right what is set."""

    @dataclass
    class Clicked(Message):
        """A view was clicked."""

        view: str

    @dataclass
    class Pressed(Message):
        """A setting was clicked."""

        call: str

    def show_views(self, views: Mapping[str, str], here: str, settings: Sequence[Setting]) -> None:
        """Each view's title, and as many of the settings as there is room for."""
        self._names = list(views)
        self._calls: list[str] = []
        left = [(f" {title} ", "here" if name == here else "muted") for name, title in views.items()]
        right: list[Piece] = []
        room = self.size.width - length(left) - 2
        for setting in settings:
            pieces = [(f"{setting.key} ", "accent"), (f"{setting.words}  ", "muted")]
            room -= length(pieces)
            if room < 0:
                break
            right += pieces
            self._calls += [setting.call] * len(pieces)
        self.show(left, right)

    def on_click(self, event: events.Click) -> None:
        """Show the view under the mouse, or set what is under it."""
        number = self.piece_at(event.x)
        if number is None:
            return
        if number < len(self._names):
            self.post_message(self.Clicked(self._names[number]))
        elif number > len(self._names):  # between them is the gap
            self.post_message(self.Pressed(self._calls[number - len(self._names) - 1]))
