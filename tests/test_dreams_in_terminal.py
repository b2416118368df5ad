"""Dreams in the installed wheel, in real terminals: started, followed, outliving their app, killed, retried, undone."""

import json
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.installed import build_wheel, command, install_wheel, surroundings
from tests.messages_api import call, say, serving, use
from tests.terminal import Terminal

ROLE = "user_role.md"
BEFORE, AFTER = "Tomás Reis helps two days a week", "Tomás Reis helps three days a week"
LONG_S = 60.0  # a reply so slow is killed before it has come


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the sources as they are, installed apart from them."""
    return install_wheel(build_wheel(tmp_path_factory.mktemp("wheel")), tmp_path_factory.mktemp("installed"))


class Demo(NamedTuple):
    """A sample that stays, and the way to open it."""

    env: dict[str, str]
    project: str
    memory: Path

    def open(self, columns: int = 120, rows: int = 40) -> Terminal:
        """The app on it, as a user starts it."""
        return Terminal(command(), self.env, self.project, columns, rows)

    def files(self) -> dict[str, bytes]:
        """Every memory, byte by byte."""
        return {str(path.relative_to(self.memory)): path.read_bytes() for path in self.memory.rglob("*.md")}


def make_demo(installed: Path, home: Path, extra: Mapping[str, str]) -> Demo:
    """`memtui demo DIR`, by the installed command."""
    env = surroundings(installed, home, extra)
    words = command("demo", str(home / "demo"), "--json")
    done = subprocess.run(words, env=env, cwd=home, check=True, capture_output=True)
    made = json.loads(done.stdout)
    return Demo({**env, "CLAUDE_CONFIG_DIR": made["config_dir"]}, made["project_root"], Path(made["memory_dir"]))


def press(terminal: Terminal, *keys: str) -> None:
    """As a person types: each key after what the one before did."""
    for key in keys:
        terminal.press(key)
        terminal.wait_until_still()


def test_followed_killed_by_another_terminal_retried_adopted_and_undone(installed: Path, tmp_path: Path) -> None:
    edit = use("edit", path=ROLE, old_text=BEFORE, new_text=AFTER, reason="Tomás said so in May")
    told = call(edit, words="Tomás helps more by now.")
    with serving(told, say("Never said.", pause=LONG_S), told, say("All is said.")) as api, ExitStack() as stack:
        demo = make_demo(installed, tmp_path, api.env)
        before = demo.files()
        after = {**before, ROLE: before[ROLE].replace(BEFORE.encode(), AFTER.encode())}
        with demo.open() as first:
            first.wait_to_see("47 memories")
            press(first, "5")
            first.wait_to_see("No dream yet.")
            press(first, "d", "claude", "\r")
            first.wait_to_see("Send to 127.0.0.1")
            assert api.requests == []
            press(first, "\r")
            first.wait_to_see("running · updating")
            first.wait_to_see("Tomás helps more by now.")
            second = stack.enter_context(demo.open(80, 24))
            second.wait_to_see("☾ dreaming")
            press(second, "5")
            second.wait_to_see("Tomás helps more by now.")
            second.wait_to_see("running · updating")
        # The first terminal is gone, killed hard, and its app with it; the dream goes on.
        press(second, "K")
        second.wait_to_see("Kill dream")
        press(second, "\r")
        second.wait_to_see("killed; memory as it was")
        assert demo.files() == before and not (demo.memory / ".consolidate-lock").exists()
        assert len(api.requests) == 2
        press(second, "r")
        second.wait_to_see("1 changed; waiting for your review")
        assert demo.files() == before
        press(second, "A")
        second.wait_to_see("1 changed; adopted")
        assert demo.files() == after
        press(second, "U")
        second.wait_to_see("1 changed; taken back")
        assert demo.files() == before
        press(second, "q")
        second.wait_for_end()
        assert second.exit_code == 0


def test_the_rules_in_the_throwaway_demo(installed: Path, tmp_path: Path) -> None:
    with Terminal(command("--demo"), surroundings(installed, tmp_path), str(tmp_path)) as terminal:
        terminal.wait_to_see("47 memories")
        press(terminal, "5", "d")
        terminal.wait_to_see("Dream now with")
        press(terminal, "\r")
        terminal.wait_to_see("waiting for your review")
        terminal.wait_to_see("why: ")
        press(terminal, "A")
        terminal.wait_to_see("adopted")
        press(terminal, "U")
        terminal.wait_to_see("taken back")
        press(terminal, "q")
        terminal.wait_for_end()
        assert terminal.exit_code == 0
    assert not (tmp_path / ".local" / "state" / "memtui").exists()
