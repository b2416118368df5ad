"""Writing where no index is: to a directory of other things only when told to, and then to the end."""

import os
from pathlib import Path

import pytest

from tests.cli.running import ROLE, World, memtui


@pytest.fixture
def place(world: World) -> Path:
    """A directory with a memory in it and no index, of which memtui knows nothing."""
    folder = world.base / "notes"
    folder.mkdir()
    (folder / "user_role.md").write_text(ROLE)
    return folder


def test_a_directory_of_other_things_is_not_written_to_unless_said(world: World) -> None:
    place = world.base / "notes"
    place.mkdir()
    (place / "todo.txt").write_text("mine")
    words = ("--dir", str(place), "new", "x", "--type", "user", "--body", "y")
    done = memtui(*words)
    assert done.code == 3
    assert "--init" in done.err
    assert os.listdir(place) == ["todo.txt"]
    assert memtui(*words, "--init").code == 0
    assert sorted(os.listdir(place)) == ["MEMORY.md", "todo.txt", "user_x.md"]


def test_the_first_memory_makes_the_store(world: World) -> None:
    fresh = world.base / "fresh"
    fresh.mkdir()
    done = memtui("--project", str(fresh), "new", "First", "--type", "user", "--body", "hello", "--json")
    assert done.data["file"] == "user_first.md"
    place = Path(memtui("--project", str(fresh), "path", "--json").data["memory_dir"])
    assert sorted(os.listdir(place)) == ["MEMORY.md", "user_first.md"]
    assert memtui("--project", str(fresh), "undo").code == 0
    assert not (place / "user_first.md").exists()


def test_a_store_that_began_with_a_log_takes_the_next(world: World) -> None:
    fresh = world.base / "fresh"
    fresh.mkdir()
    for word in ("one", "two"):
        assert memtui("--project", str(fresh), "log", word).code == 0
    files = [row["file"] for row in memtui("--project", str(fresh), "list", "--json").data]
    assert files == ["logs/2026/11/2026-11-18.md"]


def test_what_the_user_allowed_once_is_allowed(place: Path) -> None:
    assert memtui("--dir", str(place), "log", "one", "--init").code == 0
    assert memtui("--dir", str(place), "log", "two").code == 0


def test_having_looked_at_a_directory_is_no_leave_to_write(place: Path) -> None:
    assert memtui("--dir", str(place), "history").code == 0
    assert memtui("--dir", str(place), "log", "one").code == 3


@pytest.mark.parametrize(
    "words",
    [
        ["edit", "role"],
        ["mv", "role", "user_person"],
        ["rm", "role"],
        ["log", "x"],
        ["new", "x", "--type", "user", "--body", "y"],
        ["audit", "--fix"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_that_asks_for_it_takes_init(
    world: World, place: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("EDITOR", world.editor("echo more >> $1")["EDITOR"])
    refused = memtui("--dir", str(place), *words)
    assert (refused.code, os.listdir(place)) == (3, ["user_role.md"])
    assert "--init" in refused.err
    assert memtui("--dir", str(place), *words, "--init").code == 0
    assert os.listdir(place) != ["user_role.md"] or (place / "user_role.md").read_text() != ROLE
