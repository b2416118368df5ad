"""Finding changes by words, and which no longer stand."""

import pytest

from memtui.history.choosing import matching, undone
from memtui.history.log import CHANGE, OTHERS, SEEN, UNDO, Entry

HISTORY = [
    Entry("d", 4, "memtui", 4.0, "undo 3: edit user_role.md", UNDO, (), ("user_role.md",), (), 3),
    Entry("c", 3, "memtui", 3.0, "edit user_role.md", CHANGE, (), ("user_role.md",), ()),
    Entry("b", 2, "dream", 2.0, "dream 1: Merged", CHANGE, ("a.md",), (), ("Old_Tea.md",)),
    Entry("a", 1, OTHERS, 1.0, "first look: 3 files", SEEN, ("Old_Tea.md", "user_role.md"), (), ()),
]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("", [4, 3, 2, 1]),
        ("   ", [4, 3, 2, 1]),
        ("tea", [2, 1]),
        ("TEA dream", [2]),
        ("merged", [2]),
        ("memtui", [4, 3]),
        ("!memtui", [2, 1]),
        ("role !undo", [3, 1]),
        ("who:dream", [2]),
        ("file:dream", []),
        ("why:edit", [4, 3]),
        ("kind:seen", [1]),
        ("!kind:change", [4, 1]),
        ("!", [4, 3, 2, 1]),
        ("look:", [1]),
        ("undo 3:", [4]),
        ("nothing", []),
    ],
)
def test_words_choose(words: str, numbers: list[int]) -> None:
    assert [entry.number for entry in matching(HISTORY, words)] == numbers


def test_what_was_taken_back() -> None:
    assert undone(HISTORY) == {3}
    assert undone(HISTORY[1:]) == frozenset()
