"""A file and its editor went apart: both versions to look at, and what to do about it. Also an unsaved draft.

Nothing is decided here: the answer goes back to the editor through `dismiss`, and escape leaves all as it is.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Label, Static

from memtui.ui.keys import Action
from memtui.ui.paths import style
from memtui.ui.screens.base import NARROW
from memtui.ui.screens.leaving import Modal
from memtui.ui.text import content, fit
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.widgets.side import SideRow, half_of, side_rows, stacked_rows
from memtui.ui.widgets.strip import KeyBar

MINE, THEIRS, MERGE = "mine", "theirs", "merge"
GO_ON, THROW_AWAY = "go on", "throw away"

_LEAVE = Action("", "escape", "Decide later", "", "answer('')")


def _bound(actions: Sequence[Action]) -> list[BindingType]:
    # Before the list has them: its own k goes up.
    return [Binding(action.key, action.call, action.label, priority=True) for action in actions]


class Question(Modal[str]):
    """A text to look at above the keys that answer; the answer is empty when nothing was decided."""

    CSS_PATH = [style("modals"), style("conflict")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, title: str, note: str, keys: Sequence[Action]) -> None:
        super().__init__()
        self._title, self._note, self._keys = title, note, keys

    def compose(self) -> ComposeResult:
        """Title, what is to know, the text, the keys."""
        with Vertical(classes="dialog -large"):
            yield Label(content(self._title), classes="dialog-title", markup=False)
            yield Static(content(self._note), classes="dialog-note", markup=False)
            yield Static(id="sides", markup=False)
            yield Rows(id="versions")
            yield KeyBar(id="answers")

    def on_mount(self) -> None:
        """The text has the keys."""
        self.query_one(Rows).focus()

    def on_resize(self) -> None:
        """What fits."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        rows = self.query_one("#versions", Rows)
        rows.set_rows(self.rows(rows.scrollable_content_region.width))
        self.query_one(KeyBar).show_keys(self._keys, (), {})

    def rows(self, width: int) -> Sequence[Row]:
        """The text, in so many cells."""
        raise NotImplementedError

    async def on_key_bar_clicked(self, event: KeyBar.Clicked) -> None:
        """The mouse answers, too."""
        event.stop()
        if event.call:
            await self.run_action(event.call)

    def action_answer(self, answer: str) -> None:
        """Decided, if it is one of what was asked."""
        if not answer or any(f"'{answer}'" in action.call for action in self._keys):
            self.dismiss(answer)


class ConflictScreen(Question):
    """The file changed on disk while it was edited here."""

    HELP = (
        "Your version and the one on disk. k keeps yours (the other stays in the history), t takes the one on disk "
        "(yours goes to the trash), m brings both together and marks what only you can decide."
    )
    KEYS: ClassVar[tuple[Action, ...]] = (
        Action("", "k", "Keep mine", "", f"answer('{MINE}')"),
        Action("", "t", "Take theirs", "", f"answer('{THEIRS}')"),
        Action("", "m", "Merge", "", f"answer('{MERGE}')"),
        Action("", "n", "Next", "", "next"),
        _LEAVE,
    )
    GONE: ClassVar[tuple[Action, ...]] = (
        Action("", "k", "Make it anew", "", f"answer('{MINE}')"),
        Action("", "t", "Let it go", "", f"answer('{THEIRS}')"),
        _LEAVE,
    )
    BINDINGS: ClassVar[list[BindingType]] = _bound(KEYS)

    def __init__(self, file: str, mine: str, theirs: str | None) -> None:
        gone = theirs is None
        title = f"{file} was {'removed' if gone else 'changed'} on disk while you edited it"
        note = "Nothing was overwritten. " + ("Below is your text." if gone else "Which shall it be?")
        super().__init__(title, note, self.GONE if gone else self.KEYS)
        self._mine, self._theirs = mine, theirs

    def rows(self, width: int) -> Sequence[Row]:
        """Beside each other where there is room."""
        sides = self.query_one("#sides", Static)
        narrow = self.app.size.width < NARROW
        sides.display = not narrow and self._theirs is not None
        if self._theirs is None:
            return stacked_rows(self._mine, self._mine, width)
        if narrow:
            return stacked_rows(self._mine, self._theirs, width)
        sides.update(content(f"{fit('mine', half_of(width))}   on disk"))
        return side_rows(self._mine, self._theirs, width)

    def _draw(self) -> None:
        super()._draw()
        if self.query_one(Rows).cursor <= 0:
            self.action_next()

    def action_next(self) -> None:
        """Go to the next place where they differ, from the end on to the first."""
        rows = self.query_one(Rows)
        differing = [at for at, row in enumerate(rows.rows) if _differs(row)]
        starts = [at for at in differing if at - 1 not in differing]
        if starts:
            rows.cursor = next((at for at in starts if at > rows.cursor), starts[0])


def _differs(row: Row) -> bool:
    if isinstance(row, SideRow):
        return row.sign != "="
    return not row.key.isdigit()


class DraftDialog(Question):
    """There is unsaved text from before."""

    HELP = "Text that was typed before and never saved, as a difference to the file as it is now."
    KEYS: ClassVar[tuple[Action, ...]] = (
        Action("", "enter", "Go on with it", "", f"answer('{GO_ON}')"),
        Action("", "x", "Throw it away", "", f"answer('{THROW_AWAY}')"),
        Action("", "escape", "Leave it for later", "", "answer('')"),
    )
    BINDINGS: ClassVar[list[BindingType]] = _bound(KEYS)

    def __init__(self, title: str, note: str, rows: Sequence[Row]) -> None:
        super().__init__(title, note, self.KEYS)
        self._rows = rows

    def rows(self, width: int) -> Sequence[Row]:  # noqa: ARG002 - a difference is cut, not wrapped
        """The difference."""
        self.query_one("#sides").display = False
        return self._rows
