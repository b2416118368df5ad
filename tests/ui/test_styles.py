"""What one screen's style sheet says stays on that screen: a sheet, once read, holds for the whole app.

And what floats over a screen leaves its two bottom lines in sight.
"""

from collections.abc import Sequence

import pytest
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets._toast import Toast

from memtui.transcripts.opening import Which
from memtui.ui.keys import MODES
from tests.ui.running import NARROW, WIDE, app_on, settle

_OVER = ("question_mark", "p", "n", "D", "ctrl+t", "g", "ctrl+p", "enter", "e")  # opened over topics; escape closes

Places = list[tuple[str, Region, Region]]


def _places(screen: Screen[object]) -> Places:
    """Where each widget is, and where in it its content."""
    return [(str(each.css_path_nodes), each.region, each.content_region) for each in screen.query("*")]


@pytest.mark.parametrize(("size", "order"), [(WIDE, MODES), (NARROW, MODES[::-1])])
async def test_no_screen_moves_once_others_were_seen(
    sample: Which, size: tuple[int, int], order: Sequence[str]
) -> None:
    app = app_on(sample)
    async with app.run_test(size=size) as pilot:

        async def seen() -> dict[str, Places]:
            places = {}
            for mode in order:
                await app.switch_mode(mode)
                await settle(pilot)
                places[mode] = _places(app.screen)
            return places

        await settle(pilot)
        front = _places(app.screen)
        first = await seen()
        await app.switch_mode("topics")
        for key in _OVER:
            for each in (key, "escape"):
                await pilot.press(each)
                await settle(pilot)
        assert len(app.screen_stack) == 1
        again = await seen()
        for mode in order:
            assert again[mode] == first[mode], mode
        assert again["index"] == front


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_toasts_leave_the_status_line_and_the_keys_in_sight(sample: Which, size: tuple[int, int]) -> None:
    app = app_on(sample)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        app.tell("one of several lines, " * 8)
        app.tell("another", "warning")
        await settle(pilot)
        toasts = [toast.region for toast in app.screen.query(Toast)]
        assert len(toasts) == 2
        edge = app.screen.query_one("#status").region.y
        assert all(toast.height and toast.bottom <= edge for toast in toasts)
