"""A file that changes on disk while it is edited: shown side by side, and no version is ever lost silently."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.history.drafts import Draft, all_drafts, keep_draft
from memtui.history.log import Log
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import editor_view
from memtui.ui.screens.conflict import ConflictScreen
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.body import Body
from memtui.ui.widgets.rows import Rows
from memtui.ui.widgets.side import side_rows, stacked_rows, wrapped
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

INDEX = "- [One](user_one.md) — the first one of them all\n"
HEAD = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\n"
ONE = f"{HEAD}One.\nTwo.\nThree.\nFour.\nFive.\n"
THEIRS = ONE.replace("Five.", "Fünf.")
CLASH = ONE.replace("One.", "Eins.")
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys need not rest long in a test."""
    monkeypatch.setattr(editor_view, "JUDGE_S", 0.01)
    monkeypatch.setattr(editor_view, "DRAFT_S", 0.03)


def place(which: Which) -> Path:
    """The file on disk."""
    return Path(which.store.root, "user_one.md")


async def editing(pilot: Pilot[Any], *keys: str) -> EditorScreen:
    """The editor on the file, with these keys pressed."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    await settle(pilot)
    app.edit_memory("user_one.md")
    await settle(pilot)
    await pilot.press(*keys)
    await settle(pilot)
    screen = app.screen
    assert isinstance(screen, EditorScreen)
    return screen


async def looked(pilot: Pilot[Any]) -> None:
    """The app has seen what others did."""
    assert isinstance(pilot.app, MemtuiApp)
    pilot.app.loader.request()
    await settle(pilot)


async def test_a_change_elsewhere_is_shown_when_nothing_was_typed(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await editing(pilot, "down")
        place(which).write_text(THEIRS)
        await looked(pilot)
        assert "Fünf." in screen.query_one(Body).text and not screen.unsaved
        assert screen.query_one(Body).line == 7  # the cursor stays on its line
        assert any("this is how it is now" in note for note in notes(app))


async def test_a_change_elsewhere_waits_while_something_is_typed(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await editing(pilot, "X")
        place(which).write_text(THEIRS)
        await looked(pilot)
        assert screen.query_one(Body).text.startswith("XOne.")
        assert "changed on disk meanwhile" in screen_text(app)
        place(which).write_text(ONE)  # and back again
        await looked(pilot)
        assert "changed on disk" not in screen_text(app)


async def conflicted(pilot: Pilot[Any], theirs: str | None) -> EditorScreen:
    """Typed here, changed there, saved."""
    assert isinstance(pilot.app, MemtuiApp)
    screen = await editing(pilot, "X")
    path = place(pilot.app.which)
    path.unlink() if theirs is None else path.write_text(theirs)
    await pilot.press("ctrl+s")
    await settle(pilot)
    assert isinstance(pilot.app.screen, ConflictScreen)
    assert (path.read_text() if path.exists() else None) == theirs  # nothing was overwritten
    return screen


async def test_both_versions_are_shown_and_nothing_is_decided_by_escape(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await conflicted(pilot, THEIRS)
        shown = screen_text(app)
        assert "XOne." in shown and "Fünf." in shown and "Keep mine" in shown
        first = app.screen.query_one(Rows).current
        assert first.mine == "XOne." and first.theirs == "One."
        await pilot.press("n")
        assert app.screen.query_one(Rows).current.theirs == "Fünf."
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen is screen and screen.unsaved and "ctrl+s compares" in screen_text(app)
        assert place(which).read_text() == THEIRS
        assert len(all_drafts(which.store.state)) == 1


async def test_keeping_mine_leaves_theirs_in_the_history(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await conflicted(pilot, THEIRS)
        await pilot.press("k")
        await settle(pilot)
        assert place(which).read_text() == ONE.replace("One.", "XOne.")
        assert app.screen is screen and not screen.unsaved
        assert [entry.who for entry in Log(which.store.state).entries()][-2:] != ["memtui", "memtui"]
        await pilot.press("escape", "u")
        await settle(pilot)
        assert place(which).read_text() == THEIRS


async def test_taking_theirs_puts_mine_into_the_trash(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await conflicted(pilot, THEIRS)
        await pilot.press("t")
        await settle(pilot)
        assert "Fünf." in screen.query_one(Body).text and not screen.unsaved
        assert place(which).read_text() == THEIRS
        assert any(b"XOne." in path.read_bytes() for path in Path(which.store.state.trash).rglob("*.md"))
        assert all_drafts(which.store.state) == []


async def test_merging_changes_that_lie_apart(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await conflicted(pilot, THEIRS)
        await pilot.press("m")
        await settle(pilot)
        assert screen.query_one(Body).text == "XOne.\nTwo.\nThree.\nFour.\nFünf.\n"
        assert any("merged; look it over" in note for note in notes(app))
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert place(which).read_text() == THEIRS.replace("One.", "XOne.")


async def test_merging_changes_of_the_same_line_is_left_to_the_person(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await conflicted(pilot, CLASH)
        await pilot.press("m")
        await settle(pilot)
        text = screen.query_one(Body)
        assert text.text.startswith("<<<<<<< mine\nXOne.\n=======\nEins.\n>>>>>>> on disk\nTwo.")
        assert text.line == 6 and any("1 place only you" in note for note in notes(app))
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert place(which).read_text() == CLASH
        assert any("a conflict is marked there" in note for note in notes(app))
        text.text = "XEins.\nTwo.\n"
        await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert place(which).read_text() == f"{HEAD}XEins.\nTwo.\n"


async def test_a_conflict_in_the_frontmatter_is_merged_as_text(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await editing(pilot)
        screen.query_one("#name", Input).value = "mine"
        await settle(pilot)
        place(which).write_text(ONE.replace("name: user_one", "name: theirs"))
        await pilot.press("ctrl+s")
        await settle(pilot)
        await pilot.press("m")
        await settle(pilot)
        assert not screen.query_one("#form").display
        assert "<<<<<<< mine\nname: mine\n=======\nname: theirs\n" in screen.query_one(Body).text


async def test_a_file_that_was_removed_is_made_anew(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await conflicted(pilot, None)
        assert "was removed on disk" in screen_text(app)
        await pilot.press("m")  # there is nothing to merge with
        assert isinstance(app.screen, ConflictScreen)
        await pilot.press("k")
        await settle(pilot)
        assert place(which).read_text() == ONE.replace("One.", "XOne.") and not screen.unsaved


async def test_a_file_that_was_removed_is_let_go(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await conflicted(pilot, None)
        await pilot.press("t")
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen) and not place(which).exists()
        assert any(b"XOne." in path.read_bytes() for path in Path(which.store.state.trash).rglob("*.md"))


async def test_a_draft_of_a_file_that_changed_since_is_compared_when_saved(tmp_path: Path) -> None:
    which = store_which(tmp_path, {**FILES, "user_one.md": THEIRS})
    keep_draft(which.store.state, Draft("", "user_one.md", ONE.encode(), ONE.replace("One.", "XOne.").encode(), 0.0))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        app.edit_memory("user_one.md")
        await settle(pilot)
        assert "has changed since" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert "changed on disk meanwhile" in screen_text(app)
        await pilot.press("ctrl+s")
        await settle(pilot)
        await pilot.press("m")
        await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert place(which).read_text() == THEIRS.replace("One.", "XOne.")
        assert all_drafts(which.store.state) == []


def test_long_lines_are_wrapped_and_none_is_lost() -> None:
    text = "word " * 30 + "x" * 50 + " 中文" * 10
    for width in (20, 41, 120):
        half = wrapped(text, width)
        assert "".join(half).replace(" ", "") == text.replace(" ", "")
        rows = side_rows(text, "short\nmore", width)
        assert "".join(row.mine for row in rows).replace(" ", "") == text.replace(" ", "")
        stacked = stacked_rows(text, "short", width)
        assert any("short" in piece for row in stacked for piece, _ in row.parts)


async def _wide(pilot: Pilot[Any]) -> None:
    await conflicted(pilot, THEIRS.replace("Three.", "Three is a long line that has to be wrapped here, since " * 3))


async def _gone(pilot: Pilot[Any]) -> None:
    await conflicted(pilot, None)


async def _draft(pilot: Pilot[Any]) -> None:
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    state = app.which.store.state
    keep_draft(state, Draft("", "user_one.md", ONE.encode(), ONE.replace("One.", "XOne.").encode(), 0.0))
    await settle(pilot)
    app.edit_memory("user_one.md")
    await settle(pilot)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("state", [_wide, _gone, _draft], ids=["both", "gone", "draft"])
def test_picture(snap_compare: Any, tmp_path: Path, state: Any, size: tuple[int, int]) -> None:
    app = app_on(store_which(tmp_path, FILES))
    assert snap_compare(app, terminal_size=size, run_before=state)
