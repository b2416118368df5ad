"""Finding changes in a history by words, and telling which of them no longer stand."""

from collections.abc import Iterable

from memtui.history.log import UNDO, Entry

_FIELDS = ("file", "who", "why", "kind")
_NOT = "!"


def undone(history: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the changes that were taken back."""
    return frozenset(entry.undoes for entry in history if entry.kind == UNDO and entry.undoes is not None)


def matching(history: Iterable[Entry], text: str) -> list[Entry]:
    """The changes that fit every word: in a file's name, who, why or kind. `!word` leaves out, `who:word` asks one."""
    words = [word for word in text.casefold().split() if word.strip(_NOT)]
    return [entry for entry in history if all(_fits(entry, word) for word in words)]


def _fits(entry: Entry, word: str) -> bool:
    wanted = not word.startswith(_NOT)
    word = word.removeprefix(_NOT)
    field, mark, rest = word.partition(":")
    if mark and field in _FIELDS:
        return _has(entry, field, rest) == wanted
    return any(_has(entry, each, word) for each in _FIELDS) == wanted


def _has(entry: Entry, field: str, word: str) -> bool:
    if field == "file":
        return any(word in file.casefold() for file in entry.touched)
    return word in str(getattr(entry, field)).casefold()
