"""The history screen: what it shows, and the ways back."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.history.change import locked, look_now
from memtui.history.log import RESTORE, Log
from memtui.history.rewrite import purge
from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.dialogs import TextDialog
from memtui.ui.screens.history import HistoryScreen
from memtui.ui.screens.history_reading import HistoryReading
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Rows
from tests.ui.pasts import INDEX, ONE, TWO, by_memtui, put, read, with_past
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which


@pytest.fixture
def past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Which:
    """A store of six states."""
    return with_past(tmp_path, monkeypatch)


async def go(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, one by one, each when the one before is done."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def to_history(pilot: Pilot[Any], *keys: str) -> None:
    """To the history screen, and on from there."""
    await settle(pilot)
    await go(pilot, "4", *keys)


def rows(app: MemtuiApp, name: str) -> Rows:
    """One of the lists."""
    return app.screen.query_one(f"#{name}-rows", Rows)


def lines(app: MemtuiApp, name: str) -> list[str]:
    """A list as text."""
    return ["".join(text for text, _ in row.pieces(110)).rstrip() for row in rows(app, name).rows]


def panel(app: MemtuiApp, name: str) -> Panel:
    """One of the panels."""
    return app.screen.query_one(f"#{name}", Panel)


def damage(which: Which) -> None:
    """The history is there and cannot be read."""
    Path(which.store.state.history, "refs", "heads", "main").write_text("no name at all\n", encoding="ascii")


# Pictures


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize(
    "keys",
    [(), ("down", "down", "enter"), ("slash", *"one"), ("slash", *"zzz"), ("end", "R")],
    ids=["full", "files", "filter", "none", "restore"],
)
def test_picture(snap_compare: Any, past: Which, size: tuple[int, int], keys: Sequence[str]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await to_history(pilot, *keys)

    assert snap_compare(app_on(past), terminal_size=size, run_before=before)


def test_picture_empty(snap_compare: Any, tmp_path: Path) -> None:
    which = store_which(tmp_path, {})
    os.rmdir(which.store.root)
    assert snap_compare(app_on(which), terminal_size=NARROW, run_before=to_history)


def test_picture_failed(snap_compare: Any, past: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    words = MemtuiError("git is not installed, and the history needs it", "", "install git")
    monkeypatch.setattr("memtui.history.git._no_git", lambda *_: words)  # without a path of this machine
    monkeypatch.setenv("PATH", "")
    assert snap_compare(app_on(past), terminal_size=WIDE, run_before=to_history)


def test_picture_loading(snap_compare: Any, past: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HistoryScreen, "read_history", lambda *_: None)
    assert snap_compare(app_on(past), terminal_size=NARROW, run_before=to_history)


# The list


async def test_states_are_listed_with_who_when_and_why(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        assert "4 History 6" in screen_text(app)  # before anybody went there
        await go(pilot, "4")
        listed = lines(app, "history")
        assert listed[0].split()[:5] == ["6", "today", "11:40", "◆", "memtui"]
        assert listed[1].split()[3:] == ["☾", "dream", "-1", "dream", "1:", "three", "is", "one"]
        assert listed[2].split() == ["4", "2026-11-17", "○", "others", "+1", "~1", "user_three.md,", "user_two.md"]
        assert "↶ taken back edit user_one.md" in listed[4]
        assert "taken back" not in listed[3]
        assert listed[5].endswith("first look: 3 files")
        shown = screen_text(app)
        assert "1 / 6" in shown
        assert "2 memories, 2026-10-02" in shown


async def test_the_difference_follows_the_cursor(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        assert "- - [One](user_one.md) — first" in lines(app, "diff")
        await pilot.press("down", "down", "down", "down")
        await settle(pilot)
        said = lines(app, "diff")
        assert said[0] == "State 2  2026-11-12 08:30  change, by memtui"
        assert "↶ taken back since" in said
        assert [line for line in said if line[:1] in "+-"] == ["- One.", "+ Eins."]


async def test_text_of_others_stays_text(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "down", "down")
        assert "+ And [x] more, [/] by [@click=app.quit]someone[/]" in screen_text(app)


async def test_late_differences_are_dropped(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        screen = app.screen
        assert isinstance(screen, HistoryScreen) and screen._shown is not None
        shown = lines(app, "diff")
        other = screen._shown._replace(number=2, commit="0" * 40)
        screen.post_message(HistoryReading.Compared(other, (), "too late"))
        await settle(pilot)
        assert lines(app, "diff") == shown
        assert panel(app, "diff").status is Status.READY


async def test_a_known_difference_is_not_made_again(past: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "down", "up")
        monkeypatch.setattr("memtui.ui.screens.history_reading.diff_of", lambda *_: pytest.fail("made again"))
        await go(pilot, "down")
        assert lines(app, "diff")[0].startswith("State 5")


async def test_the_filter_narrows_as_you_type(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "slash", *"dream")
        assert [row.key for row in rows(app, "history").rows] == ["5"]
        assert "1 of 6 fit" in screen_text(app)
        assert lines(app, "diff")[0].startswith("State 5")
        await go(pilot, "enter")
        assert rows(app, "history").has_focus
        await go(pilot, "escape")
        assert len(rows(app, "history").rows) == 6
        await go(pilot, "slash", *"zzz", "r")
        assert "No change fits “zzzr”" in screen_text(app)
        await go(pilot, "enter", "r")
        assert "there is no state to restore a file from; escape clears the filter" in notes(app)


async def test_arrows_move_while_words_are_typed(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "slash", *"user", "down")
        assert rows(app, "history").current.entry.number == 4


# Files of a change


async def test_files_of_a_change_one_by_one(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=NARROW) as pilot:
        await to_history(pilot, "down", "down", "enter")
        assert lines(app, "files")[0].split() == ["+", "user_three.md", "created"]
        assert "+ name: user_three" in lines(app, "diff")
        await go(pilot, "down")
        assert not any("three" in line for line in lines(app, "diff"))
        await go(pilot, "enter")
        assert rows(app, "diff").has_focus
        await go(pilot, "enter")
        assert any("escape goes back" in note for note in notes(app))
        await go(pilot, "escape")
        assert rows(app, "files").has_focus
        await go(pilot, "escape")
        assert rows(app, "history").has_focus
        assert lines(app, "diff")[0].startswith("State 4")


async def test_a_state_without_files_says_so(tmp_path: Path) -> None:
    which = store_which(tmp_path, {})
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "enter", "r")
        assert "this state changed no file, only times" in notes(app)
        assert "this state changed no file; R brings the whole store back to it" in notes(app)


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


# Live


async def test_a_new_state_is_followed_from_the_newest_only(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        put(past, "user_one.md", ONE + "More.\n")
        app.loader.request()
        await settle(pilot)
        assert rows(app, "history").current.entry.number == 7
        assert "+ More." in lines(app, "diff")
        assert "4 History 7" in screen_text(app)
        await go(pilot, "down")
        put(past, "user_one.md", ONE)
        app.loader.request()
        await settle(pilot)
        assert rows(app, "history").current.entry.number == 6
        assert "3 / 8" in screen_text(app)


async def test_what_another_memtui_records_is_shown(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot)
        by_memtui(past, "edit user_one.md", {"user_one.md": ONE + "From the command line.\n"})
        app.loader.request()
        await settle(pilot)
        assert rows(app, "history").current.entry.why == "edit user_one.md"


async def test_states_recorded_while_elsewhere(past: Which) -> None:
    app = app_on(past)
    async with app.run_test(size=WIDE) as pilot:
        await to_history(pilot, "1")
        put(past, "user_one.md", ONE + "More.\n")
        app.loader.request()
        await settle(pilot)
        assert "4 History 7" in screen_text(app)
        await go(pilot, "4")
        assert rows(app, "history").current.entry.number == 7
