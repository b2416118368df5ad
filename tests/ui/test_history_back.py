"""The ways back: a file, the whole store; and what is not known any more."""

import os
import shutil
from pathlib import Path

import pytest

from memtui.history.change import locked, look_now
from memtui.history.log import RESTORE, Log
from memtui.history.rewrite import purge
from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import TextDialog
from memtui.ui.screens.history import HistoryScreen
from memtui.ui.widgets.panel import Status
from tests.ui.histories import damage, go, lines, panel, rows, to_history
from tests.ui.pasts import INDEX, ONE, TWO, put, read
from tests.ui.running import WIDE, app_on, notes, screen_text, store_which

# Bringing back


async def test_a_file_comes_back_as_it_was(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "end", "r")
        assert "choose one of its files, then press r again" in notes(app)
        await go(pilot, "end", "r")
        assert isinstance(app.screen, TextDialog)
        assert "Bring user_two.md back to state 1, 2026-10-02 09:00?" in screen_text(app)
        assert "- And [x] more, [/] by" in screen_text(app)
        await go(pilot, "escape")
        assert read(past, "user_two.md") != TWO
        await go(pilot, "r", "enter")
        assert read(past, "user_two.md") == TWO
        newest = Log(past.store.state).entries(1)[0]
        assert (newest.kind, newest.why) == (RESTORE, "restore user_two.md to state 1")
        assert "brought user_two.md to state 1; u takes it back" in notes(app)
        assert not any("user_two.md changed" in note for note in notes(app))  # its own doing is no news
        await go(pilot, "u")
        assert read(past, "user_two.md") != TWO


async def test_the_only_file_needs_no_choosing(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "down", "down", "down", "down", "r", "enter")
        assert "Eins." in (read(past, "user_one.md") or "")


async def test_a_deleted_file_comes_back_from_before(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "down", "r")
        assert "Bring user_three.md back to state 4" in screen_text(app)
        await go(pilot, "enter")
        assert read(past, "user_three.md") == ONE.replace("one", "three")


async def test_what_is_there_already_is_said(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "r", "R")
        assert "MEMORY.md is as it was in state 6 already" in notes(app)
        assert "the store is as it was in state 6 already" in notes(app)


async def test_the_whole_store_comes_back(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "down", "down", "R")
        shown = screen_text(app)
        assert "2 files: 1 to create, 1 to change." in shown
        assert "+ create  user_three.md" in shown
        await go(pilot, "escape")
        assert read(past, "user_three.md") is None
        await go(pilot, "R", "enter")
        assert read(past, "user_three.md") is not None
        assert read(past, "MEMORY.md") == INDEX
        assert Log(past.store.state).entries(1)[0].why == "restore the store to state 4"


async def test_what_changed_while_looking_stops_it(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "end", "R")
        put(past, "user_new.md", ONE)
        await go(pilot, "enter")
        assert any("the store changed while you looked, so nothing was brought back" in note for note in notes(app))
        assert read(past, "user_new.md") == ONE
        assert "And [x] more" in (read(past, "user_two.md") or "")


async def test_a_full_disk_changes_nothing(past: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "user_two.md")

    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "end", "R")
        monkeypatch.setattr("memtui.memory.save._stage_all", full)
        await go(pilot, "enter")
        assert any("no space left on device" in note and "nothing was changed" in note for note in notes(app))
        assert "And [x] more" in (read(past, "user_two.md") or "")


# What is not known any more


async def test_a_purged_file_says_so(past: Which) -> None:
    with locked(past.store.state):
        purge(past.store.state, "user_three.md")
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "down", "enter")
        words = " ".join(lines(app, "diff"))
        assert words == "What user_three.md held is no longer known: it was purged from the history."
        await go(pilot, "r")
        assert any("the history has no such file then: user_three.md" in note for note in notes(app))


async def test_a_large_file_was_not_kept(past: Which) -> None:
    put(past, "user_large.md", b"x" * 1_100_000)
    look_now(past.store.root, past.store.state)
    put(past, "user_large.md", "small\n")
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        assert any(line.startswith("- (not kept: 1100000 bytes") for line in lines(app, "diff"))
        await go(pilot, "down", "r")
        assert any("was not kept: it was over 1 MB" in note for note in notes(app))


async def test_a_damaged_history_says_so(past: Which) -> None:
    damage(past)
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        assert panel(app, "history").status is Status.FAILED
        shown = screen_text(app)
        assert "the history could not be used" in shown and "ctrl+r looks again" in shown
        assert len([note for note in notes(app) if "could not be used" in note]) == 1
        assert app.snapshot.findings is not None  # the audit goes on without
        await go(pilot, "R", "r", "enter")
        assert isinstance(app.screen, HistoryScreen)


async def test_a_history_that_is_mended_shows_again(past: Which) -> None:
    kept = Path(past.store.state.history + ".kept")
    shutil.copytree(past.store.state.history, kept)
    damage(past)
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        shutil.rmtree(past.store.state.history)
        kept.rename(past.store.state.history)
        await go(pilot, "ctrl+r")
        assert len(rows(app, "history").rows) == 6


async def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    app = app_on(store_which(tmp_path, {"MEMORY.md": INDEX, "user_one.md": ONE}))
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        assert "git is not installed, and the history needs it" in screen_text(app).replace("\n", "")


async def test_a_store_that_cannot_be_read_has_words(tmp_path: Path) -> None:
    which = store_which(tmp_path, {})
    os.rmdir(which.store.root)
    Path(which.store.root).write_text("no directory")
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        assert panel(app, "history").status is Status.FAILED
        assert "ctrl+r looks again" in screen_text(app)
