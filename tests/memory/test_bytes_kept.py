"""Every kind of change of a store, on files of any make: what it is about changes, and no other byte does.

Files are made from a form with blanks, so that what a change should leave is the same form filled in anew.
"""

import os
import tempfile
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.memory.actions import plan_edit, plan_log, plan_move, plan_new, plan_remove
from memtui.memory.clock import iso
from memtui.memory.save import Step
from memtui.memory.store import Store
from tests.memory.stores import new_store, scan_of

NOW = 1_795_000_000.0
STAMP = "2026-01-02T03:04:05.000Z"
OLD, NEW = "user_old_name", "user_new-name2"

QUOTES = st.sampled_from(["", "'", '"'])
ENDS = st.sampled_from([b"\n", b"\r\n"])
UNKNOWN = st.lists(
    st.sampled_from(['zeta: "1"', "Alpha: 'x'", "list: [a, b]", "n: 007", "when: 2026-01-02 # why", "empty:", "ü: é"]),
    unique=True,
    max_size=4,
)
# Bytes of a body around its links: text of any kind, also none that is UTF-8.
PIECES = st.sampled_from([b"", b"word ", b"\xff\xfe ", "é— ".encode(), b"\x00", b"\t", b"- [x](y.md) ", b"---"])
PROSE = st.sampled_from(
    [b"# Head", b"", b"prose \xff", b"- [Other](other.md) - o", b"* [U](https://a.b/c)", b"- [ ] box", b"\xc3\xa9"]
)
POINTERS = st.sampled_from(
    [b"- [T](%b.md) \xe2\x80\x94 hook", b"* [T](<%b.md>): hook", b"  - [T](./%b.md)", b"- [T](%b.md#a-b) - \xff"]
)


class Form(NamedTuple):
    """One memory with blanks for its name, its stamp, its text and where it links to."""

    bom: bytes
    end: bytes
    quote: str
    nested: bool
    stamped: bool
    unknown: list[str]
    first: bool  # unknown keys before the others
    before: bytes
    after: bytes
    closed: bool  # with a line end at its end

    def filled(self, name: str, stamp: str = STAMP, body: bytes = b"body", link: str = "other") -> bytes:
        own = [f"name: {self.quote}{name}{self.quote}", 'description: "what it: is"']
        indent = "  " if self.nested else ""
        typed = [f"{indent}type: user", *([f"{indent}modified: {stamp}"] if self.stamped else [])]
        own += ["metadata: ", "  node_type: memory", *typed] if self.nested else typed
        rows = [*self.unknown, *own] if self.first else [*own, *self.unknown]
        text = [row.encode() for row in ("---", *rows, "---")]
        text += [self.before + b"[[" + link.encode() + b"]]" + self.after, body]
        return self.bom + self.end.join(text) + (self.end if self.closed else b"")


FORMS = st.builds(
    Form, st.sampled_from([b"", b"\xef\xbb\xbf"]), ENDS, QUOTES, st.booleans(), st.booleans(), UNKNOWN, st.booleans(),
    PIECES, PIECES, st.booleans(),
)  # fmt: skip
ROWS = st.lists(st.tuples(PROSE | POINTERS, ENDS), max_size=8)


class Index(NamedTuple):
    """An index whose pointers to one file have a blank for its name."""

    rows: list[tuple[bytes, bytes]]

    def filled(self, stem: str | None) -> bytes:
        """With pointers to this file, or without them."""
        rows = [(row.replace(b"%b", (stem or "").encode()), end) for row, end in self.rows if stem or b"%b" not in row]
        return b"".join(row + end for row, end in rows)


def _index(rows: list[tuple[bytes, bytes]]) -> Index:
    return Index([(b"- [First](first.md)", b"\n"), *rows])


INDEXES = st.builds(_index, ROWS)


def _store(base: str, form: Form, index: Index, other: bytes = b"other\n") -> Store:
    files = {f"{OLD}.md": form.filled(OLD), "other.md": other, "MEMORY.md": index.filled(OLD)}
    return new_store(base, files)


def _after(steps: list[Step]) -> dict[str, bytes | None]:
    return {step.file: step.after for step in steps if step.before != step.after}


@given(FORMS, INDEXES)
@settings(max_examples=80, deadline=None)
def test_an_edit_changes_the_stamp_and_what_the_user_changed(form: Form, index: Index) -> None:
    with tempfile.TemporaryDirectory() as base:
        store = _store(base, form, index)
        before, after = form.filled(OLD), form.filled(OLD, body=b"another body")
        left = _after(plan_edit(store, f"{OLD}.md", before, after, NOW))
    pointed = any(b"%b" in row for row, _ in index.rows)
    assert left.pop(f"{OLD}.md") == form.filled(OLD, iso(NOW), b"another body")
    assert list(left) == ([] if pointed else ["MEMORY.md"])
    for data in left.values():
        assert data is not None and data.startswith(index.filled(OLD))


@given(FORMS, FORMS, INDEXES)
@settings(max_examples=80, deadline=None)
def test_a_rename_changes_the_name_wherever_it_stands(form: Form, linking: Form, index: Index) -> None:
    other = linking.filled("other", link=OLD.upper())
    with tempfile.TemporaryDirectory() as base:
        store = _store(base, form, index, other)
        _, steps = plan_move(store, scan_of(store), f"{OLD}.md", NEW)
    left = _after(steps)
    pointed = any(b"%b" in row for row, _ in index.rows)
    assert left[f"{OLD}.md"] is None
    assert left[f"{NEW}.md"] == form.filled(NEW)
    assert left["other.md"] == linking.filled("other", link=NEW)
    assert left.get("MEMORY.md", index.filled(OLD)) == index.filled(NEW)
    assert ("MEMORY.md" in left) == pointed


@given(FORMS, INDEXES)
@settings(max_examples=60, deadline=None)
def test_a_removal_takes_the_file_and_its_pointers(form: Form, index: Index) -> None:
    with tempfile.TemporaryDirectory() as base:
        left = _after(plan_remove(_store(base, form, index), f"{OLD}.md"))
    assert left.pop(f"{OLD}.md", b"") is None
    assert left.get("MEMORY.md", index.filled(OLD)) == index.filled(None)


@given(FORMS, INDEXES)
@settings(max_examples=60, deadline=None)
def test_a_new_memory_adds_one_line_and_touches_no_other(form: Form, index: Index) -> None:
    with tempfile.TemporaryDirectory() as base:
        store = _store(base, form, index)
        _, steps = plan_new(store, scan_of(store), name="n", description="d", kind="project", body="b")
    left = _after(steps)
    assert sorted(left) == ["MEMORY.md", "project_n.md"]
    assert left["MEMORY.md"] == index.filled(OLD) + "- [N](project_n.md) — d\n".encode()


@given(st.binary(max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_log_only_grows(before: bytes) -> None:
    with tempfile.TemporaryDirectory() as base:
        store = new_store(base, {"MEMORY.md": b""})
        file, _ = plan_log(store, "x", NOW)
        path = store.path(file)
        os.makedirs(os.path.dirname(path))
        with open(path, "wb") as out:
            out.write(before)
        (step,) = plan_log(store, "one\nmore", NOW)[1]
    assert step.after is not None and step.after.startswith(before)
    added = step.after[len(before) :].lstrip(b"\n")
    assert added.startswith(b"- ") and added.endswith(b" one more\n") and added.count(b"\n") == 1
