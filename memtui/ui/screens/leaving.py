"""Leaving a screen, once: keys that wait in line when it goes must neither answer twice nor close what lies below."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen

Answer = TypeVar("Answer")


class LeftOnce(Screen[Answer]):
    """A screen that can be left only while it is the one in front; Textual would take whichever is."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Go, with an answer; a second time does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Modal(LeftOnce[Answer], ModalScreen[Answer]):
    """What is in front of everything until it is answered."""
