"""The audit of a store. What was found in a file is kept by its stat key: only what changed is read again."""

import os
from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple

from memtui.audit import index_rules, memory_rules, store_rules
from memtui.audit.dates import replacement
from memtui.audit.finding import REPLACE_SPAN, WARNING, Finding, Mend, order
from memtui.audit.likeness import Print
from memtui.audit.reading import Reading, read_memory
from memtui.claudemd.files import claudemd_texts
from memtui.memory.age import STALE_DAYS
from memtui.memory.limits import INDEX_NAME, LOGS_DIR, TEAM_DIR
from memtui.memory.links import Names
from memtui.memory.scan import Scan
from memtui.memory.store import Store
from memtui.memory.topic import Memory, StatKey

# When a line of a file was written, if that can be known: (file, line) -> day.
Dating = Callable[[str, str], date | None]


class Audit(NamedTuple):
    """What was found, worst first, and what could not be checked."""

    findings: list[Finding]
    notes: list[str]


class Auditor:
    """Audits one store, again and again."""

    def __init__(self, store: Store, stale_days: dict[str, int] | None = None) -> None:
        self.store = store
        self._stale_days = dict(stale_days or STALE_DAYS)
        self._readings: dict[str, tuple[StatKey, Reading]] = {}
        self._alike: dict[tuple[Print, Print], float] = {}

    def audit(self, scan: Scan, now: float, *, dating: Dating | None = None, with_drift: bool = True) -> Audit:
        """Judge the store as scanned. `dating` may tell when a line was written; drift asks the project's git."""
        readings = self._read(scan)
        findings = [finding for reading in readings.values() for finding in reading.findings]
        findings += self._of_indexes(scan)
        findings += self._of_store(scan, readings, now)
        findings += _dates(readings, dating)
        notes: list[str] = []
        if with_drift:
            findings += self._drift(readings, notes)
        return Audit(sorted(findings, key=order), notes)

    def _read(self, scan: Scan) -> dict[str, Reading]:
        readings = {}
        for memory in scan.memories:
            kept = self._readings.get(memory.file)
            if kept is None or kept[0] != memory.key:
                kept = memory.key, read_memory(scan.root, memory)
                self._readings[memory.file] = kept
            readings[memory.file] = kept[1]
        if len(self._readings) > len(readings):
            self._readings = {file: self._readings[file] for file in readings}
        return readings

    def _of_indexes(self, scan: Scan) -> Iterator[Finding]:
        """The main index and the team's, each with the memories it answers for."""
        for file, folder in ((INDEX_NAME, ""), (f"{TEAM_DIR}/{INDEX_NAME}", f"{TEAM_DIR}/")):
            mine = {m.file.removeprefix(folder): m for m in scan.memories if _answers_for(folder, m)}
            data = self.store.read_index(file) if file in scan.indexes else None
            if data is None and not mine:
                continue
            text = (data or b"").decode("utf-8", "replace")
            others = _Others(scan.root, folder)
            yield from index_rules.judge(index_rules.view(file, text, mine, others.named(text)))
            yield from memory_rules.carried(file, text)

    def _of_store(self, scan: Scan, readings: dict[str, Reading], now: float) -> Iterator[Finding]:
        for memory in scan.memories:
            yield from memory_rules.stale(memory, now, self._stale_days)
        yield from store_rules.duplicate_names(scan.memories)
        prints = {m.file: readings[m.file].body_print for m in reversed(scan.memories)}
        yield from store_rules.copies(prints, self._alike)
        links = {file: reading.links for file, reading in readings.items() if reading.links}
        yield from store_rules.dead_links(links, Names(scan.memories))
        yield from store_rules.invisible(scan.memories)
        bodies = {file: reading.body for file, reading in readings.items() if not file.startswith(f"{LOGS_DIR}/")}
        yield from store_rules.repeats(bodies, claudemd_texts(self.store.config_dir, self.store.project))
        yield from store_rules.odd_entries(scan.root, scan.odd)

    def _drift(self, readings: dict[str, Reading], notes: list[str]) -> Iterator[Finding]:
        wanted = {(item.kind, item.token) for reading in readings.values() for item in reading.references}
        if not wanted:
            return
        if self.store.project is None:
            notes.append("drift was not checked: which project this memory belongs to is not known")
            return
        from memtui.audit.drift import check

        found = check(self.store.project, wanted)
        if found.note:
            notes.append(found.note)
        yield from store_rules.drift({file: r.references for file, r in readings.items() if r.references}, found.gone)


def _answers_for(folder: str, memory: Memory) -> bool:
    """Whether the index in this folder should point to the memory: logs are nobody's, the team has its own."""
    if memory.folder == LOGS_DIR:
        return False
    return memory.folder == TEAM_DIR if folder else memory.folder != TEAM_DIR


class _Others:
    """Files that a pointer may lead to although they are no memories of this index."""

    def __init__(self, root: str, folder: str) -> None:
        self._base = os.path.join(root, folder)

    def named(self, text: str) -> Iterator[str]:
        from memtui.memory.index import entries

        for entry in entries(text):
            path = os.path.normpath(os.path.join(self._base, entry.file)) if "\0" not in entry.file else ""
            if not entry.external and path.startswith(os.path.normpath(self._base)) and os.path.lexists(path):
                yield entry.file


def _dates(readings: dict[str, Reading], dating: Dating | None) -> Iterator[Finding]:
    """Relative dates: mended where it is known when the line was written, else only pointed out."""
    for file, reading in readings.items():
        for item, line in reading.dates:
            written = dating(file, line) if dating else None
            absolute = replacement(line, item, written) if written else None
            if absolute is None:
                message = f"{item.phrase!r} means another day each time it is read; write the date"
                yield Finding("relative-date", WARNING, file, item.line, message)
                continue
            said = f"{item.phrase!r} on line {item.line} is now {absolute!r}"
            mend = Mend(file, REPLACE_SPAN, said, item.line, item.start, item.end, absolute)
            message = f"{item.phrase!r} was written on {written}; it meant {absolute}"
            yield Finding("relative-date", WARNING, file, item.line, message, mend)
