"""The growth line: words at both ends, bars in between, over time."""

import pytest

from memtui.history.growth import Size
from memtui.ui.widgets.growth import Growth, bars, bytes_words, resampled


def sizes(*pairs: tuple[float, int]) -> list[Size]:
    """Sizes by time and number of memories."""
    return [Size(when, memories, 1_500 * memories) for when, memories in pairs]


@pytest.mark.parametrize(
    ("values", "drawn"),
    [([1, 1, 1], "▂▂▂"), ([0, 7], "▁█"), ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"), ([7, 0, 7], "█▁█"), ([5], "▂")],
)
def test_bars(values: list[int], drawn: str) -> None:
    assert bars(values) == drawn


def test_time_is_drawn_evenly() -> None:
    found = resampled(sizes((0, 1), (90, 2), (100, 3)), 10)
    assert [size.memories for size in found] == [1] * 8 + [2, 3]


def test_a_burst_at_the_end_shows_its_end() -> None:
    assert [size.memories for size in resampled(sizes((0, 1), (99.9, 2), (99.95, 3), (100, 4)), 2)] == [1, 4]


@pytest.mark.parametrize("cells", [1, 2, 3, 4, 7, 60])
def test_one_moment_is_drawn_by_order(cells: int) -> None:
    found = [size.memories for size in resampled(sizes((5, 1), (5, 2), (5, 3), (5, 4)), cells)]
    assert len(found) == cells
    assert found == sorted(found)
    assert found[-1] == 4


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (28_400, "28 kB"), (3_400_000, "3.4 MB")]
)
def test_bytes_in_words(number: int, words: str) -> None:
    assert bytes_words(number) == words


@pytest.mark.parametrize(
    ("width", "parts"),  # the line by its glyphs only
    [
        (80, (" 1 memory, 2026-10-02 ", "▁" * 16 + "█" * 16, " 20 memories, 30 kB, today ")),
        (50, (" 1, 2026-10-02 ", "▁▁▁▁█████", " 20 memories, 30 kB, today ")),
        (40, (" ", "▁▁▁▁▁▁██████", " 20 memories, 30 kB, today ")),
        (30, ("", "", " 20 memories, 30 kB, today ")),
        (10, ("", "", " 20 memor…")),
    ],
)
def test_what_fits(width: int, parts: tuple[str, str, str]) -> None:
    growth = Growth()
    growth.show(sizes((0, 1), (50, 20), (100, 20)), "2026-10-02", "today")
    found = growth.parts(width)
    assert (found[0], found[2]) == (parts[0], parts[2])
    assert set(found[1]) == set(parts[1])
    assert sum(len(part) for part in found) <= width


def test_one_state_has_no_line() -> None:
    growth = Growth()
    growth.show(sizes((0, 3)), "today", "today")
    assert growth.parts(80) == ("", "", " 3 memories, 4 kB, today ")
