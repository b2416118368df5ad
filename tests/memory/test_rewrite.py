"""Changing one value of a frontmatter: it reads back, and every other byte is where it was."""

from itertools import chain
from typing import Any

import frontmatter as oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.memory import frontmatter
from memtui.memory.rewrite import add_value, quoted, replace_span, replace_spans, set_value
from tests.cost import is_linear

VALUES = st.one_of(
    st.text(max_size=30).filter(lambda text: not any("\ud800" <= char <= "\udfff" for char in text)),
    st.text(alphabet="ab'\"#:-[]{}&*!|>%@`,?\\ \t\n0123456789.", max_size=12),
    st.sampled_from(["yes", "NULL", "~", "1e3", "0x10", "2026-11-18", "2026-11-18T12:00:00.000Z", "=", "<<", "12:30"]),
)
OLD = st.sampled_from(["old", '"old"', "'old'", "", '"o\\"ld"', "'o''ld'", "true", "2026-01-01", "#c"])
ENDS = st.sampled_from(["\n", "\r\n"])
BOMS = st.sampled_from([b"", b"\xef\xbb\xbf"])
ROWS = st.lists(
    st.sampled_from(
        [
            ["unknown:   kept  "],
            ["list: [name, x]"],
            ["tags:", "  - name"],
            ["# name: a comment"],
            ["deep:", "  name: not this one"],
            ["text: |", "  type: nor this"],
            ["long: goes", "  on below"],
            ["'quoted key': 'v'"],
        ]
    ),
    max_size=5,
)
BODIES = st.sampled_from([b"", b"Body\n", b"name: body\r\n---\nname: x\n\xff", b"no end"])


def flat(value: str) -> str:
    return " ".join(value.split())


def read(data: bytes) -> dict[str, Any]:
    return frontmatter.read(data.decode("utf-8", "surrogateescape")).values


def block(rows: list[str], end: str, bom: bytes, body: bytes) -> bytes:
    return bom + end.join(["---", *rows, "---", ""]).encode() + body


@given(VALUES, st.sampled_from(["", "old", "'old'", '"old"']))
@example("\x1b[31m red", "")
@example("\x7f\x80\ufeff\uffff", "'old'")
@example("don't", "'old'")
@example("a \\ b", '"old"')
@settings(max_examples=300, deadline=None)
def test_a_quoted_value_reads_back_everywhere(value: str, like: str) -> None:
    text = f"---\nk: {quoted(value, like)}\n---\nBody\n"
    found = frontmatter.read(text)
    assert found.problem is None
    assert found.values == {"k": flat(value)}
    assert oracle.loads(text).metadata == {"k": flat(value)}


@pytest.mark.parametrize(
    ("value", "like", "written"),
    [
        ("plain words", "", "plain words"),
        ("3 ways to test", "", "3 ways to test"),
        ("plain", "'old'", "'plain'"),
        ("plain", '"old"', '"plain"'),
        ("a: b", "", '"a: b"'),
        ("yes", "", '"yes"'),
        ("2026-11-18", "2026-01-01", "2026-11-18"),  # a date stays a date
        ("true", "false", "true"),
        ("true", "old", '"true"'),
        ("", "", '""'),
        ("two\n lines", "", "two lines"),
        ("bad\udcffbyte", "", "bad\ufffdbyte"),
    ],
)
def test_a_value_is_written_as_the_old_one_was(value: str, like: str, written: str) -> None:
    assert quoted(value, like) == written


@given(ROWS, OLD, VALUES, ENDS, BOMS, BODIES, st.data())
@settings(max_examples=300, deadline=None)
def test_only_the_value_changes(
    others: list[list[str]], old: str, value: str, end: str, bom: bytes, body: bytes, chosen: st.DataObject
) -> None:
    place = chosen.draw(st.integers(0, len(others)))
    data = block([*chain(*others[:place]), f"name: {old}", *chain(*others[place:])], end, bom, body)
    before = read(data)
    assert frontmatter.read(data.decode("utf-8", "surrogateescape")).problem is None
    after = set_value(data, "name", value)
    assert after is not None
    assert read(after) == {**before, "name": flat(value)}
    assert list(read(after)) == list(before)
    at = data.index(b"name: " + old.encode() + end.encode()) + len("name: ")
    size = 0 if old.startswith("#") else len(old.encode())
    assert after[:at] == data[:at]
    assert after.endswith(data[at + size :])


