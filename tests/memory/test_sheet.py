"""A file parted for editing: what nobody touched comes back byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory import topic
from memtui.memory.errors import MemtuiError
from memtui.memory.sheet import EMPTY, Form, join, part

HEADS = (
    b"", b"---\n---\n", b"---\nname: a\n---\n", b"---\r\nname: a\r\ntype: user\r\n---\r\n", b"---\nname: [\n---\n",
    b"\xef\xbb\xbf---\nname: x # why\ndescription: 'it''s'\ntype: user\n---\n", b"---\ndescription: |\n  a\n  b\n---\n",
    b"---\nname: n\nmetadata:\n  node_type: memory\n  type: project\n---\n\n", b"---\nname: a\n---",
)  # fmt: skip
BODIES = st.one_of(st.binary(max_size=40), st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace")))
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r", b"\x1b[2J\n", b"\x85", b""])
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=30).map(
    lambda text: " ".join(text.split())
)


def memory(data: bytes) -> topic.Memory:
    """What a file says."""
    return topic.read("user_a.md", (0, 0, 0, 0), data.decode("utf-8", "replace"))


@given(st.sampled_from(HEADS), st.lists(st.tuples(BODIES, ENDS), max_size=4))
def test_untouched_is_unchanged(head: bytes, body: list[tuple[bytes, bytes]]) -> None:
    data = head + b"".join(part for pair in body for part in pair)
    try:
        sheet = part("user_a.md", data)
    except MemtuiError:
        assert b"\0" in data or b"\xf4" in data
        return
    assert join(sheet, sheet.form, sheet.text) == data
    assert sheet.text.count("\n") == data.count(b"\n") - sheet.head.count(b"\n")


@given(st.sampled_from(HEADS), WORDS, WORDS, st.sampled_from(["user", "feedback", "project", "reference"]))
def test_values_are_what_was_typed_and_the_rest_stays(head: bytes, name: str, about: str, kind: str) -> None:
    sheet = part("user_a.md", head + b"Body.\r\nMore\n")
    if sheet.form is None:
        assert sheet.head == b""
        return
    data = join(sheet, Form(name, about, kind), sheet.text)
    said = memory(data)
    assert (said.name or "", said.description or "", said.type) == (name.strip(), about.strip(), kind)
    assert data.endswith(b"Body.\r\nMore\n")
    again = part("user_a.md", data)
    assert again.text == sheet.text


def test_only_the_bytes_of_the_value_change() -> None:
    data = b"\xef\xbb\xbf---\r\nzebra: 1 # mine\r\ntype: user\r\ndescription: 'old'\r\nname: n\r\n---\r\nA\r\nB"
    sheet = part("user_n.md", data)
    assert sheet.form == Form("n", "old", "user")
    assert sheet.text == "A\nB"
    assert sheet.first_line == 7
    assert join(sheet, Form("n", "new words", "user"), "A\nC\nB") == data.replace(b"'old'", b"'new words'").replace(
        b"A\r\n", b"A\r\nC\r\n"
    )


def test_a_type_below_metadata_stays_there() -> None:
    data = b"---\nname: n\ndescription: d\nmetadata: \n  node_type: memory\n---\nBody\n"
    sheet = part("user_n.md", data)
    assert sheet.form is not None
    assert b"metadata: \n  type: project\n  node_type: memory\n" in join(sheet, Form("n", "d", "project"), sheet.text)


@pytest.mark.parametrize(
    ("file", "data", "why"),
    [
        ("user_a.md", b"Only words.\n", "no frontmatter"),
        ("user_a.md", b"---\nname: [\n---\nA\n", "frontmatter cannot be read"),
        ("user_a.md", b"---\nname: a\n", "no closing"),
        ("user_a.md", b"---\ndescription: |\n  a\n  b\nname: a\n---\n", "the description is written"),
        ("user_a.md", b'---\nname: "\\e[31mred"\n---\n', "cannot be shown"),
        ("MEMORY.md", b"---\nname: a\n---\n", ""),
        ("logs/2026/11/2026-11-18.md", b"---\nname: a\n---\n", ""),
    ],
)
def test_without_a_form_the_whole_file_is_text(file: str, data: bytes, why: str) -> None:
    sheet = part(file, data)
    assert sheet.form is None and sheet.head == b"" and sheet.first_line == 1
    assert why in sheet.why
    assert sheet.text.encode() == data


def test_no_text_at_all_is_refused() -> None:
    with pytest.raises(MemtuiError, match="NUL"):
        part("user_a.md", b"a\0b")


def test_a_new_memory_begins_with_an_empty_form() -> None:
    sheet = part("new.md", EMPTY)
    assert sheet.form == Form() and sheet.text == ""
    assert memory(join(sheet, Form("a b", "c d", "user"), "Body")).type == "user"
