"""What is done to the index: each action as it ends well, and as it does not."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import FormDialog, PickDialog, TextDialog
from memtui.ui.widgets.rows import Rows
from tests.ui.pasts import put
from tests.ui.running import WIDE, app_on, notes, screen_text, settle, store_which

ONE = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\nOne.\n"
ODD = "- [O\x1bne](user_one.md) —  two  spaces,\ta tab and \x1b[31mred\x07"
PROSE = "  Some prose\twith a tab, " + "a long line " * 500 + "and its end."
INDEX = f"# Notes\n\n{ODD}\n{PROSE}\n- [Out](https://example.org/x) — elsewhere\n- [Gone](gone.md) — nothing\n"


@pytest.fixture
def which(tmp_path: Path) -> Which:
    """An index with a line of every kind; one memory has no pointer."""
    free = ONE.replace("user_one", "user_free").replace("the first one", "one without a pointer")
    return store_which(tmp_path, {"MEMORY.md": INDEX, "user_one.md": ONE, "user_free.md": free})


def lines(which: Which) -> list[str]:
    """The lines as they are on disk."""
    return Path(which.store.root, "MEMORY.md").read_bytes().decode().split("\n")


async def at_line(pilot: Any, number: int) -> None:
    """The app is up and the cursor on a line."""
    await settle(pilot)
    pilot.app.screen.show_line(number)
    await settle(pilot)


async def test_what_nobody_touched_in_a_pointer_stays_to_the_byte(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 3)
        await pilot.press("e")
        await settle(pilot)
        assert "O␛ne" in screen_text(app) and "␉a tab and ␛[31mred␇" in screen_text(app)
        await pilot.press("home", "X", "enter", "enter")
        await settle(pilot)
        assert lines(which)[2] == ODD.replace("O\x1bne", "XO\x1bne")
        await pilot.press("e", "enter", "!", "enter")
        await settle(pilot)
        assert lines(which)[2] == ODD.replace("O\x1bne", "XO\x1bne") + "!"


async def test_a_pointer_that_is_left_as_it_was_is_no_change(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 3)
        await pilot.press("e", "enter", "enter")
        await settle(pilot)
        assert lines(which) == INDEX.split("\n")
        assert "nothing to change" in notes(app)


async def test_a_long_line_of_prose_is_edited_whole(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 4)
        await pilot.press("e", "end", "backspace", "enter")
        await settle(pilot)
        assert lines(which)[3] == PROSE[:-1]


async def test_a_line_may_not_grow_past_the_limit(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 6)
        await pilot.press("e")
        app.screen.query_one("#hook", Input).value = "word " * 60
        await pilot.press("enter", "enter")
        await settle(pilot)
        assert isinstance(app.screen, FormDialog) and "over 200" in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert lines(which) == INDEX.split("\n")


async def test_two_quick_enters_are_two(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 6)
        await pilot.press("e", "X")
        title = app.screen.query_one("#title", Input)
        title.post_message(Input.Submitted(title, title.value))  # as a terminal sends them: before the first is done
        title.post_message(Input.Submitted(title, title.value))
        await settle(pilot)
        assert lines(which)[5] == "- [GoneX](gone.md) — nothing"


async def test_what_memtui_itself_uses_is_left_to_another_editor(which: Which) -> None:
    put(which, "MEMORY.md", f"- [Odd {chr(0x10001B)}](user_one.md) — x\n")
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 1)
        await pilot.press("e")
        await settle(pilot)
        assert not isinstance(app.screen, FormDialog)
        assert any("in your own editor" in note for note in notes(app))


@pytest.mark.parametrize(
    ("line", "words"),
    [(1, "points to nothing"), (4, "points to nothing"), (5, "does not follow"), (6, "gone.md does not exist")],
)
async def test_a_line_that_leads_nowhere_says_so(which: Which, line: int, words: str) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, line)
        await pilot.press("enter")
        await settle(pilot)
        assert app.current_mode == "index" and any(words in note for note in notes(app))


async def test_enter_and_a_double_click_go_to_the_memory(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 3)
        await pilot.press("enter")
        await settle(pilot)
        assert app.current_mode == "topics"
        assert app.screen.query_one("#topic-rows", Rows).current.key == "user_one.md"
        await pilot.press("1")
        await settle(pilot)
        await pilot.click("#index-rows", offset=(30, 2), times=2)
        await settle(pilot)
        assert app.current_mode == "topics"


async def test_a_pointer_is_added_below_the_cursor(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 3)
        await pilot.press("a")
        await settle(pilot)
        assert isinstance(app.screen, PickDialog) and "user_free.md" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert lines(which)[3] == "- [Free](user_free.md) — one without a pointer of them all"
        await pilot.press("a")
        await settle(pilot)
        assert "Every memory has its pointer" in screen_text(app)
        await pilot.press("enter", "escape", "u")
        await settle(pilot)
        assert lines(which) == INDEX.split("\n")


async def test_the_ends_of_the_file_are_the_end(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        for line, key in ((1, "K"), (6, "J")):
            await at_line(pilot, line)
            await pilot.press(key)
            await settle(pilot)
        assert notes(app).count("it is at the end already") == 2
        assert lines(which) == INDEX.split("\n")


async def test_as_loaded_is_the_exact_text(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("l")
        await settle(pilot)
        assert isinstance(app.screen, TextDialog)
        shown = ["".join(text for text, _ in row.pieces(10_000)) for row in app.screen.query_one(Rows).rows]
        assert shown[0] == "# Notes" and shown[2].startswith("- [O\\x1bne](user_one.md)")
        assert len(shown) == len(app.snapshot.loaded.text.split("\n"))


@pytest.mark.parametrize("key", ["e", "d", "K", "J", "l", "enter"])
async def test_an_index_without_lines_answers_every_key(which: Which, key: str) -> None:
    put(which, "MEMORY.md", None)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press(key)
        await settle(pilot)
        assert len(notes(app)) == 1 and app.current_mode == "index"


@pytest.mark.parametrize("key", ["d", "J", "X"])
async def test_a_line_that_changed_meanwhile_is_left_alone(which: Which, key: str) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 3)
        other = INDEX.replace("O\x1bne", "Other")
        if key == "X":
            await pilot.press("e", "X")
            put(which, "MEMORY.md", other)
            await pilot.press("enter", "enter")
        else:
            put(which, "MEMORY.md", other)
            await pilot.press(key)
        await settle(pilot)
        assert lines(which) == other.split("\n")
        assert any("changed meanwhile" in note for note in notes(app))


async def test_a_store_that_is_gone_takes_no_change(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await at_line(pilot, 3)
        shutil.rmtree(which.store.root)
        await pilot.press("d")
        await settle(pilot)
        assert not Path(which.store.root).exists()
        assert any("gone" in note for note in notes(app))
