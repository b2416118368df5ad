"""The wheel as a user gets it: built, installed apart from the sources, and run in a real terminal."""

import os
import pty
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the sources as they are."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = target.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel is installed; its dependencies are those of the tests."""
    target = tmp_path_factory.mktemp("installed")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        "--target",
        str(target),
        str(wheel),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return target


def test_the_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/", 1)[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"memtui"}


def test_the_installed_command_works_in_a_terminal(installed: Path, tmp_path: Path) -> None:
    env = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(installed),
        "TERM": "xterm-256color",
        "COLUMNS": "80",
    }
    code, seen = _in_terminal([sys.executable, str(installed / "bin" / "memtui"), "--demo", "audit"], env, tmp_path)
    assert code == 1
    assert "dead-pointer" in seen and "\x1b[31merror" in seen
    code, seen = _in_terminal([sys.executable, str(installed / "bin" / "memtui"), "--version"], env, tmp_path)
    assert (code, seen.startswith("memtui 0.")) == (0, True)
    assert os.listdir(tmp_path) == []


def _in_terminal(command: list[str], env: dict[str, str], place: Path) -> tuple[int, str]:
    controller, terminal = pty.openpty()
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=env, cwd=place)
    os.close(terminal)
    seen = b""
    while True:
        try:
            chunk = os.read(controller, 65536)
        except OSError:  # closed at the other end
            break
        if not chunk:
            break
        seen += chunk
    os.close(controller)
    return process.wait(timeout=60), seen.decode(errors="replace")
