"""One of a few words in a single line: arrows choose, a glyph marks the chosen one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from memtui.ui.inks import ink
from memtui.ui.text import width_of

_ON, _OFF = "◉", "○"
_GAP = "   "


class OneOf(Widget, can_focus=True):
    """A choice; empty while none of its words is chosen."""

    HELP = "One of a few: left and right choose, so does the mouse; tab goes on."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "choose(-1)", "Before", show=False),
        Binding("right,l,space", "choose(1)", "Next", show=False),
    ]
    value: reactive[str] = reactive("")

    @dataclass
    class Changed(Message):
        """Another word was chosen."""

        one_of: "OneOf"
        value: str

        @property
        def control(self) -> "OneOf":
            """The choice."""
            return self.one_of

    def __init__(self, words: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._words = tuple(words)

    def watch_value(self, value: str) -> None:
        """Tell."""
        self.post_message(self.Changed(self, value))

    def action_choose(self, direction: int) -> None:
        """The next word, or the one before; from none, the first."""
        if self.value not in self._words:
            self.value = self._words[0]
            return
        at = self._words.index(self.value) + direction
        self.value = self._words[at % len(self._words)]

    def on_click(self, event: events.Click) -> None:
        """The word under the mouse."""
        at = 0
        for word in self._words:
            at += width_of(f"{_ON} {word}{_GAP}")
            if event.x < at:
                self.value = word
                return

    def render_line(self, y: int) -> Strip:
        """All words, the chosen one marked."""
        base = self.rich_style
        segments = []
        for word in self._words if y == 0 else ():
            chosen = word == self.value
            name = ("chosen" if self.has_focus else "strong") if chosen else "muted"
            style = base + ink(self.app.theme_variables, name)
            segments += [Segment(f"{_ON if chosen else _OFF} {word}", style), Segment(_GAP, base)]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_focus(self) -> None:
        """The chosen word looks different with focus."""
        self.refresh()

    def on_blur(self) -> None:
        """And without."""
        self.refresh()
