"""What can be done with memories on the topics screen, with good and bad endings."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import FormDialog, PickDialog
from memtui.ui.screens.reader import ReaderScreen
from memtui.ui.screens.topics import TopicsScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.running import WIDE, app_on, notes, screen_text, settle, store_which
from tests.ui.topiclists import chosen, listed, opened


def text(which: Which, file: str) -> str:
    """A file as it is on disk."""
    return Path(which.store.root, file).read_text(encoding="utf-8")


async def cleared(pilot: Pilot[Any], typed: str) -> None:
    """Another text in the one field of a dialog."""
    await pilot.press("ctrl+u", *typed)


async def test_deleting_goes_to_the_trash_and_undo_brings_it_back(small: Which) -> None:
    app = app_on(small)
    before = text(small, "user_tea.md")
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert not Path(small.store.root, "user_tea.md").exists()
        assert "user_tea.md" not in text(small, "MEMORY.md")
        assert chosen(app) == "feedback_cup.md"
        assert notes(app)[-1] == "user_tea.md is in the trash; u brings it back"
        await pilot.press("u")
        await settle(pilot)
        assert text(small, "user_tea.md") == before
        assert "user_tea.md" in text(small, "MEMORY.md")
        assert chosen(app) == "feedback_cup.md"  # nothing moves under the cursor


async def test_deleting_what_is_gone_says_so(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        Path(small.store.root, "user_tea.md").unlink()
        await pilot.press("d")
        await settle(pilot)
        assert any("no such file" in note for note in notes(app))


async def test_renaming_takes_pointers_links_and_the_cursor_along(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("s", "s")  # by name
        assert listed(app)[:3] == ["feedback_cup.md", "project_pot.md", "user_tea.md"]
        await pilot.press("end", "up", "up", "R")
        assert isinstance(app.screen, FormDialog)
        await cleared(pilot, "user_brew")
        await pilot.press("enter")
        await settle(pilot)
        assert listed(app)[:3] == ["feedback_cup.md", "project_pot.md", "user_brew.md"]
        assert chosen(app) == "user_brew.md"
        assert not Path(small.store.root, "user_tea.md").exists()
        assert "(user_brew.md)" in text(small, "MEMORY.md")
        assert "user_tea.md is now user_brew; u takes it back" in notes(app)
        await pilot.press("R")
        await cleared(pilot, "archive/aa")
        await pilot.press("enter")
        await settle(pilot)
        assert listed(app)[0] == "archive/aa.md"
        assert chosen(app) == "archive/aa.md"
        await pilot.press("u", "u")
        await settle(pilot)
        assert Path(small.store.root, "user_tea.md").exists()


async def test_a_name_that_is_taken_or_bad_is_refused(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        for wanted, said in (("project_pot", "a file of that name exists"), ("../out", "not a usable name")):
            await pilot.press("R")
            await cleared(pilot, wanted)
            await pilot.press("enter")
            await settle(pilot)
            assert any(said in note for note in notes(app))
        await pilot.press("R")
        await cleared(pilot, "")
        await pilot.press("enter")
        assert "a memory needs a name" in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert listed(app)[:3] == ["user_tea.md", "feedback_cup.md", "project_pot.md"]


async def test_links_both_ways_to_jump_along(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("down", "down")
        await settle(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, PickDialog)
        assert "Links to" in screen_text(app)
        assert "lid  not there yet" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert chosen(app) == "feedback_cup.md"
        await pilot.press("l", "down", "enter")
        await settle(pilot)
        assert chosen(app) == "user_tea.md"  # which links to the cup, as the pot does


async def test_a_link_to_nothing_says_what_to_press(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("down", "down")
        await settle(pilot)
        await pilot.press("l", "down", "enter")
        await settle(pilot)
        assert notes(app)[-1] == "there is no memory lid yet; n writes one"
        assert chosen(app) == "project_pot.md"
        await pilot.press("l", "escape")
        await settle(pilot)
        assert chosen(app) == "project_pot.md"


async def test_a_memory_without_links_says_so(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("down", "down", "down")
        await settle(pilot)
        await pilot.press("l")
        await settle(pilot)
        assert "shop links to no memory, and none links to it" in notes(app)[-1]


async def test_enter_on_a_link_in_the_preview_goes_there(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("tab", "end", "enter")
        await settle(pilot)
        assert chosen(app) == "feedback_cup.md"
        assert app.focused is app.screen.query_one("#topic-rows", Rows)


async def test_editing_here_and_outside(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str | None]] = []
    app = app_on(small)
    monkeypatch.setattr(app, "edit_memory", lambda file: asked.append(("here", file)))
    monkeypatch.setattr(app, "edit_outside", lambda file: asked.append(("outside", file)))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("e", "down", "E")
        assert asked == [("here", "user_tea.md"), ("outside", "feedback_cup.md")]


async def test_keys_without_a_memory_say_why(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, {}))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        for key in ("enter", "e", "E", "l", "R", "d"):
            await pilot.press(key)
            await pilot.pause()
            assert notes(app)[-1].startswith("there is no memory to ")
            app.clear_notifications()
        await pilot.press("s", "b", "slash", "escape")
        assert isinstance(app.screen, TopicsScreen)


async def test_a_double_click_opens(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.click("#topic-rows", offset=(10, 1), times=2)
        await settle(pilot)
        assert isinstance(app.screen, ReaderScreen)
        assert app.screen.where() == "feedback_cup.md"
