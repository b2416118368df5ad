"""Jump letters: on every row and part in sight; a key or a click goes there, anything else leaves it."""

from typing import Any

import pytest

from memtui.transcripts.opening import Which
from memtui.ui.screens.jump import LETTERS, JumpScreen, Letter, labels
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, WIDE, app_on, notes, settle


@pytest.mark.parametrize("count", [0, 1, 26, 27, 51, 52, 100, 500, 676, 900])
def test_labels_are_short_and_none_begins_another(count: int) -> None:
    found = labels(count)
    assert len(found) == min(count, 676) == len(set(found))
    assert not any(one != other and other.startswith(one) for one in found for other in found)
    assert set("".join(found)) <= set(LETTERS)
    if count <= 26:
        assert all(len(label) == 1 for label in found)


async def opened(pilot: Any) -> JumpScreen:
    """The letters are shown."""
    await settle(pilot)
    await pilot.press("g")
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, JumpScreen)
    return screen


async def test_every_row_in_sight_has_a_letter_where_it_is(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        rows = app.query_one(Rows)
        seen = [row for row in rows.rows[: rows.content_size.height] if row.selectable]
        screen = await opened(pilot)
        assert len(screen.places) == len(seen)
        letters = {letter.text: letter.region.offset for letter in screen.query(Letter)}
        assert letters == {text: target.place for text, target in screen.places.items()}


async def test_letters_go_to_their_row(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        for length in (1, 2):
            screen = await opened(pilot)
            text = [each for each in screen.places if len(each) == length][-1]
            wanted = screen.places[text].row
            await pilot.press(*text)
            await settle(pilot)
            rows = app.query_one(Rows)
            assert not isinstance(app.screen, JumpScreen)
            assert rows.cursor == wanted and rows.has_focus


async def test_it_counts_from_what_is_scrolled_to(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=NARROW) as pilot:
        await settle(pilot)
        await pilot.press("end")
        screen = await opened(pilot)
        first = screen.places["a"]
        assert first.row is not None and first.row > 10
        await pilot.press("a")
        await settle(pilot)
        assert app.query_one(Rows).cursor == first.row


async def test_a_click_goes_there_and_one_beside_stays(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        target = screen.places["d"]
        await pilot.click(offset=target.place)
        await settle(pilot)
        assert app.query_one(Rows).cursor == target.row
        await opened(pilot)
        await pilot.click(offset=(60, 20))
        await settle(pilot)
        assert not isinstance(app.screen, JumpScreen) and app.query_one(Rows).cursor == target.row


@pytest.mark.parametrize("keys", [["escape"], ["1"], ["f5"]], ids=str)
async def test_anything_else_leaves_it_as_it_was(sample: Which, keys: list[str]) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        before = app.query_one(Rows).cursor
        await opened(pilot)
        await pilot.press(*keys)
        await settle(pilot)
        assert not isinstance(app.screen, JumpScreen)
        assert app.query_one(Rows).cursor == before and app.current_mode == "index"


async def test_escape_takes_the_first_letter_back(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        pair = next(text for text in screen.places if len(text) == 2)
        await pilot.press(pair[0])
        await settle(pilot)
        assert len([letter for letter in screen.query(Letter) if letter.display]) < len(screen.places)
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen is screen and all(letter.display for letter in screen.query(Letter))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=opened)


async def test_a_screen_with_nothing_to_jump_to(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        app.query_one(Rows).display = False
        await pilot.press("g")
        await pilot.pause()
        assert not isinstance(app.screen, JumpScreen)
        assert any("nothing in sight" in note for note in notes(app))
