"""The work on one open store: looking, judging, recording. Plain calls that take their time; no screen here.

Only one thread uses a desk at a time: the scanner and the auditor remember what they read.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from memtui.audit.finding import Finding, order
from memtui.memory import topic
from memtui.memory.clock import now
from memtui.memory.config import Config
from memtui.memory.errors import MemtuiError
from memtui.memory.files import read_head
from memtui.memory.index import Line, load, read_lines
from memtui.memory.limits import HEAD_MAX_BYTES, SCAN_HEAD_LINES
from memtui.memory.scan import Scan, Scanner
from memtui.memory.topic import Memory
from memtui.transcripts.opening import Which
from memtui.ui.snapshot import Snapshot

if TYPE_CHECKING:
    from memtui.audit.auditor import Auditor, Heed
    from memtui.history.log import Log

LOCK_NAME = ".consolidate-lock"  # its mtime is the time of the last dream
_FIRST_ROWS = 60  # as many pointers as a tall terminal shows
_NAMED = 2
_NUMBERS = count(1)  # no two pictures have the same, also not those of two stores


class Changes(NamedTuple):
    """What differs between two looks."""

    created: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.created or self.changed or self.deleted)

    def then(self, later: "Changes") -> "Changes":
        """These and later ones, as one: what came and went again is nothing."""
        created, changed, deleted = set(self.created), set(self.changed), set(self.deleted)
        for file in later.deleted:
            changed.discard(file)
            deleted |= {file} - created
            created.discard(file)
        changed |= (deleted & set(later.created)) | (set(later.changed) - created)
        created |= set(later.created) - deleted
        deleted -= set(later.created)
        return Changes(tuple(sorted(created)), tuple(sorted(changed)), tuple(sorted(deleted)))

    def without(self, files: "frozenset[str] | set[str]") -> "Changes":
        """Only those of other files."""
        return Changes(*(tuple(file for file in group if file not in files) for group in self))

    def words(self) -> str:
        """In one short line."""
        parts = ((self.created, "new"), (self.changed, "changed"), (self.deleted, "gone"))
        return "; ".join(f"{_names(files)} {word}" for files, word in parts if files)


def _names(files: Sequence[str]) -> str:
    if len(files) <= _NAMED:
        return ", ".join(files)
    return f"{files[0]} and {len(files) - 1} more"


NOTHING = Changes((), (), ())


class Past(NamedTuple):
    """Where the history stands: its newest state's name in it, and how many states there are."""

    head: str | None
    states: int


