"""A change: under the lock, recorded as memtui's with what others did around it, also when its process is killed."""

import os
import shutil
import threading
import time

import pytest

from memtui.history import change as changing
from memtui.history import git, rewrite
from memtui.history.change import change, locked
from memtui.history.log import CHANGE, OTHERS, SEEN
from memtui.memory.errors import ConflictError, MemtuiError, NegativeError
from memtui.memory.save import Step
from tests.history.box import Box, git_starts


def test_change_is_recorded_with_what_was_there_before(box: Box) -> None:
    work = box.change({"tea.md": "black\n", "new.md": "new\n", "user_role.md": None}, "three at once")
    assert work.number == 2 and work.notes == []
    first, own = reversed(box.entries())
    assert (first.who, first.kind) == (OTHERS, SEEN)
    assert (own.who, own.why, own.kind) == ("tester", "three at once", CHANGE)
    assert (own.created, own.changed, own.deleted) == (("new.md",), ("tea.md",), ("user_role.md",))
    assert set(box.files()) == {"MEMORY.md", "tea.md", "new.md"}
    assert not os.path.exists(box.state.journal)


def test_what_others_wrote_before_it_is_not_memtuis(box: Box) -> None:
    box.look()
    box.write("user_role.md", "theirs\n")
    box.change({"tea.md": "black\n"})
    own, theirs, _ = box.entries()
    assert (theirs.who, theirs.touched) == (OTHERS, ("user_role.md",))
    assert (own.who, own.touched) == ("tester", ("tea.md",))


def test_what_others_wrote_after_the_look_and_before_the_reading(box: Box) -> None:
    box.look()
    with change(box.root, box.state, "tester", "late reader") as work:
        box.write("tea.md", "theirs, just now\n")
        work.apply([box.step("tea.md", "ours\n")])
    own, theirs, _ = box.entries()
    assert (theirs.who, theirs.changed) == (OTHERS, ("tea.md",))
    assert own.changed == ("tea.md",)
    states = [states["tea.md"] for _, states in box.log.states_of([own, theirs])]
    assert [box.log.content(state) for state in states] == [b"ours\n", b"theirs, just now\n"]


def test_others_at_the_same_moment_are_named_and_recorded(box: Box) -> None:
    with change(box.root, box.state, "tester", "ours") as work:
        work.apply([box.step("tea.md", "ours\n")])
        box.write("tea.md", "theirs on top\n")
        box.write("extra.md", "theirs too\n")
    assert work.notes == ["somebody else changed extra.md, tea.md at the same moment; recorded as theirs"]
    theirs, own, _ = box.entries()
    assert (own.number, own.changed) == (work.number, ("tea.md",))
    assert (theirs.who, theirs.touched) == (OTHERS, ("extra.md", "tea.md"))
    assert box.log.content(box.log.states(own.commit)["tea.md"]) == b"ours\n"
    assert box.read("tea.md") == b"theirs on top\n"


def test_conflict_leaves_theirs_in_place_and_records_nothing_of_ours(box: Box) -> None:
    box.look()
    with pytest.raises(ConflictError), change(box.root, box.state, "tester", "late") as work:
        step = box.step("tea.md", "ours\n")
        box.write("tea.md", "theirs\n")
        work.apply([Step("new.md", None, b"new\n"), step])
    assert box.read("tea.md") == b"theirs\n" and box.read("new.md") is None
    assert box.look() == 2
    assert (box.newest().who, box.newest().touched) == (OTHERS, ("tea.md",))


def test_nothing_to_do_is_no_state(box: Box) -> None:
    box.look()
    assert box.change({"tea.md": "green\n"}).number is None
    assert len(box.entries()) == 1


def test_a_change_is_applied_once(box: Box) -> None:
    with pytest.raises(RuntimeError), change(box.root, box.state, "tester", "twice") as work:
        work.apply([box.step("tea.md", "1")])
        work.apply([box.step("tea.md", "2")])
    box.look()  # what was applied is not lost to the history
    assert [(entry.who, entry.touched) for entry in box.entries()[:1]] == [("tester", ("tea.md",))]


def test_first_memory_of_a_store_that_is_not_there_yet(box: Box) -> None:
    shutil.rmtree(box.root)
    assert box.change({"MEMORY.md": "- [T](t.md)\n", "t.md": "t\n"}).number == 1
    assert box.newest().created == ("MEMORY.md", "t.md")


