"""A past for the throwaway sample: what memtui would have recorded, had it been there from the beginning.

Each state has the memories that were saved by then, and an index that names only those. One memory was there and is
gone: the index still points to it, and the history can bring it back.
"""

import os
import shutil
import tempfile

from memtui.history.change import locked
from memtui.history.log import Log
from memtui.history.snapshot import Look, record_others
from memtui.memory.index import read_lines
from memtui.memory.limits import INDEX_NAME
from memtui.memory.state import State
from memtui.sample.placeholders import DAY_SECONDS
from memtui.sample.store import write_dated

MOMENTS = (91.13, 58.37, 26.42, 12.93, 7.88, 4.61, 1.04)
"""When memtui looked, in days before now."""

LOST = "feedback_small_prs.md"
_LOST_SAVED, _LOST_GONE = 95.0, 12.0
_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "past")


def write_past(memory_dir: str, state: State, now: float) -> None:
    """Record every moment, oldest first, in the history of the store; the store itself is only read."""
    with locked(state), tempfile.TemporaryDirectory(dir=state.folder) as stage:
        log = Log(state)
        for days in MOMENTS:
            _set_stage(memory_dir, stage, now, days)
            record_others(Look(log, stage), now - days * DAY_SECONDS)


def _set_stage(memory_dir: str, stage: str, now: float, days: float) -> None:
    """The store as it was so many days ago."""
    then = now - days * DAY_SECONDS
    for folder, _, names in os.walk(memory_dir):
        for name in names:
            path = os.path.join(folder, name)
            there = os.path.join(stage, os.path.relpath(path, memory_dir))
            if os.stat(path).st_mtime <= then and not os.path.exists(there):
                os.makedirs(os.path.dirname(there), exist_ok=True)
                shutil.copy2(path, there)
    _set_lost(stage, now, days)
    _write_index(memory_dir, stage, then)


def _set_lost(stage: str, now: float, days: float) -> None:
    path = os.path.join(stage, LOST)
    if days > _LOST_GONE:
        with open(os.path.join(_SOURCE, LOST), encoding="utf-8", newline="") as file:
            write_dated(path, file.read(), now - _LOST_SAVED * DAY_SECONDS)
    elif os.path.exists(path):
        os.remove(path)


def _write_index(memory_dir: str, stage: str, then: float) -> None:
    """The index of that day: what is there has its line, so has what is gone; what is to come has none."""
    with open(os.path.join(memory_dir, INDEX_NAME), encoding="utf-8", newline="") as file:
        text = file.read()
    ending = text.split("\n")
    coming = {
        line.number
        for line in read_lines(text)
        if line.entry is not None
        and os.path.exists(os.path.join(memory_dir, line.entry.file))
        and not os.path.exists(os.path.join(stage, line.entry.file))
    }
    kept = [line for number, line in enumerate(ending, 1) if number not in coming]
    write_dated(os.path.join(stage, INDEX_NAME), "\n".join(kept), then)
