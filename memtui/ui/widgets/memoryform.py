"""The frontmatter of a memory as a form: name, description with a hint on it, type; for a new one also for whom."""

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Label, Static

from memtui.audit.judging import hint_on
from memtui.memory.actions import new_file
from memtui.memory.errors import MemtuiError
from memtui.memory.limits import TYPES
from memtui.memory.sheet import Form
from memtui.memory.visible import visible
from memtui.ui.text import content
from memtui.ui.widgets.oneof import OneOf

_PRIVATE, _TEAM = "me", "team"
_ABOUT = {
    "": "left and right choose what kind of memory it is",
    "user": "who the user is and what they know",
    "feedback": "how to work: what to do again, what to avoid",
    "project": "what goes on in this project, and why",
    "reference": "where to look things up",
}


class Field(Input):
    """One line of text, never with anything in it that a terminal acts on."""

    HELP = "One line. Enter goes to the next field, ctrl+s saves, escape leaves and keeps a draft."

    def validate_value(self, value: str) -> str:
        """What is pasted is written out."""
        return visible(value.replace("\t", " ").replace("\n", " "))


class MemoryForm(Vertical):
    """The form."""

    @dataclass
    class Changed(Message):
        """A value is another now."""

        form: Form

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._file: str | None = None
        self._other = ""  # a type that the agent does not know, kept while nobody chooses another

    def compose(self) -> ComposeResult:
        """A row for each value."""
        with Horizontal(classes="form-row"):
            yield Label("Name", classes="form-label", markup=False)
            yield Field(id="name", compact=True, select_on_focus=False, placeholder="a short name")
        with Horizontal(classes="form-row"):
            yield Label("Description", classes="form-label", markup=False)
            about = "one line to select it by"
            yield Field(id="description", compact=True, select_on_focus=False, placeholder=about)
        yield Static(id="description-hint", classes="form-hint", markup=False)
        with Horizontal(classes="form-row"):
            yield Label("Type", classes="form-label", markup=False)
            yield OneOf(TYPES, id="kind")
            yield Static(id="kind-hint", markup=False)
        with Horizontal(classes="form-row", id="whose"):
            yield Label("For", classes="form-label", markup=False)
            yield OneOf((_PRIVATE, _TEAM), id="team")
            yield Static(id="file-hint", markup=False)

    @property
    def value(self) -> Form:
        """What is filled in."""
        kind = self.query_one("#kind", OneOf).value or self._other
        name, about = (" ".join(self.query_one(f"#{each}", Field).value.split()) for each in ("name", "description"))
        return Form(name, about, kind)

    @property
    def team(self) -> bool:
        """Whether a new memory is for everybody."""
        return self.query_one("#team", OneOf).value == _TEAM

    def fill(self, form: Form, file: str | None, team: bool = False) -> None:
        """Show these values; without a file, of a new memory."""
        self._file = file
        known = form.kind in TYPES
        self._other = "" if known else form.kind
        with self.prevent(Input.Changed, OneOf.Changed):
            self.query_one("#name", Field).value = form.name
            self.query_one("#description", Field).value = form.description
            self.query_one("#kind", OneOf).value = form.kind if known else ""
            self.query_one("#team", OneOf).value = _TEAM if team else _PRIVATE
        self.query_one("#whose").display = file is None
        self._hint()

    @on(Input.Changed)
    @on(OneOf.Changed)
    def _changed(self, event: Message) -> None:
        event.stop()
        self._hint()
        self.post_message(self.Changed(self.value))

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        self.screen.focus_next()

    def _hint(self) -> None:
        form = self.value
        hint = hint_on(form.description, form.name, self._file or "x.md")
        line = self.query_one("#description-hint", Static)
        line.update(content(f"{'✓' if hint.good else '▲'} {hint.words}"))
        line.set_class(hint.good, "-good")
        about = _ABOUT.get(form.kind, f"{form.kind} is no type that the agent knows")
        self.query_one("#kind-hint", Static).update(content(about))
        try:
            goes = f"→ {new_file(form.name, form.kind, team=self.team)}"
        except MemtuiError:
            goes = "→ the file is named by type and name"
        self.query_one("#file-hint", Static).update(content(goes))
