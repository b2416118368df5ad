"""Dialogs: ask for a few words, pick one of many, show a text, confirm what is about to change.

Each returns its answer through `dismiss`; escape is always "no", and changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label, Static

from memtui.ui.paths import style
from memtui.ui.screens.leaving import Modal
from memtui.ui.text import Piece, content, plain, plain_lines, trimmed
from memtui.ui.widgets.lineinput import LineInput
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.rows import Row, Rows

Check = Callable[[dict[str, str]], str]  # what is wrong with the fields, "" when nothing is


class Field(NamedTuple):
    """One line to fill in."""

    name: str
    label: str
    value: str = ""
    verbatim: bool = False  # space around it belongs to it


class FormDialog(Modal[dict[str, str] | None]):
    """A few lines to fill in; enter goes to the next and at the last one is done.

    Raises where a value holds what cannot be edited in a line.
    """

    HELP = "Fill in the lines. Enter goes on, at the last line it is done; escape leaves everything as it was."
    CSS_PATH = style("modals")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, title: str, fields: Sequence[Field], hint: str = "", check: Check | None = None) -> None:
        super().__init__()
        self._title, self._fields, self._hint = title, fields, hint
        self._check = check or (lambda _: "")
        self._inputs = {field.name: LineInput(field.value, id=field.name) for field in fields}

    def compose(self) -> ComposeResult:
        """Title, a label and an input each, what is wrong."""
        with Vertical(classes="dialog"):
            yield Label(content(self._title), classes="dialog-title", markup=False)
            for field in self._fields:
                yield Label(content(field.label), classes="dialog-label", markup=False)
                yield self._inputs[field.name]
            yield Static(content(self._hint), id="hint", markup=False)

    def values(self) -> dict[str, str]:
        """What is filled in; to the byte what was there, where nobody changed it."""
        return {field.name: self._value(field) for field in self._fields}

    def _value(self, field: Field) -> str:
        text = self._inputs[field.name].text
        return text if field.verbatim or text == field.value else text.strip()

    @on(Input.Changed)
    def _judge(self) -> None:
        wrong = self._check(self.values())
        self.query_one("#hint", Static).update(content(wrong or self._hint))
        self.query_one("#hint").set_class(bool(wrong), "-wrong")

    @on(Input.Submitted)
    def _next(self) -> None:
        """On from where the focus is: a second enter may come from the line that the first one just left."""
        inputs = list(self._inputs.values())
        at = next((at for at, each in enumerate(inputs) if each is self.focused), len(inputs) - 1)
        if at + 1 < len(inputs):
            self.set_focus(inputs[at + 1])
        elif not self._check(self.values()):
            self.dismiss(self.values())

    def action_cancel(self) -> None:
        """No."""
        self.dismiss(None)


class PickDialog(Modal[str | None]):
    """One of many: type to find, enter takes it."""

    HELP = "Type to find, arrows to move, enter to take, escape to leave."
    CSS_PATH = style("modals")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel"),
        Binding("down", "move(1)", "Down", show=False),
        Binding("up", "move(-1)", "Up", show=False),
    ]

    def __init__(self, title: str, rows: Sequence[Row], empty: str = "Nothing to choose from.") -> None:
        super().__init__()
        self._title, self._all, self._empty = title, rows, empty

    def compose(self) -> ComposeResult:
        """Title, what is typed, the list."""
        with Vertical(classes="dialog -tall") as box:
            box.border_subtitle = "⏎ take   esc leave" if self._all else "esc close"
            yield Label(content(self._title), classes="dialog-title", markup=False)
            yield Input(placeholder="type to find", id="find")
            yield Rows(id="choices", idle_cursor="cursor")
            yield Static(content(self._empty), id="hint", markup=False)

    def on_mount(self) -> None:
        """All of them first."""
        self._show(self._all)

    def _show(self, rows: Sequence[Row]) -> None:
        choices = self.query_one("#choices", Rows)
        choices.set_rows(rows)
        choices.display = bool(rows)
        self.query_one("#hint").display = not rows

    @on(Input.Changed)
    def _find(self, event: Input.Changed) -> None:
        words = event.value.lower().split()
        self._show([row for row in self._all if _has(row, words)])

    @on(Input.Submitted)
    @on(Rows.Chosen)
    def _take(self) -> None:
        current = self.query_one("#choices", Rows).current
        if current is not None:
            self.dismiss(current.key)

    def action_move(self, direction: int) -> None:
        """The cursor moves while the words stay in focus."""
        self.query_one("#choices", Rows).action_step(direction)

    def action_cancel(self) -> None:
        """None of them."""
        self.dismiss(None)


def _has(row: Row, words: Sequence[str]) -> bool:
    text = "".join(text for text, _ in row.pieces(400)).lower()
    return row.selectable and all(word in text for word in words)


class AskDialog(Modal[bool]):
    """One question, with the words that it takes to decide."""

    HELP = "A question: enter or y says yes, escape or n leaves everything as it is."
    CSS_PATH = style("modals")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n,q", "answer(False)", "No"),
        Binding("enter,y", "answer(True)", "Yes"),
    ]

    def __init__(self, title: str, words: str, yes: str) -> None:
        super().__init__()
        self._title, self._words, self._yes = title, words, yes

    def compose(self) -> ComposeResult:
        """The question, the words, what the keys do."""
        with Vertical(classes="dialog"):
            yield Label(content(self._title), classes="dialog-title", markup=False)
            yield Static(content(self._words), classes="dialog-words", markup=False)
            yield Static(content(f"enter: {self._yes}   escape: leave it"), id="hint", markup=False)

    def action_answer(self, agreed: bool) -> None:
        """Yes or no."""
        self.dismiss(agreed)


class TextDialog(Modal[bool]):
    """A text to look at, and where `yes` says so, to agree to."""

    HELP = "A text to read: arrows and page keys scroll, escape closes."
    CSS_PATH = style("modals")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "answer(False)", "Close"),
        Binding("enter,y", "answer(True)", "Yes"),
    ]

    def __init__(self, title: str, rows: Sequence[Row], yes: str = "", note: str = "") -> None:
        super().__init__()
        self._title, self._rows, self._yes, self._note = title, rows, yes, note
        self.at_change = False  # whether it begins at the first change rather than at the top

    def compose(self) -> ComposeResult:
        """Title, the text, what the keys do."""
        keys = f"enter: {self._yes}   escape: leave it" if self._yes else "escape: close"
        with Vertical(classes="dialog -large"):
            yield Label(content(self._title), classes="dialog-title", markup=False)
            if self._note:
                yield Static(content(self._note), classes="dialog-note", markup=False)
            yield Rows(id="text")
            yield Static(content(keys), id="hint", markup=False)

    def on_mount(self) -> None:
        """The text."""
        rows = self.query_one("#text", Rows)
        rows.set_rows(self._rows)
        rows.focus()
        if self.at_change:
            self.call_after_refresh(self._to_change)  # when it is known how much is in sight

    def _to_change(self) -> None:
        """The first change in sight, with as much above it as fits into a third."""
        rows = self.query_one("#text", Rows)
        place = next((at for at, row in enumerate(self._rows) if changes(row)), 0)
        above = max(0, place - rows.scrollable_content_region.height // 3)
        rows.cursor = place
        rows.scroll_from(above)

    def action_answer(self, agreed: bool) -> None:
        """Yes only where there is something to agree to."""
        if not agreed or self._yes:
            self.dismiss(agreed)


def changes(row: Row) -> bool:
    """Whether a row of a diff is something that comes or goes."""
    return any(style in ("added", "removed") for _, style in row.pieces(1))


def text_rows(text: str) -> list[Row]:
    """A text as rows, line by line, as it is."""
    return [Text(str(number), ((line, ""),)) for number, line in enumerate(plain_lines(text))]


def diff_rows(diff: str) -> list[Row]:
    """A unified diff as rows, coloured; the sign at the beginning of each line says the same."""
    return [Text(str(number), diff_pieces(line)) for number, line in enumerate(diff.split("\n")) if line]


def diff_pieces(line: str) -> tuple[Piece, ...]:
    """One line of a diff."""
    if line.startswith(("--- ", "+++ ")):
        name = "heading"
    else:
        name = {"+": "added", "-": "removed", "@": "place"}.get(line[:1], "")
    return ((plain(line), name),)


class Choice(NamedTuple):
    """A row to pick: its key, and pieces."""

    key: str
    parts: tuple[Piece, ...]
    selectable: bool = True

    def pieces(self, width: int) -> Sequence[Piece]:
        """What fits."""
        return trimmed(self.parts, width)
