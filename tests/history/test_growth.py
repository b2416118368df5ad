"""How the store grew: few states, the first and the last among them, each with its size."""

import pytest

from memtui.history.growth import sampled, sizes
from memtui.history.log import SEEN, Entry
from tests.history.box import Box


def entries(count: int) -> list[Entry]:
    """A history of so many states, newest first."""
    return [Entry(f"{n}", n, "others", float(n), "", SEEN, (), (), ()) for n in range(count, 0, -1)]


@pytest.mark.parametrize("count", [0, 1, 2, 59, 60, 61, 100, 1_000, 4_999])
def test_a_sample_is_small_and_has_the_oldest(count: int) -> None:
    history = entries(count)
    chosen = sampled(history, 60)
    assert len(chosen) <= 60
    assert len(chosen) >= min(count, 15)
    assert chosen[-1:] == history[-1:]
    assert chosen == sorted(chosen, key=lambda entry: -entry.number)


def test_a_longer_history_keeps_the_sample() -> None:
    before, after = sampled(entries(200), 60), sampled(entries(201), 60)
    assert set(before) <= set(after)


def test_sizes_count_memories_and_bytes(box: Box) -> None:
    for file in ("MEMORY.md", "user_role.md", "tea.md"):
        if box.read(file) is not None:
            box.remove(file)
    box.write("MEMORY.md", "- [A](a.md)\n")
    box.write("a.md", "12345")
    box.write("picture.png", b"123")
    box.look()
    box.write("logs/b.md", "1234567890")
    box.look()
    found = list(sizes(box.log, box.entries()))
    assert [size.memories for size in found] == [1, 2]
    assert found[1].bytes - found[0].bytes == 10
    assert found[0].bytes == 12 + 5 + 3


def test_nothing_has_no_sizes(box: Box) -> None:
    assert list(sizes(box.log, [])) == []


def test_a_large_store_is_sampled_less(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        box.write("a.md", f"{number}")
        box.look()
    assert len(list(sizes(box.log, box.entries()))) == 12
    monkeypatch.setattr("memtui.history.growth._LISTED", 1)
    assert len(list(sizes(box.log, box.entries()))) <= 4
