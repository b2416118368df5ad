"""Writing a change: all of it or none, and never over what somebody else wrote."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.memory import journal, save, swap
from memtui.memory.errors import ConflictError, MemtuiError
from memtui.memory.journal import DONE, STAGING, SWAPPING, Journal
from memtui.memory.save import Step, apply, recover
from memtui.memory.state import State
from memtui.memory.store import Store
from tests.memory.stores import LONG_AGO_NS, contents, new_store, put, state_of, tree

FILES = {"MEMORY.md": b"- [A](a.md)\n", "a.md": b"old a\n", "b.md": b"old b\n", "z.md": b"old z\n"}
STEPS = [
    Step("a.md", b"old a\n", b"new a\n"),
    Step("b.md", b"old b\n", None),
    Step("new/c.md", None, b"new c\n"),
    Step("z.md", b"old z\n", b"new z\n"),
]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(str(tmp_path), FILES)


def during(monkeypatch: pytest.MonkeyPatch, phase: str, action: Callable[[], object]) -> None:
    """Do something just after the journal has told the disk of this phase."""
    real = journal.write

    def watched(state: State, plan: Journal) -> None:
        real(state, plan)
        if plan.phase == phase:
            action()

    monkeypatch.setattr(journal, "write", watched)


def before_swap_of(monkeypatch: pytest.MonkeyPatch, target: str, action: Callable[[], object]) -> None:
    """Do something in the very instant before this name is swapped, once."""
    real, left = swap._rename, [action]

    def watched(first: str, second: str, linux: int, macos: int) -> bool:
        if second == target and left:
            left.pop()()
        return real(first, second, linux, macos)

    monkeypatch.setattr(swap, "_rename", watched)


def test_every_step_happens_and_nothing_else(store: Store) -> None:
    apply(store.root, state_of(store), STEPS)
    assert contents(store.root) == {
        "MEMORY.md": b"- [A](a.md)\n",
        "a.md": b"new a\n",
        "new": None,
        "new/c.md": b"new c\n",
        "z.md": b"new z\n",
    }
    assert os.listdir(state_of(store).folder) == []


def test_a_store_that_is_not_there_yet_is_made(tmp_path: Path) -> None:
    root = str(tmp_path / "far" / "memory")
    apply(root, State(str(tmp_path / "state")), [Step("MEMORY.md", None, b"- [A](a.md)\n"), Step("a.md", None, b"a\n")])
    assert contents(root) == {"MEMORY.md": b"- [A](a.md)\n", "a.md": b"a\n"}


def test_steps_that_change_nothing_touch_nothing(store: Store) -> None:
    before = tree(store.root)
    apply(store.root, state_of(store), [Step("a.md", b"old a\n", b"old a\n")])
    assert tree(store.root) == before
    assert not os.path.exists(state_of(store).folder)


@pytest.mark.parametrize("which", range(len(STEPS)))
def test_one_file_that_is_not_what_was_read_stops_all(store: Store, which: int) -> None:
    put(store.root, STEPS[which].file, b"somebody else's\n")
    before = tree(store.root)
    with pytest.raises(ConflictError, match=STEPS[which].file):
        apply(store.root, state_of(store), STEPS)
    assert tree(store.root) == before
    assert not os.path.exists(state_of(store).folder)  # found out before anything was begun


def test_a_file_gone_meanwhile_stops_all(store: Store) -> None:
    os.unlink(store.path("z.md"))
    before = tree(store.root)
    with pytest.raises(ConflictError, match=r"z\.md"):
        apply(store.root, state_of(store), STEPS)
    assert tree(store.root) == before


@pytest.mark.parametrize("phase", [STAGING, SWAPPING])
@pytest.mark.parametrize("which", range(len(STEPS)))
def test_a_write_while_ours_is_under_way_is_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, phase: str, which: int
) -> None:
    file = STEPS[which].file
    before = contents(store.root)
    during(monkeypatch, phase, lambda: put(store.root, file, b"theirs\n"))
    with pytest.raises(MemtuiError):
        apply(store.root, state_of(store), STEPS)
    found = contents(store.root)
    assert found.pop(file) == b"theirs\n"
    found.pop("new", None)
    before.pop(file, None)
    assert found == before


@pytest.mark.parametrize("file", ["a.md", "z.md", "new/c.md"])
def test_a_write_in_the_last_instant_is_kept(store: Store, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    before = contents(store.root)
    before_swap_of(monkeypatch, store.path(file), lambda: put(store.root, file, b"theirs\n"))
    with pytest.raises(ConflictError, match=file):
        apply(store.root, state_of(store), STEPS)
    found = contents(store.root)
    assert found.pop(file) == b"theirs\n"
    found.pop("new", None)
    before.pop(file, None)
    assert found == before


def test_a_file_replaced_by_rename_in_the_last_instant_is_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace() -> None:
        os.replace(put(store.root, "theirs.tmp", b"theirs\n"), store.path("z.md"))

    before_swap_of(monkeypatch, store.path("z.md"), replace)
    with pytest.raises(ConflictError, match=r"z\.md"):
        apply(store.root, state_of(store), STEPS)
    assert contents(store.root) == {**FILES, "z.md": b"theirs\n"}


def test_a_file_removed_in_the_last_instant_stays_removed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before_swap_of(monkeypatch, store.path("z.md"), lambda: os.unlink(store.path("z.md")))
    with pytest.raises(ConflictError, match=r"z\.md"):
        apply(store.root, state_of(store), STEPS)
    assert contents(store.root) == {name: data for name, data in FILES.items() if name != "z.md"}


def test_a_link_put_there_in_the_last_instant_is_not_written_through(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = put(str(tmp_path), "secret", b"old z\n")

    def link() -> None:
        os.unlink(store.path("z.md"))
        os.symlink(secret, store.path("z.md"))

    before_swap_of(monkeypatch, store.path("z.md"), link)
    with pytest.raises(ConflictError, match=r"z\.md"):
        apply(store.root, state_of(store), STEPS)
    assert os.readlink(store.path("z.md")) == secret
    assert Path(secret).read_bytes() == b"old z\n"
    assert Path(store.path("a.md")).read_bytes() == b"old a\n"


def test_a_write_just_after_the_swap_is_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours is in place, but the change fails at the next file: what they wrote over ours stays."""

    def write() -> None:
        put(store.root, "a.md", b"theirs, after ours\n")
        put(store.root, "z.md", b"theirs\n")

    before_swap_of(monkeypatch, store.path("z.md"), write)
    with pytest.raises(ConflictError):
        apply(store.root, state_of(store), STEPS)
    assert contents(store.root) == {**FILES, "a.md": b"theirs, after ours\n", "z.md": b"theirs\n"}


