"""The editor: form, text, problems, saving."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.history.drafts import all_drafts
from memtui.history.log import Log
from memtui.transcripts.opening import Which
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.body import Body
from memtui.ui.widgets.oneof import OneOf
from tests.ui.editing import FILES, KEY, ONE, opened, problems, rested, text_of
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

pytestmark = pytest.mark.usefixtures("quick_keys")


async def test_editing_saves_the_file_and_its_pointer_in_one_change(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        assert screen.query_one(Body).has_focus
        await pilot.press("end", "X")
        screen.query_one("#description", Input).value = "where the kettle is kept"
        await rested(pilot)
        assert screen.unsaved and "● unsaved" in screen_text(app)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert text_of(which, "user_one.md") == ONE.replace(
            "the first one of them all", "where the kettle is kept"
        ).replace("One.\n", "One.X\n")
        assert text_of(which, "MEMORY.md") == "- [One](user_one.md) — where the kettle is kept\n"
        assert not screen.unsaved and "✓ saved" in screen_text(app)
        assert screen.query_one(Body).cursor_location == (0, 5)  # where it was
        assert all_drafts(which.store.state) == []
        assert [entry.touched for entry in Log(which.store.state).entries()][-1] == ("MEMORY.md", "user_one.md")
        await pilot.press("ctrl+z")
        assert screen.query_one(Body).text.startswith("One.\n")  # undo reaches beyond the save


async def test_nothing_to_save_is_said(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert any("nothing to save" in note for note in notes(app))


async def test_what_is_wrong_is_shown_while_typing_and_leads_to_its_place(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        assert problems(screen) == [] and "nothing is wrong" in screen_text(app)
        await pilot.press("down", "down", "end", *" yesterday")
        screen.query_one("#description", Input).value = "notes"
        await rested(pilot)
        assert problems(screen) == [("vague-description", 1), ("relative-date", 9)]
        assert "too general" in screen_text(app)
        await pilot.press("ctrl+home", "f8")
        assert screen.query_one("#description").has_focus
        await pilot.press("f8")
        assert screen.query_one(Body).has_focus and screen.query_one(Body).line == 9
        screen.query_one("#problem-rows").focus()
        await pilot.press("home", "enter")
        assert screen.query_one("#description").has_focus
        await pilot.press("f8", "f8")
        assert screen.query_one(Body).has_focus


async def test_f8_without_problems_says_so(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("f8")
        assert any("nothing is wrong" in note for note in notes(app))


async def test_it_opens_at_a_line(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md", 8)
        assert screen.query_one(Body).line == 8
        assert screen.query_one(Body).document.get_line(1) == "Two."


async def test_a_new_memory_with_its_pointer(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("n")
        await rested(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen) and screen.query_one("#name").has_focus
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert any("nothing to save" in note for note in notes(app))
        await pilot.press(*"Kettle days", "ctrl+s")
        await rested(pilot)
        assert any("needs a type" in note for note in notes(app))
        await pilot.press("enter", *"when the kettle is cleaned", "enter", "right", "right")
        await rested(pilot)
        assert "→ feedback_kettle_days.md" in screen_text(app)
        await pilot.press("tab", "tab", *"On Mondays.", "enter", "ctrl+s")
        await rested(pilot)
        made = "---\nname: Kettle days\ndescription: when the kettle is cleaned\ntype: feedback\n---\nOn Mondays.\n"
        assert text_of(which, "feedback_kettle_days.md") == made
        assert "- [Kettle days](feedback_kettle_days.md) — when the kettle is cleaned" in text_of(which, "MEMORY.md")
        assert screen.file == "feedback_kettle_days.md" and not screen.unsaved
        await pilot.press("X", "ctrl+s")
        await rested(pilot)
        assert "X" in text_of(which, "feedback_kettle_days.md")
        await pilot.press("escape")
        await rested(pilot)
        assert isinstance(app.screen, IndexScreen)
        assert all_drafts(which.store.state) == []


async def test_a_team_memory_takes_no_secret_along(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, None)
        screen.query_one("#name", Input).value = "Deploy key"
        screen.query_one("#kind", OneOf).value = "reference"
        screen.query_one("#team", OneOf).value = "team"
        screen.query_one(Body).insert(f"token {KEY}")
        await rested(pilot)
        assert "team/reference_deploy_key.md" in screen_text(app)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert any("not shared" in note and KEY not in note for note in notes(app))
        assert not os.path.exists(which.store.path("team"))
        screen.query_one(Body).text = "harmless"
        await rested(pilot)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert "harmless" in text_of(which, "team/reference_deploy_key.md")
        assert "reference_deploy_key.md" in text_of(which, "team/MEMORY.md")


# Pictures


async def _typed(pilot: Pilot[Any]) -> None:
    await opened(pilot, "feedback_deploy.md")
    await pilot.press("down", "down", *"Since yesterday: ")
    await rested(pilot)


async def _new(pilot: Pilot[Any]) -> None:
    await opened(pilot, None)


async def _index(pilot: Pilot[Any]) -> None:
    await opened(pilot, "MEMORY.md", 19)


async def _refused(pilot: Pilot[Any]) -> None:
    await opened(pilot, "nobody.md")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("state", [_typed, _new, _index, _refused], ids=["typed", "new", "index", "refused"])
def test_picture(snap_compare: Any, sample: Which, state: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=state)