def test_directory_of_other_things_is_not_written_to(box: Box) -> None:
    box.remove("MEMORY.md")
    with pytest.raises(MemtuiError, match=r"no MEMORY\.md"):
        box.change({"tea.md": "black\n"})
    with change(box.root, box.state, "tester", "meant", start=True) as work:
        work.apply([box.step("MEMORY.md", "- [Tea](tea.md)\n")])
    assert work.number == 2


def test_file_for_a_directory_is_said(box: Box) -> None:
    with (
        pytest.raises(MemtuiError, match="not a directory"),
        change(box.path("tea.md"), box.state, "tester", "odd"),
    ):
        pass


def test_lock_that_stays_taken_is_said(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "LOCK_TIMEOUT_S", 0.1)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(box.state):
            held.set()
            done.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    try:
        with pytest.raises(NegativeError) as caught:
            box.change({"tea.md": "black\n"})
    finally:
        done.set()
        holder.join()
    assert str(caught.value) == (
        f"another memtui has been writing for 0 s: {box.state.lock}; try again when it is done"
    )
    assert box.read("tea.md") == b"green\n"
    assert box.change({"tea.md": "black\n"}).number == 2


def test_lock_that_cannot_be_made_is_said(box: Box) -> None:
    os.makedirs(box.state.lock)
    with pytest.raises(MemtuiError, match="cannot lock"):
        box.look()


def test_git_starts_for_a_change(box: Box) -> None:
    box.look()
    with git_starts() as starts:
        box.change({"tea.md": "black\n", "user_role.md": "x\n"})
    assert starts == ["log", "fast-import"]


def test_history_that_fails_after_the_change_does_not_forget_it(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.look()
    real = git.run

    def failing(repository: str, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "fast-import":
            raise git.damaged(repository, "no space left")
        return real(repository, *words, given=given)

    with monkeypatch.context() as patch, pytest.raises(MemtuiError, match=r"made but not recorded yet.*no space left"):
        patch.setattr(git, "run", failing)
        box.change({"tea.md": "black\n"}, "on a full disk")
    assert box.read("tea.md") == b"black\n"
    box.look()
    assert (box.newest().who, box.newest().why) == ("tester", "on a full disk")


def test_housekeeping_comes_round_whoever_made_the_state(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others' states count too, so that no pattern of changes can put it off for ever."""
    seen: list[int] = []

    def counting(state: object, number: int) -> int:
        seen.append(number)
        return 0

    monkeypatch.setattr(changing, "tidy", counting)
    box.change({"tea.md": "1\n"})
    box.write("user_role.md", "theirs\n")
    box.change({"tea.md": "2\n"})
    with change(box.root, box.state, "tester", "nothing"):
        pass
    assert seen == [1, 2, 3, 4]


def test_housekeeping_that_fails_is_only_told(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.look()
    monkeypatch.setattr(rewrite, "TIDY_EVERY", 2)
    real = git.run

    def failing(repository: str, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "repack":
            raise git.damaged(repository, "no space left")
        return real(repository, *words, given=given)

    monkeypatch.setattr(git, "run", failing)
    work = box.change({"tea.md": "black\n"})
    assert work.number == 2 and len(work.notes) == 1 and "no space left" in work.notes[0]
    assert box.newest().number == 2 and box.read("tea.md") == b"black\n"


def test_time_given_by_others_is_what_undo_brings_back(box: Box) -> None:
    """The same text saved again is newer, and a later change must not make that forgotten."""
    box.look()
    when = int(time.time() - 60) * 1_000_000_000
    os.utime(box.path("tea.md"), ns=(when, when))
    assert box.look() is None  # not worth a state by itself
    box.change({"tea.md": "black\n"})
    own, before, _ = box.entries()
    assert (before.who, before.touched, before.why) == (OTHERS, (), "given other times outside memtui")
    assert box.log.states(before.commit)["tea.md"].mtime_ns == when
    assert own.changed == ("tea.md",)


def test_times_of_other_files_are_kept_up_with(box: Box) -> None:
    box.look()
    os.utime(box.path("user_role.md"), ns=(5, 7_000_000_000))
    box.change({"tea.md": "black\n"})
    assert len(box.entries()) == 2
    assert box.log.states(box.newest().commit)["user_role.md"].mtime_ns == 7_000_000_000
