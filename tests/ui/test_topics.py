"""The topics screen: how it looks, what it lists, and in which order and groups."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.memory.errors import MemtuiError
from memtui.memory.scan import Scan, Scanner
from memtui.transcripts.opening import Which
from memtui.ui.widgets.histogram import Histogram
from tests.ui.running import NARROW, NOW_S, WIDE, app_on, screen_text, settle, store_which
from tests.ui.topiclists import chosen, listed, opened, previewed


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("down")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


def test_picture_of_drift(snap_compare: Any, sample: Which) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot)
        screen.show_file("project_stripe_move.md")
        await settle(pilot)
        await pilot.press("b")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=WIDE, run_before=before)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture_of_a_filter(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("slash", *"cents", "space", *"type", "colon", *"x")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


def test_picture_of_an_empty_store(snap_compare: Any, tmp_path: Path) -> None:
    assert snap_compare(app_on(store_which(tmp_path, {})), terminal_size=NARROW, run_before=opened)


def test_picture_of_a_store_that_cannot_be_read(
    snap_compare: Any, small: Which, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(scanner: Scanner) -> Scan:
        raise MemtuiError("cannot list (permission denied)", "memory", "check its permissions")

    monkeypatch.setattr(Scanner, "scan", refused)
    assert snap_compare(app_on(small), terminal_size=NARROW, run_before=opened)


async def test_without_a_readable_index_the_memories_are_listed(small: Which) -> None:
    index = Path(small.store.root, "MEMORY.md")
    index.unlink()
    index.symlink_to("elsewhere")
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        assert "project_pot.md" in listed(app)
        assert "Likes black tea" in screen_text(app)


def test_picture_while_loading(snap_compare: Any, small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    monkeypatch.setattr(app.loader, "start", lambda: None)

    async def before(pilot: Pilot[Any]) -> None:
        await pilot.press("2")
        await pilot.pause()

    assert snap_compare(app, terminal_size=NARROW, run_before=before)


async def test_newest_first_with_team_and_logs_at_the_end(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        assert listed(app) == [
            "user_tea.md",
            "feedback_cup.md",
            "project_pot.md",
            "[Team]",
            "team/reference_shop.md",
            "[Logs]",
            "logs/2026/11/2026-11-17.md",
        ]
        assert screen.where() == "1 / 5"
        shown = screen_text(app)
        assert "Memories, newest first" in shown
        assert "50d ●" in shown
        assert "daily log" in shown


async def test_each_key_cycles_and_the_frame_says_what_holds(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        await pilot.press("down")
        said = []
        for _ in range(5):
            await pilot.press("s")
            said.append(screen_text(app).split("Memories, ")[1].split(" ─")[0])
            assert chosen(app) == "feedback_cup.md"  # the cursor stays on its memory
        assert said == ["by type", "by name", "largest first", "stalest first", "newest first"]
        await pilot.press("s", "s", "s", "s")
        assert listed(app)[0] == "project_pot.md"
        await pilot.press("s", "b")
        assert "in groups by type" in screen_text(app)
        assert listed(app)[:2] == ["[User]", "user_tea.md"]
        await pilot.press("b")
        assert listed(app)[:4] == ["[Today]", "user_tea.md", "[This week]", "feedback_cup.md"]
        await pilot.press("b")
        assert listed(app)[0] == "[Top folder]"
        await pilot.press("b")
        assert listed(app)[0] == "user_tea.md"


async def test_those_that_recall_cannot_see_are_below_a_line(tmp_path: Path) -> None:
    files = {f"user_{number:03}.md": f"---\ndescription: number {number}\ntype: user\n---\n" for number in range(203)}
    which = store_which(tmp_path, files)
    for number, name in enumerate(files):
        os.utime(os.path.join(which.store.root, name), (NOW_S - number * 60, NOW_S - number * 60))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        rows = listed(app)
        assert rows[199:202] == ["user_199.md", "[recall cannot see these 3: only the newest 200 files]", "user_200.md"]
        assert "unseen" not in screen_text(app)
        await pilot.press("end")
        await settle(pilot)
        assert "recall cannot see these 3" in screen_text(app)
        assert "unseen" not in screen_text(app)  # the line says it for all
        assert "⊘ recall cannot see it" in previewed(app)
        await pilot.press("s")
        assert "⊘ unseen" in screen_text(app)
        assert not any(row.startswith("[recall") for row in listed(app))


async def test_bars_count_ages_and_a_click_shows_only_those(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        assert "today 1" in screen_text(app)
        assert "quarter 1" in screen_text(app)
        await pilot.click(Histogram, offset=(62, 0))
        await settle(pilot)
        assert listed(app) == ["project_pot.md"]
        assert screen.where() == "1 / 1 of 5"
        await pilot.click(Histogram, offset=(62, 1))
        await settle(pilot)
        assert screen.where() == "3 / 5"
