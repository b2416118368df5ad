"""A look records what is new, reads only what changed, and never takes unreadable for gone."""

import os
import shutil
import time

import pytest

from memtui.history import snapshot
from memtui.history.log import OTHERS, SEEN
from memtui.history.states import Reading, read_state, walk
from tests.history.box import Box, git_starts


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that looks read."""
    found: list[str] = []

    def counting(root: str, file: str) -> Reading | None:
        found.append(file)
        return read_state(root, file)

    monkeypatch.setattr(snapshot, "read_state", counting)
    return found


@pytest.fixture
def old_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks happen well after the files were written, so that their stat keys can be trusted."""
    monkeypatch.setattr(snapshot, "_SETTLED_NS", -60_000_000_000)


def test_first_look_is_a_state(box: Box) -> None:
    assert box.look() == 1
    entry = box.newest()
    assert (entry.who, entry.kind, entry.why) == (OTHERS, SEEN, "first look: 3 files")
    assert entry.created == ("MEMORY.md", "tea.md", "user_role.md")
    assert entry.changed == entry.deleted == ()


def test_what_others_did_between_two_looks_is_theirs(box: Box) -> None:
    box.look()
    box.write("tea.md", "black\n")
    box.write("new.md", "new\n")
    box.remove("user_role.md")
    assert box.look() == 2
    entry = box.newest()
    assert (entry.who, entry.kind) == (OTHERS, SEEN)
    assert entry.why == "changed outside memtui: 3 files, 1 of them gone"
    assert (entry.created, entry.changed, entry.deleted) == (("new.md",), ("tea.md",), ("user_role.md",))


def test_same_store_is_no_new_state(box: Box) -> None:
    box.look()
    assert box.look() is None
    os.utime(box.path("tea.md"), (5, 5))
    assert box.look() is None
    assert len(box.entries()) == 1


def test_same_content_is_kept_once(box: Box) -> None:
    box.look()
    before = box.all_objects().count(b"green")
    for number in range(5):
        box.write(f"copy{number}.md", "green\n")
        box.look()
    assert box.all_objects().count(b"green") == before == 1


def test_store_that_was_emptied_is_not_a_first_look_again(box: Box) -> None:
    box.look()
    box.remove("MEMORY.md", "tea.md", "user_role.md")
    box.look()
    assert box.newest().why == "changed outside memtui: 3 files, 3 of them gone"
    box.write("tea.md", "green\n")
    box.look()
    assert box.newest().why == "changed outside memtui: 1 file"


def test_empty_store_is_a_state(box: Box) -> None:
    box.remove("MEMORY.md", "tea.md", "user_role.md")
    assert box.look() == 1
    assert box.newest().why == "first look: 0 files"
    assert box.look() is None


def test_whole_directory_gone_is_a_state(box: Box) -> None:
    box.look()
    shutil.rmtree(box.root)
    assert box.look() == 2
    assert box.newest().deleted == ("MEMORY.md", "tea.md", "user_role.md")


def test_no_directory_and_no_history_stays_so(box: Box) -> None:
    shutil.rmtree(box.root)
    assert box.look() is None
    assert not os.path.exists(box.state.history)


def test_only_changed_files_are_read(box: Box, reads: list[str], old_clock: None) -> None:
    for number in range(30):
        box.write(f"m{number}.md", f"{number}\n")
    box.look()
    reads.clear()
    box.write("m3.md", "other\n", age=2 * 3_600)
    box.look()
    assert reads == ["m3.md"]
    assert box.newest().changed == ("m3.md",)


def test_young_files_are_read_again(box: Box, reads: list[str]) -> None:
    """A write that leaves size and times as they were is seen, as long as the clock may not have moved."""
    box.look()
    was = os.stat(box.path("tea.md"))
    with open(box.path("tea.md"), "r+b") as file:
        file.write(b"white")
    os.utime(box.path("tea.md"), ns=(was.st_atime_ns, was.st_mtime_ns))
    reads.clear()
    assert box.look() == 2
    assert "tea.md" in reads
    assert box.newest().changed == ("tea.md",)


