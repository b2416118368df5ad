"""Long lines over several rows."""

import pytest

from memtui.ui.text import width_of
from memtui.ui.wrapping import wrapped


def rows(text: str, cells: int) -> list[str]:
    return ["".join(part for part, _ in row) for row in wrapped([(text, "")], cells)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [""]),
        ("one two three", ["one two", "three"]),
        ("exactly eight", ["exactly", "eight"]),
        ("eight888 x", ["eight888", "x"]),
        ("incomprehensible", ["incompre", "hensible"]),
        ("  indented by two", ["", "indented", "by two"]),
        ("日本語日本語", ["日本語日", "本語"]),
    ],
)
def test_rows_break_between_words_where_they_can(text: str, found: list[str]) -> None:
    assert rows(text, 8) == found
    assert all(width_of(row) <= 8 for row in rows(text, 8))


def test_styles_go_along() -> None:
    assert list(wrapped([("one ", "a"), ("two three", "b")], 7)) == [[("one ", "a"), ("two", "b")], [("three", "b")]]
