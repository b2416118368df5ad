"""How much of a limit is used: words, a bar, a share. One line."""

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from memtui.memory.limits import INDEX_NEAR
from memtui.ui.inks import ink
from memtui.ui.text import fit, width_of

_FULL, _EMPTY = "━", "─"
_LABEL_CELLS = 34


class Gauge(Widget):
    """One limit. `binds` says that this is the one that is reached first."""

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
        width, base, colours = self.size.width, self.rich_style, self.app.theme_variables
        if y > 0:
            return Strip.blank(width, base)
        share = self._used / self._limit
        label = fit(f" {self._word} {self._used:,} of {self._limit:,} ({share:.0%})", min(_LABEL_CELLS, width))
        note = f" {self._note} " if self._note else " "
        room = max(0, width - width_of(label) - width_of(note))
        full = min(room, round(room * share))
        level = "bad" if share > 1 else "warn" if share >= INDEX_NEAR else "primary"
        segments = [
            Segment(label, base),
            Segment(_FULL * full, base + ink(colours, level)),
            Segment(_EMPTY * (room - full), base + ink(colours, "faint")),
            Segment(note, base + ink(colours, "muted")),
        ]
        return Strip(segments).adjust_cell_length(width, base)
