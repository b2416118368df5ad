"""`[[links]]` between memories, both ways."""

from collections.abc import Callable

import pytest

from memtui.memory import topic
from memtui.memory.links import Names, backlinks, find_links, fold
from memtui.memory.topic import Memory
from tests.cost import is_linear
from tests.memory.ids import short


def _memory(file: str, name: str | None = None, mtime: int = 0) -> Memory:
    head = f"---\nname: {name}\n---\n" if name else "Body"
    return topic.read(file, (mtime, 0, 0, 0), head)


def _targets(text: str) -> list[str]:
    return [link.target for link in find_links(text)]


class TestFinding:
    @pytest.mark.parametrize(
        ("text", "targets"),
        [
            ("see [[a]] and [[b c]].", ["a", "b c"]),
            ("[[ a ]]", ["a"]),
            ("[[a|shown]] [[b#part]]", ["a", "b"]),
            ("[[a]][[b]]", ["a", "b"]),
            ("[[😀-日本]]", ["😀-日本"]),
            ("[[a.md]]", ["a.md"]),
            ("[[[a]]]", ["a"]),
            ("[[]] [[ ]] [a] [[a\nb]] [[a] [a]]", []),
            ("[[" + "x" * 201 + "]]", []),
            ("no links", []),
        ],
        ids=short,
    )
    def test_what_is_a_link(self, text: str, targets: list[str]) -> None:
        assert _targets(text) == targets

    @pytest.mark.parametrize(
        ("text", "targets"),
        [
            ("`[[a]]` [[b]]", ["b"]),
            ("``[[a]] ` [[b]]`` [[c]]", ["c"]),
            ("` [[a]]", ["a"]),
            ("`x` [[a]] `y`", ["a"]),
            ("```\n[[a]]\n```\n[[b]]", ["b"]),
            ("~~~ [[x]]\n[[a]]\n```\n[[b]]\n~~~\n[[c]]", ["c"]),
            ("```\n[[never closed]]", []),
            ("    ```\n[[a]]", ["a"]),
        ],
    )
    def test_text_in_code_is_no_link(self, text: str, targets: list[str]) -> None:
        assert _targets(text) == targets

    def test_line_and_place_of_a_link(self) -> None:
        text = "one\r\ntwo [[ a ]] x\n"
        (link,) = find_links(text)
        assert (link.line, text.split("\n")[1][link.start : link.end]) == (2, " a ")

    @pytest.mark.parametrize(
        "text_of_length",
        [
            lambda size: "[[" * (size // 2),
            lambda size: "[[a" * (size // 3),
            lambda size: "[[a|" * (size // 4),
            lambda size: "[[" + "a" * size,
            lambda size: "[[" + "]" * size,
            lambda size: "[[a]]`" * (size // 6),
            lambda size: "[[a]]" + "".join("`" * (n % 50 + 1) + " " for n in range(size // 26)),
            lambda size: "[[\n```\n" * (size // 7),
        ],
    )
    def test_a_hostile_line_costs_no_more_than_its_length(self, text_of_length: Callable[[int], str]) -> None:
        assert is_linear(find_links, text_of_length)


class TestNames:
    @pytest.mark.parametrize("target", ["no-db-mocks", "no_db_mocks", "No-DB_Mocks", " no-db-mocks ", "no-db-mocks.md"])
    def test_a_name_is_found_without_case_and_dashes(self, target: str) -> None:
        memory = _memory("feedback_x.md", "no-db-mocks")
        assert Names([memory]).find(target) == memory

    def test_a_stem_is_found_where_no_name_is(self) -> None:
        memory = _memory("team/feedback_x.md", "other")
        assert Names([memory]).find("Feedback-X") == memory

    def test_a_name_comes_before_a_stem(self) -> None:
        by_stem, by_name = _memory("a.md", "x"), _memory("b.md", "a")
        assert Names([by_stem, by_name]).find("a") == by_name

    def test_of_two_with_one_name_the_first_is_meant(self) -> None:
        newer, older = _memory("a.md", "x", 9), _memory("b.md", "x", 1)
        assert Names([newer, older]).find("x") == newer

    def test_a_link_to_nothing_yet_is_no_error(self) -> None:
        assert Names([]).find("later") is None

    def test_folding(self) -> None:
        assert fold(" Straße-A_b ") == "strasse_a_b"


def test_backlinks_name_each_source_once_and_never_itself() -> None:
    a, b, c = (_memory(f"{name}.md") for name in "abc")
    bodies = [(c, "[[a]] [[A]]"), (b, "[[a]] [[nowhere]]"), (a, "[[a]] [[b]]")]
    assert backlinks(bodies, Names([a, b, c])) == {"a.md": ["b.md", "c.md"], "b.md": ["a.md"]}
