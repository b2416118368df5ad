"""Restoring one file or the whole store, with times, modes and pointers; and that it can be undone."""

import os
import shutil

import pytest

from memtui.history.back import content_of, find_entry, plan_restore_all, plan_restore_file, plan_undo
from memtui.history.log import OTHERS, RESTORE, SEEN
from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from tests.history.box import Box, git_starts
from tests.history.going import NOW, mtimes, restore, restore_all, undo


def test_bulk_loss_is_restored_and_that_can_be_undone(box: Box) -> None:
    for number in range(30):
        box.write(f"m{number}.md", f"memory {number}\n")
    before, times = box.files(), mtimes(box)
    box.look()
    box.remove(*(f"m{number}.md" for number in range(30)))
    box.write("tea.md", "theirs\n")
    box.write("rubbish.md", "x\n")
    lost = box.files()
    with git_starts() as starts:
        restore_all(box, "1")
    assert len(starts) <= 8
    assert box.files() == before
    assert mtimes(box) == times
    restored, theirs, _ = box.entries()
    assert (theirs.who, theirs.kind, len(theirs.deleted)) == (OTHERS, SEEN, 30)
    assert (restored.kind, len(restored.created), restored.deleted) == (RESTORE, 30, ("rubbish.md",))
    assert undo(box) == restored.number
    assert box.files() == lost


@pytest.mark.parametrize("seen", [True, False])
def test_lost_index_is_no_obstacle_to_restoring(box: Box, seen: bool) -> None:
    before = box.files()
    box.look()
    box.remove("MEMORY.md", "tea.md")
    if seen:
        box.look()
    restore_all(box, "1")
    assert box.files() == before


def test_whole_directory_comes_back_and_that_can_be_undone(box: Box) -> None:
    before, times = box.files(), mtimes(box)
    box.look()
    shutil.rmtree(box.root)
    restore_all(box, "1")
    assert box.files() == before and mtimes(box) == times
    restored, theirs, _ = box.entries()
    assert (theirs.who, len(theirs.deleted)) == (OTHERS, 3)
    assert (restored.kind, len(restored.created)) == (RESTORE, 3)
    undo(box)
    assert box.files() == {}


def test_restoring_what_is_already_so_is_nothing(box: Box) -> None:
    box.look()
    assert plan_restore_all(box.root, box.state, box.newest()) == ([], [])
    assert plan_restore_file(box.root, box.state, "tea.md", "1", NOW)[1] == []


def test_file_comes_back_to_its_newest_other_version(box: Box) -> None:
    for text in ("1\n", "2\n"):
        box.write("tea.md", text)
        box.look()
    box.write("other.md", "x\n")
    box.look()
    assert restore(box, "tea.md").number == 1
    assert box.read("tea.md") == b"1\n"
    box.remove("tea.md")
    box.look()
    restore(box, "tea.md")
    assert box.read("tea.md") == b"1\n"


def test_file_comes_back_to_a_state(box: Box) -> None:
    for text in ("1\n", "2\n", "3\n"):
        box.change({"tea.md": text})
    restore(box, "tea.md", "3")
    assert box.read("tea.md") == b"2\n"
    assert box.newest().kind == RESTORE
    undo(box)
    assert box.read("tea.md") == b"3\n"


def test_finding_a_version_starts_git_a_few_times(box: Box) -> None:
    for number in range(12):
        box.write("other.md", f"{number}\n")
        box.look()
    box.write("tea.md", "now\n")
    with git_starts() as starts:
        entry, steps = plan_restore_file(box.root, box.state, "tea.md", None, NOW)
    assert (entry.number, steps[0].after) == (12, b"green\n")
    assert len(starts) <= 5


def test_no_such_file_or_version_is_said(box: Box) -> None:
    box.look()
    with pytest.raises(NegativeError, match="no other version"):
        restore(box, "tea.md")
    with pytest.raises(NegativeError, match="no other version"):
        restore(box, "never.md")
    with pytest.raises(NegativeError, match="no such file then"):
        restore(box, "never.md", "1")


