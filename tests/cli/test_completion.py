"""Completion as the shell would ask for it."""

import os
import shutil
import subprocess

import pytest

from memtui.cli.commands import COMMANDS
from tests.cli.running import ROOT, World, memtui


def complete(world: World, line: str) -> list[str]:
    """What a real bash offers at the end of this line."""
    words = line.split(" ")
    script = f"""
source <(memtui completion bash)
COMP_WORDS=({" ".join(repr(word) for word in words)})
COMP_CWORD={len(words) - 1}
_memtui
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    folder = world.base / "bin"
    folder.mkdir(exist_ok=True)
    tool = folder / "memtui"
    import sys

    tool.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m memtui "$@"\n')
    tool.chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, check=True, text=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_offers_commands(world: World) -> None:
    assert set(COMMANDS) <= set(complete(world, "memtui "))
    assert complete(world, "memtui ma") == ["manifest"]


def test_bash_offers_files_of_the_store(world: World) -> None:
    world.put("with space.md", "x")
    world.put("$(touch pwned).md", "x")
    offered = complete(world, "memtui show ")
    assert {"user_role.md", "feedback_tests.md", "MEMORY.md"} <= set(offered)
    assert not any("space" in word or "pwned" in word for word in offered)
    assert complete(world, "memtui show user") == ["user_role.md"]


def test_bash_offers_files_of_the_named_store(world: World) -> None:
    other = world.base / "other"
    other.mkdir()
    (other / "elsewhere.md").write_text("x")
    assert complete(world, f"memtui --dir {other} show e") == ["elsewhere.md"]
    assert complete(world, f"memtui show --dir {other} e") == ["elsewhere.md"]
    (world.home / "mine").symlink_to(other)
    assert complete(world, "memtui --dir ~/mine show e") == ["elsewhere.md"]
    assert complete(world, "memtui --demo show user_r") == ["user_reviews_on_phone.md", "user_role.md"]


def test_bash_offers_options_and_words(world: World) -> None:
    assert complete(world, "memtui audit --fi") == ["--fix"]
    assert complete(world, "memtui history d") == ["diff"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_script_is_accepted_by_its_shell_and_names_every_command(shell: str) -> None:
    script = memtui("completion", shell).out
    assert all(name in script for name in COMMANDS)
    program = shutil.which(shell)
    if program is not None:
        flag = "--no-execute" if shell == "fish" else "-n"
        done = subprocess.run([program, flag], input=script.encode(), capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
