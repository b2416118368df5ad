"""The road from anybody's text to the screen: nothing that a terminal or a markup reader would obey passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memtui.ui.text import content, cut, fit, length, plain, plain_lines, right, trimmed

HOSTILE = [
    "[x] done",
    "[[a]]",
    "[/]",
    "[@click=app.quit]q[/]",
    "\x1b[31mred\x1b[0m",
    "\x9b31m",
    "a\tb",
    "宽字符" * 10,
    "e\u0301" * 10,
    "\u202eevil",
    "א ב ג",
    "x" * 10_000,
    "👩\u200d👩\u200d👧",
    "a\nb\r\nc",
    "\udc80\udcff",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_text_has_no_control_characters_and_one_line(text: str) -> None:
    shown = plain(text)
    assert not any(ord(char) < 32 or 0x7F <= ord(char) <= 0x9F or "\ud800" <= char <= "\udfff" for char in shown)
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") & set(shown)


@pytest.mark.parametrize("text", HOSTILE)
def test_content_keeps_brackets_as_they_are(text: str) -> None:
    assert content(text).plain == "\n".join(plain_lines(text))
    assert content(text).spans == []


@given(st.text(), st.integers(0, 60))
def test_fitted_text_has_exactly_the_width(text: str, cells: int) -> None:
    assert cell_len(fit(plain(text), cells)) == cells
    assert cell_len(cut(plain(text), cells)) <= cells
    assert cell_len(right(plain(text), cells)) == cells


@given(st.lists(st.tuples(st.text(max_size=20), st.just("muted"))), st.integers(0, 40))
def test_trimmed_pieces_fit(pieces: list[tuple[str, str]], cells: int) -> None:
    shown = [(plain(text), style) for text, style in pieces]
    assert length(trimmed(shown, cells)) <= cells


def test_what_is_cut_says_so() -> None:
    assert cut("abcdef", 4) == "abc…"
    assert cut("abcd", 4) == "abcd"
    assert cut("宽字符", 4) == "宽…"


def test_a_line_that_is_cut_says_so_once() -> None:
    assert trimmed([("ab cd ef", ""), ("gh", "muted"), ("ij", "")], 4) == [("ab…", "")]
    assert trimmed([("ab", ""), ("cd", "muted"), ("ef", "")], 5) == [("ab", ""), ("cd", "muted"), ("…", "")]
    assert trimmed([("ab", ""), ("cd", "muted")], 4) == [("ab", ""), ("cd", "muted")]
