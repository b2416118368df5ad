"""How large a store was over time: few enough of its past states, evenly chosen, each with its size."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.history.log import Entry, Log
from memtui.history.states import States
from memtui.memory.limits import INDEX_NAME

SAMPLES = 60
_LISTED = 200_000  # rows of file lists that are read for one picture; a store of thousands has long ones


class Size(NamedTuple):
    """A store at one moment. Indexes and files that are no memories count with their bytes only."""

    when: float
    memories: int
    bytes: int


def sizes(log: Log, history: Sequence[Entry], most: int = SAMPLES) -> Iterator[Size]:
    """The sizes at some of these states (newest first as the log gives them), oldest first, one by one."""
    if not history:
        return
    newest = _size(history[0], log.states(history[0].commit))
    room = max(3, min(most, _LISTED // max(1, newest.memories)))
    for entry, states in log.states_of(reversed(sampled(history[1:], room - 1))):
        yield _size(entry, states)
    yield newest


def sampled(history: Sequence[Entry], most: int) -> list[Entry]:
    """At most so many states, the oldest among them. A longer history keeps most of what was chosen before."""
    if len(history) <= most:
        return list(history)
    stride = 1
    while len(history) // stride > max(0, most - 2):
        stride *= 2
    return [entry for entry in history[:-1] if entry.number % stride == 0] + [history[-1]]


def _size(entry: Entry, states: States) -> Size:
    memories = sum(1 for file in states if file.endswith(".md") and os.path.basename(file) != INDEX_NAME)
    return Size(entry.when, memories, sum(state.size for state in states.values()))
