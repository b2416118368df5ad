"""The installed wheel in a real terminal, from start to quit, through an edit and its undo."""

from pathlib import Path

import pytest

from tests.installed import build_wheel, command, install_wheel, surroundings
from tests.terminal import Terminal

INDEX = "# Notes\n\n- [One](user_one.md) — the first of them\n- [Two](user_two.md) — the second of them\n"
ONE = "---\nname: user_one\ndescription: the first one, about nothing in particular\ntype: user\n---\nBody of one.\n"
TWO = ONE.replace("one", "two").replace("first", "second")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the sources as they are, installed apart from them."""
    return install_wheel(build_wheel(tmp_path_factory.mktemp("wheel")), tmp_path_factory.mktemp("installed"))


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """A small store."""
    folder = tmp_path / "memory"
    folder.mkdir()
    for name, text in (("MEMORY.md", INDEX), ("user_one.md", ONE), ("user_two.md", TWO)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(installed: Path, home: Path, *words: str, columns: int = 100, rows: int = 30) -> Terminal:
    """The app, as a user starts it."""
    return Terminal(command(*words), surroundings(installed, home), str(home), columns, rows)


def test_from_start_to_quit_through_edit_and_undo(installed: Path, tmp_path: Path, memory: Path) -> None:
    with run(installed, tmp_path, "--dir", str(memory)) as terminal:
        terminal.wait_to_see("the first of them")
        terminal.wait_to_see("2 memories")
        terminal.press("e")
        terminal.wait_to_see("Line 3 of MEMORY.md")
        for keys in ("!", "\r", "\r"):  # as a person types: each after what the one before did
            terminal.press(keys)
            terminal.wait_until_still()
        terminal.wait_to_see("MEMORY.md edited")
        terminal.wait_to_see("One!")
        assert "[One!](user_one.md)" in (memory / "MEMORY.md").read_text(encoding="utf-8")
        terminal.press("u")
        terminal.wait_to_see("took back")
        assert (memory / "MEMORY.md").read_text(encoding="utf-8") == INDEX
        (memory / "user_two.md").write_text(TWO + "More, from outside.\n", encoding="utf-8")
        terminal.wait_to_see("user_two.md changed")
        for key, words in (
            ("2", "Memories, newest first"),
            ("3", "othing wrong"),
            ("4", "taken back"),
            ("1", "MEMORY.md"),
        ):
            terminal.press(key)
            terminal.wait_to_see(words)
        terminal.press("q")
        terminal.wait_for_end()
        assert terminal.exit_code == 0
        assert b"\x1b[?1049l" in terminal.output  # the terminal is as it was
    assert sorted(path.name for path in memory.iterdir()) == ["MEMORY.md", "user_one.md", "user_two.md"]


def test_the_sample_opens_and_leaves_nothing_behind(installed: Path, tmp_path: Path) -> None:
    with run(installed, tmp_path, "--demo") as terminal:
        terminal.wait_to_see("teashop")
        terminal.wait_to_see("47 memories")
        terminal.press("q")
        terminal.wait_for_end()
        assert terminal.exit_code == 0
    assert not (tmp_path / ".local" / "state" / "memtui").exists()
