"""A titled panel around one list, with words for when there is nothing to list: one state, one place that sets it."""

from enum import Enum

from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Static

from memtui.ui.text import content, plain
from memtui.ui.widgets.rows import IDLE_CURSOR, Rows


class Status(Enum):
    """What a panel is in; the name of its class in the style sheets."""

    LOADING = "-loading"
    READY = "-ready"
    EMPTY = "-empty"
    FAILED = "-failed"


class Panel(Container):
    """A list, or words in its place."""

    def __init__(self, *, id: str, rows_id: str | None = None, idle_cursor: str = IDLE_CURSOR) -> None:
        super().__init__(id=id)
        self._rows = Rows(id=rows_id, idle_cursor=idle_cursor)
        self._words = Static(classes="words", markup=False)
        self.status = Status.LOADING

    def compose(self) -> ComposeResult:
        """The list and the words; only one of them is in sight."""
        yield self._rows
        yield self._words

    @property
    def rows(self) -> Rows:
        """The list."""
        return self._rows

    def title(self, text: str, note: str = "") -> None:
        """What the border says."""
        self.border_title = content(plain(text)).markup if text else ""
        self.border_subtitle = content(plain(note)).markup if note else ""

    def say(self, status: Status, words: str = "") -> None:
        """Show the list, or these words in its place."""
        self.status = status
        for each in Status:
            self.set_class(each is status, each.value)
        if status is not Status.READY:
            self._words.update(content(words))
