"""Which file a user means when it may be gone by now."""

from collections.abc import Iterable

from memtui.history.log import Entry
from memtui.memory.errors import MemtuiError, UsageError
from memtui.memory.links import fold
from memtui.memory.names import find_file
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.memory.topic import stem


def past_file(store: Store, entries: Iterable[Entry], wanted: str) -> str:
    """A path that the history knows, a memory of now, or a name that only one past file has."""
    past = sorted({file for entry in entries for file in entry.touched})
    for candidate in (wanted, f"{wanted}.md"):
        if candidate in past:
            return candidate
    try:
        return find_file(Scanner(store.root).scan(), wanted)
    except UsageError:
        raise
    except MemtuiError:
        matches = [file for file in past if fold(stem(file)) == fold(wanted.removesuffix(".md"))]
        if not matches:
            raise
    if len(matches) > 1:
        raise UsageError("more than one past file has that name", wanted, f"say which: {', '.join(matches[:5])}")
    return matches[0]
