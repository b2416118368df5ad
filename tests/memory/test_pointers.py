"""Editing the index: the line that is meant, and not one byte more."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from memtui.memory.index import Entry, entries, read_pointer
from memtui.memory.limits import POINTER_AIM
from memtui.memory.pointers import (
    add_pointer,
    append_line,
    fitted_hook,
    follow_rename,
    insert_line,
    pointer_line,
    remove_lines,
    remove_pointers,
    replace_line,
    title_of,
)
from tests.cost import is_linear

LINES = st.one_of(
    st.sampled_from(
        [
            b"- [A](a.md) \xe2\x80\x94 hook",
            b"* [A, again](<a.md>): \xff\xfe",
            b"  - [Deep](a.md#part)",
            b"- [Anchor](<a.md#part two>) - x",
            b"- [B](b%20c.md)",
            b"- [A far](https://example.org/a.md)",
            b"# Heading",
            b"<!-- - [Gone](a.md) -->",
            b"prose with [A](a.md) inside",
            b"\xef\xbb\xbf# Marked",
            b"\r",
            b"",
        ]
    ),
    st.binary(max_size=12).map(lambda data: data.replace(b"\n", b"")),
)
ENDS = st.sampled_from([b"\n", b"\r\n"])
INDEXES = st.builds(
    lambda rows, last: b"".join(line + end for line, end in rows) + last,
    st.lists(st.tuples(LINES, ENDS), max_size=8),
    LINES,
)
NAMES = st.text(min_size=1, max_size=20).filter(
    lambda name: "/" not in name and "\0" not in name and not any("\ud800" <= char <= "\udfff" for char in name)
)
FILES = st.builds(lambda name: f"{name}.md", NAMES)
TEXTS = st.text(max_size=40).filter(lambda text: not any("\ud800" <= char <= "\udfff" for char in text))


def read(data: bytes) -> list[Entry]:
    return entries(data.decode("utf-8", "surrogateescape"))


def rows(data: bytes) -> list[bytes]:
    return data.split(b"\n")


@given(TEXTS, FILES, TEXTS)
@example("Title [one] \\", "c#.md", "- a hook")
@example("T", "a%20b.md", "h")
@example("T", "http:x.md", "h")
@example("T", " lead and trail .md", "h")
@example("T", "odd)>name(<.md", "h")
@example("T", "two\nlines.md", "h")
def test_a_pointer_reads_back(title: str, file: str, hook: str) -> None:
    line = pointer_line(title, file, hook)
    assert "\n" not in line
    found = read_pointer(line, 1)
    assert found is not None
    assert (found.file, found.external) == (file, False)
    assert found.hook == " ".join(hook.split())
    assert found.title == (" ".join(title.split()).replace("[", "(").replace("]", ")") or "Untitled")


def test_usual_pointers_look_as_agents_write_them() -> None:
    assert pointer_line("No mocks", "feedback_no_mocks.md", "use a real DB") == (
        "- [No mocks](feedback_no_mocks.md) — use a real DB"
    )
    assert pointer_line("Déjà", "sub/dé ja.md", "") == "- [Déjà](<sub/dé ja.md>)"
    assert title_of("no-db_mocks") == "No db mocks"
    assert title_of("x" * 400) == "X" + "x" * 58 + "…"
    assert fitted_hook("x" * 400, "a.md", "") == ""


@given(INDEXES, FILES, TEXTS)
def test_an_added_pointer_is_one_more_line_and_nothing_else(data: bytes, file: str, hook: str) -> None:
    line = pointer_line("Title", file, hook)
    after = add_pointer(data, line)
    assert after.startswith(data)
    added = after[len(data) :]
    assert added.strip(b"\r\n").decode() == line.strip("\r\n")
    assert after.endswith(b"\n")
    assert rows(after).count(line.encode()) + rows(after).count(line.encode() + b"\r") >= 1


@given(INDEXES, st.sampled_from(["a", "b", "zzz", ""]))
def test_a_pointer_added_near_its_like_leaves_every_line_as_it_was(data: bytes, near: str) -> None:
    line = "- [New](a_new.md)"
    after = add_pointer(data, line, near)
    kept = [item for item in rows(after) if item.removesuffix(b"\r") != line.encode()]
    assert len(rows(after)) - len(kept) == 1
    if after.startswith(data):  # at the end, where a last line may lack its ending
        assert after[len(data) :].strip(b"\r\n") == line.encode()
    else:
        assert kept == rows(data)
    like = [item.line for item in read(data) if near and not item.external and item.file.startswith(near)]
    if like:
        assert rows(after)[like[-1]].removesuffix(b"\r") == line.encode()


@given(INDEXES, st.integers(1, 12))
def test_an_inserted_line_stands_before_the_other(data: bytes, number: int) -> None:
    after = insert_line(data, number, "new")
    if number <= data.count(b"\n") + (not data.endswith(b"\n")) and data:
        old = rows(data)
        assert rows(after)[: number - 1] == old[: number - 1]
        assert rows(after)[number - 1].removesuffix(b"\r") == b"new"
        assert rows(after)[number:] == old[number - 1 :]
    else:
        assert after.startswith(data)


@given(INDEXES, st.data())
def test_a_replaced_line_keeps_its_ending_and_every_other_byte(data: bytes, chosen: st.DataObject) -> None:
    assume(data)
    number = chosen.draw(st.integers(1, len(data.split(b"\n")) - data.endswith(b"\n")))
    after = replace_line(data, number, "new")
    old, new = rows(data), rows(after)
    assert new.pop(number - 1) == (b"new\r" if old.pop(number - 1).endswith(b"\r") else b"new")
    assert new == old


@given(INDEXES)
def test_removing_takes_every_pointer_to_the_file_and_nothing_else(data: bytes) -> None:
    after = remove_pointers(data, "a.md")
    gone = {item.line for item in read(data) if item.file == "a.md" and not item.external}
    kept = [line for number, line in enumerate(data.splitlines(keepends=True), 1) if number not in gone]
    if b"\r" not in data.replace(b"\r\n", b"") and not set(data) & {11, 12, 28, 29, 30}:
        assert after == b"".join(kept)
    assert remove_lines(data, set()) == data
    assert not gone or len(after) < len(data)


@given(INDEXES, FILES)
@example(b"- [A](a.md)\r", "b.md")
@example(b"- [A](a.md#x)\r\n- [A](<a.md>)\n", "c# (1).md")
@settings(max_examples=200)
def test_following_a_rename_changes_only_the_targets(data: bytes, new: str) -> None:
    assume(not new.startswith("./"))
    before, after = read(data), follow_rename(data, "a.md", new)
    led = [item for item in before if item.file == "a.md" and not item.external]
    found = read(after)
    assert [item.line for item in found] == [item.line for item in before]
    for old, now in zip(before, found, strict=True):
        if old in led:
            assert (now.file, now.title, now.hook, now.external) == (new, old.title, old.hook, False)
            assert now.text.startswith(old.text[: old.span[0]].removesuffix("<"))
            assert now.text.endswith(old.text[old.span[1] :].removeprefix(">"))
            assert ("#" in now.text[slice(*now.span)]) == ("#" in old.text[slice(*old.span)])
        else:
            assert now == old
    changed = {item.line for item in led}
    for number, (line, other) in enumerate(zip(rows(data), rows(after), strict=True), 1):
        assert number in changed or line == other
        assert line.endswith(b"\r") == other.endswith(b"\r")


@pytest.mark.parametrize(
    ("data", "after"),
    [
        (b"", b"new\n"),
        (b"a\n", b"a\nnew\n"),
        (b"a", b"a\nnew\n"),
        (b"a\r\n", b"a\r\nnew\r\n"),
        (b"a\r\nb", b"a\r\nb\r\nnew\r\n"),
        (b"a\nb\r\n", b"a\nb\r\nnew\n"),  # the first line decides
    ],
)
def test_a_new_line_ends_as_the_others_do(data: bytes, after: bytes) -> None:
    assert append_line(data, "new") == after


@given(TEXTS, st.text(min_size=1, max_size=300))
def test_a_hook_is_cut_only_where_the_line_would_be_too_long(title: str, hook: str) -> None:
    fitted = fitted_hook(title, "a.md", hook)
    if len(pointer_line(title, "a.md", "x")) - 1 + len(hook) <= POINTER_AIM:
        assert fitted == hook
    else:
        assert fitted.endswith("…") and hook.startswith(fitted[:-1])
        assert len(pointer_line(title, "a.md", fitted)) <= max(POINTER_AIM, len(pointer_line(title, "a.md", "")) + 24)


def test_a_hook_is_cut_at_a_word() -> None:
    assert fitted_hook("T", "a.md", "word " * 60).rstrip("…").endswith("word")


@pytest.mark.parametrize(
    ("start", "again"),
    [(b"", b"- [A](a.md)\n"), (b"", b"- ["), (b"- [A](", b"("), (b"", b"- [A](a.md) ")],
    ids=["many pointers", "brackets", "parentheses", "one line"],
)
def test_a_huge_hostile_index_takes_no_longer_than_its_size(start: bytes, again: bytes) -> None:
    def change(data: bytes) -> None:
        follow_rename(data, "a.md", "b.md")
        remove_pointers(data, "a.md")
        add_pointer(data, "- [N](n.md)", "a")

    assert is_linear(change, lambda size: start + again * (size // len(again)))
