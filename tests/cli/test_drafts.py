"""What a user typed in the editor is in the store or in a draft that they are told of, whatever happens on the way."""

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import ROLE, ROOT, World, memtui
from tests.cli.test_terminal import on_terminal, plain

KEY = "AKIA" + "Z7Q2M4N8P6R3T5V9"


def drafts(world: World) -> list[Path]:
    """The drafts of the one store, each with its facts beside it."""
    found = sorted((world.home / ".local/state/memtui/stores").glob("*/drafts/*"))
    texts = [path for path in found if path.suffix != ".json"]
    assert {path for path in found if path.suffix == ".json"} == {path.with_name(f"{path.name}.json") for path in texts}
    return texts


@pytest.mark.parametrize("editor", ["false", "no-such-editor", "''"])
def test_an_editor_that_changed_nothing_leaves_no_draft(
    world: World, monkeypatch: pytest.MonkeyPatch, editor: str
) -> None:
    monkeypatch.setenv("EDITOR", editor)
    done = memtui("edit", "role")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert drafts(world) == []


def test_what_was_typed_before_an_editor_failed_is_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", world.editor('echo "half" >> "$1"; exit 3')["EDITOR"])
    done = memtui("edit", "role")
    (draft,) = drafts(world)
    assert done.err.endswith(f"editor.sh; your text is kept at {draft}\n")
    assert draft.read_text() == ROLE + "half\n"


def test_an_editor_that_removes_the_draft_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for script in ('rm "$1"', 'rm "$1"; mkfifo "$1"', 'rm "$1"; ln -s /etc/passwd "$1"'):
        monkeypatch.setenv("EDITOR", world.editor(script)["EDITOR"])
        done = memtui("edit", "role")
        assert (done.code, done.err.count("\n")) == (3, 1), script
        assert "the draft cannot be used" in done.err
    assert world.text("user_role.md") == ROLE


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "Role", "--type", "user"], "a memory of that name exists"),
        (["new", "Keys", "--type", "reference", "--team"], "looks like a secret"),
    ],
    ids=["taken", "secret"],
)
def test_a_new_memory_that_cannot_be_made_is_kept(world: World, words: list[str], said: str) -> None:
    code, seen = on_terminal(*words, env=world.editor(f'echo "I typed this, {KEY}" >> "$1"'))
    assert code == 1
    (draft,) = drafts(world)
    assert said in seen and f"your version is kept at {draft}" in plain(seen)
    assert f"I typed this, {KEY}\n" in draft.read_text()


def test_a_new_memory_leaves_no_draft_once_it_is_made_or_empty(world: World) -> None:
    assert on_terminal("new", "Empty", "--type", "user", env={"EDITOR": "true"})[0] == 1
    assert on_terminal("new", "Full", "--type", "user", env=world.editor('echo "text" >> "$1"'))[0] == 0
    assert drafts(world) == []


def test_a_new_memory_edited_to_something_not_utf8_is_kept(world: World) -> None:
    code, seen = on_terminal("new", "Odd", "--type", "user", env=world.editor("printf 'caf\\351\\n' >> \"$1\""))
    assert code == 2
    assert "not UTF-8" in seen
    assert drafts(world)[0].read_bytes().endswith(b"caf\xe9\n")


def test_an_interrupt_is_for_the_editor(world: World) -> None:
    """Ctrl-C on the terminal goes to both; an editor that lives on must not lose its memtui."""
    ready = world.base / "ready"
    env = world.editor(f'trap : INT; touch {ready}; sleep 1; echo "after" >> "$1"; exit 0')
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _IN_FRONT, "edit", "role"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        start_new_session=True,
    )
    os.close(terminal)
    for _ in range(200):
        if ready.exists():
            break
        time.sleep(0.05)
    os.write(controller, b"\x03")
    assert process.wait(timeout=30) == 0
    os.close(controller)
    assert world.text("user_role.md") == ROLE + "after\n"


# The terminal sends its interrupts to the session that controls it.
_IN_FRONT = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from memtui.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_init_is_taken_by_every_command_that_asks_for_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", world.editor('echo "more" >> "$1"')["EDITOR"])
    for words in (["rm", "a"], ["mv", "a", "b"], ["edit", "a"], ["audit", "--fix"], ["log", "x"]):
        place = world.base / words[0]
        place.mkdir()
        (place / "a.md").write_text("---\nname: a\ndescription: what the letter stands for\ntype: user\n---\ntext\n")
        refused = memtui("--dir", str(place), *words)
        assert (refused.code, "say so with --init" in refused.err) == (3, True), words
        assert memtui("--dir", str(place), *words, "--init").code == 0, words
