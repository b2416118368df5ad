"""The CLAUDE.md files that are loaded beside the memory: which, and what cannot stop the reading."""

import os
from pathlib import Path

import pytest

from memtui.claudemd.files import claudemd_texts
from tests.memory.unprivileged import open_folder, run_unprivileged


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cfg").mkdir()
    (tmp_path / "proj" / ".claude").mkdir(parents=True)
    return tmp_path


def _texts(folder: Path) -> dict[str, str]:
    return claudemd_texts(str(folder / "cfg"), str(folder / "proj"))


def test_the_users_and_the_projects_own(folder: Path) -> None:
    places = ["cfg/CLAUDE.md", "proj/CLAUDE.md", "proj/.claude/CLAUDE.md", "proj/CLAUDE.local.md"]
    for place in places:
        (folder / place).write_text(f"text of {place}")
    names = ["~/.claude/CLAUDE.md", "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"]
    assert _texts(folder) == {name: f"text of {place}" for name, place in zip(names, places, strict=True)}


def test_without_a_project_only_the_users(folder: Path) -> None:
    (folder / "cfg/CLAUDE.md").write_text("mine")
    assert claudemd_texts(str(folder / "cfg"), None) == {"~/.claude/CLAUDE.md": "mine"}


def test_none_of_them_is_needed(folder: Path) -> None:
    assert _texts(folder) == {}
    assert claudemd_texts(str(folder / "nowhere"), str(folder / "nowhere")) == {}


@pytest.mark.parametrize("place", ["cfg/CLAUDE.md", "proj/CLAUDE.md"])
def test_a_link_to_a_file_of_another_name_is_read(folder: Path, place: str) -> None:
    (folder / "AGENTS.md").write_text("shared words")
    os.symlink("../AGENTS.md", folder / place)
    assert list(_texts(folder).values()) == ["shared words"]


@pytest.mark.parametrize("kind", ["folder", "fifo", "loop", "dangling", "device"])
def test_what_is_no_file_is_left_out_and_nothing_hangs(folder: Path, kind: str) -> None:
    (folder / "cfg/CLAUDE.md").write_text("mine")
    path = folder / "proj/CLAUDE.md"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(folder / "pipe")
        os.symlink("../pipe", path)
    else:
        os.symlink({"loop": "CLAUDE.md", "dangling": "nowhere", "device": "/dev/zero"}[kind], path)
    assert _texts(folder) == {"~/.claude/CLAUDE.md": "mine"}


def test_bad_bytes_are_replaced(folder: Path) -> None:
    (folder / "proj/CLAUDE.md").write_bytes(b"a\xff\0b")
    assert _texts(folder) == {"CLAUDE.md": "a\ufffd\0b"}


def test_a_huge_file_is_read_up_to_its_bound(folder: Path) -> None:
    with open(folder / "proj/CLAUDE.md", "wb") as file:
        file.truncate(100_000_000)
    assert len(_texts(folder)["CLAUDE.md"]) == 1_000_000


def test_a_file_that_may_not_be_read_is_left_out() -> None:
    code = """
from memtui.claudemd.files import claudemd_texts
drop()
print(claudemd_texts(sys.argv[1], sys.argv[1]))
"""
    with open_folder() as place:
        Path(place, "CLAUDE.md").write_text("secret")
        Path(place, "CLAUDE.local.md").write_text("open")
        os.chmod(os.path.join(place, "CLAUDE.md"), 0)
        assert run_unprivileged(code, place) == f"{ {'CLAUDE.local.md': 'open'} }\n"
