"""How a ranking moved since the question was asked: what better words in a memory did to it."""

from collections.abc import Mapping
from typing import NamedTuple

from memtui.memory.topic import Memory, StatKey
from memtui.recall.result import Recall
from memtui.ui.text import Piece, plain

NEW, UP, DOWN = "new", "▲", "▼"


class Place(NamedTuple):
    """Where a memory stands, whether it is picked, and its score."""

    number: int
    picked: bool
    score: float


class Start(NamedTuple):
    """The first answer to a question, and the memories as they were then."""

    places: Mapping[str, Place]
    keys: Mapping[str, StatKey]


def places(recall: Recall) -> dict[str, Place]:
    """Every memory that is shown, by its file."""
    picked = len(recall.selection.picks)
    shown = (*recall.selection.picks, *recall.selection.lost)
    return {pick.file: Place(at, at <= picked, pick.score or 0.0) for at, pick in enumerate(shown, start=1)}


def start_of(recall: Recall, memories: list[Memory]) -> Start:
    """What later answers to the same question are compared with."""
    return Start(places(recall), {memory.file: memory.key for memory in memories})


def marks(start: Start, recall: Recall) -> dict[str, Piece]:
    """A sign for each memory that stands elsewhere now; none for those that stay."""
    found = {file: _mark(start.places.get(file), place) for file, place in places(recall).items()}
    return {file: mark for file, mark in found.items() if mark is not None}


def _mark(before: Place | None, after: Place) -> Piece | None:
    if before is None:
        return NEW, "good"
    steps = before.number - after.number
    if steps:
        return f"{UP if steps > 0 else DOWN}{abs(steps)}", "good" if steps > 0 else "warn"
    if before.picked != after.picked:
        return (UP, "good") if after.picked else (DOWN, "warn")
    return None


def told(start: Start, recall: Recall, memories: list[Memory]) -> Piece | None:
    """What a change to a memory did to its place, in words; of several the one that stands highest now."""
    now = places(recall)
    changed = [memory.file for memory in memories if start.keys.get(memory.file) != memory.key]
    here = sorted((now[file].number, file) for file in changed if file in now)
    if not here:
        return _fallen(start, changed)
    file = here[0][1]
    before, after = start.places.get(file), now[file]
    score = f"{after.score:.2f}" if before is None else f"{before.score:.2f} → {after.score:.2f}"
    mark = _mark(before, after)
    went = f"{_standing(before)} → {_standing(after)}" if mark is not None else f"still {_standing(after)}"
    return f"{plain(file)}: {went} (score {score})", mark[1] if mark is not None else "muted"


def _fallen(start: Start, changed: list[str]) -> Piece | None:
    gone = [file for file in changed if file in start.places]
    return (f"{plain(gone[0])}: {_standing(start.places[gone[0]])} → not listed", "warn") if gone else None


def _standing(place: Place | None) -> str:
    if place is None:
        return "not listed"
    return f"{place.number}" if place.picked else f"{place.number}, lost"