@pytest.mark.parametrize(
    ("index", "file", "line"),
    [
        ("MEMORY.md", "tea.md", b"- [Tea](tea.md) \xe2\x80\x94 what"),
        ("MEMORY.md", "deep/cup.md", b"* [Cup](deep/cup.md): \xff not text"),
        ("team/MEMORY.md", "team/pot.md", b"- [Pot](<pot.md>)"),
    ],
)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_restored_memory_gets_its_pointer_back(box: Box, index: str, file: str, line: bytes, ending: bytes) -> None:
    box.write(index, ending.join([b"# Memory", line, b"- [Other](other.md)", b""]))
    box.write(file, "content\n")
    box.look()
    box.remove(file)
    without = ending.join([b"# Memory", b"- [Other](other.md)", b"- [X](https://x.org/tea.md)", b""])
    box.write(index, without)
    box.look()
    restore(box, file)
    assert box.read(file) == b"content\n"
    assert box.read(index) == without + line + ending
    undo(box)
    assert (box.read(file), box.read(index)) == (None, without)


def test_pointer_that_is_there_is_not_doubled(box: Box) -> None:
    box.look()
    box.write("tea.md", "theirs\n")
    index = box.read("MEMORY.md")
    restore(box, "tea.md")
    assert box.read("MEMORY.md") == index


def test_pointer_comes_back_with_an_index_where_there_is_none(box: Box) -> None:
    box.look()
    shutil.rmtree(box.root)
    restore(box, "tea.md")
    assert box.files() == {"tea.md": b"green\n", "MEMORY.md": "- [Tea](tea.md) — what\n".encode()}


@pytest.mark.parametrize("index", ["MEMORY.md", "team/MEMORY.md"])
def test_index_itself_is_only_restored(box: Box, index: str) -> None:
    box.write(index, "- [Index](MEMORY.md)\n")
    box.look()
    box.write(index, "nothing\n")
    box.look()
    restore(box, index)
    assert box.read(index) == b"- [Index](MEMORY.md)\n"


def test_states_by_number_time_and_age(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    for hours in (72, 2, 1):
        monkeypatch.setenv("MEMTUI_NOW", str(NOW - hours * 3_600))
        box.write("tea.md", f"{hours}\n")
        box.look()
    entries = box.entries()
    wanted = {"1": 1, "03": 3, "2h": 2, "119m": 2, "61m": 2, "60m": 3, "3d": 1, "2d": 1, "2026-11-18T11:59:59Z": 3}
    assert {when: find_entry(entries, when, NOW).number for when in wanted} == wanted
    for when in ("4", "0", "4d", "2020-01-01", "999999999999"):
        with pytest.raises(NegativeError, match="no such state"):
            find_entry(entries, when, NOW)
    for when in ("²", "-1", "9" * 5_000, "yesterday"):
        with pytest.raises(UsageError):
            find_entry(entries, when, NOW)
    with pytest.raises(NegativeError, match="the oldest state is of 2026-11-15T12:00:00"):
        find_entry(entries, "4d", NOW)
    with pytest.raises(NegativeError, match="nothing is recorded yet"):
        find_entry([], "4d", NOW)


def test_unreadable_or_strange_place_is_said(box: Box) -> None:
    box.change({"tea.md": "black\n"})
    box.remove("tea.md")
    os.symlink("user_role.md", box.path("tea.md"))
    for plan in (
        lambda: plan_undo(box.root, box.state),
        lambda: plan_restore_all(box.root, box.state, box.newest()),
        lambda: plan_restore_file(box.root, box.state, "tea.md", None, NOW),
    ):
        with pytest.raises(MemtuiError, match=r"is a symlink|changed after"):
            plan()
    assert os.readlink(box.path("tea.md")) == "user_role.md"


def test_content_lost_from_the_history_is_said_or_found_in_the_trash(box: Box) -> None:
    box.look()
    state = box.log.states(box.newest().commit)["tea.md"]
    os.unlink(os.path.join(box.state.history, "objects", state.blob[:2], state.blob[2:]))
    box.remove("tea.md")
    with pytest.raises(MemtuiError, match="that version is missing from the history"):
        restore(box, "tea.md", "1")
    box.write("copy.md", "green\n")
    box.change({"copy.md": None})
    assert content_of(box.state, state) == b"green\n"
