"""What a command imports: start-up is what a script that calls memtui a hundred times pays."""

import json
import subprocess
import sys

import pytest

from tests.cli.running import ROOT, World

HEAVY = {"textual", "rich", "anthropic", "asyncio", "importlib.metadata", "frontmatter", "yaml", "rapidfuzz"}
LATER = {"subprocess", "filelock", "difflib", "tomllib", "platformdirs", "shutil", "tempfile", "datetime", "logging"}
MOST_MODULES = 75  # beyond what `python -c pass` has; a new import on this path should be a decision


def imported(*words: str) -> set[str]:
    """Modules that running a command imports, beyond those of an idle interpreter."""
    script = f"""
import sys
idle = set(sys.modules)
sys.path.insert(0, {str(ROOT)!r})
from memtui.cli.main import main
code = main({list(words)!r})
import json
sys.stderr.write(json.dumps(sorted(set(sys.modules) - idle)))
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("words", [("path",), ("index", "--json")], ids=" ".join)
def test_the_quick_commands_import_little(world: World, words: tuple[str, ...]) -> None:
    modules = imported(*words)
    assert modules & (HEAVY | LATER) == set()
    assert len(modules) <= MOST_MODULES, sorted(modules)


@pytest.mark.parametrize("words", [("list",), ("manifest",), ("history",), ("show", "role"), ("config",)], ids=" ".join)
def test_no_command_imports_what_belongs_to_the_app(world: World, words: tuple[str, ...]) -> None:
    assert imported(*words) & {"textual", "rich", "anthropic", "asyncio"} == set()