class Desk:
    """One store, with what is remembered of it between looks."""

    def __init__(self, which: Which, config: Config) -> None:
        self.which = which
        self.config = config
        self._scanner = Scanner(which.store.root)
        self._drift: tuple[Finding, ...] = ()
        self._drift_notes: tuple[str, ...] = ()
        self._past: Past | None = None

    @cached_property
    def _log(self) -> "Log":
        from memtui.history.log import Log

        return Log(self.which.store.state)

    @cached_property
    def _auditor(self) -> "Auditor":
        from memtui.audit.auditor import Auditor  # late, like all that a first screen does not need

        return Auditor(self.which.store, self.config.stale_days)

    def peek(self) -> Snapshot:
        """The index and the heads of its first memories: enough for a first screen, whatever the store's size."""
        snapshot = self._indexed()
        heads: dict[str, Memory] = {}
        for line in snapshot.lines:
            if len(heads) >= _FIRST_ROWS:
                break
            memory = self._head(line)
            if memory is not None:
                heads[memory.file] = memory
        return replace(snapshot, heads=heads)

    def _head(self, line: Line) -> Memory | None:
        if line.entry is None or line.entry.external or line.entry.file.startswith(("/", "..")):
            return None
        path = self.which.store.path(line.entry.file)
        try:
            status = os.lstat(path)
            head = read_head(path, SCAN_HEAD_LINES, HEAD_MAX_BYTES)
        except (OSError, ValueError):
            return None
        key = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        return topic.read(line.entry.file, key, head)

    def _indexed(self) -> Snapshot:
        snapshot = Snapshot(next(_NUMBERS), self.which, self.config, now(), last_dream=self._last_dream())
        try:
            data = self.which.store.read_index()
        except MemtuiError as failure:
            return replace(snapshot, failed=str(failure))
        text = (data or b"").decode("utf-8", "surrogateescape")
        lines = tuple(read_lines(text)) if data else ()
        return replace(snapshot, lines=lines, loaded=load(text), indexed=data is not None)

    def _last_dream(self) -> float | None:
        try:
            return os.lstat(self.which.store.path(LOCK_NAME)).st_mtime
        except OSError:
            return None

    def look(self, before: Snapshot | None = None) -> Snapshot:
        """The store as it is now. What the audit said before still stands until it speaks again."""
        snapshot = self._indexed()
        try:
            scan = self._scanner.scan()
        except MemtuiError as failure:
            return replace(snapshot, failed=str(failure))
        snapshot = replace(snapshot, scan=scan)
        return snapshot if before is None else _with_audit(snapshot, before)

    def renewed(self, snapshot: Snapshot, judged: Snapshot) -> Snapshot:
        """A look that was taken while the audit was at work on an older one, with what the audit found."""
        if snapshot.failed:
            return snapshot
        return replace(_with_audit(snapshot, judged), number=next(_NUMBERS))

    def judge(self, snapshot: Snapshot, heed: "Heed | None" = None) -> Snapshot:
        """With the audit's findings; those of drift are as of the last time they were asked for."""
        from memtui.audit.ignored import Ignored

        if snapshot.scan is None:
            return snapshot
        audit = self._auditor.audit(snapshot.scan, snapshot.now, dating=self._dating(), with_drift=False, heed=heed)
        here = {memory.file for memory in snapshot.scan.memories}
        drift = [finding for finding in self._drift if finding.file in here]
        findings, ignored = Ignored(self.which.store.root, self.which.store.state).parted(
            sorted([*audit.findings, *drift], key=order)
        )
        judged = snapshot.judged(findings, ignored, (*audit.notes, *self._drift_notes))
        return replace(judged, number=next(_NUMBERS))

    def _dating(self) -> Callable[[str, str], date | None]:
        """When a line was written. A history that cannot be read knows no date; the audit goes on without."""
        from memtui.history.dating import Dating

        known = Dating(self.which.store.state)

        def dated(file: str, line: str) -> date | None:
            try:
                return known(file, line)
            except MemtuiError:
                return None

        return dated

    def ask_drift(self, snapshot: Snapshot) -> Snapshot:
        """Ask the project's git what it had and has no longer, then judge again."""
        if snapshot.scan is None:
            return snapshot
        found = self._auditor.drift(snapshot.scan)
        self._drift, self._drift_notes = tuple(found.findings), tuple(found.notes)
        return self.judge(snapshot)

    def record(self, snapshot: Snapshot) -> Past | None:
        """Record the store as it is in its history. Where that stands now, if it stands elsewhere than the last time.

        Also what other processes recorded counts, and what this app itself wrote. A store that never was gets no
        history; one that was has it recorded that it is gone.
        """
        from memtui.history.change import look_now

        if not snapshot.missing or self._log.head() is not None:
            look_now(self.which.store.root, self.which.store.state)
        return self._moved()

    def past(self) -> Past | None:
        """Where the history stands before anything is recorded, if it stands elsewhere than the last time.

        It costs little and can be told long before a large store is judged. What is wrong with a history, recording
        says.
        """
        try:
            return self._moved() if self._log.head() is not None else None
        except MemtuiError:
            return None

    def _moved(self) -> Past | None:
        head = self._log.head()
        if self._past is not None and self._past.head == head:
            return None
        self._past = Past(head, self._log.count())
        return self._past


def _with_audit(snapshot: Snapshot, audited: Snapshot) -> Snapshot:
    """A look with the audit of another one."""
    return replace(
        snapshot,
        findings=audited.findings,
        ignored=audited.ignored,
        audited=audited.audited,
        notes=audited.notes,
    )


def changes(before: Scan | None, after: Scan | None) -> Changes:
    """What files are new, changed or gone between two scans."""
    if before is None or after is None:
        return NOTHING
    old = {memory.file: memory.key for memory in before.memories} | before.indexes
    new = {memory.file: memory.key for memory in after.memories} | after.indexes
    created = tuple(sorted(new.keys() - old.keys()))
    deleted = tuple(sorted(old.keys() - new.keys()))
    changed = tuple(sorted(file for file in new.keys() & old.keys() if new[file] != old[file]))
    return Changes(created, changed, deleted)
