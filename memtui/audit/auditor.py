"""The audit of a store. What was found in a file is kept by its stat key: only what changed is read again."""

import os
from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple

from memtui.audit import index_rules, memory_rules, store_rules
from memtui.audit.dates import replacement
from memtui.audit.finding import REPLACE_SPAN, WARNING, Finding, Mend, order
from memtui.audit.likeness import Print
from memtui.audit.reading import Dates, Reading, read_memory
from memtui.audit.repeats import Repeats
from memtui.claudemd.files import claudemd_texts
from memtui.memory.age import STALE_DAYS
from memtui.memory.folded import folded_targets
from memtui.memory.index import entries
from memtui.memory.limits import INDEX_NAME, LOGS_DIR, TEAM_DIR
from memtui.memory.links import Link, Names
from memtui.memory.scan import Scan
from memtui.memory.store import Store
from memtui.memory.topic import Memory, StatKey

# When a line of a file was written, if that can be known: (file, line) -> day.
Dating = Callable[[str, str], date | None]
# Told while memories are read: how many, and of how many. It may raise; what is read by then need not be read again.
Heed = Callable[[int, int], None]


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
        self._repeats = Repeats()
        self._index_dates: dict[str, Dates] = {}
        self._indexes: dict[str, bytes] = {}

    def audit(
        self,
        scan: Scan,
        now: float,
        *,
        dating: Dating | None = None,
        with_drift: bool = True,
        heed: Heed | None = None,
    ) -> Audit:
        """Judge the store as scanned. `dating` may tell when a line was written; drift asks the project's git."""
        readings = self._read(scan, heed)
        findings = [finding for reading in readings.values() for finding in reading.findings]
        for judged in (self._of_indexes(scan, readings), self._of_store(scan, readings, now)):
            if heed is not None:
                heed(len(readings), len(readings))
            findings += judged
        dates = {file: reading.dates for file, reading in readings.items()} | self._index_dates
        findings += dated(dates, dating)
        notes: list[str] = []
        if with_drift:
            findings += self._drift(readings, notes)
        return Audit(sorted(findings, key=order), notes)

    def drift(self, scan: Scan) -> Audit:
        """Only what the project had and has no longer: the one rule that asks its whole history."""
        notes: list[str] = []
        return Audit(sorted(self._drift(self._read(scan), notes), key=order), notes)

    def links(self, scan: Scan) -> dict[str, tuple[Link, ...]]:
        """The `[[links]]` of each memory that has any, from what is read already."""
        return {file: reading.links for file, reading in self._read(scan).items() if reading.links}

    def _read(self, scan: Scan, heed: Heed | None = None) -> dict[str, Reading]:
        readings = {}
        for number, memory in enumerate(scan.memories):
            kept = self._readings.get(memory.file)
            if kept is None or kept[0] != memory.key:
                if heed is not None:
                    heed(number, len(scan.memories))
                kept = memory.key, read_memory(scan.root, memory)
                self._readings[memory.file] = kept
            readings[memory.file] = kept[1]
        if len(self._readings) > len(readings):
            self._readings = {file: self._readings[file] for file in readings}
        return readings

    def _of_indexes(self, scan: Scan, readings: dict[str, Reading]) -> Iterator[Finding]:
        """The main index and the team's, each with the memories it answers for; of others, what their text carries."""
        texts = {file: self.store.read_index(file) or b"" for file in scan.indexes}
        self._date_indexes(texts)
        for file, data in texts.items():
            yield from memory_rules.encoding(file, data)
            if b"\0" not in data:
                yield from memory_rules.carried(file, data.decode("utf-8", "replace"))
        links = {item.file for item in scan.odd}
        for file, folder in ((INDEX_NAME, ""), (f"{TEAM_DIR}/{INDEX_NAME}", f"{TEAM_DIR}/")):
            mine = {
                m.file.removeprefix(folder): m
                for m in scan.memories
                if answers_for(folder, m) and not readings[m.file].binary
            }
            if file in texts or (mine and file not in links):  # where a link leads, an index may be
                data = texts.get(file, b"")
                others = list(others_of(os.path.join(scan.root, folder), data))
                bodies = {name: readings[m.file].body for name, m in mine.items()}
                folded, parts = self._folded(folder, data, mine)
                yield from index_rules.judge(index_rules.view(file, data, mine, others, bodies, folded))
                for name, text in parts.items():
                    there = others_of(os.path.join(scan.root, folder), text)
                    seen = index_rules.view(folder + name, text, mine, there, bodies, mine)
                    yield from index_rules.dead_pointers(seen)

    def _folded(self, folder: str, data: bytes, mine: dict[str, Memory]) -> tuple[set[str], dict[str, bytes]]:
        """What an index points to by way of `index_<type>.md`, and those files themselves."""
        if b"index_" not in data:
            return set(), {}
        parts: dict[str, bytes] = {}

        def read(name: str) -> str | None:
            if name not in mine:
                return None
            parts[name] = self.store.read_index(folder + name) or b""
            return parts[name].decode("utf-8", "surrogateescape")

        return folded_targets(entries(data.decode("utf-8", "surrogateescape")), read), parts

    def _date_indexes(self, texts: dict[str, bytes]) -> None:
        """The relative dates of the indexes, looked for again only in what changed."""
        self._index_dates = {
            file: self._index_dates[file]
            if self._indexes.get(file) == data
            else tuple(memory_rules.relative_dates(data.decode("utf-8", "replace")))
            for file, data in texts.items()
        }
        self._indexes = texts

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
        yield from self._repeats.judge(bodies, claudemd_texts(self.store.config_dir, self.store.project))
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


def answers_for(folder: str, memory: Memory) -> bool:
    """Whether the index in this folder should point to the memory: logs are nobody's, the team has its own."""
    if memory.folder == LOGS_DIR:
        return False
    return memory.folder == TEAM_DIR if folder else memory.folder != TEAM_DIR


def others_of(base: str, data: bytes) -> Iterator[str]:
    """Files that the index points to and that are there, whether or not they are memories of its own."""
    for entry in entries(data.decode("utf-8", "surrogateescape")):
        if not entry.external and os.path.lexists(os.path.join(base, entry.file)):
            yield entry.file


def dated(found: dict[str, Dates], dating: Dating | None = None) -> Iterator[Finding]:
    """Relative dates: mended where it is known when the line was written, else only pointed out."""
    for file, dates in found.items():
        for item, line in dates:
            written = dating(file, line) if dating else None
            absolute = replacement(line, item, written) if written else None
            if absolute is None:
                message = f"{item.phrase!r} means another time whenever it is read; write the date"
                yield Finding("relative-date", WARNING, file, item.line, message)
                continue
            said = f"{item.phrase!r} on line {item.line} is now {absolute!r}"
            mend = Mend(file, REPLACE_SPAN, said, item.line, item.start, item.end, absolute)
            message = f"{item.phrase!r} was written on {written}; it meant {absolute}"
            yield Finding("relative-date", WARNING, file, item.line, message, mend)
