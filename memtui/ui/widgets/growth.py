"""How a store grew: its first and its last size in words, and a line between them. One line."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from memtui.history.growth import Size
from memtui.ui.inks import ink
from memtui.ui.text import cut, fit, width_of
from memtui.ui.words import counted

_BARS = "▁▂▃▄▅▆▇█"
_LEAST_CELLS = 8
_MOST_CELLS = 60
_KILO = 1_000


class Growth(Widget):
    """The sizes of a store over time, or words in their place."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sizes: tuple[Size, ...] = ()
        self._first, self._last = "", ""
        self._words = ""

    def show(self, sizes: Sequence[Size], first: str, last: str) -> None:
        """These sizes, oldest first; when the first and the last of them were, in words."""
        self._sizes, self._first, self._last, self._words = tuple(sizes), first, last, ""
        self.refresh()

    def say(self, words: str) -> None:
        """Nothing to draw, and why."""
        self._sizes, self._words = (), words
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """First size, the line, last size."""
        width, base = self.size.width, self.rich_style
        if y > 0:
            return Strip.blank(width, base)
        note = base + ink(self.app.theme_variables, "muted")
        if not self._sizes:
            return Strip([Segment(fit(f" {self._words}", width), note)])
        line = base + ink(self.app.theme_variables, "primary")
        left, bars, right = self.parts(width)
        return Strip([Segment(left, note), Segment(bars, line), Segment(right, base)]).adjust_cell_length(width, base)

    def parts(self, width: int) -> tuple[str, str, str]:
        """The words before, the line, the words after."""
        first, last = self._sizes[0], self._sizes[-1]
        end = f" {counted(last.memories, 'memory', 'memories')}, {bytes_words(last.bytes)}, {self._last} "
        if len(self._sizes) == 1:
            return "", "", cut(end, width)
        count = counted(first.memories, "memory", "memories")
        for start in (f" {count}, {self._first} ", f" {first.memories:,}, {self._first} ", " "):
            room = width - width_of(start) - width_of(end)
            if room >= _LEAST_CELLS:
                break
        else:
            return "", "", cut(end, width)
        return start, bars([size.memories for size in resampled(self._sizes, min(room, _MOST_CELLS))]), end


def resampled(sizes: Sequence[Size], cells: int) -> list[Size]:
    """What the size was at the end of each of so many equal times; by order where all are of one moment."""
    begin, end = sizes[0].when, sizes[-1].when
    if end <= begin:
        return [
            sizes[(at + 1) * len(sizes) // cells - 1 if cells <= len(sizes) else at * len(sizes) // cells]
            for at in range(cells)
        ]
    found, at = [], 0
    for cell in range(1, cells + 1):
        until = begin + (end - begin) * cell / cells
        while at + 1 < len(sizes) and (sizes[at + 1].when <= until or cell == cells):
            at += 1
        found.append(sizes[at])
    return found


def bars(values: Sequence[int]) -> str:
    """One bar a value, from the least to the most; all the same where nothing changed."""
    least, most = min(values), max(values)
    if least == most:
        return _BARS[1] * len(values)
    return "".join(_BARS[round((value - least) / (most - least) * (len(_BARS) - 1))] for value in values)


def bytes_words(number: int) -> str:
    """`640 bytes`, `12 kB`, `3.4 MB`."""
    if number < _KILO:
        return counted(number, "byte")
    if number < _KILO * _KILO:
        return f"{number / _KILO:.0f} kB"
    return f"{number / _KILO / _KILO:.1f} MB"
