"""memtui as a user gets it: the built wheel, installed apart from the sources, its dependencies those of the tests."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def build_wheel(target: Path) -> Path:
    """A wheel of the sources as they are."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = target.glob("*.whl")
    return found


def install_wheel(wheel: Path, target: Path) -> Path:
    """The folder that the wheel is installed in, compiled."""
    words = ["-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(target), str(wheel)]
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return target


def command(*words: str) -> list[str]:
    """The words that run the installed command; for an environment of `surroundings`."""
    return [sys.executable, "-m", "memtui", *words]


def surroundings(installed: Path, home: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of somebody who has it installed, and nothing else."""
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(installed),
        "LANG": "C.UTF-8",
        **(extra or {}),
    }
