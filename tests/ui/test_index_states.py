"""The index in every state of its store: words and the next key, never an empty screen."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.memory.scan import Scan, Scanner
from memtui.transcripts.opening import Which
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle, store_which

ONE = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\nOne.\n"
MANY = "# Notes\n\n" + "".join(f"- [One {number}](user_one.md) — for the {number}th time\n" for number in range(230))


def _made(folder: Path, state: str) -> Which:
    which = store_which(folder, {"user_one.md": ONE} if state in ("no index", "cut") else {})
    root = Path(which.store.root)
    if state == "missing":
        shutil.rmtree(root)
    elif state == "failed":
        os.rmdir(root)
        root.write_text("in the way")
    elif state == "cut":
        (root / "MEMORY.md").write_text(MANY)
    return which


WORDS = {
    "missing": ("No memory here yet.", "n writes a first memory"),
    "empty": ("The index is empty", "n writes a first memory"),
    "no index": ("There is no index", "a adds a pointer"),
    "failed": ("not a directory", "ctrl+r looks again"),
}


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("state", WORDS)
async def test_words_and_the_next_key(tmp_path: Path, state: str, size: tuple[int, int]) -> None:
    app = app_on(_made(tmp_path, state))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        shown = " ".join(screen_text(app).split())
        for words in WORDS[state]:
            assert words in shown, shown


@pytest.mark.parametrize("state", ["empty", "no index"])
def test_picture(snap_compare: Any, tmp_path: Path, state: str) -> None:
    assert snap_compare(app_on(_made(tmp_path, state)), terminal_size=NARROW, run_before=settle)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture_of_the_cut(snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    async def go(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await pilot.press("end", *["up"] * 20, *["pagedown"])
        await settle(pilot)
        pilot.app.screen.query_one("#index-rows", Rows).scroll_from(190)
        await pilot.pause()

    assert snap_compare(app_on(_made(tmp_path, "cut")), terminal_size=size, run_before=go)


def test_picture_while_loading(snap_compare: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: Scanner) -> Scan:
        raise OSError("later")

    monkeypatch.setattr(Scanner, "scan", never)

    async def go(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        pilot.app.clear_notifications()
        await pilot.pause()

    assert snap_compare(app_on(_made(tmp_path, "empty")), terminal_size=NARROW, run_before=go)


async def test_a_store_that_is_off_says_so_on_every_screen(sample: Which) -> None:
    off = sample._replace(location=sample.location._replace(enabled=False, enabled_by="settings"))
    app = app_on(off)
    async with app.run_test(size=NARROW) as pilot:
        for key in "123456":
            await pilot.press(key)
            await settle(pilot)
            assert "not loaded (settings)" in screen_text(app)
