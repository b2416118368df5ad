"""One line with the views of a screen; a click shows one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from memtui.ui.text import Piece
from memtui.ui.widgets.strip import Line


class Views(Line):
    """The views by name, the one that is shown marked."""

    @dataclass
    class Clicked(Message):
        """A view was clicked."""

        view: str

    def show_views(self, views: Mapping[str, str], here: str, right: Sequence[Piece]) -> None:
        """Each view's title; words at the right."""
        self._names = list(views)
        self.show([(f" {title} ", "here" if name == here else "muted") for name, title in views.items()], right)

    def on_click(self, event: events.Click) -> None:
        """Show the view under the mouse."""
        number = self.piece_at(event.x)
        if number is not None and number < len(self._names):
            self.post_message(self.Clicked(self._names[number]))
