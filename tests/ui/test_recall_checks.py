"""Kept questions that pass or fail, memories that no question brings, and how often each was used."""

import os
import re
from pathlib import Path

import pytest

from memtui.recall.suite import read_suite, suite_path
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.recall import RecallScreen
from memtui.ui.screens.recall_check_rows import ReachRow
from memtui.ui.screens.recall_views import PICKS
from memtui.ui.widgets.rows import Rows
from tests.ui.recalls import FILES, QUESTION, opened, picks, rows_of, tea, typed
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which


def current_file(screen: RecallScreen) -> str:
    """The file under the cursor."""
    row = screen.current()
    assert row is not None
    return row.key


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return tea(tmp_path)


async def test_keeping_and_asking_a_suite(small: Which) -> None:
    app = app_on(small)
    path = suite_path(app.config.path, small.store.root)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("escape", "r", "K")
        await settle(pilot)
        assert "No question is kept yet" in screen_text(app) and not os.path.exists(path)
        assert any("no answered question to keep" in note for note in notes(app))
        await typed(pilot, QUESTION)
        await pilot.press("K", "K")
        await settle(pilot)
        (case,) = read_suite(path)
        assert case.question == QUESTION and "user_tea.md" in case.expect
        Path(path).write_text(Path(path).read_text() + '- question: "[bold]x y"\n  expect: [gone.md]\n')
        await typed(pilot, "")
        await pilot.press("r")
        await settle(pilot)
        assert screen.query_one("#behind-rows").has_focus
        shown = screen_text(app)
        assert "1 of 2 kept questions passes" in shown
        assert re.search(r"✖ miss +\[bold\]x y +missing: gone\.md", shown)
        await pilot.press("enter")
        await settle(pilot)
        assert screen.question == QUESTION and screen.view == PICKS and picks(app)
        Path(path).write_text("- [\n")
        await pilot.press("r")
        await settle(pilot)
        assert "not valid YAML" in screen_text(app) and "this could not be checked" in screen_text(app)
        Path(path).unlink()
        await pilot.press("r")
        await settle(pilot)
        assert "No question is kept yet" in screen_text(app)
        await pilot.press("e")
        assert any("no memory here to edit" in note for note in notes(app))


async def test_a_suite_tells_what_a_change_broke(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "wash the cup")
        await pilot.press("escape", "K", "r")
        await settle(pilot)
        assert "✓ pass" in screen_text(app) and "was pass" not in screen_text(app)
        Path(small.store.root, "feedback_cup.md").write_text("---\nname: x\ntype: feedback\n---\nNothing.\n")
        app.loader.request()
        await settle(pilot)  # asked anew without a key
        assert re.search(r"✖ miss +was pass +wash the cup +missing: feedback_cup\.md", screen_text(app))
        assert screen.query_one("#behind-rows").has_focus


def reach_of(app: MemtuiApp) -> dict[str, str | None]:
    """Why nothing brings a memory, for each that is listed."""
    rows = app.screen.query_one("#behind-rows", Rows).rows
    return {row.key: row.found.why for row in rows if isinstance(row, ReachRow)}


async def test_reach_says_what_no_question_brings_and_why(tmp_path: Path) -> None:
    twin = "---\nname: tea\ndescription: Likes black tea in the morning\ntype: user\n---\nNo sugar.\n"
    twins = {f"user_tea_{number}.md": twin for number in range(6)}
    which = store_which(tmp_path, {**FILES, **twins, "vague.md": "---\nname: the\ndescription: the\n---\nx\n"})
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, QUESTION)
        await pilot.press("escape", "R")
        await settle(pilot)
        why = reach_of(app)
        lost = {file: said for file, said in why.items() if said is not None}
        assert "others win with the same words" in " ".join(lost.values()) and "vague" in (why["vague.md"] or "")
        assert why["feedback_cup.md"] is None
        shown = screen_text(app)
        assert f"{len(lost)} memories that no question brings up" in shown
        assert f"{len(why) - len(lost)} memories brought up by a question, but never used by the agent" in shown
        assert screen.query_one("#behind-rows").has_focus and current_file(screen) in lost  # the worst come first
        await pilot.press("e")
        await settle(pilot)
        assert isinstance(app.screen, EditorScreen)


async def test_reach_follows_a_change(small: Which) -> None:
    vague = Path(small.store.root, "vague.md")
    vague.write_text("---\nname: the\ndescription: the\ntype: user\n---\nx\n")
    app = app_on(small)
    async with app.run_test(size=NARROW) as pilot:
        await opened(pilot)
        await pilot.press("escape", "R")
        await settle(pilot)
        assert reach_of(app)["vague.md"] is not None and "1 of 5 memories no question brings up" in screen_text(app)
        vague.write_text("---\nname: samovar\ndescription: The samovar is heated with coal\ntype: user\n---\nx\n")
        app.loader.request()
        await settle(pilot)
        assert reach_of(app)["vague.md"] is None and "every one of 5 memories is brought up" in screen_text(app)
        await pilot.press("slash", *"black")
        await settle(pilot)
        assert screen_text(app).count("━") and "Local" in screen_text(app)  # what is typed is asked


async def test_memories_beyond_the_newest_200_are_out_of_reach(tmp_path: Path) -> None:
    files = {f"note_{n:03}.md": f"---\nname: note {n}\ndescription: subject {n}\n---\nx\n" for n in range(203)}
    app = app_on(store_which(tmp_path, files))
    async with app.run_test(size=NARROW) as pilot:
        await opened(pilot)
        await pilot.press("escape", "R")
        await settle(pilot)
        assert sum("beyond the newest 200" in (why or "") for why in reach_of(app).values()) == 3


async def test_use_is_told_for_every_memory(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("escape", "R")
        await settle(pilot)
        rows = [row for row in screen.query_one("#behind-rows", Rows).rows if isinstance(row, ReachRow)]
        never = [row.key for row in rows if row.unused]
        assert never and f"{len(never)} never used by the agent" in screen_text(app)
        await pilot.press("end")
        await settle(pilot)
        assert re.search(r"read \d+, surfaced \d+, last (\d+ days ago|today|yesterday)", screen_text(app))


async def test_times_used_are_shown(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "do tests sleep or move the clock")
        used = {file: each.reads + each.surfaced for file, each in screen.used.items()}
        row = next(row for row in rows_of(app) if used.get(row.key))
        assert f"×{used[row.key]}" in "".join(text for text, _ in row.pieces(110))
