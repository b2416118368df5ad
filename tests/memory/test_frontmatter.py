"""Frontmatter: its fences, its values as text, what is salvaged of a broken one, and nothing explodes."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.memory import frontmatter
from memtui.memory.frontmatter import BLANK, BROKEN, MISSING, OK, Frontmatter
from tests.cost import is_linear


def _block(block: str) -> Frontmatter:
    return frontmatter.read(f"---\n{block}\n---\nBody.\n")


class TestFences:
    def test_a_block_and_its_length(self) -> None:
        assert frontmatter.read("---\nname: a\ntype: user\n---\nBody\n") == (OK, {"name": "a", "type": "user"}, 4, None)

    @pytest.mark.parametrize(
        "text", ["", "Body", "name: a\n---\n", " ---\nname: a\n---\n", "\n---\nname: a\n---\n", "--\nname: a\n--\n"]
    )
    def test_a_file_that_does_not_begin_with_a_fence_has_none(self, text: str) -> None:
        assert frontmatter.read(text) == (MISSING, {}, 0, None)

    @pytest.mark.parametrize(
        "text",
        [
            "\ufeff---\nname: a\n---\n",
            "---\r\nname: a\r\n---\r\nBody\r\n",
            "---\r\nname: a\r\n---",
            "---  \nname: a\n---\t\nBody",
            "-----\nname: a\n----\nBody",
            "---\nname: a\n---",
            "---\nname: a\n---\n---\n",
            "---\nname: 'a'\n---\nBody",
            "---\nname: a\r\n---\nBody",
        ],
    )
    def test_fences_as_people_write_them(self, text: str) -> None:
        found = frontmatter.read(text)
        assert (found.status, found.values, found.lines) == (OK, {"name": "a"}, 3)

    def test_dashes_with_text_after_them_end_nothing(self) -> None:
        found = frontmatter.read("---\nname: a\ntext: |\n  x\n  ---\n--- \nBody")
        assert (found.values, found.lines) == ({"name": "a", "text": "x\n---\n"}, 6)

    @pytest.mark.parametrize("text", ["---\n---\nBody", "---\n\n---\n", "---\n# only a comment\n---\n"])
    def test_an_empty_block_is_blank(self, text: str) -> None:
        assert frontmatter.read(text)[:2] == (BLANK, {})

    @pytest.mark.parametrize("block", ["name:\ntype: ", "name: ''\ntype: ~", "metadata:\n  type:\n  name:", "name: []"])
    def test_keys_without_values_are_blank(self, block: str) -> None:
        assert _block(block).status == BLANK

    def test_without_end_what_can_be_read_is_still_read(self) -> None:
        found = frontmatter.read("---\nname: a\nmetadata:\n  type: user\n\nBody: text")
        assert (found.status, found.lines, found.problem) == (BROKEN, 0, "has no closing ---")
        assert found.values == {"name": "a", "metadata": {"type": "user"}, "Body": "text"}

    def test_an_end_on_line_30_counts_and_on_line_31_does_not(self) -> None:
        lines = [f"k{number}: v" for number in range(28)]
        assert frontmatter.read("\n".join(["---", *lines, "---", "Body"])).lines == 30
        found = frontmatter.read("\n".join(["---", *lines, "one: more", "---", "Body"]))
        assert (found.status, found.lines, found.values["k0"]) == (BROKEN, 0, "v")
        assert found.problem is not None and "first 30 lines" in found.problem
        assert "one" in found.values and len(found.values) == 29


class TestValues:
    @pytest.mark.parametrize(
        ("block", "value"),
        [
            ("k: 2026-03-30", "2026-03-30"),
            ("k: 2026-03-30T12:00:00Z # seen", "2026-03-30T12:00:00Z"),
            ("k: 007", "007"),
            ("k: -1.50", "-1.50"),
            ("k: true", "true"),
            ("k: 0x1F #", "0x1F"),
            ("k: 1_000", "1_000"),
            ("k: =", "="),
            ("k: !!int 3", "3"),
            ("k: !!timestamp 2026-99-99", "2026-99-99"),
            ("k: 9999-99-99 # no date", "9999-99-99"),
            ("k: .inf #", ".inf"),
            ("k: [1, 2026-01-01, no]", ["1", "2026-01-01", "no"]),
            ("k: {a: 1}", {"a": "1"}),
            ("k:\n- 1\n- b", ["1", "b"]),
            ("k: |\n  two\n  lines", "two\nlines\n"),
            ("k: >\n  two\n  lines", "two lines\n"),
            ("k: two\n  lines", "two lines"),
            ('k: "a \\"b\\" \\u00e9"', 'a "b" é'),
            ("k: 'it''s'", "it's"),
            ("k: 'a # b'", "a # b"),
            ("k: a # b", "a"),
            ("k: a#b", "a#b"),
            ("k: http://example.org/a:b", "http://example.org/a:b"),
            ("k: ~", None),
            ("k: null # x", None),
            ("k: null", None),
            ("k: Null", None),
            ("k: NULL", None),
            ("k: 'null'", "null"),
            ("k: nUll", "nUll"),
            ('k: ""', ""),
            ("k: 😀 日本", "😀 日本"),
            ("k: \\n", "\\n"),
            ("k: [[link]]", [["link"]]),
        ],
    )
    def test_a_scalar_is_the_text_that_stands_there(self, block: str, value: Any) -> None:
        found = _block(f"other: x\n{block}")
        assert (found.status, found.values) == (OK, {"other": "x", "k": value})

    def test_the_form_that_newer_clients_write(self) -> None:
        found = _block(
            "name: a-b\ndescription: x\nmetadata: \n  node_type: memory\n  type: feedback\n  originSessionId: 1-2"
        )
        assert found.values["metadata"] == {"node_type": "memory", "type": "feedback", "originSessionId": "1-2"}

    def test_keys_that_are_no_text_are_left_out(self) -> None:
        assert _block("name: a\n~: b\n? [x]\n: y").status == BROKEN
        assert _block("name: a\n~: b #").values == {"name": "a"}

    def test_a_merge_key_merges_nothing(self) -> None:
        assert _block("a: &a {x: y}\nb:\n  <<: *a").values["b"] == {"<<": {"x": "y"}}


class TestBroken:
    @pytest.mark.parametrize(
        "block",
        [
            "name: a\ndescription: note: this breaks",
            "name: a\n\tdescription: tab",
            "name: a\n  indented: b",
            "name: a\nk: [1, 2",
            'name: a\nk: "open',
            "name: a\nk: *nowhere",
            "name: a\nk: @x",
            "name: a\nk: %x",
            "name: a\nk: !!python/object/apply:os.system ['true']",
            "name: a\nk: !own x",
            "name: a\n...\nk: second document",
            "name: a\nk: {a: b",
            "name: a\nnot a key",
            "name: a\nk: \x00",
            "name: a\nk: !!binary 'é'",
            "name: a\nk: \x1b[31m",
        ],
    )
    def test_it_is_said_in_one_short_line_and_the_rest_is_salvaged(self, block: str) -> None:
        found = _block(block)
        assert (found.status, found.values["name"]) == (BROKEN, "a")
        assert found.problem is not None and found.problem.startswith("cannot be read as YAML")
        assert "\n" not in found.problem and len(found.problem) < 200

    @pytest.mark.parametrize("block", ["- a\n- b", "just words", "[a, b]", "'quoted'", "? a", "!!set {a, b}"])
    def test_a_block_that_is_no_map(self, block: str) -> None:
        found = _block(block)
        assert found.status in (BROKEN, BLANK)
        assert found.status == BLANK or (found.problem is not None and "key: value" in found.problem)

    def test_the_line_of_the_file_is_named(self) -> None:
        problem = _block("name: a\ntype: b\nk: @x").problem
        assert problem is not None and "on line 4" in problem

    @pytest.mark.parametrize(
        ("block", "values"),
        [
            ("description: note: this breaks\ntype: user", {"description": "note: this breaks", "type": "user"}),
            ("k: [\nname: 'a'\nempty:", {"k": "[", "name": "a", "empty": None}),
            ("k: [\nmetadata: \n  type: user\n  x: 1", {"k": "[", "metadata": {"type": "user", "x": "1"}}),
            ("k: [\n  stray: 1", {"k": "["}),
        ],
    )
    def test_what_is_salvaged_is_taken_literally(self, block: str, values: dict[str, Any]) -> None:
        assert _block(block) == (BROKEN, values, block.count("\n") + 3, _block(block).problem)


def _laughs(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(lines)


def _merges(levels: int, key: str) -> str:
    lines = ["m0: &m0 {" + ", ".join(f"k{n}: v" for n in range(9)) + "}"]
    lines += [f"m{n}: &m{n} {{{key}: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, levels)]
    return "\n".join(lines)


class TestHostile:
    """None of these takes noticeable time or memory; the test run itself would tell."""

    def test_a_billion_laughs_are_read_and_not_written_out(self) -> None:
        found = _block(_laughs(25))
        assert found.status == OK and found.values["a0"] == ["x"] * 9
        assert len(found.values["a24"]) == 9

    def test_a_billion_merges_merge_nothing(self) -> None:
        assert set(_block(_merges(25, "<<")).values["m24"]) == {"<<"}

    def test_merges_by_their_full_name_merge_nothing(self) -> None:
        assert "k0" not in _block(_merges(4, "!!merge <<")).values["m3"]

    def test_a_map_that_holds_itself(self) -> None:
        found = _block("a: &a {x: *a}\nb: &b [*b]")
        assert found.values["a"]["x"] is found.values["a"]
        assert frontmatter.read("---\na: &a\n  b: *a\n---\n").status == OK

    @pytest.mark.parametrize("opener", ["[", "{a: ", "- ", "? ", "[{a: "])
    def test_deep_nesting(self, opener: str) -> None:
        for depth in (100, 599, 601, 20_000):
            assert _block(f"name: a #\nk: {opener * depth}").status == BROKEN

    def test_deep_nesting_that_is_closed(self) -> None:
        assert _block("k: " + "[" * 300 + "]" * 300).status in (OK, BROKEN)
        assert _block("k: " + "[" * 3_000 + "]" * 3_000).problem == "is nested too deeply"

    def test_deep_nesting_by_indent(self) -> None:
        found = _block("\n".join(" " * depth + f"k{depth}:" for depth in range(28)))
        assert found.status in (OK, BLANK)

    @pytest.mark.parametrize(
        "pattern",
        ["a: ", "'", '"', "#", "- ", "[],", "*a ", "&a ", "\t", " ", "? ", ": ", "!", "|", "%", "{}", "-", "a:\r"],
    )
    def test_a_hostile_line_costs_no_more_than_its_length(self, pattern: str) -> None:
        def text_of_length(size: int) -> str:
            return "---\nname: a\nk: " + pattern * (size // 16 // len(pattern)) + "\n---\n"

        assert is_linear(frontmatter.read, text_of_length)

    def test_no_end_in_a_text_of_dashes(self) -> None:
        assert is_linear(frontmatter.read, lambda size: "---\n" + "---x\n" * (size // 5))
        assert is_linear(frontmatter.read, lambda size: "---\n" + "-" * size + "x")
        assert is_linear(frontmatter.read, lambda size: "---\n" + "---" + " " * size + "x")

    @settings(max_examples=150, deadline=None)
    @given(st.text(max_size=200), st.booleans())
    def test_no_text_raises(self, text: str, fenced: bool) -> None:
        found = frontmatter.read(f"---\n{text}\n---\n" if fenced else text)
        assert found.status in (OK, MISSING, BROKEN, BLANK)
        assert (found.problem is None) is (found.status != BROKEN)

    @pytest.mark.parametrize("seed", range(20))
    def test_no_bytes_raise(self, seed: int) -> None:
        noise = random.Random(seed).randbytes(2_000).decode("utf-8", "replace")
        assert frontmatter.read(f"---\n{noise}\n---\n").status in (OK, BROKEN, BLANK)