@given(OLD, VALUES, ENDS, BOMS)
@settings(deadline=None)
def test_a_value_below_a_parent_is_told_from_its_namesakes(old: str, value: str, end: str, bom: bytes) -> None:
    rows = [
        "modified: top",
        "other key:",
        "  modified: not this",
        "metadata: ",
        "  deeper:",
        "    modified: nor this",
        f"  modified: {old}",
        "  last: x",
        "after:",
        "  modified: nor that",
    ]
    data = block(rows, end, bom, b"Body\n")
    after = set_value(data, "modified", value, "metadata")
    assert after is not None
    wanted = read(data)
    wanted["metadata"]["modified"] = flat(value)
    assert read(after) == wanted
    lines, found = data.split(b"\n"), after.split(b"\n")
    assert lines[:7] == found[:7] and lines[8:] == found[8:]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (b"metadata: {type: user, modified: old}", b"metadata: {type: user, modified: new}"),
        (b"metadata: {modified: old,type: user} # why", b"metadata: {modified: new,type: user} # why"),
        (b"metadata: { modified: 'old' , a: modified}", b"metadata: { modified: 'new' , a: modified}"),
        (b"x: {modified: a}\nmetadata: {unmodified: b, modified: old}", None),
    ],
)
def test_a_value_in_a_map_on_one_line(line: bytes, after: bytes | None) -> None:
    data, wanted = b"---\n%b\n---\n", after or line.replace(b"modified: old", b"modified: new")
    assert set_value(data % line, "modified", "new", "metadata") == data % wanted


@pytest.mark.parametrize("value", ["a, b", "a}", "{a", "[x"])
def test_a_value_that_would_end_the_map_it_stands_in_is_quoted_or_refused(value: str) -> None:
    data = b"---\nmetadata: {modified: old, type: user}\n---\n"
    after = set_value(data, "modified", value, "metadata")
    assert after is None or read(after) == {"metadata": {"modified": value, "type": "user"}}


def test_a_value_that_is_there_already_changes_nothing() -> None:
    data = b"---\nmetadata:\n  deeper:\n    modified: not this\n  modified: 'same'\n---\n"
    assert set_value(data, "modified", "same", "metadata") == data


@pytest.mark.parametrize(
    "rows",
    [
        ["name: goes", "  on below"],
        ['name: "goes', '  on"'],
        ["name: |", "  text"],
        ["name: >-", "  text"],
        ["name: [a, b]"],
        ["name: {a: b}"],
        ["name: &mark x", "other: *mark"],
        ["name: !!str x"],
        ["name:", "  nested: x"],
        ["{name: x}"],
        ['name: "half'],
        ["other: x"],
        ["deep:", "  name: x"],
    ],
)
def test_what_is_no_one_line_value_is_left_alone(rows: list[str]) -> None:
    assert set_value(block(rows, "\n", b"", b"Body\n"), "name", "new") is None


@pytest.mark.parametrize("data", [b"", b"name: x\n", b"---\nname: x\n", b"text\n---\nname: x\n---\n"])
def test_without_a_whole_block_there_is_nothing_to_change(data: bytes) -> None:
    assert set_value(data, "name", "new") is None
    assert add_value(data, "name", "new") is None


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (b"name: x # why", b"name: new # why"),
        (b"name: 'x'  # why", b"name: 'new'  # why"),
        (b"name:   x  ", b"name:   new  "),
        (b"name:", b"name: new"),
        (b"name: # none yet", b"name: new # none yet"),
        (b"name: a#b", b"name: new"),
        (b"name: a\nname: b", b"name: a\nname: new"),  # of two, the last one counts
    ],
)
def test_what_stands_around_a_value_stays(line: bytes, after: bytes) -> None:
    assert set_value(b"---\n%b\n---\n" % line, "name", "new") == b"---\n%b\n---\n" % after


