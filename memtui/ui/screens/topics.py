"""Every memory: a list in the order, the groups and with the filter one wants, and one of them beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from memtui.memory.arrange import band_counts
from memtui.memory.topic import Memory
from memtui.ui.dossier import Dossier, Study
from memtui.ui.keys import TOPICS
from memtui.ui.paths import style
from memtui.ui.screens.base import bindings
from memtui.ui.screens.topic_rows import Listing, TopicRow, View, listing
from memtui.ui.screens.topics_actions import TopicActions, view_words
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.filterbar import FilterBar
from memtui.ui.widgets.histogram import Histogram
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.preview import Preview
from memtui.ui.widgets.rows import Rows

_REST_S = 0.04  # how long the cursor rests on a memory before it is read


class TopicsScreen(TopicActions):
    """The list, and the memory under its cursor."""

    MODE = TOPICS
    CSS_PATH = style("topics")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TOPICS), Binding("escape", "home", "Back", show=False)]
    HELP = (
        "Every memory with its problems, name, description, type and age: ○ fresh, ◐ aging, ● stale; ⚑ pinned, which "
        "no dream may change; ⊘ unseen, past the newest 200 files, which recall cannot see. The bars count ages; a "
        "click on one shows only those. Tab goes to the preview, where enter follows a link."
    )

    @dataclass
    class MemoryRead(Message):
        """A memory was read for the preview, perhaps without its links and past yet."""

        study: Study
        dossier: Dossier

    def __init__(self) -> None:
        super().__init__()
        self._listing: Listing | None = None
        self._wanted: str | None = None  # a file to go to as soon as it is listed

    def body(self) -> Iterable[Widget]:
        """Ages, filter, list and preview."""
        yield Histogram(id="ages")
        yield FilterBar(id="filter")
        yield Container(Panel(id="topics", rows_id="topic-rows"), Preview(id="preview"), id="desk")

    # The list

    def draw(self, snapshot: Snapshot) -> None:
        """The store as it is now."""
        if self._study is None or self._study.which is not snapshot.which:
            self._study = Study(snapshot.which)
        self._sift()
        self._show_rows()

    def _show_rows(self) -> None:
        """The list anew; the cursor stays on its memory while that is listed."""
        snapshot, panel = self.snapshot, self.query_one("#topics", Panel)
        meant = self._meant()
        view = View(snapshot, self.sort_by, self.group_by, self._filter.words)
        rows = self._listing = listing(view, meant)
        key = None
        if self._wanted is not None and rows.number(self._wanted):
            key, self._wanted = self._wanted, None
        elif self._filter.terms and panel.rows.current is not None and not rows.number(panel.rows.current.key):
            key = rows.first
        self.query_one(Histogram).show(band_counts(meant, snapshot.now))
        panel.title(f"Memories, {view_words(view)}")
        panel.say(*self._status(snapshot))
        panel.rows.set_rows(rows, key=key)
        self._show_note(self._listed)
        self.draw_edges()

    def _status(self, snapshot: Snapshot) -> tuple[Status, str]:
        if snapshot.failed and snapshot.scan is None:  # without its index alone, the memories are still there
            return Status.FAILED, f"{snapshot.failed}\n\nctrl+r looks again; p opens another store."
        if snapshot.scan is None:
            return Status.LOADING, "Reading the store…"
        if self._listed:
            return Status.READY, ""
        if snapshot.memories and self._searching:
            return Status.LOADING, "Reading what the memories say…"
        if snapshot.memories:
            return Status.EMPTY, "No memory is meant by this filter.\n\nescape clears it."
        return Status.EMPTY, "Nothing is remembered yet.\n\nn writes a first memory, p opens another store."

    @property
    def _listed(self) -> int:
        """How many memories are in the list."""
        return self._listing.total if self._listing is not None else 0

    def where(self) -> str:
        """Where the cursor is, and of how many."""
        row = self.query_one("#topic-rows", Rows).current
        total, every = self._listed, len(self.snapshot.memories)
        at = self._listing.number(row.key) if row is not None and self._listing is not None else 0
        if self._filter.terms:
            return f"{at:,} / {total:,} of {every:,}"
        return f"{at:,} / {total:,}" if total else ""

    def on_histogram_clicked(self, event: Histogram.Clicked) -> None:
        """Only these ages; once more, all of them."""
        wanted = f"age:{event.band}"
        bar = self.query_one(FilterBar)
        bar.set_text("" if bar.text == wanted else wanted)

    # The memory under the cursor

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """The preview follows the cursor."""
        if event.rows.id == "topic-rows":
            self.draw_edges()
            self._preview(event.row)

    def _preview(self, row: TopicRow | None) -> None:
        scan = self.snapshot.scan
        if row is None or scan is None or self._study is None:
            self.workers.cancel_group(self, "preview")
            self.query_one(Preview).clear(Status.EMPTY, "No memory is chosen.")
        else:
            self._read(self._study, row.memory, scan.memories)

    @work(thread=True, group="preview", exclusive=True, exit_on_error=False, description="read a memory")
    def _read(self, study: Study, memory: Memory, memories: Sequence[Memory]) -> None:
        worker = get_current_worker()
        if worker.cancelled_event.wait(_REST_S):
            return
        dossier = study.read(memory)
        if worker.is_cancelled:
            return
        if not study.knows(memories):  # working out who links to whom may take a while
            self.post_message(self.MemoryRead(study, dossier))
        whole = study.completed(dossier, memories, lambda: worker.is_cancelled)
        if whole is not None and not worker.is_cancelled:
            self.post_message(self.MemoryRead(study, whole))

    def on_topics_screen_memory_read(self, event: MemoryRead) -> None:
        """Show it, unless the cursor has moved on."""
        row = self.query_one("#topic-rows", Rows).current
        if event.study is self._study and row is not None and row.key == event.dossier.memory.file:
            self.query_one(Preview).show(event.dossier, self.snapshot, self._filter.words)

    def history_changed(self) -> None:
        """A state was recorded: the memory's past may be another."""
        super().history_changed()
        self._preview(self.query_one("#topic-rows", Rows).current)

    # Going places

    def show_file(self, file: str) -> None:
        """Put the cursor on a memory, also on one that a filter hides or that is not read yet."""
        known = self.snapshot.scan is None or file in self.snapshot.by_file
        if not known:
            self.memtui.tell(f"{file} is no memory of this store", "warning")
            return
        self._wanted = file
        if self._filter.terms and not (self._listing is not None and self._listing.number(file)):
            self.clear_filter()
        self._show_rows()
        self.query_one("#topic-rows").focus()
