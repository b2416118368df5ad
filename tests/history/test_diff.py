"""Differences: a unified diff that patch(1) and people read, in a time that hostile text cannot stretch."""

import random
import subprocess
from pathlib import Path

import pytest

from memtui.history.diff import diff_bytes, diff_entry, diff_states, told_apart
from memtui.history.rewrite import tidy
from memtui.memory.errors import NegativeError
from tests.history.box import Box, git_starts


def test_a_changed_line() -> None:
    old = b"".join(b"line %d\n" % number for number in range(1, 21))
    new = old.replace(b"line 10\n", b"line ten\n")
    assert diff_bytes("tea.md", old, new) == (
        "--- a/tea.md\n+++ b/tea.md\n@@ -7,7 +7,7 @@\n line 7\n line 8\n line 9\n-line 10\n+line ten\n"
        " line 11\n line 12\n line 13\n"
    )


def test_made_and_removed() -> None:
    assert diff_bytes("a.md", None, b"x\n") == "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n"
    assert diff_bytes("a.md", b"x\ny\n", None) == "--- a/a.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n"
    assert diff_bytes("a.md", None, b"") == "--- /dev/null\n+++ b/a.md\n"
    assert diff_bytes("a.md", b"x\n", b"x\n") == ""


def test_missing_last_newline_is_said() -> None:
    assert diff_bytes("a.md", b"x\n", b"x").endswith("@@ -1 +1 @@\n-x\n+x  (no newline at the end)\n")


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert "+\ufffd\x1b[0m\n" in diff_bytes("a.md", b"", b"\xff\x1b[0m\n")


def _texts(seed: int) -> tuple[bytes, bytes]:
    chance = random.Random(seed)
    old = [f"line {chance.randrange(12)}" for _ in range(chance.randrange(60))]
    new = list(old)
    for _ in range(chance.randrange(8)):
        at = chance.randrange(len(new) + 1)
        new[at : at + chance.randrange(3)] = [f"new {chance.randrange(5)}" for _ in range(chance.randrange(3))]
    return "".join(f"{line}\n" for line in old).encode(), "".join(f"{line}\n" for line in new).encode()


@pytest.mark.parametrize("limit", [4_000, 0])
def test_git_makes_the_new_of_the_old_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr("memtui.history.diff._CLOSELY_MAX", limit)
    for seed in range(20):
        old, new = _texts(seed)
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / "a.md").write_bytes(old)
        said = diff_bytes("a.md", old, new)
        assert (said == "") == (old == new)
        if said:
            words = ["git", "apply", "--unidiff-zero", "-"]
            subprocess.run(words, cwd=folder, input=said.encode(), check=True, capture_output=True)
        assert (folder / "a.md").read_bytes() == new


def test_hostile_text_takes_no_longer_than_its_length() -> None:
    common = [f"c{number}" for number in range(12_000)]
    old = "\n".join(f"{line}\na{line}" for line in common).encode()
    new = "\n".join(f"{line}\nb{line}" for line in common).encode()
    said = diff_bytes("a.md", old, new)
    assert said.count("\n-") >= 12_000
    one = old.replace(b"c3000\n", b"changed\n")
    assert len(diff_bytes("a.md", old, one)) < 300


def test_one_state_against_the_one_before(box: Box) -> None:
    box.look()
    box.change({"tea.md": "black\n", "user_role.md": None, "new.md": "n\n"})
    said = diff_entry(box.state, box.newest())
    assert [line for line in said.splitlines() if line.startswith(("---", "+++"))] == [
        "--- /dev/null",
        "+++ b/new.md",
        "--- a/tea.md",
        "+++ b/tea.md",
        "--- a/user_role.md",
        "+++ /dev/null",
    ]
    assert "-green\n+black\n" in said
    only = diff_entry(box.state, box.newest(), ["tea.md", "MEMORY.md", "nothing.md"])
    assert only == "--- a/tea.md\n+++ b/tea.md\n@@ -1 +1 @@\n-green\n+black\n"
    assert diff_entry(box.state, box.entries()[-1], ["tea.md"]).endswith("@@ -0,0 +1 @@\n+green\n")


def test_large_version_is_said_by_its_size(box: Box) -> None:
    box.write("tea.md", b"x" * 1_000_001)
    box.look()
    box.write("tea.md", "small\n")
    box.look()
    assert "-(not kept: 1000001 bytes, " in diff_entry(box.state, box.newest())


def test_many_files_start_git_a_few_times(box: Box) -> None:
    for number in range(20):
        box.write(f"m{number}.md", f"{number}\n")
    box.look()
    box.change({f"m{number}.md": f"changed {number}\n" for number in range(20)})
    newest = box.newest()
    with git_starts() as starts:
        said = diff_entry(box.state, newest)
    assert said.count("\n+changed") == 20
    assert starts == ["log", "cat-file", "cat-file"]


def test_oldest_state_after_a_cut_has_nothing_to_be_compared_with(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.history.rewrite.TIDY_EVERY", 1)
    for number in range(4):
        box.change({"tea.md": f"{number}\n"})
    entries = box.entries()
    tidy(box.state, 5, cap=1)
    oldest = box.entries()[-1]
    assert oldest.number > 1
    with pytest.raises(NegativeError, match="no longer known"):
        diff_entry(box.state, oldest)
    with pytest.raises(NegativeError, match="no such state"):
        diff_entry(box.state, entries[-1])


def test_two_states_that_are_the_same(box: Box) -> None:
    box.look()
    states = box.log.states(box.newest().commit)
    assert diff_states(box.state, states, states) == ""


def test_lines_of_a_diff_are_told_apart() -> None:
    said = diff_bytes("a.md", b"1\n2\n3\n", b"1\nzwei\n3\n") + diff_bytes("b.md", None, b"x\n")
    assert list(told_apart(said)) == [
        ("file", "--- a/a.md"),
        ("file", "+++ b/a.md"),
        ("place", "@@ -1,3 +1,3 @@"),
        ("same", " 1"),
        ("removed", "-2"),
        ("added", "+zwei"),
        ("same", " 3"),
        ("file", "--- /dev/null"),
        ("file", "+++ b/b.md"),
        ("place", "@@ -0,0 +1 @@"),
        ("added", "+x"),
    ]


def test_no_text_passes_for_the_name_of_a_file() -> None:
    old = b"-- a/other.md\nkeep\n"
    new = b"++ b/other.md\n@@ -1,9 +1,9 @@\nkeep\n"
    kinds = [kind for kind, _ in told_apart(diff_bytes("a.md", old, new))]
    assert kinds == ["file", "file", "place", "removed", "added", "added", "same"]
