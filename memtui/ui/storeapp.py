"""An app with one store open: one picture of it for all screens, the work beside, and changes with a way back."""

from collections.abc import Callable
from typing import Any

from textual import work
from textual.app import App
from textual.worker import Worker, WorkerState, get_current_worker

from memtui.memory.config import Config
from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.changes import Plan, undo, write
from memtui.ui.desk import Desk
from memtui.ui.dreaming import Dreams
from memtui.ui.dreamwatch import DreamWatch
from memtui.ui.keys import AUDIT, HISTORY, TOPICS
from memtui.ui.loader import Loader
from memtui.ui.messages import (
    AuditProgressed,
    ChangeFailed,
    ChangeMade,
    DreamsChanged,
    HistoryChanged,
    LookFailed,
    SnapshotChanged,
)
from memtui.ui.screens.base import ModeScreen
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import plain
from memtui.ui.watcher import Watcher

_NOTE_S = 6.0


class StoreApp(App[None]):
    """One open store."""

    def __init__(self, which: Which, config: Config) -> None:
        super().__init__()
        self.config = config
        self.history_count: int | None = None  # of recorded states, once it is known
        self.last_words: list[str] = []  # to be told when the terminal is back
        self.look_failure = ""  # why the last look could not be finished, in words
        self.open_desk(which)

    def open_desk(self, which: Which) -> None:
        """Begin with a store: its first rows at once, the rest when the loader is started."""
        self.desk = Desk(which, self.config)
        self.snapshot: Snapshot = self.desk.peek()
        self.loader = Loader(self.desk, self.post_message)
        self.watcher = Watcher(which.store.root, self.loader.request)
        self.audit_progress: AuditProgressed | None = None  # of the first audit
        self.dreams = Dreams(which, self.snapshot.now)
        self.dream_watch = DreamWatch(which, self.config.dream, self.post_message)

    @property
    def which(self) -> Which:
        """The open store."""
        return self.desk.which

    # The picture of the store

    def on_snapshot_changed(self, event: SnapshotChanged) -> None:
        """Another look: the screen in sight draws it, the others when they are shown."""
        if event.snapshot.which is not self.which:
            return  # of a store that is no longer open
        self.snapshot = event.snapshot
        if event.note:
            self.tell(event.note)
        self._refresh_screens()

    def _mode_screens(self) -> list[ModeScreen]:
        return [screen for screen in self.screen_stack if isinstance(screen, ModeScreen)]

    def _refresh_screens(self) -> None:
        for screen in self._mode_screens():
            screen.refresh_snapshot()

    def on_history_changed(self, event: HistoryChanged) -> None:
        """A state was recorded: the screen that lists them draws anew, the others count it."""
        if event.which is not self.which:
            return
        self.history_count, self.look_failure = event.count, ""
        for screen in self._mode_screens():
            screen.history_changed()

    def on_audit_progressed(self, event: AuditProgressed) -> None:
        """How far the first audit is: in the line of every screen, and in words on its own."""
        if event.which is self.which:
            self.audit_progress = event
            for screen in self._mode_screens():
                screen.audit_progressed()

    def on_dreams_changed(self, event: DreamsChanged) -> None:
        """A dream began, went on or ended: every screen says so, one shows it."""
        if event.dreams.which is not self.which:
            return
        self.dreams = event.dreams
        for screen in self._mode_screens():
            screen.dreams_changed()

    def on_look_failed(self, event: LookFailed) -> None:
        """The picture is the last good one; say why."""
        self.look_failure = event.words
        self.tell(event.words, "error")
        for screen in self._mode_screens():
            screen.history_changed()

    def count_of(self, mode: str) -> int | None:
        """The number beside a mode's name."""
        counts = {
            TOPICS: len(self.snapshot.memories) if self.snapshot.scan is not None else None,
            AUDIT: len(self.snapshot.findings) if self.snapshot.findings is not None else None,
            HISTORY: self.history_count,
        }
        return counts.get(mode)

    # Changing the store

    def change(self, why: str, plan: Plan, done: str = "", *, start: bool = False) -> None:
        """Make a change beside the app and tell how it ended. `done` is what to say; `why` goes into the history."""
        which, loader = self.which, self.loader  # another store may be open by the time the thread runs

        def make() -> str:
            with loader.own_change() as own:
                work = write(which, why, plan, own, start=start)
            if not work.steps:
                return "nothing to change"
            return "; ".join([done or work.why, *work.notes])

        self._write(make, loader)

    def remember(self, make: Callable[[], str]) -> None:
        """Change what memtui itself remembers of the store, beside the app; `make` returns what to tell."""
        self._write(make, self.loader)

    @work(thread=True, group="write", exit_on_error=False)
    def _write(self, make: Callable[[], str], loader: Loader) -> None:
        worker = get_current_worker()
        try:
            message: ChangeMade | ChangeFailed = ChangeMade(make())
        except MemtuiError as failure:
            message = ChangeFailed(str(failure))
        loader.request()
        if not worker.is_cancelled:
            self.post_message(message)

    def on_change_made(self, event: ChangeMade) -> None:
        """Done, with a trace; without words where it can be seen."""
        if event.words:
            self.tell(event.words)

    def on_change_failed(self, event: ChangeFailed) -> None:
        """Not done, and why."""
        self.tell(event.words, "error")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What nobody expected is shown whole, and the app goes on."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            self.tell(f"unexpected failure ({type(error).__name__}: {error}); nothing was overwritten", "error")

    def action_undo(self) -> None:
        """Take memtui's last change back."""
        which, loader = self.which, self.loader

        def make() -> str:
            with loader.own_change() as own:
                work = undo(which, own)
            return f"took back: {work.why.partition(': ')[2]}"

        self._write(make, loader)

    # Words

    def tell(self, words: str, severity: Any = "information") -> None:
        """A quiet note; anybody's text in it stays text."""
        self.notify(plain(words), severity=severity, timeout=_NOTE_S, markup=False)