def test_same_stat_within_the_clocks_tick_is_seen(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system whose clock ticks every two seconds: not even ctime tells."""
    coarse = time.time_ns() // 2_000_000_000 * 2_000_000_000

    def ticking(root: str, unreadable: list[str] | None = None) -> dict[str, tuple[tuple[int, int, int, int], int]]:
        return {f: ((key[0], coarse, key[2], key[3]), mode) for f, (key, mode) in walk(root, unreadable).items()}

    def reading(root: str, file: str) -> Reading | None:
        found = read_state(root, file)
        return found and found._replace(key=(found.key[0], coarse, *found.key[2:]))

    monkeypatch.setattr(snapshot, "walk", ticking)
    monkeypatch.setattr(snapshot, "read_state", reading)
    box.look()
    was = os.stat(box.path("tea.md"))
    with open(box.path("tea.md"), "r+b") as file:
        file.write(b"white")
    os.utime(box.path("tea.md"), ns=(was.st_atime_ns, was.st_mtime_ns))
    assert box.look() == 2


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"head": 1}',
        '{"head": "HEAD", "files": 1}',
        '{"head": "HEAD", "files": {"tea.md": 7}}',
        '{"head": "HEAD", "files": {"tea.md": [7, 7]}}',
        '{"head": "HEAD", "files": {"tea.md": [[1], [2]]}}',
        '{"head": "HEAD", "files": {"tea.md": [7, ["0000", 1, 1, 1]]}}',
    ],
)
def test_memory_of_the_last_look_is_only_a_shortcut(box: Box, damage: str) -> None:
    box.look()
    head = box.log.head()
    assert head is not None
    with open(os.path.join(box.state.history, "memtui-seen.json"), "w") as file:
        file.write(damage.replace("HEAD", head))
    assert box.look() is None
    box.write("tea.md", "black\n")
    assert box.look() == 2
    assert box.newest().changed == ("tea.md",)


def test_bulk_loss_is_recorded_and_all_of_it_is_there(box: Box) -> None:
    for number in range(30):
        box.write(f"m{number}.md", f"memory {number}\n")
    box.look()
    box.remove(*(f"m{number}.md" for number in range(30)))
    box.look()
    assert len(box.newest().deleted) == 30
    before = box.log.states(box.entries()[1].commit)
    assert box.log.content(before["m7.md"]) == b"memory 7\n"


def test_a_file_becomes_a_folder_and_back(box: Box) -> None:
    box.look()
    box.remove("tea.md")
    box.write("tea.md/inside.md", "deep\n")
    box.look()
    assert (box.newest().created, box.newest().deleted) == (("tea.md/inside.md",), ("tea.md",))
    shutil.rmtree(box.path("tea.md"))
    box.write("tea.md", "green\n")
    box.look()
    assert (box.newest().created, box.newest().deleted) == (("tea.md",), ("tea.md/inside.md",))
    assert box.log.content(box.log.states(box.newest().commit)["tea.md"]) == b"green\n"


def test_growing_over_the_limit_and_shrinking_again(box: Box) -> None:
    box.write("tea.md", b"x" * 1_000_001)
    box.look()
    box.write("tea.md", "small\n")
    box.look()
    box.write("tea.md", b"y" * 1_000_001)
    box.look()
    states = [states["tea.md"] for _, states in box.log.states_of(box.entries())]
    assert [state.kept for state in states] == [False, True, False]
    assert [box.log.content(state) for state in states] == [None, b"small\n", None]
    assert b"y" * 1_000 not in box.all_objects()


def test_mtime_and_mode_are_recorded(box: Box) -> None:
    os.utime(box.path("tea.md"), ns=(1, 1_234_567_890_123_456_789))
    os.chmod(box.path("tea.md"), 0o640)
    box.look()
    state = box.log.states(box.newest().commit)["tea.md"]
    assert (state.mtime_ns, state.mode, state.size) == (1_234_567_890_123_456_789, 0o640, 6)


def test_nothing_but_memories_in_the_memory_directory(box: Box) -> None:
    box.look()
    box.change({"tea.md": "black\n", "user_role.md": None, "deep/new.md": "n\n"})
    assert set(box.files()) == {"MEMORY.md", "tea.md", "deep/new.md"}


def test_a_look_with_one_file_changed_starts_git_twice(box: Box, old_clock: None) -> None:
    for number in range(200):
        box.write(f"m{number}.md", f"memory {number}\n" * 30)
    box.look()
    box.look()
    box.write("m7.md", "again\n" * 30)
    with git_starts() as starts:
        assert box.look() is not None
    assert starts == ["log", "fast-import"]
