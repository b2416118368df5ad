"""Merging two edits: what one side alone changed is taken, what both changed is marked, nothing is lost."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory.merge import MIDDLE, MINE, THEIRS, marks_left, merge, side_by_side

LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "", "same", "x\r"]), max_size=12)
TEXTS = st.builds(lambda lines, end: "\n".join(lines) + end, LINES, st.sampled_from(["", "\n"]))


def counted(text: str) -> Counter[str]:
    """Every line, and how often it stands there."""
    return Counter(text.split("\n"))


@given(TEXTS, TEXTS)
def test_a_side_that_changed_nothing_gives_way(base: str, other: str) -> None:
    assert merge(base, base, other) == (other, ())
    assert merge(base, other, base) == (other, ())
    assert merge(base, other, other) == (other, ())


@given(TEXTS, TEXTS, TEXTS)
def test_no_line_that_somebody_wrote_is_lost(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    have = counted(merged.text)
    for side in (mine, theirs):
        written = counted(side) - counted(base)
        del written[""]  # the end of a text, not a line of it
        assert not written - have
    assert len(merged.conflicts) == len(marks_left(merged.text))


@given(TEXTS, TEXTS, TEXTS)
def test_the_marks_stand_where_the_conflicts_say(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    assert [conflict.line for conflict in merged.conflicts] == marks_left(merged.text)
    for conflict in merged.conflicts:
        assert conflict.mine != conflict.theirs
    if not merged.conflicts:
        lines = set(merged.text.split("\n"))
        assert not lines & {MINE, MIDDLE, THEIRS}
        assert lines <= {*mine.split("\n"), *theirs.split("\n")}


@given(TEXTS, TEXTS)
def test_side_by_side_shows_all_of_both(mine: str, theirs: str) -> None:
    pairs = side_by_side(mine, theirs)
    assert [pair.mine for pair in pairs if pair.mine is not None] == mine.split("\n")
    assert [pair.theirs for pair in pairs if pair.theirs is not None] == theirs.split("\n")
    assert all((pair.sign == "=") == (pair.mine == pair.theirs) for pair in pairs)


def test_changes_apart_from_each_other_are_both_taken() -> None:
    base = "one\ntwo\nthree\nfour\nfive\n"
    merged = merge(base, base.replace("one", "ONE"), base.replace("five", "FIVE"))
    assert merged == ("ONE\ntwo\nthree\nfour\nFIVE\n", ())


def test_the_same_place_is_marked_with_both_versions() -> None:
    merged = merge("a\nold\nz\n", "a\nmine\nz\n", "a\ntheirs\nz\n")
    assert merged.text == f"a\n{MINE}\nmine\n{MIDDLE}\ntheirs\n{THEIRS}\nz\n"
    assert merged.conflicts == ((2, ("old\n",), ("mine\n",), ("theirs\n",)),)


def test_what_both_have_alike_stands_outside_the_marks() -> None:
    merged = merge("old\n", "new\nmine\n", "new\ntheirs\n")
    assert merged.text == f"new\n{MINE}\nmine\n{MIDDLE}\ntheirs\n{THEIRS}\n"


def test_a_last_line_without_end_keeps_the_marks_on_lines_of_their_own() -> None:
    merged = merge("old", "mine", "theirs")
    assert merged.text == f"{MINE}\nmine\n{MIDDLE}\ntheirs\n{THEIRS}\n"


def test_marks_end_as_the_lines_do() -> None:
    merged = merge("old\r\n", "mine\r\n", "theirs\r\n")
    assert merged.text.count("\r\n") == merged.text.count("\n") == 5
    assert marks_left(merged.text) == [1]


@pytest.mark.parametrize("lines", [5_000, 20_000])
def test_very_long_texts_do_not_take_forever(lines: int) -> None:
    base = "".join(f"{number}\n" for number in range(lines))
    mine = "".join(f"m{number}\n" for number in range(lines))
    theirs = "".join(f"t{number}\n" for number in range(lines))
    merged = merge(base, mine, theirs)
    assert len(merged.conflicts) == 1
    assert mine in merged.text and theirs in merged.text