def test_a_program_that_still_has_the_file_open_stops_all(store: Store) -> None:
    before = tree(store.root)
    with open(store.path("a.md"), "ab"), pytest.raises(ConflictError, match="being written"):
        apply(store.root, state_of(store), STEPS)
    assert tree(store.root) == before


def test_an_interrupt_before_the_end_takes_all_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(store.root)

    def interrupt() -> None:
        raise KeyboardInterrupt

    during(monkeypatch, SWAPPING, interrupt)
    with pytest.raises(KeyboardInterrupt):
        apply(store.root, state_of(store), STEPS)
    assert tree(store.root) == before


def test_an_interrupt_after_the_end_leaves_all_made(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    during(monkeypatch, DONE, interrupt)
    with pytest.raises(KeyboardInterrupt):
        apply(store.root, state_of(store), STEPS, {"who": "me"})
    assert contents(store.root)["a.md"] == b"new a\n"
    assert not [name for name in tree(store.root) if name.endswith(save.SUFFIX)]
    assert recover(state_of(store)) == "finished an interrupted write"
    assert recover(state_of(store)) is None


@pytest.mark.parametrize("file", ["/etc/x.md", "../x.md", "a/../../x.md", "a//x.md", "./x.md", "x\0.md", "", "sub/"])
def test_a_path_that_could_leave_the_store_is_refused(store: Store, file: str) -> None:
    before = tree(os.path.dirname(store.root))
    with pytest.raises(MemtuiError, match="out of the store"):
        apply(store.root, state_of(store), [STEPS[0], Step(file, None, b"x\n")])
    assert tree(os.path.dirname(store.root)) == before


@pytest.mark.parametrize("before", [b"outside\n", None])
def test_a_linked_folder_is_never_written_through(store: Store, tmp_path: Path, before: bytes | None) -> None:
    outside = put(str(tmp_path / "outside"), "x.md", b"outside\n")
    os.symlink(os.path.dirname(outside), store.path("linked"))
    with pytest.raises(MemtuiError, match="through a link"):
        apply(store.root, state_of(store), [STEPS[0], Step("linked/x.md" if before else "linked/y.md", before, b"x\n")])
    assert os.listdir(os.path.dirname(outside)) == ["x.md"]
    assert Path(outside).read_bytes() == b"outside\n"
    assert Path(store.path("a.md")).read_bytes() == b"old a\n"


@pytest.mark.parametrize("to", ["a.md", "nowhere.md"])
def test_a_linked_file_is_never_written_through(store: Store, to: str) -> None:
    os.symlink(to, store.path("link.md"))
    for before in (b"old a\n", None):
        with pytest.raises(MemtuiError, match="through a link"):
            apply(store.root, state_of(store), [Step("link.md", before, b"x\n")])
    assert Path(store.path("a.md")).read_bytes() == b"old a\n"
    assert not os.path.exists(store.path("nowhere.md"))


def test_a_store_reached_through_a_link_is_written(store: Store, tmp_path: Path) -> None:
    os.symlink(store.root, tmp_path / "link")
    apply(str(tmp_path / "link"), state_of(store), STEPS[:1])
    assert Path(store.path("a.md")).read_bytes() == b"new a\n"


def test_what_is_no_plain_file_is_refused(store: Store) -> None:
    os.mkfifo(store.path("pipe.md"))
    os.mkdir(store.path("folder.md"))
    for file in ("pipe.md", "folder.md", "a.md/below.md"):
        with pytest.raises(MemtuiError, match="cannot read"):
            apply(store.root, state_of(store), [Step(file, None, b"x\n")])


def test_two_steps_for_one_file_are_a_mistake(store: Store) -> None:
    with pytest.raises(ValueError, match="two steps"):
        apply(store.root, state_of(store), [STEPS[0], Step("a.md", b"old a\n", None)])


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_mode_and_time_are_kept(store: Store, mode: int) -> None:
    os.chmod(store.path("a.md"), mode)
    apply(store.root, state_of(store), [STEPS[0]._replace(mtime_ns=LONG_AGO_NS)])
    status = os.lstat(store.path("a.md"))
    assert stat.S_IMODE(status.st_mode) == mode
    assert status.st_mtime_ns == LONG_AGO_NS


def test_without_a_time_the_file_is_of_now_and_with_a_mode_it_gets_that(store: Store) -> None:
    apply(store.root, state_of(store), [STEPS[0], Step("n.md", None, b"n\n", mode=0o640)])
    assert os.lstat(store.path("a.md")).st_mtime_ns > LONG_AGO_NS
    assert stat.S_IMODE(os.lstat(store.path("n.md")).st_mode) == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_the_owner_is_kept(store: Store) -> None:
    os.chown(store.path("a.md"), 65534, 65533)
    apply(store.root, state_of(store), [STEPS[0]])
    status = os.lstat(store.path("a.md"))
    assert (status.st_uid, status.st_gid) == (65534, 65533)
