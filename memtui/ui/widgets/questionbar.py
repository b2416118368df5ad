"""A line to type a question in; up and down bring earlier questions back."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from memtui.ui.text import plain

_KEPT = 100


class QuestionInput(Input):
    """What is asked. Earlier questions are kept as long as the store is open."""

    HELP = (
        "A question as one would ask the agent. The picks follow as you type, offline. Enter lets Claude choose too "
        "where a key is set, and goes to the list; up and down bring earlier questions back; escape goes to the list."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier(-1)", "Earlier", show=False),
        Binding("down", "earlier(1)", "Later", show=False),
    ]

    def __init__(self, *, id: str) -> None:
        placeholder = "ask as you would ask the agent: how do we run the tests?"
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)
        self._past: list[str] = []
        self._at = 0  # which of them is shown; behind the last: none
        self._draft = ""

    def validate_value(self, value: str) -> str:
        """What is pasted may be anything; what is drawn is not."""
        return value if value.isprintable() else plain(value)

    def remember(self) -> None:
        """Keep what is typed among the earlier questions, as the latest."""
        text = self.value.strip()
        if text:
            self._past = [*(each for each in self._past if each != text), text][-_KEPT:]
        self._at = len(self._past)

    def put(self, text: str) -> None:
        """Another question, as if typed."""
        self.value = plain(text)
        self.cursor_position = len(self.value)

    def action_earlier(self, direction: int) -> None:
        """The question before, or after."""
        place = self._at + direction
        if not 0 <= place <= len(self._past):
            return
        if self._at == len(self._past):
            self._draft = self.value
        self._at = place
        self.put(self._past[place] if place < len(self._past) else self._draft)
