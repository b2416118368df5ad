"""Where a memory came from, as the history tells it."""

import os

import pytest

from memtui.history.origins import Origins
from memtui.memory.errors import MemtuiError
from tests.history.box import Box


def test_first_last_and_how_often(box: Box) -> None:
    box.write("tea.md", "black\n")
    box.look()
    origins = Origins(box.state)
    tea = origins.of("tea.md")
    assert tea is not None
    assert tea.there_before
    assert (tea.first.number, tea.last.number, tea.changes) == (1, 1, 1)
    box.change({"tea.md": "green\n", "cup.md": "blue\n"}, "other tea")
    box.change({"cup.md": "red\n"}, "other cup")
    tea, cup = origins.of("tea.md"), origins.of("cup.md")
    assert tea is not None
    assert cup is not None
    assert (tea.first.number, tea.last.why, tea.changes) == (1, "other tea", 2)
    assert not cup.there_before
    assert (cup.first.why, cup.last.why, cup.changes) == ("other tea", "other cup", 2)
    assert origins.of("pot.md") is None


def test_without_a_history_nothing_is_known(box: Box) -> None:
    assert Origins(box.state).of("tea.md") is None


def test_a_damaged_history_says_so(box: Box) -> None:
    box.write("tea.md", "black\n")
    box.look()
    with open(os.path.join(box.log.repository, "refs", "heads", "main"), "w", encoding="ascii") as file:
        file.write("nonsense\n")
    with pytest.raises(MemtuiError):
        Origins(box.state).of("tea.md")
