"""The editor: a form for the frontmatter, the text, and what is wrong with it while it is typed.

What is typed is kept as a draft a moment later, so nothing is lost by a crash, a quit or a full disk.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from memtui.history.drafts import Draft
from memtui.ui.keys import ACTIONS, ANYWHERE, EDITOR, Action
from memtui.ui.paths import style
from memtui.ui.screens.editor_actions import EditorActions
from memtui.ui.widgets.body import Body

TO_FORM = Action("editor.form", "shift+tab", "Form", "back to name, description and type", "app.focus_previous")


class EditorScreen(EditorActions):
    """One file, or a new memory. With a draft it goes on from that, and where `save` says so saves it at once."""

    MODE = EDITOR
    AUTO_FOCUS = ""
    CSS_PATH = style("editor")
    # Before the text has them: its own ctrl+e goes to the end of the line, which the end key does as well.
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(each.key, each.call, each.label, tooltip=each.about, id=each.id, priority=True)
            for each in ACTIONS[EDITOR]
        ),
        Binding("enter", "open_problem", "Go there", show=False),
    ]
    HELP = (
        "Edit a memory: name, description and type above, the text below them, and at the bottom what the audit "
        "would say of it. Saving writes the file and its pointer in one change; what is not saved is kept as a draft."
    )

    def __init__(self, file: str | None, line: int = 1, *, draft: Draft | None = None, save: bool = False) -> None:
        super().__init__(file, line, draft, save)

    @property
    def typing(self) -> bool:
        """No other keys in a line than in the text."""
        return False

    def shown_actions(self) -> Sequence[Action]:
        """In the text, where tab indents, also the way to the form above it."""
        save, *others = super().shown_actions()
        return [save, TO_FORM, *others] if self.in_text else [save, *others]

    @property
    def in_text(self) -> bool:
        """Whether the text below a form has the focus."""
        return isinstance(self.focused, Body) and bool(self.query_one("#form").display)

    def offers(self, action: Action) -> bool:
        """Keys that are letters are text here."""
        return len(action.key.removeprefix("shift+")) > 1

    def fixed_actions(self) -> Sequence[Action]:
        """Help by its other key: a question mark is text here."""
        return [action._replace(key="f1") for action in ACTIONS[ANYWHERE] if action.id == "help"]

    def on_mount(self) -> None:
        """Read the file."""
        self.begin()
