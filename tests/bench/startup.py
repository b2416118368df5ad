"""Start-up as a user pays for it: the installed package with its compiled bytecode, in an environment of its own."""

import compileall
import functools
import glob
import json
import os
import shutil
import subprocess
import venv
from collections.abc import Iterator
from typing import NamedTuple

import memtui
from tests.bench.stores import make_store
from tests.bench.table import Row, times
from tests.bench.timing import in_turn

_FACTOR = 4.0
_ROUNDS = 25
_COMMANDS = (("path",), ("index", "--json"))
# As pip writes it.
_SCRIPT = """#!{python}
# -*- coding: utf-8 -*-
import re
import sys
from memtui.cli.main import run
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(run())
"""
_LOADED = "import re, sys; from memtui.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
_SETTINGS = {"model": "opus", "permissions": {"allow": ["Bash(git status)", "Read(~/src/**)"]}, "cleanupPeriodDays": 90}


class Installed(NamedTuple):
    """An environment with memtui in it, a home and a project."""

    python: str
    command: str
    env: dict[str, str]
    project: str

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """A process in the project; it must succeed."""
        return subprocess.run(words, env=self.env, cwd=self.project, capture_output=True, text=True, check=True)


def install(folder: str) -> Installed:
    """Install what is here into a new environment, without its dependencies: these commands need none."""
    place = os.path.join(folder, "environment")
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    (packages,) = glob.glob(os.path.join(place, "lib", "python3*", "site-packages"))
    package = os.path.join(packages, "memtui")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(os.path.dirname(os.path.abspath(memtui.__file__)), package, ignore=ignored)
    compileall.compile_dir(package, quiet=1)
    python, command = os.path.join(place, "bin", "python"), os.path.join(place, "bin", "memtui")
    with open(command, "w", encoding="utf-8") as file:
        file.write(_SCRIPT.format(python=python))
    os.chmod(command, 0o755)
    home, project = os.path.join(folder, "home"), os.path.join(folder, "shop")
    os.makedirs(os.path.join(home, ".claude"))
    with open(os.path.join(home, ".claude", "settings.json"), "w", encoding="utf-8") as file:
        json.dump(_SETTINGS, file, indent=2)
    subprocess.run(["git", "init", "-q", project], check=True)
    env = {"HOME": home, "PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}
    return Installed(python, command, env, project)


def rows(folder: str, notes: list[str]) -> Iterator[Row]:
    """One row a command, and as a note how many modules it imports."""
    here = install(folder)
    make_store(json.loads(here.run(here.command, "path", "--json").stdout)["memory_dir"], 200)
    bare = set(here.run(here.python, "-c", "import sys; print(*sys.modules)").stdout.split())
    for words in _COMMANDS:
        ours_run = functools.partial(here.run, here.command, *words)
        floor, ours = in_turn(_ROUNDS, lambda: here.run(here.python, "-c", "pass"), ours_run)
        name = f"memtui {' '.join(words)}"
        yield Row(name, "python -c pass", floor, ours, times(floor, _FACTOR))
        loaded = set(here.run(here.python, "-c", _LOADED, *words).stderr.split()) - bare
        own = sum(1 for module in loaded if module.split(".")[0] == "memtui")
        notes.append(f"{name} imports {len(loaded)} modules beyond python -c pass, {own} of them memtui's own")
