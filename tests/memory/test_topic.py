"""One memory: both forms of frontmatter, its time, and values of every wrong kind."""

from typing import Any

import pytest

from memtui.memory import topic
from memtui.memory.topic import Memory

MARCH = 1_774_872_000.0  # 2026-03-30T12:00:00Z
KEY = (1_700_000_000_123_456_789, 1, 42, 7)


def _memory(block: str, file: str = "a.md") -> Memory:
    return topic.read(file, KEY, f"---\n{block}\n---\nBody\n")


def test_the_flat_form() -> None:
    found = _memory("name: no_mocks\ndescription: Use a real DB\ntype: feedback")
    assert (found.name, found.description, found.type, found.form) == ("no_mocks", "Use a real DB", "feedback", "flat")
    assert (found.status, found.problem, found.head_lines) == ("ok", None, 5)


def test_the_form_with_metadata() -> None:
    found = _memory(
        "name: n\ndescription: d\nmetadata: \n  node_type: memory\n  type: project\n  originSessionId: bd-1"
    )
    assert (found.type, found.form, found.origin) == ("project", "metadata", "bd-1")


def test_the_type_at_the_top_comes_before_the_one_below() -> None:
    assert _memory("type: user\nmetadata:\n  type: project").type == "user"


@pytest.mark.parametrize("word", ["user", "feedback", "project", "reference", "User", "PROJECT", "'user'", " user "])
def test_the_four_types(word: str) -> None:
    assert _memory(f"type: {word}").type == word.strip(" '").lower()


@pytest.mark.parametrize("word", ["note", "users", "feed back", "1", "true"])
def test_an_unknown_type_reads_as_none_and_is_kept_for_showing(word: str) -> None:
    found = _memory(f"name: a\ntype: {word}")
    assert (found.type, found.raw_type, found.status) == (None, word, "ok")


@pytest.mark.parametrize("value", ["[user]", "{user: 1}", "", "~", "''"])
def test_a_type_that_is_no_word_reads_as_none(value: str) -> None:
    found = _memory(f"name: a\ntype: {value}")
    assert (found.type, found.raw_type) == (None, None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("42", "42"),
        ("2026-03-30", "2026-03-30"),
        ("true", "true"),
        ("[a, b]", None),
        ("{a: b}", None),
        ("~", None),
        ("''", None),
        ("'  '", None),
        ("|\n  two\n\n  lines\n", "two lines"),
        ("'  spaces  '", "spaces"),
        ("!!binary aGk=", None),
        ("!!set {a, b}", None),
    ],
)
def test_a_name_or_description_is_text_or_nothing(value: str, text: str | None) -> None:
    assert _memory(f"x: y\nname: {value}").name == text
    assert _memory(f"x: y\ndescription: {value}").description == text


@pytest.mark.parametrize("metadata", ["metadata: text", "metadata: [type, user]", "metadata: 1", "metadata:"])
def test_metadata_that_is_no_map_is_ignored(metadata: str) -> None:
    found = _memory(f"name: a\n{metadata}")
    assert (found.name, found.type, found.form) == ("a", None, None)


class TestModified:
    @pytest.mark.parametrize(
        "block",
        [
            "modified: 2026-03-30T12:00:00Z",
            "modified: 2026-03-30T12:00:00.000Z",
            "modified: 2026-03-30T14:00:00+02:00",
            "modified: 2026-03-30 12:00:00",
            "modified: '2026-03-30T12:00:00Z' # quoted",
            "metadata:\n  modified: 2026-03-30T12:00:00Z",
            "modified: soon\nmetadata:\n  modified: 2026-03-30T12:00:00Z",
            "modified: [2026]\nmetadata:\n  modified: 2026-03-30T12:00:00Z",
        ],
    )
    def test_the_stamp_comes_before_the_files_time(self, block: str) -> None:
        found = _memory(block)
        assert (found.modified, found.modified_from) == (MARCH, "frontmatter")

    def test_a_date_alone_is_its_midnight(self) -> None:
        assert _memory("modified: 2026-03-30").modified == MARCH - 12 * 3600

    @pytest.mark.parametrize(
        "value",
        [
            "yesterday",
            "2026-13-45",
            "[2026-03-30]",
            "~",
            "",
            "1774872000",
            "2026-03-30T25:00:00Z",
            "{a: b}",
            "99999-01-01",
        ],
    )
    def test_a_stamp_that_is_no_time_leaves_the_files_time(self, value: str) -> None:
        found = _memory(f"name: a\nmodified: {value}")
        assert (found.modified, found.modified_from) == (KEY[0] / 1e9, "mtime")

    @pytest.mark.parametrize("value", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
    def test_a_stamp_at_the_edge_of_time_is_no_harm(self, value: str) -> None:
        assert isinstance(_memory(f"name: a\nmodified: {value}").modified, float)


@pytest.mark.parametrize(
    ("block", "pinned"),
    [
        ("pinned: true", True),
        ("pinned: True # yes", True),
        ("pinned: yes", True),
        ("metadata:\n  pinned: true", True),
        ("pinned: false\nmetadata:\n  pinned: true", True),
        ("pinned: false", False),
        ("pinned: 'no'", False),
        ("pinned:", False),
        ("pinned: [true]", False),
        ("name: a", False),
    ],
)
def test_pinned(block: str, pinned: bool) -> None:
    assert _memory(block).pinned is pinned


def test_a_broken_block_still_gives_what_can_be_read() -> None:
    found = _memory("name: a\ndescription: one: two\ntype: user")
    assert (found.status, found.name, found.description, found.type) == ("broken", "a", "one: two", "user")


@pytest.mark.parametrize("head", ["", "Body only", "\0\0\0", "\ufffd\ufffd", "---", "---\n", "\ufeff"])
def test_a_file_without_frontmatter_is_a_memory_all_the_same(head: str) -> None:
    found = topic.read("team/x.md", KEY, head)
    assert (found.name, found.type, found.title) == (None, None, "x")


def test_what_the_file_itself_tells() -> None:
    found = _memory("name: a", "team/deep/user_role.md")
    assert (found.size, found.folder, found.mtime) == (42, "team", KEY[0] / 1e9)
    assert _memory("x: y", "team/deep/user_role.md").title == "user_role"
    assert _memory("x: y", "user_role.md").folder == ""


@pytest.mark.parametrize("value", [1, True, None, [], ["a"], {}, {"a": 1}, b"x", 1.5, {"a"}])
def test_only_text_is_text(value: Any) -> None:
    assert topic.text_of(value) is None
