"""The terms of the memories that recall can see, kept from question to question.

What was read of a memory is kept by its stat key: after a change only the changed files are read again. From these
the postings of the whole are put together, which takes a few milliseconds.
"""

import math
import os
from typing import NamedTuple

from memtui.memory.files import read_bytes
from memtui.memory.topic import Memory, StatKey
from memtui.memory.topic import stem as file_stem
from memtui.recall.limits import BODY_MAX_BYTES
from memtui.recall.words import terms

# Weights of the fields and of BM25. On two very different sets of memories none of them moved the result by more than
# a hundredth, so they are round.
FILE, NAME, DESCRIPTION, TYPE, BODY = 0.5, 1.0, 1.0, 0.5, 1.0
_K1, _B = 1.0, 0.4
_GAP = 8  # positions between two fields, more than any two words near each other are apart
_PLACES = (1 << 2_000) - 1  # positions that are kept; what comes later in a long memory is near to nothing
_LEADING = 30  # terms that stand for a memory where it is taken as an example
_FEW = 100  # a store of fewer memories weighs words as if it had so many: two memories tell little of what is rare

Impacts = list[tuple[int, float]]


class Entry(NamedTuple):
    """One memory, read: how often each term is in it, where, and what its name begins with."""

    key: StatKey
    counts: dict[str, float]
    places: dict[str, int]  # one bit a position: words near each other are found by shifting
    subject: str
    length: float


class Index:
    """The memories of one store by their terms."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.files: list[str] = []
        self.entries: list[Entry] = []
        self.holders: dict[str, list[int]] = {}
        self._read: dict[str, Entry] = {}
        self._impacts: dict[str, Impacts] = {}
        self._leading: dict[int, list[tuple[float, str]]] = {}
        self._vocabulary: list[str] | None = None
        self._norms: list[float] = []
        self._rarity: dict[str, float] = {}
        self._memories: list[Memory] = []
        self.subjects: dict[str, list[int]] = {}
        self.near: dict[str, dict[str, float]] = {}  # what was found out about words of questions

    def update(self, memories: list[Memory]) -> None:
        """Take these for what there is."""
        if memories == self._memories:  # at once where they are the very same, as from key to key
            return
        self._memories = list(memories)
        read = {memory.file: self._entry(memory) for memory in memories}
        if list(read) == self.files and all(self._read[file] is entry for file, entry in read.items()):
            return
        self._read = read
        self.files, self.entries = list(read), list(read.values())
        self._put_together()

    def _entry(self, memory: Memory) -> Entry:
        known = self._read.get(memory.file)
        return known if known is not None and known.key == memory.key else read_entry(self.root, memory)

    def _put_together(self) -> None:
        self._impacts, self._leading, self._vocabulary, self.near, self._rarity = {}, {}, None, {}, {}
        holders: dict[str, list[int]] = {}
        self.subjects = {}
        for number, entry in enumerate(self.entries):
            self.subjects.setdefault(entry.subject, []).append(number)
            for term in entry.counts:
                found = holders.get(term)
                if found is None:
                    holders[term] = [number]
                else:
                    found.append(number)
        self.holders = holders
        mean = sum(entry.length for entry in self.entries) / max(1, len(self.entries)) or 1.0
        self._norms = [_K1 * (1 - _B + _B * entry.length / mean) for entry in self.entries]

    def rarity(self, term: str) -> float:
        """How much a term tells; most, when no memory has it."""
        found = self._rarity.get(term)
        if found is None:
            count, total = len(self.holders.get(term, ())), max(len(self.files), _FEW)
            found = self._rarity[term] = math.log(1 + (total - count + 0.5) / (count + 0.5))
        return found

    def impacts(self, term: str) -> Impacts:
        """The memories that have a term, each with what the term is worth to it."""
        found = self._impacts.get(term)
        if found is None:
            rarity = self.rarity(term) * (_K1 + 1)
            found = self._impacts[term] = [
                (number, rarity * count / (count + self._norms[number]))
                for number in self.holders.get(term, ())
                if (count := self.entries[number].counts[term])
            ]
        return found

    def leading(self, number: int) -> list[tuple[float, str]]:
        """The terms that tell a memory from the others, as shares of what it is made of; those of it alone left out."""
        found = self._leading.get(number)
        if found is None:
            entry, norm = self.entries[number], self._norms[number]
            worth = [(self.rarity(term) * count / (count + norm), term) for term, count in entry.counts.items()]
            whole = math.sqrt(sum(value * value for value, _ in worth)) or 1.0
            shared = sorted(((value / whole, t) for value, t in worth if len(self.holders[t]) > 1), reverse=True)
            found = self._leading[number] = shared[:_LEADING]
        return found

    def vocabulary(self) -> list[str]:
        """Every term, sorted."""
        if self._vocabulary is None:
            self._vocabulary = sorted(self.holders)
        return self._vocabulary


def read_entry(root: str, memory: Memory) -> Entry:
    """Read one memory. One that is gone or cannot be read is known by its name and description."""
    try:
        data = read_bytes(os.path.join(root, memory.file), BODY_MAX_BYTES)
    except OSError:
        data = b""
    text = data.decode("utf-8", "replace")
    body = text.split("\n", memory.head_lines)[-1] if text.count("\n") >= memory.head_lines else ""
    return entry_of(memory, body)


def entry_of(memory: Memory, body: str) -> Entry:
    """The terms of one memory."""
    name = terms(memory.name or "")
    stem_terms = terms(file_stem(memory.file))
    fields = (
        (FILE, stem_terms),
        (NAME, name),
        (DESCRIPTION, terms(memory.description or "")),
        (TYPE, terms(memory.type or "")),
        (BODY, terms(body)),
    )
    counts: dict[str, float] = {}
    places: dict[str, int] = {}
    bit, length = 1, 0.0
    for weight, found in fields:
        length += weight * len(found)
        for term in found:
            if term in counts:
                counts[term] += weight
                places[term] |= bit
            else:
                counts[term] = weight
                places[term] = bit
            bit = bit << 1 & _PLACES
        bit = bit << _GAP & _PLACES
    return Entry(memory.key, counts, places, _subject(memory, name or stem_terms), length)


def _subject(memory: Memory, title: list[str]) -> str:
    """What a title begins with; the type that many file names begin with says nothing."""
    kind = terms(memory.type or "")
    return next((term for term in title if term not in kind), "")
