"""How much of a limit is used: words, a bar, a share. One line."""

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from memtui.memory.limits import INDEX_NEAR
from memtui.ui.text import fit, width_of

_FULL, _EMPTY = "━", "─"
_LABEL_CELLS = 34


class Gauge(Widget):
    """One limit. `binds` says that this is the one that is reached first."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"gauge--used", "gauge--near", "gauge--over", "gauge--free", "gauge--note"}

    def __init__(self, word: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._word = word
        self._used, self._limit, self._note = 0, 1, ""

    def show(self, used: int, limit: int, note: str = "") -> None:
        """These figures from now on."""
        self._used, self._limit, self._note = used, limit, note
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Label, bar and share."""
        width, base = self.size.width, self.rich_style
        if y > 0:
            return Strip.blank(width, base)
        share = self._used / self._limit
        label = fit(f" {self._word} {self._used:,} of {self._limit:,} ({share:.0%})", min(_LABEL_CELLS, width))
        note = f" {self._note} " if self._note else " "
        room = max(0, width - width_of(label) - width_of(note))
        full = min(room, round(room * share))
        level = "over" if share > 1 else "near" if share >= INDEX_NEAR else "used"
        segments = [
            Segment(label, base),
            Segment(_FULL * full, base + self.get_component_rich_style(f"gauge--{level}", partial=True)),
            Segment(_EMPTY * (room - full), base + self.get_component_rich_style("gauge--free", partial=True)),
            Segment(note, base + self.get_component_rich_style("gauge--note", partial=True)),
        ]
        return Strip(segments).adjust_cell_length(width, base)
