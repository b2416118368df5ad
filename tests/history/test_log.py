"""The list of past states: who, why, which files; and what happens when its repository is not what it was."""

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.history import git
from memtui.history.back import find_entry, plan_restore_all, plan_restore_file, plan_undo
from memtui.history.dating import Dating
from memtui.history.diff import diff_entry
from memtui.history.log import CHANGE, SEEN, Entry
from memtui.history.rewrite import purge
from memtui.memory.errors import MemtuiError
from tests.history.box import Box, git_starts


def test_who_why_and_when(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-18T12:00:00Z")
    box.look()
    work = box.change({"tea.md": "black\n"}, "said: black — “now” ☕")
    entry = box.newest()
    assert entry.number == work.number == 2
    assert (entry.who, entry.why, entry.kind) == ("tester", "said: black — “now” ☕", CHANGE)
    assert entry.when == 1_795_003_200.0
    assert entry.touched == ("tea.md",)


@pytest.mark.parametrize(
    ("who", "why", "shown"),
    [
        ("Ann <ann@x> \n", "two\nlines\n\n{}", ("Ann ann@x", "two lines {}")),
        ("", "", ("unknown", "changed")),
        ("\x00\x01", "\x1b[31mred\x00\x01", ("unknown", "[31mred")),
        ("☕", "\udcff odd \u202e", ("☕", "odd")),
        ("committer x <y> 0 +0000", "data 3\nfoo", ("committer x y 0 +0000", "data 3 foo")),
    ],
)
def test_words_cannot_forge_a_state(box: Box, who: str, why: str, shown: tuple[str, str]) -> None:
    number = box.log.add(who, why, CHANGE, 10.0, {}, {}, {})
    entries = box.entries()
    assert [(entry.number, entry.who, entry.why) for entry in entries] == [(number, *shown)]


def test_newest_first_and_no_more_than_asked(box: Box) -> None:
    for number in range(5):
        box.write("tea.md", f"{number}\n")
        box.look()
    assert [entry.number for entry in box.entries()] == [5, 4, 3, 2, 1]
    assert [entry.number for entry in box.log.entries(2)] == [5, 4]


def test_no_history_is_an_empty_one(box: Box) -> None:
    assert box.entries() == []
    assert box.log.head() is None


def test_many_states_start_git_once(box: Box) -> None:
    for number in range(6):
        box.write("tea.md", f"{number}\n")
        box.look()
    entries = box.entries()
    with git_starts() as starts:
        states = list(box.log.states_of(entries))
        contents = box.log.contents(states["tea.md"] for _, states in states)
    assert starts == ["cat-file", "cat-file"]
    assert set(contents.values()) == {b"%d\n" % number for number in range(6)}


def test_packed_reference_is_found(box: Box) -> None:
    box.look()
    head = box.log.head()
    git.run(box.state.history, "pack-refs", "--all", "--prune")
    assert not os.path.exists(os.path.join(box.state.history, "refs/heads/main"))
    assert box.log.head() == head
    box.write("tea.md", "black\n")
    assert box.look() == 2


def test_killed_processs_git_that_ends_late_is_no_second_state(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """The git of a killed process may still record its state while the next process records the same."""
    box.look()
    real = git.run
    late: list[str] = []

    def with_orphan(repository: str, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "fast-import" and not late:
            late.append("the orphan's")
            real(repository, *words, given=given.replace(b" 10 +0000", b" 9 +0000"))
        return real(repository, *words, given=given)

    old = box.log.states(box.newest().commit)
    new = {file: state for file, state in old.items() if file != "tea.md"}
    monkeypatch.setattr(git, "run", with_orphan)
    assert box.log.add("tester", "gone", CHANGE, 10.0, new, old, {}) == 2
    assert [entry.number for entry in box.entries()] == [2, 1]


def test_killed_processs_git_with_another_state_comes_first(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.look()
    old = box.log.states(box.newest().commit)
    real = git.run
    late: list[str] = []

    def with_orphan(repository: str, *words: str, given: bytes = b"") -> bytes:
        if words[0] == "fast-import" and not late:
            late.append("the orphan's")
            states = {**old, "extra.md": old["tea.md"]}
            box.log.add("orphan", "more", SEEN, 9.0, states, old, {})
        return real(repository, *words, given=given)

    monkeypatch.setattr(git, "run", with_orphan)
    new = {file: state for file, state in old.items() if file != "tea.md"}
    assert box.log.add("tester", "gone", CHANGE, 10.0, new, old, {}) == 3
    newest = box.newest()
    assert (newest.deleted, newest.created) == (("extra.md", "tea.md"), ())
    assert b"extra" not in git.run(box.state.history, "ls-tree", "-r", "--name-only", newest.commit)


@pytest.mark.parametrize("name", ["refs/heads/main.lock", "HEAD.lock"])
@pytest.mark.parametrize("age", [2.8, 3_600])
def test_lock_of_a_git_that_was_killed_is_no_obstacle(box: Box, name: str, age: float) -> None:
    box.look()
    path = os.path.join(box.state.history, name)
    with open(path, "w"):
        pass
    box.write("tea.md", "black\n")
    then = time.time() - age  # a young one may be that of a git which still ends its work: it is waited for
    os.utime(path, (then, then))
    assert box.look() == 2
    assert time.time() - then > 2.9
    assert not os.path.exists(path)


def _everything(box: Box) -> list[Callable[[], object]]:
    """All that people do with a history."""
    entry = Entry("0" * 40, 2, "x", 0.0, "x", CHANGE, (), (), ())
    return [
        box.look,
        box.entries,
        lambda: box.change({"tea.md": "changed again\n"}),
        lambda: plan_undo(box.root, box.state),
        lambda: plan_restore_file(box.root, box.state, "tea.md", None, 0.0),
        lambda: plan_restore_all(box.root, box.state, find_entry(box.entries(), "1", 0.0)),
        lambda: diff_entry(box.state, entry),
        lambda: Dating(box.state)("tea.md", "black"),
        lambda: purge(box.state, "tea.md"),
    ]


def _zero_some_objects(repository: Path) -> None:
    for number, path in enumerate(sorted(repository.glob("objects/??/*"))):
        path.chmod(0o600)
        if number % 2:
            path.write_bytes(b"")
        else:
            path.write_bytes(b"not zlib at all")


def _cut_objects(repository: Path) -> None:
    for path in repository.glob("objects/??/*"):
        path.chmod(0o600)
        path.write_bytes(path.read_bytes()[:-4])


def _foreign_commit(repository: Path) -> None:
    stream = b"commit refs/heads/main\ncommitter x <x> 1 +0000\ndata 3\nhi\n\ndone\n"
    git.run(str(repository), "fast-import", "--quiet", "--force", "--done", given=stream)


def _bad_states(repository: Path) -> None:
    facts = json.dumps({"number": 9, "kind": "seen", "created": [], "changed": [], "deleted": [], "undoes": None})
    message = f"odd\n\n{facts}".encode()
    stream = b"commit refs/heads/main\ncommitter x <x> 1 +0000\ndata %d\n%b\n" % (len(message), message)
    stream += b"M 100644 inline states\ndata 4\n[1,\n\ndone\n"
    git.run(str(repository), "fast-import", "--quiet", "--force", "--done", given=stream)


def _folder_for_ref(repository: Path) -> None:
    (repository / "refs/heads/main").unlink()
    (repository / "refs/heads/main").mkdir()


def _folder_for_packed_refs(repository: Path) -> None:
    (repository / "refs/heads/main").unlink()
    (repository / "packed-refs").mkdir()


def _nonsense_in_packed_refs(repository: Path) -> None:
    (repository / "refs/heads/main").unlink()
    (repository / "packed-refs").write_text("--all refs/heads/main\n")


def _file_for_repository(repository: Path) -> None:
    shutil.rmtree(repository)
    repository.write_text("x")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "objects gone": lambda repository: shutil.rmtree(repository / "objects"),
    "objects zeroed": _zero_some_objects,
    "objects cut": _cut_objects,
    "no HEAD": lambda repository: (repository / "HEAD").unlink(),
    "config is nonsense": lambda repository: (repository / "config").write_text("[[["),
    "ref is empty": lambda repository: (repository / "refs/heads/main").write_text(""),
    "ref is nonsense": lambda repository: (repository / "refs/heads/main").write_bytes(b"\xff\0 --all"),
    "ref to nothing": lambda repository: (repository / "refs/heads/main").write_text("1" * 40 + "\n"),
    "ref is gone": lambda repository: (repository / "refs/heads/main").unlink(),
    "ref is a folder": _folder_for_ref,
    "packed refs is a folder": _folder_for_packed_refs,
    "packed refs is nonsense": _nonsense_in_packed_refs,
    "a file": _file_for_repository,
    "somebody's commit": _foreign_commit,
    "list of files is nonsense": _bad_states,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_one_clear_error(box: Box, damage: str) -> None:
    box.look()
    box.change({"tea.md": "black\n"})
    box.write("user_role.md", "changed\n")
    DAMAGES[damage](Path(box.state.history))
    failed = 0
    for action in _everything(box):
        try:
            action()
        except MemtuiError as error:
            failed += 1
            assert "\n" not in str(error)
    assert failed > 0
    assert box.read("MEMORY.md") is not None and box.read("user_role.md") == b"changed\n"


def test_content_that_rotted_is_not_given_out(box: Box) -> None:
    box.look()
    state = box.log.states(box.newest().commit)["tea.md"]
    path = Path(box.state.history, "objects", state.blob[:2], state.blob[2:])
    other = Path(box.state.history, "objects")
    role = box.log.states(box.newest().commit)["user_role.md"]
    path.chmod(0o600)
    path.write_bytes((other / role.blob[:2] / role.blob[2:]).read_bytes())
    with pytest.raises(MemtuiError, match="could not be used"):
        box.log.content(state)


def test_states_are_counted_without_reading_them(box: Box) -> None:
    assert box.log.count() == 0
    box.look()
    box.change({"tea.md": "black\n"})
    with git_starts() as starts:
        assert box.log.count() == 2
    assert starts == ["rev-list"]
