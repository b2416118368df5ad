"""The index screen: what it shows and what can be done there."""

from pathlib import Path
from typing import Any

import pytest

from memtui.transcripts.opening import Which
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

INDEX = "# Notes\n\n- [One](user_one.md) — first\n- [Two](user_two.md) — second\n- [Gone](user_gone.md) — nothing\n"
ONE = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\nOne.\n"
TWO = "---\nname: user_two\ndescription: the second one of them all\ntype: user\n---\nTwo.\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE, "user_two.md": TWO}


def small(folder: Path) -> Which:
    """A store of two memories and three pointers."""
    return store_which(folder, FILES)


def index(which: Which) -> str:
    """The file as it is on disk."""
    return Path(which.store.root, "MEMORY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=settle)


async def test_lines_come_with_type_age_and_problems(tmp_path: Path) -> None:
    app = app_on(small(tmp_path))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        shown = screen_text(app)
        assert "lines 5 of 200" in shown
        assert "missing" in shown
        assert app.query_one(Rows).current.line.number == 3


async def test_moving_editing_removing_and_undoing_a_pointer(tmp_path: Path) -> None:
    which = small(tmp_path)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("J")
        await settle(pilot)
        assert index(which).splitlines()[2:4] == ["- [Two](user_two.md) — second", "- [One](user_one.md) — first"]
        assert app.query_one(Rows).current.line.entry.title == "One"  # the cursor went along
        await pilot.press("e", *"X", "enter", "enter")
        await settle(pilot)
        assert "- [OneX](user_one.md) — first" in index(which)
        await pilot.press("d")
        await settle(pilot)
        assert "user_one" not in index(which)
        for _ in range(3):
            await pilot.press("u")
            await settle(pilot)
        assert index(which) == INDEX
        assert any("took back" in note for note in notes(app))
