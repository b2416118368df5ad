"""How old the memories are, at a glance: a bar for each span of ages, with its name and count."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.memory.arrange import BANDS
from memtui.ui.inks import ink
from memtui.ui.text import Piece, fit, width_of

_BARS = " ▁▂▃▄▅▆▇█"
_ALL = (0,) * len(BANDS)
_OLD = 2  # the last so many bands are drawn as old
_SHORT_BAR = 2


class Histogram(Widget):
    """Bars over names where there are two lines, beside them where there is one."""

    @dataclass
    class Clicked(Message):
        """A span of ages was clicked."""

        band: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._counts: Sequence[int] = _ALL

    def show(self, counts: Sequence[int]) -> None:
        """These figures from now on."""
        if tuple(counts) != tuple(self._counts):
            self._counts = tuple(counts)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Bars and names, or both in one line."""
        width = self.size.width
        pieces = self._line(y, width)
        segments = [Segment(text, self._style(name)) for text, name in pieces]
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def _line(self, y: int, width: int) -> list[Piece]:
        pieces: list[Piece] = [(" ", "")]
        for at, cells in enumerate(self._slots(width)):
            style = "warn" if at >= len(BANDS) - _OLD else "primary"
            bar, label = self._bar(self._counts[at]), self._label(at)
            if self.size.height == 1:
                pieces += [(bar * _SHORT_BAR, style), (fit(f" {label}", cells - _SHORT_BAR), "muted")]
            elif y == 0:
                pieces += [(bar * (cells - 2), style), ("  ", "")]
            else:
                pieces.append((fit(label, cells), "muted"))
        return pieces

    def _label(self, at: int) -> str:
        return f"{BANDS[at].name} {self._counts[at]:,}"

    def _slots(self, width: int) -> list[int]:
        """How many cells each span has: the same where there are two lines, what it needs where there is one."""
        if self.size.height > 1:
            return [max(4, (width - 1) // len(BANDS))] * len(BANDS)
        needed = [_SHORT_BAR + 2 + width_of(self._label(at)) for at in range(len(BANDS))]
        spare = max(0, width - 1 - sum(needed)) // len(BANDS)
        return [cells + spare for cells in needed]

    def _bar(self, count: int) -> str:
        """A bar as high as its share of the highest; what is there at all is seen."""
        highest = max(self._counts)
        if not count or not highest:
            return _BARS[0]
        return _BARS[max(1, round(count / highest * (len(_BARS) - 1)))]

    def _style(self, name: str) -> Style:
        return self.rich_style + ink(self.app.theme_variables, name)

    def on_click(self, event: events.Click) -> None:
        """A span of ages, for whoever wants to show only that."""
        end = 1
        for item, cells in zip(BANDS, self._slots(self.size.width), strict=True):
            end += cells
            if event.x < end:
                self.post_message(self.Clicked(item.name))
                return
