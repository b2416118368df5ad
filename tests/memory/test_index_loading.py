"""The exact text that is loaded of an index: what is dropped, trimmed and cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.memory.index import entries, load, size_words, units

WARNING = "\n\n> WARNING: MEMORY.md is "


class TestDropping:
    """What is in the file and never loads."""

    @pytest.mark.parametrize(
        ("text", "loaded"),
        [
            ("---\na: b\n---\nx", "x"),
            ("---\na: b\n---", ""),
            ("---\na: b\nx", "---\na: b\nx"),
            ("x\n---\na: b\n---\ny", "x\n---\na: b\n---\ny"),
            ("<!-- a -->\nx", "x"),
            ("<!-- a -->\n\nx", "x"),
            ("w\n<!-- a -->\n\n\nx", "w\n\nx"),
            ("w\n<!-- a\n\nb -->\nx", "w\nx"),
            ("w\n<!-- a --> b\nx", "w\n<!-- a --> b\nx"),
            ("w\n<!-- a -->  \t\nx", "w\nx"),
            ("w\n b <!-- a -->\nx", "w\n b <!-- a -->\nx"),
            ("w\n<!-- a\nx", "w\n<!-- a\nx"),
            ("w\n```\n<!-- a -->\n```\n<!-- b -->\nx", "w\n```\n<!-- a -->\n```\nx"),
            ("w\n~~~ md\n<!-- a -->\n```\n<!-- b -->\n~~~\nx", "w\n~~~ md\n<!-- a -->\n```\n<!-- b -->\n~~~\nx"),
            ("w\n```\n<!-- never closed -->", "w\n```\n<!-- never closed -->"),
            ("<!-- a -->", ""),
            ("@a.md", "@a.md"),
        ],
    )
    def test_frontmatter_and_comments_that_stand_alone(self, text: str, loaded: str) -> None:
        assert load(text).text == loaded

    def test_dropped_lines_do_not_count(self) -> None:
        text = "---\na: b\n---\n<!-- x -->\n" + "\n".join(f"- [{n}]({n}.md)" for n in range(200))
        found = load(text)
        assert (found.lines, found.truncated, found.last_line) == (200, False, 204)


class TestTrimming:
    @pytest.mark.parametrize("space", ["\n\n", " \t", "\ufeff", "\u2028\xa0\u3000\v\f\r", "\u2029\u205f\u1680"])
    def test_javascripts_white_space_goes_from_both_ends(self, space: str) -> None:
        assert load(f"{space}x{space}").text == "x"

    @pytest.mark.parametrize("space", ["\x85", "\x1c", "\u200b", "\x00"])
    def test_other_white_space_stays(self, space: str) -> None:
        assert load(f"{space}x{space}").text == f"{space}x{space}"

    @pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "\ufeff", "<!-- x -->", "---\n---\n"])
    def test_nothing_left_loads_nothing(self, text: str) -> None:
        assert load(text) == ("", 0, 0, None, 0)

    def test_an_indent_inside_stays(self) -> None:
        assert load("\n\n  - [A](a.md)\n  - [B](b.md)  \n\n").text == "- [A](a.md)\n  - [B](b.md)"


def _body(text: str) -> str:
    return load(text).text.partition(WARNING)[0]


def _reason(text: str) -> str:
    return load(text).text.partition(WARNING)[2].split(". ")[0]


class TestLimits:
    def test_200_lines_load_and_201_are_cut(self) -> None:
        lines = [f"line {number}" for number in range(201)]
        assert load("\n".join(lines[:200])).reason is None
        found = load("\n".join(lines))
        assert (found.reason, found.lines, found.last_line) == ("lines", 201, 200)
        assert _body("\n".join(lines)) == "\n".join(lines[:200])
        assert _reason("\n".join(lines)) == "201 lines (limit: 200)"

    def test_25000_units_load_and_25001_are_cut(self) -> None:
        assert load("a" * 25_000).text == "a" * 25_000
        found = load("a" * 25_001)
        assert (found.reason, found.chars) == ("chars", 25_001)
        assert _body("a" * 25_001) == "a" * 25_000
        assert _reason("a" * 25_001) == "24.4KB (limit: 24.4KB) — index entries are too long"

    def test_cut_at_the_last_newline_within_the_limit(self) -> None:
        text = "a" * 20_000 + "\n" + "b" * 10_000
        assert _body(text) == "a" * 20_000
        assert load(text).last_line == 1

    def test_a_newline_exactly_at_the_limit_is_within_it(self) -> None:
        assert _body("a" * 25_000 + "\n" + "b" * 10) == "a" * 25_000
        assert _body("x\n" + "a" * 24_998 + "\n" + "b" * 10) == "x\n" + "a" * 24_998

    def test_a_newline_just_past_the_limit_is_not(self) -> None:
        assert _body("x\n" + "a" * 24_999 + "\n" + "b" * 10) == "x"

    def test_both_limits_in_the_reason(self) -> None:
        text = "\n".join("x" * 150 for _ in range(300))
        assert load(text).reason == "both"
        assert _reason(text) == "300 lines and 44.2KB"

    def test_both_is_said_of_the_whole_even_if_200_lines_would_fit(self) -> None:
        text = "\n".join(["x"] * 200 + ["y" * 30_000])
        assert load(text).reason == "both"
        assert _body(text) == "\n".join(["x"] * 200)

    def test_emoji_count_twice(self) -> None:
        assert units("a😀é") == 4
        assert load("😀" * 12_500).reason is None
        assert load("😀" * 12_501).reason == "chars"

    def test_half_a_pair_becomes_a_replacement(self) -> None:
        assert _body("a" + "😀" * 20_000) == "a" + "😀" * 12_499 + "\ufffd"

    def test_the_warning_is_one_line_at_the_end(self) -> None:
        text = load("x\n" * 300 + "x").text
        assert text.count("\n") == 199 + 2
        assert text.split("\n")[-1].startswith("> WARNING: MEMORY.md is 301 lines (limit: 200). ")

    def test_carriage_returns_are_content(self) -> None:
        assert load("a\r\nb\rc\r\n").text == "a\r\nb\rc"
        assert load("a\r" * 300).lines == 1

    @pytest.mark.parametrize(
        ("size", "words"),
        [
            (1024, "1KB"),
            (25_000, "24.4KB"),
            (30_720, "30KB"),
            (39_424, "38.5KB"),
            (1_048_575, "1024KB"),
            (1_048_576, "1MB"),
            (2_000_000, "1.9MB"),
            (1024 + 256, "1.3KB"),  # a half goes up
            (1024 * 1024 + 1, "1MB"),
        ],
    )
    def test_sizes_in_words(self, size: int, words: str) -> None:
        assert size_words(size) == words

    def test_which_entries_fell_off(self) -> None:
        text = "# Head\n" + "\n".join(f"- [{number}]({number}.md)" for number in range(2, 252))
        last = load(text).last_line
        fallen = [entry.line for entry in entries(text) if entry.line > last]
        assert (fallen[0], fallen[-1]) == (201, 251)


_PIECES = st.sampled_from(
    [
        "\n",
        "\n\n",
        "a",
        "😀",
        " ",
        "\r",
        "---",
        "<!--",
        "-->",
        "```",
        "- [T](a.md)",
        "\ufeff",
        "# h",
        "\u2028",
        "[",
        ")",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(_PIECES, max_size=60).map("".join))
def test_whatever_is_loaded_was_in_the_file_in_that_order(text: str) -> None:
    found = load(text)
    rest = iter(text.split("\n"))
    for line in found.text.split("\n"):
        assert not found.text or any(line.strip("\ufeff\u2028\r ") in candidate for candidate in rest)
    assert found.lines <= text.count("\n") + 1
    assert found.chars == units(found.text)
    assert found.reason is None


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(_PIECES, st.integers(1, 3_000)), max_size=12))
def test_no_index_loads_more_than_its_limits(parts: list[tuple[str, int]]) -> None:
    text = "".join(piece * count for piece, count in parts)
    found = load(text)
    body, mark, _ = found.text.partition(WARNING)
    assert units(body) <= 25_000 and body.count("\n") < 200
    assert bool(mark) is found.truncated
    assert found.last_line <= text.count("\n") + 1
