"""A line to type a question in; up and down bring earlier questions back."""

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from memtui.ui.text import readable

_KEPT = 100


class QuestionInput(Input):
    """What is asked. Earlier questions are kept as long as the store is open."""

    HELP = (
        "A question as one would ask the agent. The picks follow as you type, offline. Enter lets Claude choose too "
        "where a key is set, and goes to the list; up and down bring earlier questions back; escape, or down from the "
        "latest, goes to the list, where keys are keys again."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier(-1)", "Earlier", show=False),
        Binding("down", "earlier(1)", "Later", show=False),
    ]

    @dataclass
    class Below(Message):
        """Down was pressed where no later question is: on to what is below."""

    def __init__(self, *, id: str) -> None:
        placeholder = "ask as you would ask the agent: how do we run the tests?"
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=False)
        self._past: list[str] = []
        self._at = 0  # which of them is shown; behind the last: none
        self._draft = ""

    def validate_value(self, value: str) -> str:
        """What is pasted may be anything; what is drawn is not."""
        return value if value.isprintable() else _line(value)

    def _on_paste(self, event: events.Paste) -> None:
        """A prompt of several lines is one question: nothing of it is dropped."""
        event.stop()
        event.prevent_default()
        text = _line(" ".join(line.strip() for line in event.text.splitlines() if line.strip()))
        selection = self.selection
        if selection.is_empty:
            self.insert_text_at_cursor(text)
        else:
            self.replace(text, *selection)

    def remember(self) -> None:
        """Keep what is typed among the earlier questions, as the latest."""
        text = self.value.strip()
        if text:
            self._past = [*(each for each in self._past if each != text), text][-_KEPT:]
        self._at = len(self._past)

    def put(self, text: str) -> None:
        """Another question, as if typed."""
        self.value = _line(text)
        self.cursor_position = len(self.value)

    def action_earlier(self, direction: int) -> None:
        """The question before, or after."""
        place = self._at + direction
        if place > len(self._past):
            self.post_message(self.Below())
        if not 0 <= place <= len(self._past):
            return
        if self._at == len(self._past):
            self._draft = self.value
        self._at = place
        self.put(self._past[place] if place < len(self._past) else self._draft)


def _line(text: str) -> str:
    """Any text as one line, whole."""
    return readable(text).replace("\n", " ")
