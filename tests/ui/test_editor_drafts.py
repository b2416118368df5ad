"""Unsaved text: kept while it is typed, over a quit and a crash, offered again, listed, thrown away."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from memtui.history.drafting import write_draft
from memtui.history.drafts import Draft, all_drafts, keep_draft
from memtui.memory.config import read_config
from memtui.memory.errors import MemtuiError
from memtui.ui.app import MemtuiApp
from memtui.ui.drafts import rescued
from memtui.ui.screens import editor_guard, editor_view
from memtui.ui.screens.conflict import DraftDialog
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.start import open_app
from memtui.ui.widgets.body import Body
from tests.ui.editing import FILES, ONE, opened, rested, text_of
from tests.ui.running import WIDE, app_on, notes, screen_text, settle, store_which

pytestmark = pytest.mark.usefixtures("quick_keys")


async def test_closing_keeps_a_draft_and_says_so(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("X", "escape")
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen)
        assert any("kept as a draft" in note for note in notes(app))
        assert text_of(which, "user_one.md") == ONE
        screen = await opened(pilot, "user_one.md")
        assert isinstance(app.screen, DraftDialog) and "+XOne." in screen_text(app)
        await pilot.press("enter")
        await rested(pilot)
        assert screen.query_one(Body).text.startswith("XOne.") and screen.unsaved
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert "XOne." in text_of(which, "user_one.md")
        assert all_drafts(which.store.state) == []


async def test_closing_without_a_change_keeps_nothing(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("X", "backspace", "escape")
        await settle(pilot)
        assert all_drafts(which.store.state) == []


async def test_a_draft_is_kept_while_typing_and_over_a_quit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("X")
        await rested(pilot)
        assert [draft.base for draft in all_drafts(which.store.state)] == [ONE.encode()]
        monkeypatch.setattr(editor_view, "DRAFT_S", 60.0)  # too late
        await pilot.press("Y")
        app.exit()
        await pilot.pause()
    assert b"XYOne." in all_drafts(which.store.state)[0].data


async def test_a_draft_is_kept_when_the_app_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editor_view, "DRAFT_S", 60.0)  # too late
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=WIDE) as pilot:
            await opened(pilot, "user_one.md")
            await pilot.press("X")
            app.call_later(lambda: 1 / 0)
            await pilot.pause(0.1)
    assert b"XOne." in all_drafts(which.store.state)[0].data


async def test_text_that_cannot_be_a_draft_is_kept_elsewhere_over_a_quit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    which = store_which(tmp_path / "store", FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        Path(which.store.state.drafts).write_text("no folder")
        await pilot.press("X")
        app.exit()
        await pilot.pause()
    (kept,) = tmp_path.glob("memtui-draft-*.md")
    assert b"XOne." in kept.read_bytes() and kept.stat().st_mode & 0o077 == 0
    assert len(app.last_words) == 1 and app.last_words[0].endswith(f"; your text is kept at {kept}")


def test_text_that_can_be_kept_nowhere_is_said_to_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    assert rescued(b"text", "no room") == "no room; your text is lost"


def test_last_words_are_told_when_the_terminal_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(app: MemtuiApp) -> int:
        app.last_words.append("no room\x1b; lost")
        return 0

    monkeypatch.setattr("memtui.ui.start._run", run)
    which = store_which(tmp_path, FILES)
    assert open_app(which, read_config(which.host)) == 0
    assert capsys.readouterr().err == "memtui: no room\\x1b; lost\n"


async def test_a_draft_can_be_thrown_away_or_left(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    keep_draft(which.store.state, Draft("", "user_one.md", ONE.encode(), b"Mine.\n", 0.0))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        await pilot.press("escape")
        await settle(pilot)
        assert screen.query_one(Body).text.startswith("One.") and len(all_drafts(which.store.state)) == 1
        await pilot.press("escape")
        await settle(pilot)
        await opened(pilot, "user_one.md")
        await pilot.press("x")
        await settle(pilot)
        assert all_drafts(which.store.state) == []
        assert any(b"Mine." in path.read_bytes() for path in Path(which.store.state.trash).rglob("*.md"))


async def test_drafts_are_told_of_at_the_start_and_listed(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    keep_draft(which.store.state, Draft("", None, None, b"---\nname: Tea\n---\nHot.\n", 0.0, True))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        assert any("1 unsaved draft: a new memory" in note for note in notes(app))
        await pilot.press("D", "enter")
        await rested(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.query_one("#name", Input).value == "Tea" and screen.team
        await pilot.press("escape")
        await settle(pilot)
        assert len(all_drafts(which.store.state)) == 1


async def test_no_drafts_to_list(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("D")
        await settle(pilot)
        assert "There are no drafts" in screen_text(app)
        assert not any("unsaved" in note for note in notes(app))


async def test_no_place_for_a_draft_is_told_and_the_text_stays(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        Path(which.store.state.drafts).write_text("in the way")
        await pilot.press("X")
        await rested(pilot)
        assert any("your text is only here" in note for note in notes(app))
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen is screen
        assert any("once more leaves" in note for note in notes(app))
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen)


@pytest.mark.parametrize("file", ["user_one.md", None], ids=["edit", "new"])
async def test_what_the_command_line_could_not_save_is_offered(tmp_path: Path, file: str | None) -> None:
    which = store_which(tmp_path, FILES)
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "Typed outside.\\n" >> "$1"\n')
    editor.chmod(0o755)
    env = {"EDITOR": str(editor)}
    start = ONE.encode() if file is not None else b"---\nname: Tea\ndescription: d\ntype: user\n---\n"
    with pytest.raises(MemtuiError), write_draft(which.store.state, file, start, env).kept():
        raise MemtuiError("the disk is full", "", "")
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        assert any(f"1 unsaved draft: {file or 'a new memory'}" in note for note in notes(app))
        await pilot.press("D", "enter")
        await rested(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen) and screen.unsaved
        assert screen.query_one(Body).text.endswith("Typed outside.\n")
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert text_of(which, screen.file or "").endswith("Typed outside.\n")
        assert os.listdir(which.store.state.drafts) == []


async def test_an_editor_that_is_open_elsewhere_is_no_unsaved_text(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    keep_draft(which.store.state, Draft("", "user_one.md", ONE.encode(), ONE.encode(), 0.0))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        assert app.screen is screen and notes(app) == []


async def test_what_is_typed_while_the_file_is_read_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    which, reading = store_which(tmp_path, FILES), threading.Event()

    def slowly(*args: Any) -> editor_guard.Found:
        reading.wait(30)
        return read_for_edit(*args)

    read_for_edit = editor_guard.read_for_edit
    monkeypatch.setattr(editor_guard, "read_for_edit", slowly)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        app.edit_memory("user_one.md")
        await pilot.pause()
        await pilot.press(*"q1", "ctrl+s")
        assert any("it is being read" in note for note in notes(app)) and app.is_running
        reading.set()
        await rested(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.query_one(Body).text == "q1One.\nTwo.\nThree.\n" and screen.unsaved