@given(ROWS, VALUES, ENDS, BOMS, BODIES)
@settings(max_examples=200, deadline=None)
def test_an_added_key_is_one_more_line(others: list[list[str]], value: str, end: str, bom: bytes, body: bytes) -> None:
    data = block(["first: x", *chain(*others)], end, bom, body)
    after = add_value(data, "added", value)
    before = frontmatter.read(data.decode("utf-8", "surrogateescape"))
    assert after is not None
    assert read(after) == {**before.values, "added": flat(value)}
    number = before.lines - 1
    lines = after.split(b"\n")
    assert lines.pop(number).startswith(b"added: ")
    assert b"\n".join(lines) == data


def test_an_added_key_goes_first_below_its_parent() -> None:
    data = b"---\r\nname: x\r\nmetadata: \r\n    node_type: memory\r\n---\r\n"
    assert add_value(data, "type", "user", "metadata") == (
        b"---\r\nname: x\r\nmetadata: \r\n    type: user\r\n    node_type: memory\r\n---\r\n"
    )
    assert add_value(b"---\nmetadata:\n---\n", "type", "user", "metadata") == b"---\nmetadata:\n  type: user\n---\n"
    assert add_value(b"---\nname: x\n---\n", "type", "user", "metadata") is None
    assert add_value(b"---\nmetadata: {a: b}\n---\n", "type", "user", "metadata") is None


def test_a_key_that_is_there_already_is_not_doubled() -> None:
    assert add_value(b"---\ntype:\nname: x\n---\n", "type", "user") == b"---\ntype: user\nname: x\n---\n"
    assert add_value(b"---\nmetadata:\n  a: b\n  type: \n---\n", "type", "user", "metadata") == (
        b"---\nmetadata:\n  a: b\n  type: user\n---\n"
    )


@given(st.lists(st.text(alphabet="abé\r\udcff", max_size=10), min_size=1, max_size=4), st.data())
def test_a_replaced_stretch_leaves_the_rest(rows: list[str], chosen: st.DataObject) -> None:
    data = "\n".join(rows).encode("utf-8", "surrogateescape")
    line = chosen.draw(st.integers(1, len(rows)))
    start = chosen.draw(st.integers(0, len(rows[line - 1])))
    end = chosen.draw(st.integers(start, len(rows[line - 1])))
    rows[line - 1] = rows[line - 1][:start] + "NEW" + rows[line - 1][end:]
    assert replace_span(data, line, start, end, "NEW") == "\n".join(rows).encode("utf-8", "surrogateescape")


def test_many_stretches_are_replaced_in_one_go() -> None:
    assert replace_spans(b"a-b-c\nd\ne-f", [(1, 0, 1), (1, 4, 5), (3, 2, 3)], "xy") == b"xy-b-xy\nd\ne-xy"
    assert replace_spans(b"a\r\n", [], "x") == b"a\r\n"


@pytest.mark.parametrize(
    ("start", "again", "end"),
    [(b"x", b" ", b"y"), (b"", b" ", b"#"), (b'"', b'\\"', b""), (b"", b"'", b""), (b"", b"name: ", b"")],
    ids=["spaces", "comment", "escapes", "quotes", "keys"],
)
def test_a_hostile_line_takes_no_longer_than_its_length(start: bytes, again: bytes, end: bytes) -> None:
    def change(value: bytes) -> None:
        for data in (b"---\nname: %b\n---\n" % value, b"---\nmetadata:\n  name: %b\n---\n" % value):
            set_value(data, "name", "new")
            set_value(data, "name", "new", "metadata")
            add_value(data, "type", "new", "metadata")

    assert is_linear(change, lambda size: start + again * (size // len(again)) + end, 60_000)


def test_maps_that_hold_themselves_or_each_other_many_times_are_no_trap() -> None:
    rows = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 24)), "self: &s {in: *s}"]
    data = block([*rows, "name: x"], "\n", b"", b"")
    assert set_value(data, "name", "new") == data.replace(b"name: x", b"name: new")
