"""Going back as the commands do it: a plan, then one change."""

import os

from memtui.history.back import find_entry, plan_restore_all, plan_restore_file, plan_undo
from memtui.history.log import UNDO, Entry
from tests.history.box import Box

NOW = 1_795_003_200.0  # 2026-11-18T12:00:00Z


def undo(box: Box) -> int:
    """Take the last change back; its number."""
    found = plan_undo(box.root, box.state)
    box.go_back(found.steps, UNDO, found.entry.number)
    return found.entry.number


def restore(box: Box, file: str, when: str | None = None) -> Entry:
    entry, steps = plan_restore_file(box.root, box.state, file, when, NOW)
    box.go_back(steps)
    return entry


def restore_all(box: Box, when: str) -> None:
    steps, _ = plan_restore_all(box.root, box.state, find_entry(box.entries(), when, NOW))
    box.go_back(steps)


def mtimes(box: Box) -> dict[str, int]:
    return {file: os.stat(box.path(file)).st_mtime_ns for file in box.files()}
