"""What a person does with memories: open, edit, find, arrange, follow links, rename, delete."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from memtui.history.change import Work
from memtui.memory.actions import plan_move, plan_remove
from memtui.memory.arrange import AGE, GROUPS, NAME, NO_GROUPS, SIZE, SORTS, STALENESS, TYPE
from memtui.memory.errors import MemtuiError
from memtui.memory.save import Step
from memtui.memory.scan import Scanner
from memtui.memory.topic import Memory
from memtui.ui.dossier import Dossier
from memtui.ui.screens.dialogs import Choice, Field, FormDialog, PickDialog
from memtui.ui.screens.topics_search import TopicSearch
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import plain
from memtui.ui.widgets.lines import Heading
from memtui.ui.widgets.preview import Preview
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.words import type_piece

if TYPE_CHECKING:
    from memtui.ui.screens.topic_rows import TopicRow, View

_SORT_WORDS = {
    AGE: "newest first",
    TYPE: "by type",
    NAME: "by name",
    SIZE: "largest first",
    STALENESS: "stalest first",
}
_MISSING = "\0"  # begins the key of a link that leads nowhere yet


class TopicActions(TopicSearch):
    """The actions of the topics screen."""

    sort_by = AGE
    group_by = NO_GROUPS
    _wanted: str | None = None

    @dataclass
    class Renamed(Message):
        """A memory is about to have another name."""

        new: str

    def _memory(self, wanted: str) -> Memory | None:
        """The memory under the cursor, or a word on why there is none."""
        row: TopicRow | None = self.query_one("#topic-rows", Rows).current
        if row is None:
            self.memtui.tell(f"there is no memory to {wanted}; n writes one, escape clears a filter", "warning")
            return None
        return row.memory

    def action_open(self) -> None:
        """Read the memory in full; on a link in the preview, go along it."""
        preview = self.query_one(Preview)
        if preview.rows.has_focus and preview.targets:
            self._follow(preview)
            return
        memory = self._memory("open")
        if memory is not None:
            from memtui.ui.screens.reader import ReaderScreen

            self.app.push_screen(ReaderScreen(memory.file))

    def _follow(self, preview: Preview) -> None:
        dossier = preview.dossier
        leads = {lead.target: lead.file for lead in dossier.leads} if dossier is not None else {}
        target = preview.targets[0]
        file = leads.get(target)
        if dossier is not None and not dossier.complete:
            self.memtui.tell("links are still being read", "warning")
        elif file is None:
            self.memtui.tell(f"there is no memory {target} yet; n writes one", "warning")
        else:
            self.show_file(file)

    def on_rows_chosen(self) -> None:
        """A double click opens, too."""
        self.action_open()

    def action_edit(self) -> None:
        """Edit it here."""
        memory = self._memory("edit")
        if memory is not None:
            self.memtui.edit_memory(memory.file)

    def action_external_editor(self) -> None:
        """Edit it in the user's own editor."""
        memory = self._memory("edit")
        if memory is not None:
            self.memtui.edit_outside(memory.file)

    def action_sort(self) -> None:
        """The next order; the frame of the list says which."""
        self.sort_by = SORTS[(SORTS.index(self.sort_by) + 1) % len(SORTS)]
        self._show_rows()

    def action_group(self) -> None:
        """The next way to group; the frame of the list says which."""
        self.group_by = GROUPS[(GROUPS.index(self.group_by) + 1) % len(GROUPS)]
        self._show_rows()

    def action_links(self) -> None:
        """Choose among what it links to and what links to it."""
        memory = self._memory("follow links from")
        if memory is None:
            return
        dossier = self.query_one(Preview).dossier
        if dossier is None or dossier.memory.file != memory.file or not dossier.complete:
            self.memtui.tell("its links are still being read; press again in a moment", "warning")
            return
        rows = link_rows(dossier, self.snapshot)
        if not rows:
            self.memtui.tell(f"{memory.title} links to no memory, and none links to it", "warning")
            return
        self.app.push_screen(PickDialog(f"Links of {memory.title}", rows), self._jump)

    def _jump(self, key: str | None) -> None:
        if key is None:
            return
        if key.startswith(_MISSING):
            self.memtui.tell(f"there is no memory {key[1:]} yet; n writes one", "warning")
        else:
            self.show_file(key[1:])

    def action_rename(self) -> None:
        """Another file name; pointers and links follow."""
        memory = self._memory("rename")
        if memory is None:
            return
        old = memory.file

        def save(values: dict[str, str] | None) -> None:
            if values is not None:
                self._rename(old, values["name"])

        hint = "enter renames, escape leaves it; pointers and links follow"
        field = Field("name", "New name; a folder/ before it moves it there", old.removesuffix(".md"))
        try:
            dialog = FormDialog(f"Rename {old}", [field], hint, _named)
        except MemtuiError as failure:
            self.memtui.tell(f"its name {failure}", "warning")
        else:
            self.app.push_screen(dialog, save)

    def _rename(self, old: str, wanted: str) -> None:
        store = self.memtui.which.store

        def plan(work: Work) -> list[Step]:
            new, steps = plan_move(store, Scanner(store.root).scan(), old, wanted)
            work.why = f"mv {old} {new}"
            self.post_message(self.Renamed(new))
            return steps

        self.memtui.change(f"mv {old} {wanted}", plan, f"{old} is now {wanted}; u takes it back")

    def on_topic_actions_renamed(self, event: Renamed) -> None:
        """The cursor goes along."""
        self._wanted = event.new

    def action_delete(self) -> None:
        """To the trash, with its pointers."""
        memory = self._memory("delete")
        if memory is None:
            return
        file, store = memory.file, self.memtui.which.store
        self.memtui.change(
            f"rm {file}", lambda _: plan_remove(store, file), f"{file} is in the trash; u brings it back"
        )


def _named(values: dict[str, str]) -> str:
    return "" if values["name"] else "a memory needs a name"


def view_words(view: "View") -> str:
    """How the list is arranged."""
    groups = "" if view.group == NO_GROUPS else f", in groups by {view.group}"
    return f"{_SORT_WORDS[view.sort]}{groups}"


def link_rows(dossier: Dossier, snapshot: Snapshot) -> list[Row]:
    """The links of a memory and those to it, to pick one."""
    rows: list[Row] = []
    if dossier.leads:
        rows.append(Heading("\1to", "Links to"))
    for lead in dossier.leads:
        if lead.file is None:
            rows.append(
                Choice(f"{_MISSING}{lead.target}", (("→ ", "muted"), (f"{plain(lead.target)}  not there yet", "warn")))
            )
        else:
            rows.append(_choice(">", "→ ", lead.file, snapshot))
    if dossier.back:
        rows.append(Heading("\1from", "Linked from"))
    return [*rows, *(_choice("<", "← ", file, snapshot) for file in dossier.back)]


def _choice(lead: str, arrow: str, file: str, snapshot: Snapshot) -> Choice:
    memory = snapshot.by_file.get(file)
    about = memory.description if memory is not None else None
    kind = type_piece(memory.type if memory is not None else None)
    return Choice(
        f"{lead}{file}", ((arrow, "muted"), kind, (f" {plain(file)}", "title"), (f"  {plain(about or '')}", "muted"))
    )
