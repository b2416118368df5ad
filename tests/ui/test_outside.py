"""The user's own editor, by a script in its place; the app cannot be put aside in a test, so nothing is."""

import stat
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.history.drafts import all_drafts
from memtui.transcripts.opening import Which
from memtui.ui import outside
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import editor_view
from memtui.ui.screens.conflict import ConflictScreen
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.body import Body
from tests.ui.running import WIDE, app_on, notes, screen_text, settle, store_which

INDEX = "- [One](user_one.md) — the first one of them all\n"
ONE = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\nOne.\nTwo.\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE}


@pytest.fixture(autouse=True)
def in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """No terminal to give away, and no long rests."""
    monkeypatch.setattr(outside, "put_aside", lambda _: nullcontext())
    monkeypatch.setattr(editor_view, "DRAFT_S", 0.03)


def editor(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """The user's editor is this script; `$1` is the file."""
    path = folder / "editor.sh"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("EDITOR", str(path))


def place(which: Which) -> Path:
    """The file on disk."""
    return Path(which.store.root, "user_one.md")


async def outside_on(pilot: Pilot[Any], file: str = "user_one.md") -> None:
    """As the key E does on any screen."""
    assert isinstance(pilot.app, MemtuiApp)
    await settle(pilot)
    pilot.app.edit_outside(file)
    await settle(pilot)


async def test_what_the_editor_writes_is_saved_in_one_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, 'echo "Three." >> "$1"')
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot)
        assert place(which).read_text() == f"{ONE}Three.\n"
        assert isinstance(app.screen, IndexScreen) and all_drafts(which.store.state) == []
        assert any("saved user_one.md" in note for note in notes(app))
        await pilot.press("u")
        await settle(pilot)
        assert place(which).read_text() == ONE


async def test_the_index_by_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, 'echo "# More" >> "$1"')
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("E")
        await settle(pilot)
        assert Path(which.store.root, "MEMORY.md").read_text() == f"{INDEX}# More\n"


async def test_nothing_changed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, "true")
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot)
        assert any("is as it was" in note for note in notes(app))
        assert all_drafts(which.store.state) == []


async def test_an_editor_that_fails_leaves_the_text_where_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, 'echo "Three." >> "$1"; exit 3')
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot)
        assert place(which).read_text() == ONE
        (draft,) = all_drafts(which.store.state)
        assert any("ended with 3" in note and draft.path in note for note in notes(app))
        assert draft.data.endswith(b"Three.\n")


@pytest.mark.parametrize("said", ["/nowhere/at-all", "'"], ids=["missing", "no command"])
async def test_a_missing_editor_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("EDITOR", said)
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot)
        assert any("nothing was changed" in note for note in notes(app))
        assert all_drafts(which.store.state) == []


async def test_a_file_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, "true")
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot, "user_gone.md")
        assert any("no such file" in note for note in notes(app))


async def test_a_change_meanwhile_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = store_which(tmp_path, FILES)
    editor(tmp_path, monkeypatch, f'echo "Mine." >> "$1"; echo "Theirs." >> "{place(which)}"')
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot)
        assert isinstance(app.screen, ConflictScreen)
        assert place(which).read_text() == f"{ONE}Theirs.\n"
        assert "Mine." in screen_text(app) and "Theirs." in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, EditorScreen) and app.screen.query_one(Body).text.endswith("Mine.\n")


async def test_a_text_that_is_none_any_more_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, "printf 'a\\000b' > \"$1\"")
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await outside_on(pilot)
        assert place(which).read_text() == ONE
        assert "NUL bytes" in screen_text(app) and "kept at" in screen_text(app)
        assert len(all_drafts(which.store.state)) == 1


async def test_going_on_outside_from_the_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, 'sed -i "s/Two/2/" "$1"')
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        app.edit_memory("user_one.md")
        await settle(pilot)
        await pilot.press("X", "ctrl+e")
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.query_one(Body).text == "XOne.\n2.\n" and screen.unsaved
        assert place(which).read_text() == ONE
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert place(which).read_text() == ONE.replace("One.", "XOne.").replace("Two", "2")
        assert all_drafts(which.store.state) == []


async def test_an_editor_that_fails_leaves_the_text_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, "exit 1")
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        app.edit_memory("user_one.md")
        await settle(pilot)
        await pilot.press("X", "ctrl+e")
        await settle(pilot)
        assert isinstance(app.screen, EditorScreen)
        assert app.screen.query_one(Body).text.startswith("XOne.")
        assert any("ended with 1" in note and "kept at" in note for note in notes(app))
