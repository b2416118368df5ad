"""Undo takes memtui's last change back, with times and modes, and nothing that others did."""

import os
import shutil
import stat

import pytest

from memtui.history.back import find_entry, plan_restore_all, plan_undo
from memtui.history.log import CHANGE, UNDO
from memtui.history.rewrite import purge, tidy
from memtui.memory.errors import ConflictError, MemtuiError, NegativeError
from tests.history.box import Box
from tests.history.going import NOW, mtimes, restore, restore_all, undo


def test_undo_brings_back_contents_and_times(box: Box) -> None:
    before, times = box.files(), mtimes(box)
    box.change({"tea.md": "black\n", "user_role.md": None, "deep/new.md": "new\n", "MEMORY.md": "# Memory\n"})
    assert undo(box) == 2
    assert box.files() == before
    assert mtimes(box) == times
    entry = box.newest()
    assert (entry.kind, entry.undoes, entry.who) == (UNDO, 2, "tester")


def test_undo_of_a_file_that_was_touched_brings_back_the_newer_time(box: Box) -> None:
    box.look()
    os.utime(box.path("tea.md"), ns=(9, 1_700_000_000_000_000_000))
    box.change({"tea.md": "black\n"})
    undo(box)
    assert os.stat(box.path("tea.md")).st_mtime_ns == 1_700_000_000_000_000_000


def test_undo_again_goes_further_back(box: Box) -> None:
    for text in ("1\n", "2\n", "3\n"):
        box.change({"tea.md": text})
    assert [undo(box), undo(box)] == [4, 3]
    assert box.read("tea.md") == b"1\n"
    box.change({"tea.md": "4\n"})
    assert [undo(box), undo(box)] == [7, 2]
    assert box.read("tea.md") == b"green\n"
    with pytest.raises(NegativeError, match="nothing to undo"):
        undo(box)


def test_nothing_to_undo(box: Box) -> None:
    for _ in range(2):
        with pytest.raises(NegativeError, match="nothing to undo"):
            plan_undo(box.root, box.state)
        box.look()  # what others did is not memtui's to undo


def test_undo_leaves_what_others_did_meanwhile(box: Box) -> None:
    box.change({"tea.md": "black\n"})
    box.write("user_role.md", "theirs\n")
    undo(box)
    assert (box.read("tea.md"), box.read("user_role.md")) == (b"green\n", b"theirs\n")


@pytest.mark.parametrize("theirs", ["theirs\n", None])
def test_undo_of_what_others_changed_since_is_refused_whole(box: Box, theirs: str | None) -> None:
    box.change({"tea.md": "black\n", "user_role.md": "changed\n"})
    if theirs is None:
        box.remove("tea.md")
    else:
        box.write("tea.md", theirs)
    there = box.files()
    with pytest.raises(ConflictError) as caught:
        undo(box)
    assert "tea.md changed after that, so change 2 was not taken back" in str(caught.value)
    assert "memtui restore FILE --at 1" in str(caught.value)
    assert box.files() == there


def test_undo_of_a_deletion_that_others_already_took_back(box: Box) -> None:
    box.change({"tea.md": None})
    box.write("tea.md", "their tea\n")
    with pytest.raises(ConflictError):
        undo(box)
    assert box.read("tea.md") == b"their tea\n"


def test_large_file_that_memtui_deleted_comes_back(box: Box) -> None:
    data = b"large\n" * 200_000
    box.write("large.md", data)
    box.change({"large.md": None})
    undo(box)
    assert box.read("large.md") == data
    box.change({"large.md": None})
    assert restore(box, "large.md").number == 3
    assert box.read("large.md") == data


def test_large_file_that_memtui_overwrote_comes_back(box: Box) -> None:
    data = b"x" * 1_000_001
    box.write("large.md", data)
    box.change({"large.md": "small\n"})
    undo(box)
    assert box.read("large.md") == data


def test_large_file_that_others_overwrote_is_said(box: Box) -> None:
    box.write("large.md", b"x" * 1_000_001)
    box.look()
    box.write("large.md", b"small\n")
    with pytest.raises(MemtuiError, match="was not kept: it was over 1 MB"):
        restore(box, "large.md", "1")
    assert box.read("large.md") == b"small\n"


def test_large_file_that_others_lost_does_not_hold_up_the_rest(box: Box) -> None:
    box.write("large.md", b"x" * 1_000_001)
    box.look()
    before = {file: data for file, data in box.files().items() if file != "large.md"}
    for file in box.files():
        box.remove(file)
    steps, lost = plan_restore_all(box.root, box.state, find_entry(box.entries(), "1", NOW))
    assert lost == ["large.md"]
    box.go_back(steps)
    assert box.files() == before


def test_large_file_in_the_trash_comes_back_with_the_rest(box: Box) -> None:
    box.write("large.md", b"x" * 1_000_001)
    box.change({"large.md": None})
    restore_all(box, "1")
    assert box.read("large.md") == b"x" * 1_000_001


def test_what_was_purged_is_named_by_undo(box: Box) -> None:
    box.change({"tea.md": None, "user_role.md": "other\n"})
    purge(box.state, "tea.md")
    found = plan_undo(box.root, box.state)
    assert found.purged == ["tea.md"]
    assert [step.file for step in found.steps if step.before != step.after] == ["user_role.md"]


def test_private_file_comes_back_private(box: Box) -> None:
    os.chmod(box.path("tea.md"), 0o600)
    box.look()
    box.remove("tea.md")
    restore(box, "tea.md")
    assert stat.S_IMODE(os.stat(box.path("tea.md")).st_mode) == 0o600
    box.change({"tea.md": None})
    undo(box)
    assert stat.S_IMODE(os.stat(box.path("tea.md")).st_mode) == 0o600


def test_undo_after_the_oldest_states_were_dropped_removes_nothing(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest state that is left has none before it; that does not mean that there was nothing."""
    for text in ("1\n", "2\n", "3\n"):
        box.change({"tea.md": text})
    monkeypatch.setattr("memtui.history.rewrite.TIDY_EVERY", 1)
    tidy(box.state, 4, cap=1)
    oldest = box.entries()[-1]
    assert oldest.kind == CHANGE and oldest.number == 4
    with pytest.raises(NegativeError, match="before change 4 is no longer known"):
        undo(box)
    assert box.read("tea.md") == b"3\n"


def test_undo_of_the_first_state_of_a_new_store(box: Box) -> None:
    shutil.rmtree(box.root)
    box.change({"MEMORY.md": "- [T](t.md)\n", "t.md": "t\n"})
    undo(box)
    assert box.files() == {}
