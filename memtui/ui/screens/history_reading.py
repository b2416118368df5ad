"""Reading the past beside the screen: the list of states, what one of them changed, how the store grew.

Each answer says what it is an answer to; the screen drops it when it has gone on meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import work
from textual.cache import LRUCache
from textual.message import Message
from textual.worker import get_current_worker

from memtui.history.choosing import undone
from memtui.history.growth import Size, sizes
from memtui.history.log import Entry, Log
from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.screens.base import ModeScreen
from memtui.ui.widgets.panel import Status
from memtui.ui.widgets.rows import Row

_DEBOUNCE_S = 0.08
_KEPT_DIFFS = 64
MOST_FILES = 200  # of one change in one diff; the first look at a large store has thousands


class Past(NamedTuple):
    """The history of a store as it was read, newest first."""

    which: Which
    head: str | None
    entries: Sequence[Entry]
    gone: frozenset[int]  # numbers of the changes that were taken back

    def place(self, number: int) -> int | None:
        """Where a state is in the list."""
        return next((at for at, entry in enumerate(self.entries) if entry.number == number), None)


class Wanted(NamedTuple):
    """A diff: of one state, of all its files or of one, so many cells wide."""

    commit: str
    number: int
    file: str | None
    width: int


class HistoryReading(ModeScreen):
    """The work behind the history screen."""

    @dataclass
    class Read(Message):
        """The list of states was read."""

        past: Past

    @dataclass
    class Unreadable(Message):
        """The history cannot be read."""

        which: Which
        words: str

    @dataclass
    class Compared(Message):
        """What a state changed, as rows; or why that is not known."""

        wanted: Wanted
        rows: Sequence[Row]
        failed: str = ""

    @dataclass
    class Measured(Message):
        """How large the store was over time, oldest first; nothing where that cannot be read."""

        which: Which
        sizes: Sequence[Size]

    def __init__(self) -> None:
        super().__init__()
        self.past: Past | None = None
        self.compared: LRUCache[Wanted, Sequence[Row]] = LRUCache(_KEPT_DIFFS)

    @work(thread=True, group="history", exclusive=True, exit_on_error=False)
    def read_history(self, which: Which, known: Past | None) -> None:
        """Read the list, unless it is known already."""
        worker = get_current_worker()
        log = Log(which.store.state)
        try:
            if known is not None and known.which is which and known.head == log.head():
                return
            entries = log.entries()
            head = entries[0].commit if entries else None
            message: Message = self.Read(Past(which, head, entries, undone(entries)))
        except MemtuiError as failure:
            message = self.Unreadable(which, str(failure))
        if not worker.is_cancelled:
            self.post_message(message)

    @work(thread=True, group="diff", exclusive=True, exit_on_error=False)
    def compare(self, past: Past, wanted: Wanted) -> None:
        """Work out a diff, when the cursor has stood there for a moment."""
        worker = get_current_worker()
        if worker.cancelled_event.wait(_DEBOUNCE_S):
            return
        try:
            message = self.Compared(wanted, diff_of(past, wanted))
        except MemtuiError as failure:
            message = self.Compared(wanted, (), str(failure))
        if not worker.is_cancelled:
            self.post_message(message)

    @work(thread=True, group="growth", exclusive=True, exit_on_error=False)
    def measure(self, past: Past) -> None:
        """Measure some of the past states."""
        worker = get_current_worker()
        found: list[Size] = []
        try:
            for size in sizes(Log(past.which.store.state), past.entries):
                if worker.is_cancelled:
                    return
                found.append(size)
        except MemtuiError:
            found = []  # the list itself says what is wrong
        if not worker.is_cancelled:
            self.post_message(self.Measured(past.which, found))


def diff_of(past: Past, wanted: Wanted) -> list[Row]:
    """What a state changed, as rows, with words where there is nothing to show."""
    from memtui.history.back import around
    from memtui.history.diff import diff_states
    from memtui.ui.screens.history_rows import about, diff_lines, file_lines, nothing_words, word_rows

    state = past.which.store.state
    place = past.place(wanted.number)
    if place is None:
        return []
    entry = past.entries[place]
    old, new = around(Log(state), past.entries, place)
    if wanted.file is not None:
        rows = file_lines(diff_states(state, old, new, [wanted.file]), wanted.width)
        return rows or word_rows(nothing_words(entry, wanted.file), wanted.width)
    rows = diff_lines(diff_states(state, old, new, sorted(entry.touched)[:MOST_FILES]), wanted.width)
    rows = rows or word_rows(nothing_words(entry, None), wanted.width)
    if len(entry.touched) > MOST_FILES:
        more = len(entry.touched) - MOST_FILES
        rows += word_rows(f"and {more:,} more files: enter lists them, each with its own difference", wanted.width)
    return [*about(entry, entry.number in past.gone, wanted.width), *rows]


def list_status(past: Past | None, rows: Sequence[Row], words: str, failed: str, known: bool) -> tuple[Status, str]:
    """What the list is in, and the words for when it has no rows. `known`: that nothing is still being recorded."""
    if failed:
        return Status.FAILED, f"{failed}\n\nctrl+r looks again; the memories themselves are not touched by this."
    if rows:
        return Status.READY, ""
    if past is None or not known:
        return Status.LOADING, "Reading the history…"
    if past.entries:
        return Status.EMPTY, f"No change fits “{words}”.\n\nescape shows all of them again."
    return Status.EMPTY, "Nothing is recorded yet: there is no store to look at.\n\nn writes a first memory."
