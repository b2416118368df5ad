"""The write under way, as it is on disk for whoever finds it after a crash.

It is written before anything is touched, again before the first name is swapped, and again once all are:
that last one is the moment from which the change counts as made.
"""

import json
import os
from typing import Any, NamedTuple

from memtui.memory.state import State, write_private

STAGING, SWAPPING, DONE = "staging", "swapping", "done"


class Move(NamedTuple):
    """One file of a change: its name and place, where its other version waits, and what both versions are."""

    file: str
    target: str
    temporary: str
    before: str | None  # digests; None: no file
    after: str | None


class Journal(NamedTuple):
    """A change under way. `folders` are made for it; `note` is the history's, for a change it has yet to record."""

    phase: str
    moves: tuple[Move, ...]
    folders: tuple[str, ...] = ()
    note: dict[str, Any] | None = None


def write(state: State, journal: Journal) -> None:
    """Replace what the disk knows of the change. The first needs no wait: nothing has been swapped yet."""
    facts = {"v": 1, **journal._asdict()}
    write_private(state.journal, json.dumps(facts).encode("ascii"), durable=journal.phase != STAGING)


def read(state: State) -> Journal | None:
    """The change that was under way, or None. A torn journal is none: it was never complete."""
    try:
        with open(state.journal, "rb") as file:
            facts = json.loads(file.read())
        moves = tuple(Move(*move) for move in facts["moves"])
        return Journal(str(facts["phase"]), moves, tuple(facts["folders"]), facts["note"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        end(state)
        return None


def end(state: State) -> None:
    """Nothing is under way any more."""
    try:
        os.unlink(state.journal)
    except FileNotFoundError:
        pass
