"""Lines of memories: styled, marked, wrapped."""

import time

import pytest
from rich.cells import cell_len

from memtui.ui.prose import Styler, inline, marked, wrapped
from memtui.ui.text import Piece


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("plain", [("plain", "")]),
        ("**Why:** so", [("Why:", "strong"), (" so", "")]),
        ("a `b` c", [("a ", ""), ("`b`", "code"), (" c", "")]),
        ("[[a_b]]!", [("[[a_b]]", "link"), ("!", "")]),
        ("[t](u)", [("t", "link"), (" (u)", "muted")]),
        ("see https://a.b/c d", [("see ", ""), ("https://a.b/c", "link"), (" d", "")]),
        ("- [x] done", [("- [x] done", "")]),
        ("2 ** 3 ** 4", [("2 ** 3 ** 4", "")]),
        ("[/] [red]x[/]", [("[/] [red]x[/]", "")]),
        ("`open", [("`open", "")]),
    ],
)
def test_inline(text: str, pieces: list[Piece]) -> None:
    assert inline(text) == pieces


def test_lines_by_kind() -> None:
    styler = Styler()
    lines = [styler.line(text) for text in ("# Tea #", "- hot", "  2. two", "> said", "```", "# no", "```", "a\tb\x1b")]
    assert lines[0].pieces == (("Tea", "heading"),)
    assert (lines[1].pieces[0], lines[1].hang) == (("- ", "accent"), 2)
    assert (lines[2].pieces[0], lines[2].hang) == (("  2. ", "accent"), 5)
    assert lines[3].pieces[0] == ("▎ ", "muted")
    assert [line.pieces[0][1] for line in lines[4:7]] == ["code"] * 3
    assert lines[7].pieces == (("a    b\\x1b", ""),)


def test_found_words_are_marked_whatever_their_case_and_style() -> None:
    assert marked([("A Tea", "strong"), ("tea", "")], ["tea"]) == [
        ("A ", "strong"),
        ("Tea", "match"),
        ("tea", "match"),
    ]
    assert marked([("aab", "")], ["a", "aa"]) == [("aa", "match"), ("b", "")]
    assert marked([("x", "")], []) == [("x", "")]
    assert marked([("a.b axb", "")], ["a.b"]) == [("a.b", "match"), (" axb", "")]
    assert marked([("Straße", "")], ["strasse"]) == [("Straße", "")]  # folds to another length: left alone


def lines_of(text: str, width: int, hang: int = 0) -> list[str]:
    """Wrapped, as texts."""
    return ["".join(piece for piece, _ in line) for line in wrapped([(text, "")], width, hang)]


def test_wrapping_between_words() -> None:
    assert lines_of("one two three four", 9) == ["one two", "three", "four"]
    assert lines_of("- one two three", 9, 2) == ["- one two", "  three"]
    assert lines_of("exactly 9", 9) == ["exactly 9"]
    assert lines_of("", 9) == [""]
    assert wrapped([("`code`", "code"), (", and more", "")], 12) == [
        [("`code`", "code"), (", and", "")],
        [("more", "")],
    ]


@pytest.mark.parametrize("text", ["x" * 50, "漢字" * 30, "e\u0301" * 40, "a " + "漢" * 21 + " b", "🙂" * 25, " " * 60])
def test_no_line_is_wider_than_the_room_and_nothing_is_lost(text: str) -> None:
    for width in (8, 11, 20):
        lines = lines_of(text, width)
        assert all(cell_len(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("text", ["[" * 1_000, "`" * 999, "*" * 1_000, "[a](" * 250, "[[a" * 300, "> " * 500])
def test_any_text_is_quick(text: str) -> None:
    began = time.thread_time()
    for _ in range(20):
        styled = Styler().line(text)
        wrapped(styled.pieces, 40, styled.hang)
    assert time.thread_time() - began < 1.0
