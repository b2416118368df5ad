"""No text of a store is ever read as markup, style or escape: one walk through every screen."""

import re
from pathlib import Path

import pytest

from memtui.dream.starting import Wish, start
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from tests.ui.dreams import ended, tell, tool, turn
from tests.ui.hostile import TRICKS, hostile_drafts, hostile_neighbours, hostile_past, hostile_which
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle

_RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_WALK = {
    "index": ["1", *["j"] * 12, "l", "escape", "e", "enter", "escape", "a", "escape", "d", "u", "enter"],
    "topics": ["2", *["j"] * 25, "enter", "escape", "l", "escape", "s", "b", "b", "slash", *"x]", "escape"],
    "renaming": ["2", "end", "R", "escape", "up", "R", "X", "enter", "u", "d", "u"],
    "audit": ["3", *["j"] * 30, "f", "escape", "F", "escape", "i", "I", "end", "e", "escape", "slash", *"x", "escape"],
    "history": ["4", "j", "enter", "j", "enter", "escape", "r", "escape", "escape", "R", "escape", "slash", *"[/]"],
    "past": ["4", *["j"] * 18, "enter", "r", "enter", "u", "2", *["j"] * 5],
    "dreams": ["5", "j", "t", "escape", "j", "v", *["j"] * 30, "enter", "j", "escape", "escape", "d", "escape"],
    "recall": ["6", *"loud", "space", *"family", "enter", *["j"] * 8, *["v"] * 6, "e", "escape", "slash", *"["],
    "recall views": ["6", *"loud", "space", *"family", "escape", "K", "r", "R", *["j"] * 30, "v", "v", "j", "V"],
    "editor": ["2", "e", "tab", "tab", "X", "ctrl+s", "escape"],
    "drafts": ["D", *["down"] * 20, "enter", "escape", "D", *"new", "enter", "escape"],
    "projects": ["p", *["down"] * 18, *"x]", "escape"],
    "others": ["question_mark", "escape", "g", "escape", "ctrl+t", "escape", "n", *"[/]", "tab", *"[x]", "escape"],
    "palette": ["ctrl+p", *"x", "down", "down", "escape", "ctrl+p", *"[", "escape"],
}
_MADE = {"past": hostile_past, "drafts": hostile_drafts, "projects": hostile_neighbours}


def hostile_dreams(which: Which) -> None:
    """One that waits for review, with all the names of the store; and one whose every word is a trick."""
    start(which, DreamSettings(), Wish(engine="rules", force=1, review=True)).process.wait(30)
    tricks = list(TRICKS.values())
    words = {"error": " ".join(tricks), "engine": tricks[2], "trigger": tricks[3], "notes": tricks}
    task = ended(which, 1, status="failed", **words)
    tell(which, task, *(turn(trick, 2, trick) for trick in tricks), *(tool(trick, trick) for trick in tricks))


def check(app: MemtuiApp) -> None:
    """Nothing raw is on the screen, every line is as wide as the terminal, and the app lives."""
    assert app.is_running and app._exit is False
    shown = screen_text(app)
    assert not _RAW.search(shown), repr(_RAW.search(shown))
    for line in app.screen._compositor.render_strips():
        assert sum(segment.cell_length for segment in line) <= app.size.width


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("part", _WALK)
async def test_a_walk_through_every_screen(tmp_path: Path, part: str, size: tuple[int, int]) -> None:
    which = hostile_which(tmp_path)
    {"dreams": hostile_dreams, **_MADE}.get(part, lambda _: None)(which)
    app = app_on(which)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for key in _WALK[part]:
            await pilot.press(key)
            await settle(pilot)
            check(app)


async def test_brackets_are_shown_as_they_are(tmp_path: Path) -> None:
    app = app_on(hostile_which(tmp_path))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        shown = screen_text(app)
        for text in ("[x] done", "[/]", "[@click=app.quit]q[/]", "[bold red]loud[/bold red]", "\\x1b[31mred"):
            assert text in shown


@pytest.mark.parametrize(("part", "key"), [("past", "4"), ("drafts", "D"), ("projects", "p")])
async def test_each_of_them_is_really_shown(tmp_path: Path, part: str, key: str) -> None:
    which = hostile_which(tmp_path)
    _MADE[part](which)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press(key)
        await settle(pilot)
        shown = screen_text(app)
        assert "[@click=app.quit]q" in shown or "[bold]name[/bold].md" in shown
