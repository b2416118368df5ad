"""What a person does to the index: open, edit, add, remove and move pointers. Each is one recorded change."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from memtui.memory.errors import MemtuiError
from memtui.memory.index import Line
from memtui.memory.limits import INDEX_NAME, LOGS_DIR, POINTER_AIM, POINTER_MAX, TEAM_DIR
from memtui.memory.pointers import fitted_hook, retitled, title_of
from memtui.memory.reindex import plan_drop, plan_line, plan_pointer, plan_shift
from memtui.memory.topic import Memory
from memtui.ui.screens.base import ModeScreen
from memtui.ui.text import plain
from memtui.ui.widgets.rows import Rows
from memtui.ui.words import type_piece

if TYPE_CHECKING:
    from memtui.ui.screens.index import IndexRow


class IndexActions(ModeScreen):
    """The actions of the index screen."""

    def _row(self) -> "IndexRow | None":
        row: IndexRow | None = self.query_one("#index-rows", Rows).current
        return row

    def _line(self, wanted: str) -> Line | None:
        """The line under the cursor, or a word on why there is none."""
        row = self._row()
        if row is None:
            self.memtui.tell(f"there is no line to {wanted}; a adds a pointer, n writes a memory", "warning")
            return None
        return row.line

    async def action_open(self) -> None:
        """Go to the memory."""
        row = self._row()
        if row is None or row.line.entry is None:
            self.memtui.tell("this line points to nothing; move to a pointer and press enter", "warning")
        elif row.line.entry.external:
            self.memtui.tell(f"a link out of the store, which memtui does not follow: {row.line.entry.file}", "warning")
        elif row.memory is None:
            self.memtui.tell(f"{row.line.entry.file} does not exist; d removes this pointer", "warning")
        else:
            await self.memtui.show_memory(row.memory.file)

    async def on_rows_chosen(self) -> None:
        """A double click opens, too."""
        await self.action_open()

    def action_edit_pointer(self) -> None:
        """Title and hook of this pointer, or the text of a line that is none."""
        from memtui.ui.screens.dialogs import Field, FormDialog

        line = self._line("edit")
        if line is None:
            return
        entry = line.entry
        if entry is None:
            fields = [Field("text", f"Line {line.number}", line.text, verbatim=True)]
        else:
            fields = [Field("title", "Title", entry.title), Field("hook", "Hook: when is it of use?", entry.hook)]

        def save(values: dict[str, str] | None) -> None:
            if values is not None:
                self._rewrite(line, rewritten(line, values))

        hint = f"enter saves, escape leaves it; aim at {POINTER_AIM} characters"
        try:
            dialog = FormDialog(f"Line {line.number} of {INDEX_NAME}", fields, hint, partial(too_long, line))
        except MemtuiError as failure:
            self.memtui.tell(f"line {line.number} {failure}", "warning")
        else:
            self.app.push_screen(dialog, save)

    def _rewrite(self, line: Line, text: str) -> None:
        store = self.memtui.which.store
        self.memtui.change(
            f"edit line {line.number} of {INDEX_NAME}",
            lambda _: plan_line(store, line, text),
            f"line {line.number} of {INDEX_NAME} edited; u takes it back",
        )

    def action_add_pointer(self) -> None:
        """A pointer to one of the memories that have none."""
        from memtui.ui.screens.dialogs import Choice, PickDialog

        free = [memory for memory in self.snapshot.memories if self._free(memory)]
        rows = [
            Choice(memory.file, (type_piece(memory.type), (f"  {plain(memory.file)}", "title"), _about(memory)))
            for memory in free
        ]
        row = self._row()

        def add(file: str | None) -> None:
            memory = self.snapshot.by_file.get(file or "")
            if memory is not None:
                self._add(memory, row.line if row is not None else None)

        empty = "Every memory has its pointer. n writes a new one."
        self.app.push_screen(PickDialog("Add a pointer to", rows, empty), add)

    def _free(self, memory: Memory) -> bool:
        return memory.file not in self.snapshot.pointed and memory.folder not in (LOGS_DIR, TEAM_DIR)

    def _add(self, memory: Memory, after: Line | None) -> None:
        title = title_of(memory.title.removeprefix(f"{memory.type}_").removeprefix(f"{memory.type}-"))
        hook = fitted_hook(title, memory.file, memory.description or "")
        store = self.memtui.which.store
        self.memtui.change(
            f"add a pointer to {memory.file}",
            lambda _: plan_pointer(store, memory.file, title, hook, after),
            f"pointer to {memory.file} added; u takes it back",
            start=True,
        )

    def action_remove_line(self) -> None:
        """Remove this line; the memory it points to stays."""
        line = self._line("remove")
        if line is None:
            return
        store = self.memtui.which.store
        self.memtui.change(
            f"remove line {line.number} of {INDEX_NAME}",
            lambda _: plan_drop(store, line),
            f"line {line.number} removed, its memory stays; u takes it back",
        )

    def action_move_line(self, direction: int) -> None:
        """One line up or down."""
        line = self._line("move")
        if line is None:
            return
        to = line.number + direction
        if not 1 <= to <= len(self.snapshot.lines) or (
            direction > 0 and to == len(self.snapshot.lines) and not self.snapshot.lines[-1].text
        ):
            self.memtui.tell("it is at the end already", "warning")
            return
        store = self.memtui.which.store
        self.memtui.change(
            f"move line {line.number} of {INDEX_NAME} to {to}",
            lambda _: plan_shift(store, line, to),
            f"moved to line {to}; u takes it back",
        )

    def action_as_loaded(self) -> None:
        """The exact text the agent gets."""
        from memtui.ui.screens.dialogs import TextDialog, text_rows

        text = self.snapshot.loaded.text
        if not text:
            self.memtui.tell("nothing is loaded: the index is empty", "warning")
            return
        self.app.push_screen(TextDialog(f"{INDEX_NAME} as the agent gets it", text_rows(text)))

    def action_external_editor(self) -> None:
        """MEMORY.md in the user's own editor."""
        self.memtui.edit_outside(INDEX_NAME)


def rewritten(line: Line, values: Mapping[str, str]) -> str:
    """The line with what was filled in."""
    return values["text"] if line.entry is None else retitled(line.entry, values["title"], values["hook"])


def too_long(line: Line, values: Mapping[str, str]) -> str:
    """Why a line may not be written: it is too long for an index, and not shorter than it was."""
    size = len(rewritten(line, values))
    if size <= max(POINTER_MAX, len(line.text)):
        return ""
    return f"{size} characters: over {POINTER_MAX}, the detail belongs into the memory"


def _about(memory: Memory) -> tuple[str, str]:
    return (f"  {plain(memory.description or '')}", "muted")
