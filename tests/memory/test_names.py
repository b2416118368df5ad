"""Which file of a store a user means."""

import os
from pathlib import Path

import pytest

from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from memtui.memory.names import find_file
from memtui.memory.scan import Scan, Scanner
from memtui.memory.store import index_of
from tests.memory.storefiles import write


@pytest.fixture
def store(tmp_path: Path) -> Scan:
    write(tmp_path, "MEMORY.md", "x")
    write(tmp_path, "user_role.md", "---\nname: The Role\n---\n")
    write(tmp_path, "team/deploy.md", "---\nname: ship-it\n---\n")
    write(tmp_path, "deploy.md", "---\nname: other\n---\n")
    write(tmp_path, "a.md", "---\nname: twin\n---\n")
    write(tmp_path, "b.md", "---\nname: Twin\n---\n")
    write(tmp_path, "new\nline [x].md")
    write(tmp_path, "deploy", "no memory")
    write(tmp_path, "feedback_clock.md", "---\nname: feedback_clock\ntype: feedback\n---\n")
    os.symlink("a.md", tmp_path / "link.md")
    return Scanner(str(tmp_path)).scan()


@pytest.mark.parametrize(
    ("wanted", "file"),
    [
        ("user_role.md", "user_role.md"),
        ("user_role", "user_role.md"),
        ("./user_role.md", "user_role.md"),
        ("team/../user_role.md", "user_role.md"),
        ("team/deploy.md", "team/deploy.md"),
        ("team/deploy", "team/deploy.md"),
        ("deploy", "deploy.md"),
        ("the-role", "user_role.md"),
        ("clock", "feedback_clock.md"),  # as the app lists it, beside its type
        ("THE ROLE", "user_role.md"),
        ("Ship_It", "team/deploy.md"),
        ("ship-it.md", "team/deploy.md"),
        ("USER-ROLE", "user_role.md"),
        ("MEMORY.md", "MEMORY.md"),
        ("new\nline [x].md", "new\nline [x].md"),
    ],
)
def test_a_path_or_a_name_that_only_one_has(store: Scan, wanted: str, file: str) -> None:
    assert find_file(store, wanted) == file


def test_an_absolute_path_below_the_directory(store: Scan) -> None:
    assert find_file(store, os.path.join(store.root, "team", "deploy.md")) == "team/deploy.md"


def test_an_absolute_path_that_leads_there_by_a_link(store: Scan, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "way"
    other.symlink_to(store.root)
    assert find_file(store, str(other / "team" / "deploy.md")) == "team/deploy.md"
    with pytest.raises(MemtuiError, match="is a symlink"):
        find_file(store, str(other / "link.md"))


def test_a_name_that_two_have_is_asked_back(store: Scan) -> None:
    with pytest.raises(UsageError) as error:
        find_file(store, "twin")
    assert "a.md" in str(error.value) and "b.md" in str(error.value)


def test_a_stem_that_two_have_is_asked_back(tmp_path: Path) -> None:
    for name in ("x/deploy.md", "y/deploy.md"):
        write(tmp_path, name)
    with pytest.raises(UsageError, match="say which"):
        find_file(Scanner(str(tmp_path)).scan(), "deploy")


def test_a_name_that_nobody_has_gets_the_nearest(store: Scan) -> None:
    with pytest.raises(NegativeError, match=r"did you mean user_role\.md\?"):
        find_file(store, "user_rule.md")
    with pytest.raises(NegativeError, match="see memtui list"):
        find_file(store, "zzzzzz")


@pytest.mark.parametrize("wanted", ["../outside.md", "/etc/passwd", "..", ".", "team", "team/", "deploy.txt"])
def test_nothing_outside_and_no_folder_is_found(store: Scan, wanted: str) -> None:
    with pytest.raises(NegativeError, match="no such memory"):
        find_file(store, wanted)


@pytest.mark.parametrize("wanted", ["", "a\0b"])
def test_what_is_no_name_is_wrong_use(store: Scan, wanted: str) -> None:
    with pytest.raises(UsageError, match="not a file name"):
        find_file(store, wanted)


def test_a_link_is_named_for_what_it_is(store: Scan) -> None:
    with pytest.raises(MemtuiError, match="is a symlink"):
        find_file(store, "link.md")
    with pytest.raises(MemtuiError, match="is a symlink"):
        find_file(store, "link")


@pytest.mark.parametrize(
    ("file", "index"),
    [
        ("a.md", ("MEMORY.md", "a.md")),
        ("sub/a.md", ("MEMORY.md", "sub/a.md")),
        ("team/a.md", ("team/MEMORY.md", "a.md")),
        ("team/sub/a.md", ("team/MEMORY.md", "sub/a.md")),
        ("teams/a.md", ("MEMORY.md", "teams/a.md")),
    ],
)
def test_the_index_that_points_to_a_file(file: str, index: tuple[str, str]) -> None:
    assert index_of(file) == index
