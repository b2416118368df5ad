"""A line to type a filter in, with words on what it found or what is wrong with it."""

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from memtui.ui.text import content


class FilterBar(Horizontal):
    """Hidden until it is opened."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("down,enter", "leave", "To the list", show=False)]

    @dataclass
    class Changed(Message):
        """Something else is typed now."""

        text: str

    @dataclass
    class Left(Message):
        """The person goes on to the list, and the filter stays."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._input = FilterInput(placeholder="type to filter", compact=True, select_on_focus=False)
        self._note = Static(classes="filter-note", markup=False)

    def compose(self) -> ComposeResult:
        """A slash, what is typed, the words."""
        yield Static(content("/"), classes="filter-sign", markup=False)
        yield self._input
        yield self._note

    @property
    def text(self) -> str:
        """What is typed."""
        return self._input.value

    @property
    def is_open(self) -> bool:
        """Whether it is in sight."""
        return self.has_class("-open")

    def open(self) -> None:
        """Show it and type."""
        self.add_class("-open")
        self._input.focus()

    def set_text(self, text: str) -> None:
        """Another filter, as if typed; an empty one hides the line."""
        self.set_class(bool(text), "-open")
        self._input.value = text

    def note(self, words: str, *, wrong: bool = False) -> None:
        """What it found, or what is wrong with it."""
        self._note.update(content(words))
        self._note.set_class(wrong, "-wrong")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_leave()

    def action_leave(self) -> None:
        """On to the list."""
        self.post_message(self.Left())


class FilterInput(Input):
    """What is typed."""

    HELP = (
        "Words are looked for in name, description, path and body; !word must not be there. Also type:user,feedback "
        "stale:yes age:week age:>30 folder:team problem:drift pinned:yes index:no recall:no. Enter goes to the list, "
        "escape clears the filter."
    )
