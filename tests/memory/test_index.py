"""The index: its pointers, and what each line is."""

import os
from collections.abc import Callable

import pytest

from memtui.memory.index import entries, load, read_lines, read_pointer
from memtui.memory.store import Store
from tests.cost import is_linear


def _pointer(text: str) -> tuple[str, str, str] | None:
    found = read_pointer(text, 1)
    return None if found is None else (found.title, found.file, found.hook)


class TestPointers:
    @pytest.mark.parametrize(
        "line",
        [
            "- [Title](file.md) — the hook",
            "* [Title](file.md) — the hook",
            "+ [Title](file.md) — the hook",
            "  - [Title](file.md) — the hook",
            "\t-\t[Title](file.md) — the hook",
            "- [Title](file.md) - the hook",
            "- [Title](file.md) – the hook",
            "- [Title](file.md): the hook",
            "- [Title](file.md) the hook",
            "- [Title](file.md)—the hook",
            "- [Title](./file.md) — the hook",
            "- [Title](file.md#part) — the hook",
            "- [Title](<file.md>) — the hook",
            "- [Title](<file.md#part>) — the hook",
            "- [Title]( file.md ) — the hook  ",
            "- [Title](file%2Emd) — the hook",
            "- [Title](file.md) — the hook\r",
        ],
    )
    def test_every_way_of_writing_one(self, line: str) -> None:
        assert _pointer(line) == ("Title", "file.md", "the hook")

    @pytest.mark.parametrize(
        ("line", "file"),
        [
            ("- [T](file%20name.md)", "file name.md"),
            ("- [T](<file name.md>)", "file name.md"),
            ("- [T](file name.md)", "file name.md"),
            ("- [T](a(b).md)", "a(b).md"),
            ("- [T](<a)b.md>)", "a)b.md"),
            ("- [T](a%23b.md)", "a#b.md"),
            ("- [T](%F0%9F%98%80.md)", "😀.md"),
            ("- [T](100%.md)", "100%.md"),
            ("- [T](%FF.md)", "\ufffd.md"),
            ("- [T](team/a.md)", "team/a.md"),
            ("- [T](../a.md)", "../a.md"),
            ('- [T](a"b.md)', 'a"b.md'),
            ("- [T](a[b].md)", "a[b].md"),
        ],
    )
    def test_the_file_it_names(self, line: str, file: str) -> None:
        assert _pointer(line) == ("T", file, "")

    @pytest.mark.parametrize(
        ("line", "title"),
        [
            ("- [a [b] c](f.md)", "a [b] c"),
            ("- [a [ b](f.md)", "a [ b"),
            ("- [a \\] b](f.md)", "a \\] b"),
            ("- [](f.md)", ""),
            ("- [😀](f.md)", "😀"),
            ("- [`code`](f.md)", "`code`"),
        ],
    )
    def test_the_title_it_has(self, line: str, title: str) -> None:
        assert _pointer(line) == (title, "f.md", "")

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "text",
            "- text",
            "- [Title]",
            "- [Title](",
            "- [Title]()",
            "- [Title](#anchor)",
            "- [Title](file.md",
            "- [Title](<file.md)",
            "- [Title] (file.md)",
            "-[Title](file.md)",
            "[Title](file.md)",
            "1. [Title](file.md)",
            "- see [Title](file.md)",
            "- [[link]]",
            "- [a ] b](f.md)",
        ],
    )
    def test_what_is_none(self, line: str) -> None:
        assert _pointer(line) is None

    @pytest.mark.parametrize(
        "target", ["https://example.org/a.md", "http://x", "mailto:a@example.org", "//host/a", "slack:x"]
    )
    def test_a_url_is_external_and_stays_as_written(self, target: str) -> None:
        found = read_pointer(f"- [T]({target}) — x", 1)
        assert found is not None and found.external and found.file == target

    def test_an_ordinary_file_is_not_external(self) -> None:
        found = read_pointer("- [T](a.md)", 1)
        assert found is not None and not found.external

    @pytest.mark.parametrize(
        ("line", "target"),
        [
            ("- [T](a%20b.md) — x", "a%20b.md"),
            ("\ufeff- [T](<a b.md#c>) — x", "a b.md#c"),
            ("* [T]( a.md )\r", " a.md "),
        ],
    )
    def test_the_span_is_the_target_as_written(self, line: str, target: str) -> None:
        found = read_pointer(line, 1)
        assert found is not None
        assert line[slice(*found.span)] == target

    @pytest.mark.parametrize(
        "text_of_length",
        [
            lambda size: "- [" + "[" * size,
            lambda size: "- [" + "]" * size,
            lambda size: "- [" + "](" * (size // 2),
            lambda size: "- [t](" + "(" * size,
            lambda size: "- [t](" + "<>" * (size // 2),
            lambda size: " " * size,
            lambda size: "- " + "\t" * size,
            lambda size: "- [t](a.md)" + "—" * size,
            lambda size: "- [t](" + "%" * size + ")",
        ],
    )
    def test_a_hostile_line_costs_no_more_than_its_length(self, text_of_length: Callable[[int], str]) -> None:
        assert is_linear(lambda text: read_pointer(text, 1), text_of_length)


class TestLines:
    def test_what_each_line_is(self) -> None:
        text = (
            "---\nname: x\n---\n# Head\n\ntext\n<!-- note\nmore -->\n\n- [A](a.md)\n## \n####### seven\n#tag\n"
            "text <!-- inside -->\n"
        )
        assert [line.kind for line in read_lines(text)] == [
            *["frontmatter"] * 3,
            "heading",
            "blank",
            "prose",
            *["comment"] * 3,
            "pointer",
            "heading",
            "prose",
            "prose",
            "prose",
            "blank",
        ]

    def test_lines_are_numbered_from_one_as_in_the_file(self) -> None:
        assert [(entry.line, entry.file) for entry in entries("# x\n\n- [A](a.md)\n<!-- c -->\n- [B](b.md)")] == [
            (3, "a.md"),
            (5, "b.md"),
        ]

    def test_only_line_feeds_end_a_line(self) -> None:
        assert len(read_lines("a\rb\vc\u2028d\x85e\ff")) == 1

    def test_carriage_returns_at_the_end_are_no_content(self) -> None:
        found = entries("- [A](a.md) — x\r\n- [B](b.md)\r\n")
        assert [(entry.file, entry.hook, entry.text) for entry in found] == [
            ("a.md", "x", "- [A](a.md) — x"),
            ("b.md", "", "- [B](b.md)"),
        ]
        assert [line.kind for line in read_lines("---\r\na: b\r\n---\r\n# x\r\n<!-- c -->\r\n\r\n")] == [
            *["frontmatter"] * 3,
            "heading",
            *["comment"] * 2,
            "blank",
        ]

    def test_a_byte_order_mark_hides_no_pointer(self) -> None:
        assert [entry.file for entry in entries("\ufeff- [A](a.md)\n- [B](b.md)\n")] == ["a.md", "b.md"]
        assert read_lines("\ufeff# Head")[0].kind == "heading"
        assert read_lines("\ufeff---\na: b\n---\n")[0].kind == "frontmatter"

    def test_pointers_in_a_comment_do_not_count(self) -> None:
        assert entries("<!--\n- [A](a.md)\n-->\n") == []

    @pytest.mark.parametrize(
        "text_of_length",
        [
            lambda size: "<!--\n" * (size // 5),
            lambda size: "<!-- -->x\n" * (size // 10),
            lambda size: "<!--" + "-" * size,
            lambda size: "```\n" * (size // 4),
            lambda size: "`" * size,
            lambda size: "---\n" * (size // 4),
            lambda size: "\n" * size,
            lambda size: "#" * size,
        ],
    )
    def test_a_hostile_index_costs_no_more_than_its_length(self, text_of_length: Callable[[int], str]) -> None:
        assert is_linear(load, text_of_length)
        assert is_linear(read_lines, text_of_length)


def test_a_store_without_index_reads_as_none(tmp_path: "os.PathLike[str]") -> None:
    store = Store(os.fspath(tmp_path), None, os.fspath(tmp_path))
    assert store.read_index() is None
    assert Store(os.path.join(tmp_path, "nowhere"), None, "").read_index() is None
    assert store.read_index("no/MEMORY.md") is None
