"""Pictures of the recall screen in each of its states."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.transcripts.opening import Which
from tests.messages_api import serving
from tests.ui.recalls import QUESTION, keyed, names, opened, tea
from tests.ui.running import NARROW, WIDE, app_on, settle, store_which


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return tea(tmp_path)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_no_question(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("escape")

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_an_answer(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, "how do we run the tests")
        await pilot.press("enter")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


@pytest.mark.parametrize("question", ["zebra quux", "tests"], ids=["nothing", "skipped"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_nothing_and_of_a_skip(snap_compare: Any, sample: Which, question: str) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, question)
        await pilot.press("enter")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=NARROW, run_before=before)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_both(snap_compare: Any, small: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, QUESTION)
        await pilot.press("enter", "y")
        await settle(pilot)

    with serving(names("user_tea.md", "feedback_cup.md")) as api:
        assert snap_compare(app_on(keyed(small, api)), terminal_size=size, run_before=before)


def test_picture_of_an_empty_store(snap_compare: Any, tmp_path: Path) -> None:
    assert snap_compare(app_on(store_which(tmp_path, {})), terminal_size=NARROW, run_before=opened)
