"""Help: for what has focus, with the keys as the user has them; and everything that can have focus has words."""

import importlib
import pkgutil
from typing import Any

import pytest
from textual.screen import Screen
from textual.widget import Widget

import memtui.ui
from memtui.audit.finding import SEVERITIES
from memtui.memory.limits import TYPES
from memtui.transcripts.opening import Which
from memtui.ui.help_rows import lines
from memtui.ui.keys import ACTIONS, ANYWHERE, INDEX
from memtui.ui.screens.base import MemoryScreen, ModeScreen
from memtui.ui.screens.help import HelpScreen
from memtui.ui.text import length
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle


def classes() -> list[type[Widget]]:
    """Every widget and screen that memtui defines."""
    found = []
    for info in pkgutil.walk_packages(memtui.ui.__path__, "memtui.ui."):
        module = importlib.import_module(info.name)
        found += [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == info.name]
    return [each for each in found if issubclass(each, Widget)]


def needs_words(each: type[Widget]) -> bool:
    """Whether a person can be on it; shared bases and what is not drawn yet are left out."""
    if issubclass(each, Screen):
        bare = each in (ModeScreen, MemoryScreen) or any(each in other.__bases__ for other in classes())
        return not bare
    return bool(each.can_focus)


def test_everything_that_can_have_focus_has_words() -> None:
    wanted = [each for each in classes() if needs_words(each)]
    assert len(wanted) >= 8
    assert [each.__name__ for each in wanted if not str(getattr(each, "HELP", "") or "").strip()] == []


async def test_it_tells_of_the_screen_the_focus_anywhere_and_the_signs(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=(120, 90)) as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await settle(pilot)
        text = " ".join(screen_text(app).split())
        for action in (*ACTIONS[INDEX], *ACTIONS[ANYWHERE]):
            assert f"{action.label}: {action.about}" in text
        assert "MEMORY.md is loaded into every conversation" in text
        assert "A list. Arrows, j and k move" in text and "Page down" in text
        assert all(word in text for word in (*SEVERITIES, *TYPES, "fresh", "aging", "stale"))


async def test_keys_are_those_of_the_user(sample: Which) -> None:
    app = app_on(sample, keys={"index.edit": "f4,ctrl+k"})
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("f1")
        await settle(pilot)
        assert "f4 ^k" in screen_text(app)


@pytest.mark.parametrize("key", ["escape", "question_mark", "q"])
async def test_it_closes(sample: Which, key: str) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await settle(pilot)
        assert isinstance(app.screen, HelpScreen)
        await pilot.press(key)
        await settle(pilot)
        assert not isinstance(app.screen, HelpScreen) and app.is_running and not app._exit


async def test_it_scrolls_where_there_is_little_room(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=NARROW) as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await settle(pilot)
        assert "reference" not in screen_text(app)
        await pilot.press("end")
        await settle(pilot)
        assert "where to look things up" in screen_text(app)


@pytest.mark.parametrize("width", [30, 70])
async def test_no_line_is_longer_than_there_is_room(sample: Which, width: int) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, HelpScreen)
        assert max(length(line) for line in lines(screen.sections(), width)) <= width


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def open_it(pilot: Any) -> None:
        await settle(pilot)
        await pilot.press("question_mark")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=open_it)
