"""The dreams screen under test: a small store, the way to the screen, and waiting for what other processes do."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.dream.starting import Wish, start
from memtui.dream.task import Task, list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from tests.ui.running import NARROW, WIDE, notes, settle, store_which

ONE = "---\nname: one\ndescription: how the kettle is cleaned and by whom\ntype: user\n---\nBy Ann.\n"
INDEX = "- [One](user_one.md) — kettle\n- [Gone](user_gone.md) — nothing\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE}
BOTH = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def small(folder: Path) -> Which:
    """A store with one dead pointer, which the rules mend."""
    return store_which(folder, FILES)


def index(which: Which) -> str:
    return Path(which.store.root, "MEMORY.md").read_text(encoding="utf-8")


def told(app: MemtuiApp, words: str) -> bool:
    return any(words in note for note in notes(app))


def newest(which: Which) -> Task:
    return list_tasks(which.store.state)[0]


def waiting(which: Which) -> Task:
    """A dream of the rules whose result waits, done by its own process."""
    started = start(which, DreamSettings(), Wish(engine="rules", force=1, review=True))
    started.process.wait(30)
    return newest(which)


async def dreams(pilot: Pilot[Any], *keys: str) -> None:
    """Go to the screen and press keys, waiting after each."""
    await settle(pilot)
    for key in ("5", *keys):
        await pilot.press(key)
        await settle(pilot)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def until(pilot: Pilot[Any], happened: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    for _ in range(1_000):
        if happened():
            await settle(pilot)
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not happen")


def over(which: Which, count: int = 1) -> Callable[[], bool]:
    """Whether so many dreams are there, all of them over."""
    return lambda: [task.running for task in list_tasks(which.store.state)] == [False] * count
