"""`memtui` alone opens the app on a real terminal, and always gives the terminal back."""

import os
import signal
from pathlib import Path

import pytest

from tests.cli.running import World, process
from tests.cli.terminal import running

NO_TERMINAL = "memtui: the app needs a terminal; try memtui list, memtui audit or memtui --help\n"
CRASH = """
from memtui.ui.app import MemtuiApp
def action_undo(self): raise ZeroDivisionError("the sky fell")
MemtuiApp.action_undo = action_undo
"""


@pytest.mark.parametrize("words", [[], ["--demo"]], ids=["here", "demo"])
def test_without_a_terminal_it_says_what_to_do(world: World, words: list[str]) -> None:
    done = process(*words)
    assert (done.code, done.out, done.err) == (2, "", NO_TERMINAL)


def test_a_terminal_that_cannot_draw(world: World) -> None:
    with running(TERM="dumb") as terminal:
        assert terminal.end() == 2
        assert "cannot draw on this terminal (TERM=dumb); try memtui list" in terminal.seen


def test_a_directory_that_is_not_there(world: World) -> None:
    with running("--dir", str(world.base / "nowhere")) as terminal:
        assert terminal.end() == 3
        assert "memtui: no such directory" in terminal.seen and "\x1b[?1049h" not in terminal.seen


@pytest.mark.parametrize("key", ["q", "\x03"], ids=["q", "ctrl+c"])
def test_it_opens_and_is_left_by_a_key(world: World, key: str) -> None:
    with running() as terminal:
        terminal.wait_for("who they are")
        terminal.type(key)
        assert terminal.end() == 0
        assert terminal.restored


def test_ctrl_c_leaves_from_a_dialog(world: World) -> None:
    with running() as terminal:
        terminal.wait_for("who they are")
        terminal.type("e")
        terminal.wait_for("Hook: when is it of use?")
        terminal.type("\x03")
        assert terminal.end() == 0
        assert terminal.restored


def test_the_sample_greets_once_and_leaves_nothing_behind(world: World, tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    with running("--demo", TMPDIR=str(place)) as terminal:
        terminal.wait_for("A sample to try things on")
        assert os.listdir(place) != []
        terminal.type("q")
        assert terminal.end() == 0
    assert os.listdir(place) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=["TERM", "HUP", "INT"])
def test_a_signal_to_end_gives_the_terminal_back(world: World, number: signal.Signals) -> None:
    with running() as terminal:
        terminal.wait_for("who they are")
        terminal.process.send_signal(number)
        assert terminal.end() == 128 + number
        assert terminal.restored


def test_a_failure_nobody_expected_is_one_line(world: World) -> None:
    with running(code=CRASH) as terminal:
        terminal.wait_for("who they are")
        terminal.type("u")
        assert terminal.end() == 3
        assert terminal.restored
        after = terminal.words.rpartition("memtui: unexpected failure")[2]
        assert after.startswith(" (ZeroDivisionError: the sky fell); run again with --debug and report it")
        assert "Traceback" not in terminal.words


def test_with_debug_it_is_shown_whole(world: World) -> None:
    with running("--debug", code=CRASH) as terminal:
        terminal.wait_for("who they are")
        terminal.type("u")
        assert terminal.end() == 1
        assert terminal.restored
        assert "Traceback" in terminal.words and "ZeroDivisionError: the sky fell" in terminal.words


def test_a_terminal_that_is_too_small_says_so_until_it_grows(world: World) -> None:
    with running(size=(36, 8)) as terminal:
        terminal.wait_for("memtui needs 40x10")
        terminal.forget()
        terminal.resize(100, 30)
        terminal.wait_for("who they are")
        terminal.forget()
        terminal.resize(30, 9)
        terminal.wait_for("Too small: 30x9")
        terminal.type("q")
        assert terminal.end() == 0
        assert terminal.restored
