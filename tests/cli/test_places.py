"""Places that are not what one thinks: a current directory that is gone, a sample where something is already."""

from pathlib import Path

import pytest

from tests.cli.running import World, memtui, process


@pytest.fixture
def nowhere(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """The user stands in a directory that was removed."""
    gone = world.base / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    return world


def test_a_current_directory_that_is_gone_is_said(nowhere: World) -> None:
    done = process("list")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("memtui: the folder you are in is gone; ")
    assert done.err.count("\n") == 1


def test_from_a_directory_that_is_gone_others_can_be_named(nowhere: World) -> None:
    for words in (["--dir", str(nowhere.memory)], ["--project", str(nowhere.project)]):
        assert "user_role.md" in process("list", *words).out
        assert process("log", "x", *words).code == 0
    assert [row["memory_dir"] for row in process("projects", "--json").data] == [f"{nowhere.memory}/"]


def test_a_sample_is_made_only_where_nothing_is(world: World) -> None:
    before = world.files()
    (world.base / "file").write_text("mine")
    for place in (world.memory, world.base / "file", Path("/dev/null/below")):
        done = memtui("demo", str(place))
        assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
        assert str(place) in done.err and "unexpected" not in done.err
    assert (world.files(), (world.base / "file").read_text()) == (before, "mine")
    (world.base / "empty").mkdir()
    assert memtui("demo", str(world.base / "empty")).code == 0


def test_the_first_change_of_all_names_a_way_back_that_is_there(world: World) -> None:
    fresh = ("--project", str(world.base))
    memtui(*fresh, "new", "x", "--type", "user", "--body", "y")
    (path,) = (world.config / "projects").glob("*/memory/user_x.md")
    path.write_text("by somebody else")
    done = memtui(*fresh, "undo")
    assert done.code == 1
    assert "memtui rm FILE" in done.err and "--at" not in done.err
