"""One memory in full, as Markdown. What is too much for that is shown line by line."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from memtui.memory.texts import body_of
from memtui.memory.topic import Memory
from memtui.ui.dossier import Dossier, Study
from memtui.ui.keys import READER, TOPICS
from memtui.ui.paths import style
from memtui.ui.portrait import facts, packed
from memtui.ui.prose import Styler, wrapped
from memtui.ui.screens.base import ModeScreen, bindings
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, plain, readable
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row
from memtui.ui.widgets.strip import Line

if TYPE_CHECKING:
    from textual.widgets import Markdown

_MARKDOWN_CHARS = 50_000  # from here on, Markdown takes too long to draw
_MARKDOWN_BLOCKS = 250  # list items, paragraphs, headings: each is drawn by a widget of its own
_MARKDOWN_CELLS = 250  # of tables: so is each of these
_BLOCK = re.compile(r"^[ \t]*(?:[-*+>#]|\d+[.)]|$)", re.MULTILINE)
_LINE_CHARS = 4_000
_CHUNK = 2_000
_WIDEST = 400  # all facts fit in one line of so many cells


class MemoryText(VerticalScroll, can_focus=True):
    """Where the Markdown stands."""

    HELP = "The memory in full: arrows and page keys scroll, e edits it, escape goes back. Links are shown, not opened."


class ReaderScreen(ModeScreen):
    """Reads one file and follows its changes."""

    MODE = READER
    TAB = TOPICS
    CSS_PATH = style("topics")
    BINDINGS: ClassVar[list[BindingType]] = bindings(READER)
    HELP = "One memory in full, as Markdown. e edits it, escape goes back to the list."
    AUTO_FOCUS = ""

    @dataclass
    class TextRead(Message):
        """The memory was read, and what draws it is at hand."""

        dossier: Dossier

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._memory: Memory | None = None

    def body(self) -> Iterable[Widget]:
        """What it is, and what it says."""
        yield Line(id="about")
        yield Line(id="said")
        yield Container(MemoryText(id="markdown"), Panel(id="reader-lines", rows_id="line-rows"), id="reader")

    def draw(self, snapshot: Snapshot) -> None:
        """The file as it is now; read again only when it is another."""
        panel = self.query_one("#reader-lines", Panel)
        memory = snapshot.by_file.get(self._file)
        if memory is None:
            self._memory = None
            self._choose(markdown=False)
            panel.say(Status.EMPTY, f"{self._file} is gone.\n\nescape goes back; u takes memtui's last change back.")
            return
        self.query_one("#about", Line).show([(f" {plain(memory.title)}  ", "strong"), *_plain_facts(memory, snapshot)])
        said = plain(memory.description or "no description")
        self.query_one("#said", Line).show([(f" {said}", "muted")])
        if self._memory is None or self._memory.key != memory.key:
            if self._memory is None:
                self._choose(markdown=False)
                panel.say(Status.LOADING, "Reading the memory…")
            self._memory = memory
            self._read(Study(snapshot.which), memory)

    @work(thread=True, group="preview", exclusive=True, exit_on_error=False, description="read a memory")
    def _read(self, study: Study, memory: Memory) -> None:
        worker = get_current_worker()
        dossier = study.read(memory)
        if reads_as_markdown(dossier):
            import textual.widgets._markdown  # noqa: F401 - takes a second the first time: here, not on the way of keys
        if not worker.is_cancelled:
            self.post_message(self.TextRead(dossier))

    async def on_reader_screen_text_read(self, event: TextRead) -> None:
        """Show it, unless another is wanted by now."""
        dossier = event.dossier
        if dossier.memory is not self._memory:
            return
        panel = self.query_one("#reader-lines", Panel)
        if dossier.failure:
            self._choose(markdown=False)
            panel.say(Status.FAILED, f"{dossier.failure}\n\nescape goes back.")
        elif reads_as_markdown(dossier):
            self._choose(markdown=True)
            await self._show_markdown(readable(body_of(dossier.text, dossier.memory)))
        else:
            self._choose(markdown=False)
            panel.say(Status.READY)
            panel.rows.set_rows(plain_rows(body_of(dossier.text, dossier.memory), panel.content_region.width - 1))
            panel.rows.focus()

    async def _show_markdown(self, text: str) -> None:
        from textual.widgets import Markdown

        place = self.query_one(MemoryText)
        shown = self.query(Markdown)
        if shown:
            await shown.first().update(text)
        else:
            await place.mount(Markdown(text, open_links=False))
        place.focus()

    def _choose(self, *, markdown: bool) -> None:
        self.query_one("#markdown").display = markdown
        self.query_one("#reader-lines").display = not markdown

    def on_markdown_link_clicked(self, event: "Markdown.LinkClicked") -> None:
        """Links are shown, never opened."""
        event.stop()
        self.memtui.tell(f"memtui opens no links: {event.href}")

    def where(self) -> str:
        """The file."""
        return plain(self._file)

    def action_close(self) -> None:
        """Back to the list."""
        self.dismiss()

    def action_edit(self) -> None:
        """Edit it here."""
        self.memtui.edit_memory(self._file)

    def action_external_editor(self) -> None:
        """Edit it in the user's own editor."""
        self.memtui.edit_outside(self._file)


def _plain_facts(memory: Memory, snapshot: Snapshot) -> list[Piece]:
    return packed(facts(memory, snapshot), _WIDEST)[0]


def reads_as_markdown(dossier: Dossier) -> bool:
    """Whether Markdown can draw it without making anybody wait."""
    text = dossier.text
    return (
        not dossier.failure
        and len(text) <= _MARKDOWN_CHARS
        and sum(1 for _ in _BLOCK.finditer(text)) <= _MARKDOWN_BLOCKS
        and text.count("|") <= _MARKDOWN_CELLS
        and all(len(line) <= _LINE_CHARS for line in text.split("\n"))
    )


def plain_rows(text: str, width: int) -> list[Row]:
    """A text of any size, line by line; nothing is left out."""
    styler = Styler()
    rows: list[Row] = []
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), _CHUNK):
            styled = styler.line(line[start : start + _CHUNK])
            for pieces in wrapped(styled.pieces, width, styled.hang):
                rows.append(Text(str(len(rows)), tuple(pieces)))
    return rows
