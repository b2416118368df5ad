"""Words for a terminal that is too small to draw on; goes by itself when there is room again."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from memtui.ui.paths import style
from memtui.ui.screens.base import LEAST, too_small
from memtui.ui.screens.leaving import Modal
from memtui.ui.text import content


class SmallScreen(Modal[None]):
    """What to do about it."""

    HELP = "The terminal is too small. Make it larger, or leave with q."
    CSS_PATH = style("modals")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "Quit")]

    def compose(self) -> ComposeResult:
        """The words."""
        yield Static(id="small", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Say the size, or go."""
        if not too_small(event.size):
            self.dismiss()  # one growth is told more than once
            return
        now = f"{event.size.width}x{event.size.height}"
        self.query_one("#small", Static).update(
            content(f"Too small: {now}.\nmemtui needs {LEAST.width}x{LEAST.height}.\nq leaves.")
        )
