"""What better words do: a memory edited from its pick is ranked anew at once, and the screen says how it moved."""

import re
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.transcripts.opening import Which
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.reader import ReaderScreen
from memtui.ui.screens.recall import RecallScreen
from tests.ui.recalls import QUESTION, opened, picks, rows_of, tea, typed
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return tea(tmp_path)


async def described(pilot: Pilot[Any], words: str) -> None:
    """Give the memory under the cursor another description, in the editor, and come back."""
    await pilot.press("e")
    await settle(pilot)
    assert isinstance(pilot.app.screen, EditorScreen)
    pilot.app.screen.query_one("#description", Input).value = words
    await settle(pilot)
    await pilot.press("ctrl+s")
    await settle(pilot)
    await pilot.press("escape")
    await settle(pilot)
    assert isinstance(pilot.app.screen, RecallScreen)


def standing(screen: RecallScreen) -> dict[str, tuple[int, bool]]:
    """Place of each memory that is listed, and whether it is picked."""
    return {row.key: (row.place, not row.lost) for row in rows_of(screen.memtui)}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_a_description_saved_in_the_editor_ranks_anew_and_says_how_it_moved(
    small: Which, size: tuple[int, int]
) -> None:
    app = app_on(small)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot, QUESTION)
        before = standing(screen)
        assert before["project_pot.md"] == (2, True) and not screen.moved()[0]
        await pilot.press("escape", "down")
        await described(pilot, "Which black tea do I like: black tea, like always, from the pot; I like black tea")
        assert standing(screen)["project_pot.md"] == (1, True) and standing(screen)["user_tea.md"] == (2, True)
        shown = screen_text(app)
        assert "project_pot.md: 2 → 1 (score" in shown
        assert any("▲1" in line and "pot" in line for line in shown.split("\n"))
        assert any("▼1" in line and "tea" in line for line in shown.split("\n"))
        row = screen.current()
        assert row is not None and row.key == "project_pot.md"  # the cursor went with it
        app.loader.request()  # another look at the same files takes nothing away
        await settle(pilot)
        assert "project_pot.md: 2 → 1 (score" in screen_text(app)
        await typed(pilot, "wash the cup")
        assert not screen.moved()[0] and "→" not in screen_text(app)  # another question begins anew


async def test_worse_words_are_said_too(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, QUESTION)
        await pilot.press("escape")
        await described(pilot, "Nothing in particular")
        assert "user_tea.md: 1 → " in screen_text(app)
        assert standing(screen)["project_pot.md"][0] == 1
        await pilot.press("u")  # and taken back
        await settle(pilot)
        assert picks(app) == ["user_tea.md", "project_pot.md"]
        assert "user_tea.md: still 1 (score" in screen_text(app)


async def test_better_words_rank_at_once(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "how is the samovar heated")
        assert picks(app) == []
        await typed(pilot, "wash the cup")
        await pilot.press("escape", "e")
        await settle(pilot)
        assert isinstance(app.screen, EditorScreen)
        await pilot.press("escape")
        await settle(pilot)
        await typed(pilot, "how is the samovar heated")
        path = Path(small.store.root, "feedback_cup.md")
        path.write_text("---\nname: cup\ndescription: The samovar is heated with coal\ntype: feedback\n---\nHot.\n")
        app.loader.request()
        await settle(pilot)
        assert picks(app) == ["feedback_cup.md"]
        assert re.search(r"feedback_cup\.md: (\d+, lost|not listed) → 1 \(score", screen_text(app))
        await pilot.press("escape", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ReaderScreen)
