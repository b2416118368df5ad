"""Every key that a screen shows does something or says why not, whatever state the store is in."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.events import MouseScrollDown
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.keys import ACTIONS, AUDIT, HISTORY, INDEX, MODES, TITLES, TOPICS
from memtui.ui.screens.base import ModeScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.pasts import FILES, put
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which


def _full(folder: Path) -> Which:
    which = store_which(folder, FILES)
    put(which, "user_free.md", "---\nname: free\n---\nSee [[one]].\n")
    return which


def _empty(folder: Path) -> Which:
    return store_which(folder, {})


def _missing(folder: Path) -> Which:
    which = _empty(folder)
    shutil.rmtree(which.store.root)
    return which


def _unreadable(folder: Path) -> Which:
    which = _empty(folder)
    os.rmdir(which.store.root)
    Path(which.store.root).write_text("a file where the directory should be")
    return which


def _indexless(folder: Path) -> Which:
    which = _full(folder)
    os.unlink(which.store.path("MEMORY.md"))
    os.mkdir(which.store.path("MEMORY.md"))
    return which


STATES: dict[str, Callable[[Path], Which]] = {
    "full": _full,
    "empty": _empty,
    "missing": _missing,
    "unreadable": _unreadable,
    "indexless": _indexless,
}


def picture(app: MemtuiApp) -> tuple[object, ...]:
    """All that an action could change: what is in sight, what was told, which screen has which focus."""
    return screen_text(app), notes(app), app.screen, app.focused, app._exit


async def home(pilot: Pilot[Any], mode: str) -> None:
    """Back on the mode's own list, with nothing open and nothing told."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    while not isinstance(app.screen, ModeScreen) or app.screen.MODE not in MODES or isinstance(app.focused, Input):
        await pilot.press("escape")
        await settle(pilot)
    if app.current_mode != mode:
        await pilot.press(str(MODES.index(mode) + 1))
        await settle(pilot)
    app.clear_notifications()
    await pilot.pause()


@pytest.mark.parametrize("mode", [INDEX, TOPICS, AUDIT, HISTORY])
@pytest.mark.parametrize("state", STATES)
async def test_every_key_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str, mode: str) -> None:
    monkeypatch.setenv("EDITOR", "true")
    app = app_on(STATES[state](tmp_path))
    silent = []
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        for action in ACTIONS[mode]:
            await home(pilot, mode)
            before = picture(app)
            await pilot.press(action.key)
            await settle(pilot)
            assert app.is_running
            if picture(app) == before and action.key != "escape":  # there is nothing to go back from
                silent.append(action.id)
    assert not silent


async def test_the_mouse_does_what_the_keys_do(tmp_path: Path) -> None:
    app = app_on(_full(tmp_path))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        for at, mode in enumerate(MODES):
            tabs = screen_text(app).split("\n")[0]
            await pilot.click("#tabs", offset=(tabs.index(f"{at + 1} {TITLES[mode]}") + 1, 0))
            await settle(pilot)
            assert app.current_mode == mode
        for mode in (INDEX, TOPICS, AUDIT, HISTORY):
            for action in [action for action in ACTIONS[mode] if action.shown][:3]:
                await home(pilot, mode)
                bar = screen_text(app).split("\n")[-1]
                before = picture(app)
                await pilot.click("#keys", offset=(f"{bar} ".index(f" {action.label} ") + 1, 0))
                await settle(pilot)
                assert picture(app) != before, action.id


async def test_the_wheel_scrolls_the_list_and_leaves_the_cursor(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=NARROW) as pilot:
        for mode, rows in (("1", "#index-rows"), ("2", "#topic-rows"), ("3", "#findings-rows"), ("4", "#diff-rows")):
            await pilot.press(mode)
            await settle(pilot)
            listed = app.screen.query_one(rows, Rows)
            cursor = listed.cursor
            for _ in range(3):
                await pilot._post_mouse_events([MouseScrollDown], rows)
            await settle(pilot)
            assert listed.scroll_offset.y > 0 and listed.cursor == cursor, mode
