"""The offline engine: the mechanical part of a dream, done with certainty, by the tools that a model would use.

It never invents, rewords or drops a fact. On a clean store it changes nothing, and what it has mended it leaves alone
the next time. What takes judgement it only proposes (`memtui.dream.proposals`).
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from memtui.agent.tools import Toolbox
from memtui.audit.auditor import Auditor
from memtui.audit.finding import Finding
from memtui.audit.fixes import plan_fixes
from memtui.dream import duplicates, folding, pointertext
from memtui.dream.hands import Hands
from memtui.memory.index import Entry, entries, load
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NAME, TEAM_DIR
from memtui.memory.scan import Scan, Scanner
from memtui.memory.store import Store
from memtui.memory.topic import Memory

_NAMED = 5  # files in one sentence
_PASSES = 12
_INDEXES = ((INDEX_NAME, ""), (f"{TEAM_DIR}/{INDEX_NAME}", f"{TEAM_DIR}/"))


class Copy(NamedTuple):
    """The copy as a store, looked at afresh."""

    store: Store
    scan: Scan

    @property
    def memories(self) -> dict[str, Memory]:
        """Its memories by file."""
        return {memory.file: memory for memory in self.scan.memories}

    def pointers(self, file: str) -> list[Entry]:
        """The pointers of an index to files."""
        text = (self.store.read_index(file) or b"").decode("utf-8", "surrogateescape")
        return [entry for entry in entries(text) if not entry.external]


class Rules:
    """One run over a copy. `now` is the moment that ages count from."""

    def __init__(self, copy: str, toolbox: Toolbox, tell: Callable[[Mapping[str, Any]], None], now: float) -> None:
        self._store = Store(copy, None, copy)
        self._hands = Hands(toolbox, tell)
        self._now = now
        self._first = True

    def mend(self) -> None:
        """Phases 1, 3 and 4, as far as they are mechanical; again while one mending brings another to light."""
        self._orient()
        for number in range(_PASSES):
            made = self._hands.made
            self._first = number == 0
            self._duplicates()
            self._pointers()
            self._fold()
            if self._hands.made == made:
                break

    def look(self) -> Copy:
        """The copy as it is now."""
        return Copy(self._store, Scanner(self._store.root).scan())

    @property
    def hands(self) -> Hands:
        """For whoever goes on with the same copy."""
        return self._hands

    def _orient(self) -> None:
        self._hands.call("glob", pattern="**/*.md")
        for file, _ in _INDEXES:
            if os.path.lexists(self._store.path(file)):
                self._hands.call("read", path=file)
        copy = self.look()
        loaded = load((self._store.read_index() or b"").decode("utf-8", "replace"))
        size = f"{loaded.lines} of {INDEX_MAX_LINES} lines and {loaded.chars:,} of {INDEX_MAX_CHARS:,} characters"
        self._hands.turn(f"Looked around: {count(len(copy.memories), 'memory', 'memories')}; the index has {size}.")

    def _duplicates(self) -> None:
        copy = self.look()
        pairs = duplicates.exact(copy.store, copy.scan, {file: copy.pointers(file) for file, _ in _INDEXES})
        done = [f"{pair.copy} is {pair.kept}" for pair in pairs if self._merge(pair)]
        self._say(done, "Deleted exact duplicates, of which one stays", "No memory is an exact duplicate of another.")

    def _merge(self, pair: duplicates.Pair) -> bool:
        """The copy goes, and its pointer with it."""
        reason = f"says word for word what {pair.kept} says"
        if self._hands.call("delete", path=pair.copy, reason=reason, merged_into=pair.kept).touched is None:
            return False
        for file, data in duplicates.without_pointers(self._store, pair.copy):
            self._hands.write(file, data, f"{pair.copy} is gone: {pair.kept} says the same")
        return True

    def _pointers(self) -> None:
        dead = self._mend("dead-pointer", "they lead nowhere or to a name that is a mere spelling away")
        missing = self._mend("no-pointer", "no conversation was told of these memories")
        long = self._long()
        said = [*dead, *missing, *long]
        self._say(said, "Put the index in order", "Every pointer leads somewhere, none is missing, none is too long.")

    def _mend(self, rule: str, why: str) -> list[str]:
        """Mend one kind of finding by the audit's own mendings; what was done, in words."""
        copy = self.look()
        found = [item for item in self._findings(copy) if item.rule == rule and item.mend is not None]
        steps, mends = plan_fixes(copy.store, copy.scan, found)
        done = []
        for step in steps:
            said = [mend.said for mend in mends if mend.file == step.file]
            if step.after is not None and self._hands.write(step.file, step.after, f"{named(said)}: {why}"):
                done += said
        return done

    def _long(self) -> list[str]:
        """Long pointers: the description in place of the hook if it fits; else the hook goes to the topic first."""
        done = []
        for file, folder in _INDEXES:
            for number in pointertext.long_lines(self._findings(self.look()), file):
                copy = self.look()
                plan = pointertext.shorten(copy.store, file, folder, number, copy.memories)
                if plan is None or not all(self._hands.write(*step) for step in plan.steps):
                    continue
                done.append(plan.said)
        return done

    def _findings(self, copy: Copy) -> list[Finding]:
        return Auditor(copy.store).audit(copy.scan, self._now, with_drift=False).findings

    def _fold(self) -> None:
        copy = self.look()
        plan = folding.plan(copy.store, copy.scan)
        if plan is None:
            return
        for file, data, reason in plan.steps:
            if not self._hands.write(file, data, reason):
                break
        self._hands.turn(plan.said)

    def _say(self, done: list[str], what: str, otherwise: str) -> None:
        if done or self._first:
            self._hands.turn(f"{what}: {named(done)}." if done else otherwise)


def named(words: list[str]) -> str:
    """A few of them, and how many more."""
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return "; ".join(words[:_NAMED]) + more


def count(number: int, one: str, many: str) -> str:
    """`1 memory`, `3 memories`."""
    return f"{number} {one if number == 1 else many}"
