"""Which memories a filter means: at once by what is known of them, then by their bodies, a batch at a time."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from memtui.memory.filter import Facts, Filter
from memtui.memory.texts import Texts
from memtui.memory.topic import Memory

_BATCH_S = 0.1  # how long finds are gathered before they are shown; twice as long for each batch after


class Sifted(NamedTuple):
    """What a filter means for certain, and what only a body can tell."""

    hits: set[str]
    unsure: list[Memory]


def sift(memories: Iterable[Memory], wanted: Filter, facts: Facts, texts: Texts) -> Sifted:
    """Without opening any file."""
    hits: set[str] = set()
    unsure: list[Memory] = []
    for memory in memories:
        passes = wanted.passes(memory, facts, texts.head(memory))
        if passes:
            hits.add(memory.file)
        elif passes is None:
            unsure.append(memory)
    return Sifted(hits, unsure)


def search(
    unsure: Iterable[Memory], wanted: Filter, facts: Facts, texts: Texts, stopped: Callable[[], bool]
) -> Iterator[list[str]]:
    """The files whose bodies pass, in batches; ends early when stopped."""
    found: list[str] = []
    since, patience = time.monotonic(), _BATCH_S
    for memory in unsure:
        if stopped():
            return
        if wanted.passes(memory, facts, texts.head(memory), texts.searchable(memory)):
            found.append(memory.file)
        if found and time.monotonic() - since > patience:
            yield found
            found, since, patience = [], time.monotonic(), 2 * patience
    if found:
        yield found
