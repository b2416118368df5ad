"""On a real terminal: control characters are made visible, colour only where it is wanted, the same words."""

import os
import pty
import re
import subprocess
import sys

import pytest

from tests.cli.running import ROOT, World, memtui

EVIL = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe\u200b\r"


def on_terminal(*words: str, answer: bytes = b"", env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run memtui with a terminal as stdin, stdout and stderr; its exit code and what the terminal got."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "memtui", *words],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **(env or {})},
        start_new_session=True,
    )
    os.close(terminal)
    if answer:
        os.write(controller, answer)
    seen = b""
    while True:
        try:
            chunk = os.read(controller, 65536)
        except OSError:  # the last user of the terminal is gone
            break
        if not chunk:
            break
        seen += chunk
    os.close(controller)
    return process.wait(timeout=30), seen.decode(errors="replace").replace("\r\n", "\n")


def plain(text: str) -> str:
    """Without memtui's own colours."""
    return re.sub(r"\x1b\[\d*m", "", text)


@pytest.fixture
def evil(world: World) -> World:
    """A store in which every text a command prints carries escapes."""
    world.put("MEMORY.md", f"- [T{EVIL}](user_role.md) — hook{EVIL}\n")
    world.put("user_role.md", f"---\nname: n{EVIL}\ndescription: d{EVIL}\ntype: user\n---\nbody{EVIL}\n")
    world.put(f"odd{EVIL.replace('/', '')}.md", "---\nname: x\n---\n")
    return world


@pytest.mark.parametrize(
    "words",
    [
        ["list"],
        ["list", "--json"],
        ["show", "user_role.md"],
        ["show", "user_role.md", "--json"],
        ["index"],
        ["index", "--loaded"],
        ["manifest"],
        ["prompt"],
        ["audit"],
        ["audit", "--json"],
        ["history"],
        ["history", "show", "1"],
        ["history", "diff", "1"],
        ["history", "show", "1", "user_role.md"],
        ["projects"],
        ["show", f"nobody{EVIL}"],
        ["list", "--dir", f"/nowhere{EVIL}"],
    ],
    ids=" ".join,
)
def test_no_escape_of_a_memory_reaches_the_terminal(evil: World, words: list[str]) -> None:
    _, seen = on_terminal(*words)
    bare = plain(seen)
    assert bare
    found = [char for char in bare if (ord(char) < 32 and char not in "\n\t") or char in "\x7f\x9b\u202e\u200b"]
    assert found == []


def test_escapes_are_written_out(evil: World) -> None:
    _, seen = on_terminal("show", "user_role.md")
    assert "body\\x1b]0;owned\\x07\\x1b[2J\\u202egnp.exe\\u200b\\x0d" in plain(seen)


def test_a_pipe_gets_the_exact_bytes(evil: World) -> None:
    assert memtui("show", "user_role.md").out == evil.text("user_role.md")


@pytest.mark.parametrize("words", [["list"], ["audit"], ["index"], ["path"], ["history"]], ids=" ".join)
def test_a_terminal_shows_the_same_words_as_a_pipe(world: World, words: list[str]) -> None:
    memtui("history")
    piped = memtui(*words)
    _, seen = on_terminal(*words)
    assert sorted(plain(seen).splitlines()) == sorted((piped.err + piped.out).splitlines())


def test_colour_is_for_terminals_that_want_it(world: World) -> None:
    assert "\x1b[36m" in on_terminal("list")[1]
    assert "\x1b" not in on_terminal("list", env={"NO_COLOR": "1"})[1]
    assert "\x1b" not in on_terminal("list", env={"TERM": "dumb"})[1]
    assert "\x1b" not in memtui("list").out


def test_purging_asks_first_on_a_terminal(world: World) -> None:
    memtui("history")
    code, seen = on_terminal("history", "purge", "user_role.md", answer=b"n\n")
    assert code == 1
    assert "This cannot be undone. [y/N]" in seen
    assert memtui("history", "show", "1", "user_role.md").code == 0
    assert on_terminal("history", "purge", "user_role.md", answer=b"y\n")[0] == 0
    assert memtui("history", "show", "1", "user_role.md").code == 1


def test_a_new_memory_without_a_body_is_written_in_the_editor(world: World) -> None:
    env = world.editor("sed -i 's/^description:.*/description: from the editor/' \"$1\"; echo 'The text.' >> \"$1\"")
    code, seen = on_terminal("new", "Made here", "--type", "user", env=env)
    assert code == 0, seen
    made = world.text("user_made_here.md")
    assert made == "---\nname: Made here\ndescription: from the editor\ntype: user\n---\nThe text.\n"
    assert "- [Made here](user_made_here.md) — from the editor\n" in world.text("MEMORY.md")
