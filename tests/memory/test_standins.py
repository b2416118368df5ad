"""Stand-ins: nothing that a terminal would act on, and every character back as it was."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory.errors import MemtuiError
from memtui.memory.standins import pictured, restored, stood_in
from memtui.memory.visible import PATTERN

ODD = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b\x07\r\x0b\x0c\x85\u2028\u202e\ufeff\udc80\udcff\x7f\t\n"))
)


@given(ODD)
def test_all_of_it_comes_back(text: str) -> None:
    try:
        safe = stood_in(text)
    except MemtuiError:
        assert any(ord(char) >= 0x10_0000 for char in text)
        return
    assert restored(safe) == text
    for shown in (safe, pictured(safe)):
        assert len(shown) == len(text)
        assert re.search(PATTERN, shown) is None
        assert shown.splitlines(keepends=True) == re.findall(r"[^\n]*\n|[^\n]+", shown)


def test_lines_end_at_line_feeds_only() -> None:
    assert stood_in("a\x0bb\x85c\u2028d\re\n").splitlines() == [stood_in("a\x0bb\x85c\u2028d\re")]


def test_escapes_have_a_picture() -> None:
    assert pictured(stood_in("a\x1b[31mb\x7f\u202e")) == "a␛[31mb␡¿"


def test_a_text_that_uses_the_stand_ins_itself_is_refused() -> None:
    with pytest.raises(MemtuiError, match="uses itself"):
        stood_in("a" + chr(0x10_001B))


def test_private_characters_that_stand_for_nothing_are_left_alone() -> None:
    text = "a" + chr(0x10_0041)
    assert restored(stood_in(text)) == text
