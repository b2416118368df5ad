"""Help for what has focus: its words and keys, those of its screen, those that work anywhere, and the signs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from memtui.ui.help_rows import Entry, Section, anywhere, legend, lines, of_screen
from memtui.ui.keymap import shown_key
from memtui.ui.paths import style
from memtui.ui.screens.leaving import Modal

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

# Textual's own widgets have no words of ours.
_OTHERS = {
    "Input": "A line to type in. Enter goes on, escape leaves.",
    "TextArea": "A text to write in. Arrows move, shift with arrows marks, ctrl+z takes back.",
}
_MOST_KEYS = 14  # of the widget in focus; a text field has dozens that everybody knows


class HelpText(VerticalScroll, can_focus=True):
    """The text of the help."""

    HELP = "Help. Arrows, j and k scroll, page keys leap, escape closes."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "Down", show=False),
        Binding("k", "scroll_up", "Up", show=False),
        Binding("space", "page_down", "Page down", show=False),
    ]

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="help-text", markup=False)


class HelpScreen(Modal[None]):
    """What can be done with what has focus."""

    HELP = "Help for what had focus. Arrows scroll, escape closes."
    CSS_PATH = style("help")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,f1,q", "close", "Close")]

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self.about = screen

    def compose(self) -> ComposeResult:
        """A box around the text."""
        with Vertical(id="help"):
            yield HelpText()

    def on_mount(self) -> None:
        """What it is, and how to leave."""
        box = self.query_one("#help")
        box.border_title, box.border_subtitle = "Help", "esc close"
        self.query_one(HelpText).focus()

    def on_resize(self) -> None:
        """Lines are as long as there is room."""
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        text = self.query_one("#help-text", Static)
        shown = [
            Content.assemble(*[(words, name) if name else words for words, name in line])
            for line in lines(self.sections(), text.content_size.width)
        ]
        text.update(Content("\n").join(shown))

    def sections(self) -> list[Section]:
        """What has focus first, then what is around it."""
        keys = cast("MemtuiApp", self.app).keymap
        found = [of_screen(getattr(self.about, "MODE", ""), help_of(self.about), keys)]
        focused = self.about.focused
        if focused is not None:
            found.append(Section("In focus", help_of(focused), tuple(_keys_of(focused))))
        return [*found, anywhere(keys), legend()]

    def action_close(self) -> None:
        """Back."""
        self.dismiss(None)


def help_of(widget: Widget) -> str:
    """The words of a widget or screen."""
    words = getattr(widget, "HELP", None)
    return str(words) if words else _OTHERS.get(type(widget).__name__, "")


def _keys_of(widget: Widget) -> Iterable[Entry]:
    """The widget's own keys, those of one action in one line."""
    found: dict[str, list[str]] = {}
    for binding in _bindings_of(widget):
        if binding.description:
            found.setdefault(binding.description, []).append(shown_key(binding.key))
    return [Entry(" ".join(keys), words) for words, keys in list(found.items())[:_MOST_KEYS]]


def _bindings_of(widget: Widget) -> Iterable[Binding]:
    """What memtui bound on it; of Textual's own widgets, what Textual did."""
    ours = [each for each in type(widget).__mro__ if each.__module__.startswith("memtui.")]
    if ours:
        return [binding for each in ours for binding in Binding.make_bindings(vars(each).get("BINDINGS", ()))]
    return [binding for _, binding in widget._bindings]
