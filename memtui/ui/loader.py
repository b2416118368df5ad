"""Looking at the store beside the app, in one thread: requests are gathered, results are posted as facts.

The thread is a daemon: quitting never waits for it, and what it does leaves nothing half done. A request that
comes before a slow part (audit, history, drift) is answered first, and one that comes while the audit reads is answered
on the way: the audit goes on with what it has, and once more when it is done. News of what others changed are
gathered, too: one note a while, however fast they write.
"""

import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from textual.message import Message

from memtui.memory.errors import MemtuiError
from memtui.ui.desk import NOTHING, Desk, Past, changes
from memtui.ui.messages import AuditProgressed, HistoryChanged, LookFailed, SnapshotChanged
from memtui.ui.snapshot import Snapshot

_LONGEST_WAIT_S = 1.5  # under a stream of changes, audit and history still speak this often
_NEWS_EVERY_S = 2.0
_PROGRESS_EVERY_S = 0.25
_GLANCE_EVERY_S = 0.5  # looks during an audit, so that under a stream of changes it still comes to its end
_AUDIT, _HISTORY = "audit", "history"


class _AuditStoppedError(Exception):
    """Nobody waits for the audit any more."""


class Own:
    """Files that this app is changing: no news to its user. Counts until a look that began after its end."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.ended = False


class Loader:
    """Keeps the app's picture of one store true."""

    def __init__(self, desk: Desk, post: Callable[[Message], object]) -> None:
        self._desk = desk
        self._post = post
        self._wanted = threading.Event()
        self._idle = threading.Event()
        self._own: list[Own] = []
        self._own_lock = threading.Lock()
        self._stopped = False
        self._done_at: dict[str, float] = {}
        self._asked_drift = False
        self._audit_stopped = False
        self._untold = NOTHING
        self._told_at = float("-inf")
        self._failed = ""
        self._thread = threading.Thread(target=self._work, name="memtui-loader", daemon=True)

    def start(self) -> None:
        """Begin with a first look."""
        self._wanted.set()
        self._thread.start()

    def stop(self) -> None:
        """Post nothing from now on."""
        self._stopped = True
        self._wanted.set()

    def finish(self, seconds: float) -> None:
        """Stop, and wait until nothing is written any more: for a store that is thrown away."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def request(self) -> None:
        """Look again soon: something may have changed."""
        self._wanted.set()

    def request_drift(self) -> None:
        """Look again, and ask the project's git as well. A failure that still holds is told again."""
        self._asked_drift, self._audit_stopped, self._failed = False, False, ""
        self.request()

    def stop_audit(self) -> None:
        """Judge no more until somebody asks: a large store takes a while."""
        self._audit_stopped = True

    @contextmanager
    def own_change(self) -> Iterator[set[str]]:
        """While this app writes: files put into the set, before they are written, are its own doing."""
        own = Own()
        with self._own_lock:
            self._own.append(own)
        try:
            yield own.files
        finally:
            own.ended = True

    def expect(self, files: set[str]) -> None:
        """These were changed by this app just now."""
        with self.own_change() as own:
            own |= files

    @property
    def idle(self) -> bool:
        """Whether all that was asked for is done, and told."""
        return not self._wanted.is_set() and self._idle.is_set()

    def _work(self) -> None:
        snapshot: Snapshot | None = None
        while not self._stopped:
            asked = self._wanted.wait(self._until_news())
            self._idle.clear()
            if self._stopped:
                return
            if asked:
                self._wanted.clear()
                first = snapshot is None
                snapshot = self._answer(snapshot)
                if first:
                    gc.freeze()  # a large store's memories stay: to walk them again and again would stop every thread
            elif snapshot is not None:
                self._tell(SnapshotChanged(snapshot, self._news()))
            if not self._untold:
                self._idle.set()

    def _answer(self, before: Snapshot | None) -> Snapshot | None:
        """One look, and what follows from it. Whatever happens, the next request is answered, too."""
        snapshot = before
        try:
            snapshot = self._look(before)
            snapshot = self._study(snapshot)
        except MemtuiError as failure:  # the history cannot be written, say: the picture itself is good
            self._tell_failure(str(failure))
        except Exception as failure:  # nobody expected it; a thread that died in silence would freeze the picture
            self._tell_failure(f"unexpected failure ({type(failure).__name__}: {failure}); ctrl+r looks again")
        return snapshot

    def _tell_failure(self, words: str) -> None:
        """Once, not at every look, until it is over or something else fails."""
        if words != self._failed:
            self._failed = words
            self._tell(LookFailed(words))

    def _look(self, before: Snapshot | None) -> Snapshot:
        over = [own for own in self._own if own.ended]
        snapshot = self._desk.look(before)
        found = changes(before.scan if before is not None else None, snapshot.scan)
        with self._own_lock:
            mine = {file for own in self._own for file in own.files}
            self._own = [own for own in self._own if own not in over]
        self._untold = self._untold.then(found.without(mine))
        self._tell(SnapshotChanged(snapshot, self._news()))
        return snapshot

    def _until_news(self) -> float | None:
        """How long to wait before what is gathered is told; None when there is nothing."""
        return max(0.0, self._told_at + _NEWS_EVERY_S - time.monotonic()) if self._untold else None

    def _news(self) -> str:
        """What somebody else changed, in words; gathered while the last note is young."""
        if not self._untold or time.monotonic() - self._told_at < _NEWS_EVERY_S:
            return ""
        words, self._untold, self._told_at = self._untold.words(), NOTHING, time.monotonic()
        return words

    def _study(self, snapshot: Snapshot) -> Snapshot:
        """The slow parts, each left for later when somebody asks for a look meanwhile."""
        if snapshot.failed:
            return snapshot
        self._tell_past(snapshot, self._desk.past())
        if self._may(_AUDIT) and not (self._audit_stopped and snapshot.findings is None):
            self._audit_stopped = False
            snapshot = self._judge(snapshot)
        if self._may(_HISTORY):
            past = self._desk.record(snapshot)
            self._did(_HISTORY)
            self._failed = ""
            self._tell_past(snapshot, past)
        if self._asked_drift or self._stopped or self._audit_stopped or self._wanted.is_set():
            return snapshot
        self._asked_drift = True
        snapshot = self._desk.ask_drift(snapshot)
        self._tell(SnapshotChanged(snapshot))
        return snapshot

    def _judge(self, snapshot: Snapshot) -> Snapshot:
        """What the audit finds, with word of how far it is; nothing where it is stopped on the way."""
        progress = AuditProgressed(snapshot.which, 0, len(snapshot.memories))
        told_at = looked_at = time.monotonic()
        seen = snapshot  # the newest look

        def heed(done: int, total: int) -> None:
            nonlocal told_at, looked_at, seen, progress
            progress = AuditProgressed(snapshot.which, done, total, self._audit_stopped)
            if self._stopped or self._audit_stopped:
                raise _AuditStoppedError
            if self._wanted.is_set() and time.monotonic() - looked_at >= _GLANCE_EVERY_S:
                seen, looked_at = self._glance(seen), time.monotonic()
            if time.monotonic() - told_at >= _PROGRESS_EVERY_S:
                told_at = time.monotonic()
                self._tell(progress)

        try:
            judged = self._desk.judge(snapshot, heed)
        except _AuditStoppedError:
            self._tell(progress)
            return seen
        self._did(_AUDIT)
        if seen is not snapshot:
            judged = self._desk.renewed(seen, judged)
            self.request()  # for what came meanwhile; the rest is read already
        self._tell(SnapshotChanged(judged))
        return judged

    def _glance(self, before: Snapshot) -> Snapshot:
        """Look while the audit is under way; what is new to it, it judges when it comes again."""
        self._wanted.clear()
        return self._look(before)

    def _tell_past(self, snapshot: Snapshot, past: Past | None) -> None:
        if past is not None:
            self._tell(HistoryChanged(snapshot.which, past.states))

    def _may(self, part: str) -> bool:
        """Whether it is this part's time: nobody waits for a look, or it has not been done for long."""
        if self._stopped or not self._wanted.is_set():
            return not self._stopped
        return time.monotonic() - self._done_at.get(part, float("-inf")) >= _LONGEST_WAIT_S

    def _did(self, part: str) -> None:
        self._done_at[part] = time.monotonic()

    def _tell(self, message: Message) -> None:
        if not self._stopped:
            self._post(message)
