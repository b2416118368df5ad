"""A look at a store that records one changed file, against what must be done to know of it at all."""

import os
import random
import time
from collections.abc import Iterator

from memtui.history.change import look_now
from memtui.memory.state import State
from tests.bench.scanning import stat_all
from tests.bench.stores import make_store, memory, write
from tests.bench.table import Row, above
from tests.bench.timing import in_turn

_COUNT, _ROUNDS = 200, 15
_ABOVE_MS = 30.0
_SETTLED_S = 2.1  # younger files are read again at every look, as their times may not tell a change


def rows(folder: str) -> Iterator[Row]:
    """The one row."""
    root = os.path.join(folder, "snapshot")
    paths = make_store(root, _COUNT)
    state = State(os.path.join(folder, "state"))
    time.sleep(_SETTLED_S)
    look_now(root, state)
    chance = random.Random(5)
    changed = ""

    def change_one() -> None:
        nonlocal changed
        number = chance.randrange(len(paths))
        changed = paths[number]
        write(changed, memory(chance, number, f"Changed {chance.random()}.\n" * 40), time.time() - 60)

    def floor_run() -> None:
        stat_all(root)
        with open(changed, "rb") as file:
            file.read()

    def our_run() -> None:
        if look_now(root, state) is None:
            raise RuntimeError("the change was not recorded, so nothing was measured")

    floor, ours = in_turn(_ROUNDS, floor_run, our_run, before=change_one)
    yield Row(f"snapshot of {_COUNT}, one changed", "read it + stat", floor, ours, above(floor, _ABOVE_MS))
