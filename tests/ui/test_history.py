"""The history screen: how it looks, its list, the files of a change, and what is new."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.screens.history import HistoryScreen
from memtui.ui.screens.history_reading import HistoryReading
from memtui.ui.widgets.panel import Status
from tests.ui.histories import go, lines, panel, rows, to_history
from tests.ui.pasts import ONE, by_memtui, put
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

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
