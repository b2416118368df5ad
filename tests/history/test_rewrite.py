"""Forgetting: a purged file is nowhere any more, and a history that grew too large loses its oldest states."""

import os
from pathlib import Path

import pytest

from memtui.history import git, rewrite
from memtui.history.back import plan_undo
from memtui.history.change import locked
from memtui.history.diff import diff_entry
from memtui.history.drafts import draft_path, drafts_of
from memtui.history.rewrite import Purged, purge, size_of, tidy
from memtui.memory.errors import MemtuiError
from tests.history.box import Box, git_starts
from tests.history.test_states import ODD_NAMES

SECRET = "sekret-token-4711"


def everywhere(box: Box) -> bytes:
    """All bytes of memtui's state, compressed objects opened."""
    parts = [box.all_objects()]
    for path in Path(box.state.folder).rglob("*"):
        if path.is_file():
            parts += [os.fsencode(path.name), path.read_bytes()]
    return b"\n".join(parts)


def forget(box: Box, file: str) -> Purged:
    with locked(box.state):
        return purge(box.state, file)


def leak(box: Box) -> None:
    """A secret in two versions of a file, in the trash and in a draft; and others' doings before and after."""
    box.look()
    box.change({"user_role.md": f"1 {SECRET}\n", "tea.md": "black\n"}, "written")
    box.write("tea.md", "white\n")
    box.change({"user_role.md": f"2 {SECRET}\n"}, "changed")
    box.change({"user_role.md": None}, "deleted")
    box.change({"last.md": "last\n"}, "another")
    for file in ("user_role.md", "user.md", "tea.md"):
        with open(draft_path(box.state, file), "w") as draft:
            draft.write(f"draft of {file} {SECRET if file == 'user_role.md' else ''}\n")


def test_purged_content_is_nowhere(box: Box) -> None:
    leak(box)
    assert everywhere(box).count(SECRET.encode()) >= 4
    before = box.entries()
    purged = forget(box, "user_role.md")
    assert purged == Purged(states=4, copies=2, elsewhere=())
    assert SECRET.encode() not in everywhere(box)
    assert [entry._replace(commit="") for entry in box.entries()] == [entry._replace(commit="") for entry in before]
    assert not any("user_role.md" in states for _, states in box.log.states_of(box.entries()))
    git.run(box.state.history, "fsck", "--strict", "--full", "--no-dangling")


def test_all_else_stays(box: Box) -> None:
    leak(box)
    kept = [
        {file: box.log.content(state) for file, state in states.items() if file != "user_role.md"}
        for _, states in box.log.states_of(box.entries())
    ]
    times = box.log.states(box.entries()[1].commit)["tea.md"]
    forget(box, "user_role.md")
    assert kept == [
        {file: box.log.content(state) for file, state in states.items()}
        for _, states in box.log.states_of(box.entries())
    ]
    assert box.log.states(box.entries()[1].commit)["tea.md"] == times
    assert len(drafts_of(box.state, "user.md")) == len(drafts_of(box.state, "tea.md")) == 1
    assert box.look() is None
    assert box.change({"tea.md": "red\n"}).number == 7
    assert "-white\n+red\n" in diff_entry(box.state, box.newest())
    assert plan_undo(box.root, box.state).entry.number == 7


def test_undo_of_a_change_with_a_purged_file_brings_back_the_rest(box: Box) -> None:
    box.change({"user_role.md": None, "tea.md": "black\n"})
    forget(box, "user_role.md")
    found = plan_undo(box.root, box.state)
    box.go_back(found.steps)
    assert (box.read("tea.md"), box.read("user_role.md")) == (b"green\n", None)


def test_same_content_elsewhere_is_named(box: Box) -> None:
    box.write("copy.md", "the role\n")
    box.look()
    box.remove("copy.md", "user_role.md")
    box.look()
    assert forget(box, "user_role.md").elsewhere == ("copy.md",)
    assert b"the role" in everywhere(box)
    assert forget(box, "copy.md").elsewhere == ()
    assert b"the role" not in everywhere(box)


def test_large_file_is_forgotten_in_the_trash(box: Box) -> None:
    box.write("large.md", f"{SECRET}\n" * 100_000)
    box.change({"large.md": None})
    assert SECRET.encode() in everywhere(box)
    assert forget(box, "large.md").copies == 1
    assert SECRET.encode() not in everywhere(box)


@pytest.mark.parametrize("file", ODD_NAMES)
def test_any_name_can_be_forgotten(box: Box, file: str) -> None:
    box.write(file, f"{SECRET}\n")
    box.look()
    forget(box, file)
    assert SECRET.encode() not in everywhere(box)
    assert set(box.log.states(box.newest().commit)) == {"MEMORY.md", "tea.md", "user_role.md"}


