"""A panel that tells its size, for what must be worked out anew when it changes: text that was wrapped to fit."""

from dataclasses import dataclass

from textual.message import Message

from memtui.ui.widgets.panel import Panel


class SizedPanel(Panel):
    """A list whose rows depend on its width."""

    @dataclass
    class Resized(Message):
        """There is another width to draw in."""

        panel: "SizedPanel"

        @property
        def control(self) -> "SizedPanel":
            """The panel."""
            return self.panel

    @property
    def cells(self) -> int:
        """How wide a row may be, beside the scroll bar; 0 before it has its place."""
        return max(0, self.content_size.width - 1)

    def on_resize(self) -> None:
        """Tell."""
        self.post_message(self.Resized(self))
