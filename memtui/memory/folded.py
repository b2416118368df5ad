"""Pointers that were moved out of an index that had grown too long: `index_<type>.md`, one pointer to which stays.

What such a file points to counts as indexed, as long as the index points to the file itself.
"""

from collections.abc import Callable, Iterable

from memtui.memory.index import Entry, entries
from memtui.memory.limits import TYPES


def folded_name(kind: str) -> str:
    """The file that takes the older pointers of one type."""
    return f"index_{kind}.md"


FOLDED = frozenset(folded_name(kind) for kind in TYPES)


def folded_targets(index: Iterable[Entry], read: Callable[[str], str | None]) -> set[str]:
    """The files that an index points to by way of its folded parts; `read` gives the text of one."""
    found: set[str] = set()
    for name in sorted({entry.file for entry in index if entry.file in FOLDED and not entry.external}):
        found |= {entry.file for entry in entries(read(name) or "") if not entry.external}
    return found
