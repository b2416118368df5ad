"""What the dreams screen reads beside itself: the files of a dream's result, and what it said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import work
from textual.cache import LRUCache
from textual.message import Message
from textual.worker import get_current_worker

from memtui.dream.digest import Digest, Live
from memtui.dream.events import Reader, events_path
from memtui.dream.outcome import outcome
from memtui.dream.review import FileReview
from memtui.dream.task import Task
from memtui.memory.errors import MemtuiError
from memtui.memory.store import Store
from memtui.ui.screens.base import ModeScreen

_PAUSE_S = 0.04  # a cursor that passes by reads no file
_KEPT = 16


class Result(NamedTuple):
    """What came of a dream: its files, and what it told."""

    items: Sequence[FileReview]
    live: Live
    failed: str = ""


Wanted = tuple[str, str, int | None, tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def wanted_of(task: Task) -> Wanted:
    """What a result depends on: it is read again when any of this is another."""
    return task.id, f"{task.status} {task.review}", task.change, task.adopted, task.discarded, task.waits


class DreamsReading(ModeScreen):
    """Reads in threads; what comes is a message."""

    @dataclass
    class ResultRead(Message):
        """What a dream did was read, or why it cannot be is known."""

        wanted: Wanted
        result: Result

    def __init__(self) -> None:
        super().__init__()
        self.results: LRUCache[Wanted, Result] = LRUCache(_KEPT)

    @work(thread=True, group="dream", exclusive=True, exit_on_error=False)
    def read_result(self, store: Store, task: Task) -> None:
        """Read it, when the cursor has stood there for a moment."""
        worker = get_current_worker()
        if worker.cancelled_event.wait(_PAUSE_S):
            return
        digest = Digest()
        digest.take(Reader(events_path(store.state, task.id)).stream())
        try:
            result = Result(outcome(store, task), digest.live)
        except MemtuiError as failure:
            result = Result((), digest.live, str(failure))
        if not worker.is_cancelled:
            self.post_message(self.ResultRead(wanted_of(task), result))
