"""The text of a memory, to be edited: Markdown coloured by the theme, and nothing in it that a terminal acts on.

The text in here has stand-ins for what cannot be shown; whoever saves it restores them.
"""

import re
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.document._document import EditResult, Location
from textual.document._document_navigator import DocumentNavigator
from textual.widgets import TextArea
from textual.widgets.text_area import LanguageDoesNotExist, TextAreaTheme

from memtui.memory.errors import MemtuiError
from memtui.memory.standins import pictured, restored, stood_in
from memtui.ui.widgets.folding import Folding

_THEME = "memtui"
_COLOURED_MAX = 60_000  # characters; the colouring looks at all of them at every key
_TAB = 4
_INLINE_MAX = 4_000  # characters of a line
# Within a line the grammar sees nothing; no pattern here reaches beyond its line.
_INLINE = re.compile(
    r"(?P<code>`[^`]+`)|(?P<bold>\*\*[^*]+\*\*)|(?P<link>\[\[[^\[\]]+\]\]|\[[^\[\]]*\]\([^()]*\)|https?://[^\s)>]+)"
)
_TELLING = frozenset("`*[:")
_COLOURS = {  # what the grammar names, in the colours of the theme
    "heading": "primary",
    "heading.marker": "primary",
    "text.literal": "secondary",
    "link.uri": "kind-user",
    "link.label": "accent",
    "list.marker": "accent",
    "punctuation.delimiter": "muted",
    "punctuation.special": "muted",
    "string.escape": "muted",
    "inline.code": "secondary",
    "inline.bold": "foreground",
    "inline.link": "primary",
}
_BOLD, _UNDERLINED = ("heading", "inline.bold"), ("link.uri", "inline.link")


class Body(TextArea):
    """The text."""

    HELP = (
        "The memory itself, in Markdown. ctrl+z takes back, ctrl+y does again, tab indents, shift+tab goes back to "
        "the form, f8 goes to the next problem. Control characters are drawn as pictures and kept as they are."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+tab", "app.focus_previous", "Back", show=False),
        Binding("ctrl+home", "ends(False)", "Start of the text", show=False),
        Binding("ctrl+end", "ends(True)", "End of the text", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, soft_wrap=True, tab_behavior="indent", show_line_numbers=True)
        self.indent_width = _TAB
        self.cursor_blink = False

    def show_text(self, text: str, first_line: int) -> None:
        """Another text, whose first line has this number in its file."""
        try:
            self.language = "markdown" if len(text) <= _COLOURED_MAX else None
        except LanguageDoesNotExist:  # plain text then, as without tree-sitter at all
            self.language = None
        self.line_number_start = first_line
        self.load_text(text)

    def _rewrap_and_refresh_virtual_size(self) -> None:
        if not isinstance(self.wrapped_document, Folding) or self.wrapped_document.document is not self.document:
            self.wrapped_document = Folding(self.document, self.wrap_width, self.indent_width)
            self.navigator = DocumentNavigator(self.wrapped_document)
        super()._rewrap_and_refresh_virtual_size()

    def show_line(self, number: int) -> None:
        """Put the cursor on a line of the file."""
        row = max(0, min(number - self.line_number_start, self.document.line_count - 1))
        self.move_cursor((row, 0), center=True)

    def action_ends(self, last: bool) -> None:
        """To the start or the end of the text."""
        self.move_cursor(self.document.end if last else self.document.start)

    @property
    def line(self) -> int:
        """The line of the file that the cursor is on."""
        return self.cursor_location[0] + self.line_number_start

    def on_mount(self) -> None:
        """Colours of the app's theme."""
        self._dress()

    def _app_theme_changed(self) -> None:
        self._dress()

    def _dress(self) -> None:
        names = self.app.theme_variables
        styles = {
            name: Style(color=names[colour], bold=name in _BOLD, underline=name in _UNDERLINED)
            for name, colour in _COLOURS.items()
        }
        self.register_theme(TextAreaTheme(_THEME, syntax_styles=styles))
        self.theme = _THEME
        self._set_theme(_THEME)

    def get_line(self, line_index: int) -> Text:
        """A line as it is drawn: as long as it is, with pictures for what stands in for something."""
        return Text(pictured(self.document.get_line(line_index)), end="", no_wrap=True)

    def _build_highlight_map(self) -> None:
        """What the grammar finds, and what stands within a line, which it does not look into."""
        super()._build_highlight_map()
        if self._highlight_query is None:
            return
        for row, line in enumerate(self.document.lines):
            if len(line) > _INLINE_MAX or not _TELLING.intersection(line):
                continue
            for found in _INLINE.finditer(line):
                start = len(line[: found.start()].encode())
                end = start + len(found.group().encode())
                self._highlights[row].append((start, end, f"inline.{found.lastgroup}"))

    @property
    def selected_text(self) -> str:
        """What is copied: the text itself, not its stand-ins."""
        return restored(super().selected_text)

    def _replace_via_keyboard(self, insert: str, start: Location, end: Location) -> EditResult | None:
        """Typed or pasted text comes in by its stand-ins, too."""
        try:
            safe = stood_in(insert.replace("\r\n", "\n").replace("\r", "\n"))
        except MemtuiError:
            return None
        return super()._replace_via_keyboard(safe, start, end)
