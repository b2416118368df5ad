"""When a line of a memory was written, where the history can tell.

It can when one state lacks the line, in that file and in every other, the next has it, and everything in between
fell on one day: the day memtui saw it missing is the day the file with it was written. A line that was there
before, or that may have been moved or copied from another memory, is not dated.
"""

from collections.abc import Iterable
from datetime import date, datetime

from memtui.history.log import CHANGE, DREAM, Entry, Log
from memtui.history.states import FileState, States
from memtui.memory.state import State

_CLOCK_S = 1.0  # a state's own time is kept in whole seconds


class Dating:
    """Answers for one store; reads the history once, and only when asked."""

    def __init__(self, state: State) -> None:
        self._log = Log(state)
        self._history: list[Entry] | None = None
        self._lines: dict[str, frozenset[bytes]] = {}  # by git's name of the content

    def __call__(self, file: str, line: str) -> date | None:
        """The day the line came into the file, or None when that is not certain."""
        if self._history is None:
            self._history = self._log.entries()
        wanted = line.strip().encode("utf-8", "surrogateescape")
        versions = self._versions(self._history, file)
        came = self._came(versions, wanted)
        if came is None:
            return None
        position, state = came
        before = self._history[position + 1]
        if self._anywhere(wanted, self._log.states(before.commit)):
            return None
        return _day(self._history[position], state, before)

    def _versions(self, history: list[Entry], file: str) -> list[tuple[int, FileState | None]]:
        """The file in each state that touched it, newest first, and in the oldest; with the state's position."""
        last = len(history) - 1
        positions = [at for at, entry in enumerate(history) if file in entry.touched or at == last]
        if not positions:
            return []
        found = self._log.states_of(history[at] for at in positions)
        versions = [(at, states.get(file)) for at, (_, states) in zip(positions, found, strict=True)]
        self._read([state for _, state in versions if state is not None])
        return versions

    def _came(self, versions: list[tuple[int, FileState | None]], wanted: bytes) -> tuple[int, FileState] | None:
        """The state that brought the line to stay, if no earlier one is known to have had it, or may have."""
        held = [self._held(state, wanted) for _, state in versions]
        count = held.count(True)
        if count in (0, len(held)) or held != [True] * count + [False] * (len(held) - count):
            return None
        position, state = versions[count - 1]
        return None if state is None else (position, state)

    def _held(self, state: FileState | None, wanted: bytes) -> bool | None:
        """Whether a version has the line; None when its content was not kept."""
        if state is None:
            return False
        lines = self._lines.get(state.blob)
        return None if lines is None else wanted in lines

    def _anywhere(self, wanted: bytes, states: States) -> bool:
        """Whether any memory of a state had the line, for all that is known."""
        self._read(states.values())
        return any(self._held(state, wanted) is not False for state in states.values())

    def _read(self, wanted: Iterable[FileState]) -> None:
        missing = [state for state in wanted if state.blob not in self._lines]
        for blob, data in self._log.contents(missing).items():
            self._lines[blob] = frozenset(row.strip() for row in data.split(b"\n"))


def _day(entry: Entry, state: FileState, before: Entry) -> date | None:
    if entry.kind == CHANGE and entry.who.startswith(DREAM):  # a dream moves words that are older than it
        return None
    if entry.kind == CHANGE:  # memtui wrote it, and knows when
        return datetime.fromtimestamp(entry.when).date()
    written = state.mtime_ns / 1e9
    if not before.when <= written <= entry.when + _CLOCK_S:  # its time was set: it says nothing of when the line came
        return None
    first, last = datetime.fromtimestamp(before.when).date(), datetime.fromtimestamp(written).date()
    return last if first == last else None
