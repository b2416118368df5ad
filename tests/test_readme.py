"""The README is true: its commands run as printed, print what it says, and leave none out."""

from pathlib import Path

from memtui.cli.commands import COMMANDS
from tests.walk import README, commands, rendered

_FINDS = "memtui audit --"  # exits 1 because it found something


def test_every_command_of_the_walk_runs_and_prints_what_the_readme_shows(tmp_path: Path) -> None:
    text, results = rendered(tmp_path.resolve())
    words = commands(README.read_text(encoding="utf-8"))
    failed = {word: done for word, done in zip(words, results, strict=True) if done[1] != 0}
    assert all(word.startswith(_FINDS) and code == 1 for word, (_, code) in failed.items()), failed
    assert text == README.read_text(encoding="utf-8"), "run python -m tests.walk and look at the difference"


def test_the_readme_shows_every_command() -> None:
    shown = {word.split()[1] for word in commands(README.read_text(encoding="utf-8")) if word.startswith("memtui ")}
    assert set(COMMANDS) <= shown
