"""The wheel as a user gets it: built, installed apart from the sources, and run in a real terminal."""

import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.installed import build_wheel, install_wheel, surroundings
from tests.terminal import Terminal


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the sources as they are."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel is installed; its dependencies are those of the tests."""
    return install_wheel(wheel, tmp_path_factory.mktemp("installed"))


def run(installed: Path, home: Path, *words: str) -> tuple[int | None, str]:
    """The installed script at work: its exit code, and what it printed."""
    script = str(installed / "bin" / "memtui")
    with Terminal([sys.executable, script, *words], surroundings(installed, home), str(home)) as terminal:
        terminal.wait_for_end(60)
        terminal.wait_until_still()
        return terminal.exit_code, terminal.output.decode(errors="replace")


def test_the_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/", 1)[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"memtui"}


def test_the_installed_command_works_in_a_terminal(installed: Path, tmp_path: Path) -> None:
    code, seen = run(installed, tmp_path, "--demo", "audit")
    assert code == 1
    assert "dead-pointer" in seen and "\x1b[31merror" in seen
    code, seen = run(installed, tmp_path, "--version")
    assert (code, seen.startswith("memtui 0.")) == (0, True)
    assert os.listdir(tmp_path) == []
