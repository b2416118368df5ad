"""The filter of the topics list: as it is typed, by what is known at once and by bodies as they are read."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.memory.filter import EVERYTHING, HINT, Facts, Filter, parse
from memtui.memory.sift import search, sift
from memtui.memory.topic import Memory
from memtui.ui.dossier import Study
from memtui.ui.keys import Action
from memtui.ui.screens.base import MemoryScreen
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.filterbar import FilterBar
from memtui.ui.words import counted


class TopicSearch(MemoryScreen):
    """Knows which memories are meant."""

    TYPING = (
        Action("topics.list", "enter", "To the list", "keep the filter", "leave_filter"),
        Action("topics.clear", "escape", "Clear", "everything again", "home"),
    )

    @dataclass
    class BodiesSearched(Message):
        """Some bodies have what the filter wants; `done` when all were searched."""

        wanted: Filter
        files: Sequence[str]
        done: bool

    def __init__(self) -> None:
        super().__init__()
        self._study: Study | None = None
        self._filter = EVERYTHING
        self._heads: set[str] = set()  # files that the filter means, by what is known without their bodies
        self._bodies: set[str] = set()  # and by their bodies
        self._searching = False

    def _show_rows(self) -> None:
        raise NotImplementedError

    def _meant(self) -> Sequence[Memory]:
        """The memories to list, newest first."""
        memories = self.snapshot.memories
        if not self._filter.terms:
            return memories
        return [memory for memory in memories if memory.file in self._heads or memory.file in self._bodies]

    def _sift(self) -> None:
        """Which memories the filter means, as far as that is known; the rest is searched beside."""
        self.workers.cancel_group(self, "search")
        self._searching = False
        if not self._filter.terms or self._study is None:
            return
        facts = facts_of(self.snapshot)
        sifted = sift(self.snapshot.memories, self._filter, facts, self._study.texts)
        self._heads = sifted.hits
        self._bodies &= {memory.file for memory in sifted.unsure}
        self._searching = bool(sifted.unsure)
        if sifted.unsure:
            self._search(self._study, self._filter, facts, sifted.unsure)

    # Without a description, Textual makes one of all arguments, which are many memories.
    @work(thread=True, group="search", exclusive=True, exit_on_error=False, description="search bodies")
    def _search(self, study: Study, wanted: Filter, facts: Facts, unsure: list[Memory]) -> None:
        worker = get_current_worker()
        found: list[str] = []
        for files in search(unsure, wanted, facts, study.texts, lambda: worker.is_cancelled):
            found += files
            if not worker.is_cancelled:
                self.post_message(self.BodiesSearched(wanted, files, done=False))
        if not worker.is_cancelled:
            self.post_message(self.BodiesSearched(wanted, found, done=True))

    def on_topic_search_bodies_searched(self, event: BodiesSearched) -> None:
        """More memories are meant; once all were searched, only those."""
        if event.wanted is not self._filter:
            return
        before, waited = self._bodies, self._searching
        self._bodies = set(event.files) if event.done else before | set(event.files)
        self._searching = not event.done
        if self._bodies != before or (waited and event.done):
            self._show_rows()

    # The line it is typed in

    def on_filter_bar_changed(self, event: FilterBar.Changed) -> None:
        """As it is typed."""
        event.stop()
        self._filter = parse(event.text)
        self._sift()
        self._show_rows()

    def on_filter_bar_left(self) -> None:
        """On to the list."""
        self.action_leave_filter()

    def action_filter(self) -> None:
        """Type what to look for."""
        self.query_one(FilterBar).open()

    def action_leave_filter(self) -> None:
        """On to the list; a filter that is empty goes away."""
        bar = self.query_one(FilterBar)
        bar.set_text(bar.text.strip())
        self.query_one("#topic-rows").focus()

    def action_home(self) -> None:
        """One step back: out of the filter, then to the list."""
        if self.query_one(FilterBar).is_open:
            self.clear_filter()
        self.query_one("#topic-rows").focus()

    def clear_filter(self) -> None:
        """Everything again; the cursor stays where it is."""
        self._filter = EVERYTHING
        self._bodies = set()
        self.query_one(FilterBar).set_text("")
        self._sift()
        self._show_rows()

    def _show_note(self, listed: int) -> None:
        bar = self.query_one(FilterBar)
        if self._filter.problems:
            bar.note(self._filter.problems[0], wrong=True)
        elif not self._filter.terms:
            bar.note(HINT)
        else:
            more = ", reading bodies…" if self._searching else ""
            bar.note(f"{counted(listed, 'memory', 'memories')}{more}")


def facts_of(snapshot: Snapshot) -> Facts:
    """What a filter may ask of a store."""

    def problems(file: str) -> set[str]:
        found = snapshot.problems.get(file, ())
        return {finding.rule for finding in found} | {finding.severity for finding in found}

    return Facts(snapshot.now, snapshot.grade, problems, snapshot.pointed, snapshot.invisible)
