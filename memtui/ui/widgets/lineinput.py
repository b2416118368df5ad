"""One line of a user's text, to be edited: nothing in it acts on a terminal, what is not touched stays as it was."""

from rich.text import Text
from textual.widgets import Input

from memtui.memory.errors import MemtuiError
from memtui.memory.standins import pictured, restored, stood_in


class LineInput(Input):
    """Control characters are drawn as pictures; `text` has them as they are. Raises where they cannot be told apart."""

    HELP = "One line of text. Control characters are drawn as pictures and kept as they are."

    def __init__(self, text: str, *, id: str) -> None:
        self._given = text
        super().__init__(stood_in(text, tabs=True), id=id, select_on_focus=False)
        self._begun = self.value

    @property
    def text(self) -> str:
        """What stands here now."""
        return self._given if self.value == self._begun else restored(self.value)

    @property
    def _value(self) -> Text:
        """As it is drawn: as many characters as there are."""
        return Text(pictured(self.value), no_wrap=True, overflow="ignore", end="")

    @property
    def selected_text(self) -> str:
        """What is copied: the text itself, not its stand-ins."""
        return restored(super().selected_text)

    def replace(self, text: str, start: int, end: int) -> None:
        """Typed or pasted text comes in by its stand-ins, too."""
        try:
            super().replace(stood_in(text, tabs=True), start, end)
        except MemtuiError:
            self.app.bell()