def test_nothing_to_forget(box: Box) -> None:
    assert forget(box, "never.md") == Purged(0, 0, ())
    box.look()
    head = box.log.head()
    assert forget(box, "never.md") == Purged(0, 0, ())
    assert box.log.head() == head


def test_purge_that_was_cut_short_is_finished_by_the_next(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(box)
    real = git.run

    def failing(repository: str, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "repack":
            raise git.damaged(repository, "killed here")
        return real(repository, *words, given=given)

    with monkeypatch.context() as patch, pytest.raises(MemtuiError, match="killed here"):
        patch.setattr(git, "run", failing)
        forget(box, "user_role.md")
    assert SECRET.encode() in everywhere(box)
    forget(box, "user_role.md")
    assert SECRET.encode() not in everywhere(box)


def test_what_a_killed_git_left_behind_hides_nothing(box: Box) -> None:
    """A pack that is marked to be kept, a crash report, a half pack, and a reference of an older purge."""
    leak(box)
    git.run(box.state.history, "repack", "-adq")
    pack = next(Path(box.state.history, "objects", "pack").glob("*.pack"))
    pack.with_suffix(".keep").write_text("fast-import")
    (pack.parent / "tmp_pack_x").write_text(SECRET)
    Path(box.state.history, "fast_import_crash_1").write_text(SECRET)
    forget(box, "user_role.md")
    assert SECRET.encode() not in everywhere(box)


def test_purge_starts_git_a_constant_number_of_times(box: Box) -> None:
    counts: list[int] = []
    for _ in range(2):
        for number in range(6):
            box.write("user_role.md", f"{len(counts)} {number}\n")
            box.look()
        with git_starts() as starts:
            forget(box, "user_role.md")
        counts.append(len(starts))
    assert counts[0] == counts[1] <= 7


def test_cap_drops_the_oldest_and_keeps_the_newest(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewrite, "TIDY_EVERY", 1)
    for number in range(8):
        box.write("tea.md", os.urandom(20_000).hex() + f" {number}")
        box.look()
    before = box.entries()
    contents = box.files()
    cap = size_of(box.state.history) * 2 // 3
    assert tidy(box.state, 8, cap) == 4
    after = box.entries()
    assert [entry._replace(commit="") for entry in after] == [entry._replace(commit="") for entry in before[:4]]
    states = box.log.states(after[0].commit)
    assert {file: box.log.content(state) for file, state in states.items()} == contents
    assert size_of(box.state.history) <= cap
    assert box.look() is None
    box.write("tea.md", "next\n")
    assert box.look() == 9


def test_a_single_state_is_kept_however_large(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewrite, "TIDY_EVERY", 1)
    for number in range(3):
        box.write("tea.md", f"{number}\n")
        box.look()
    assert tidy(box.state, 3, cap=1) == 2
    assert [entry.number for entry in box.entries()] == [3]
    assert tidy(box.state, 3, cap=1) == 0


def test_below_the_cap_it_only_packs_now_and_then(box: Box) -> None:
    for number in range(4):
        box.write("tea.md", f"{number}\n")
        box.look()
    with git_starts() as starts:
        assert tidy(box.state, 63, cap=1) == 0
    assert starts == []
    seen = Path(box.state.history, "memtui-seen.json")
    assert tidy(box.state, 64) == 0
    assert [entry.number for entry in box.entries()] == [4, 3, 2, 1]
    assert seen.exists()
    assert not list(Path(box.state.history, "objects").glob("??/*"))


def test_a_dropped_history_is_said_in_the_change(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewrite, "TIDY_EVERY", 3)
    monkeypatch.setattr(rewrite.tidy, "__defaults__", (1,))
    box.change({"tea.md": "1\n"})
    work = box.change({"tea.md": "2\n"})
    assert work.notes == ["the history had grown too large: its 2 oldest states were dropped"]
    assert [entry.number for entry in box.entries()] == [3]


def test_draft_or_trash_that_cannot_be_removed_is_said(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(box)

    def refuse(path: str, *_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted", path)

    with monkeypatch.context() as patch, pytest.raises(MemtuiError, match="cannot remove it from the trash"):
        patch.setattr("shutil.rmtree", refuse)
        forget(box, "user_role.md")
    for path in drafts_of(box.state, "user_role.md"):
        os.unlink(path)
        os.mkdir(path)
    with pytest.raises(MemtuiError, match="cannot remove a draft"):
        forget(box, "user_role.md")
