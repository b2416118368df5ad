"""Where memories came from, as far as the history can tell: the first and the last state that touched each."""

from typing import NamedTuple

from memtui.history.log import FIRST_NUMBER, SEEN, Entry, Log
from memtui.memory.state import State


class Origin(NamedTuple):
    """One file's past."""

    first: Entry
    last: Entry
    changes: int

    @property
    def there_before(self) -> bool:
        """Whether it was there already when the history began."""
        return self.first.kind == SEEN and self.first.number == FIRST_NUMBER


class Origins:
    """Answers for one store. The history is read once for each newest state; takes its time, raises MemtuiError."""

    def __init__(self, state: State) -> None:
        self._log = Log(state)
        self._head: str | None = None
        self._known: dict[str, Origin] = {}

    def of(self, file: str) -> Origin | None:
        """A file's past; None when no state has touched it."""
        head = self._log.head()
        if head != self._head:
            self._known = _origins(self._log.entries())
            self._head = head
        return self._known.get(file)


def _origins(entries: list[Entry]) -> dict[str, Origin]:
    known: dict[str, Origin] = {}
    for entry in entries:  # newest first
        for file in entry.touched:
            later = known.get(file)
            known[file] = Origin(entry, entry, 1) if later is None else Origin(entry, later.last, later.changes + 1)
    return known
