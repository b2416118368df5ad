"""The whole output of the reading commands on the sample store, word for word.

To accept a change, remove the file in tests/cli/golden, run the test, and read the difference.
"""

from pathlib import Path

import pytest

from memtui.memory.slug import slug
from memtui.sample.build import Sample
from tests.cli.running import World, memtui

GOLDEN = Path(__file__).parent / "golden"
COMMANDS = {
    "path": ["path"],
    "path-json": ["path", "--json"],
    "list": ["list"],
    "list-json": ["list", "--json"],
    "show": ["show", "user_role"],
    "show-json": ["show", "user_languages", "--json"],
    "index": ["index"],
    "index-json": ["index", "--json"],
    "index-loaded": ["index", "--loaded"],
    "manifest": ["manifest"],
    "manifest-json": ["manifest", "--json"],
    "prompt": ["prompt", "--search"],
    "prompt-daily-log": ["prompt", "--daily-log"],
    "recall": ["recall", "do we mock the database in tests?"],
    "recall-text": ["recall", "do we mock the database in tests?", "--text"],
    "recall-nothing": ["recall", "who won the football world cup"],
    "recall-usage": ["recall", "--usage"],
    "recall-reach": ["recall", "--reach"],
    "audit": ["audit"],
    "audit-json": ["audit", "--json"],
    "audit-fix": ["audit", "--fix"],
    "audit-rules": ["audit", "--rules"],
    "projects": ["projects"],
    "projects-json": ["projects", "--json"],
    "history": ["history"],
    "history-json": ["history", "--json"],
    "history-show-json": ["history", "show", "1", "--json"],
    "config": ["config"],
    "config-json": ["config", "--json"],
    "config-init": ["config", "--init"],
    "help": ["--help"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_output_is_as_it_was_agreed(world: World, sample: Sample, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(sample.project_root)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", sample.config_dir)
    done = memtui(*COMMANDS[name])
    text = _normal(f"{done.out}--- notes, exit {done.code} ---\n{done.err}", world)
    path = GOLDEN / f"{name}.txt"
    if not path.exists():
        path.write_text(text, encoding="utf-8")
        pytest.fail(f"{path.name} was missing and is written now: read it")
    assert text == path.read_text(encoding="utf-8")


def _normal(text: str, world: World) -> str:
    """Without this machine's temporary folder."""
    import re

    text = text.replace(slug(str(world.base)), "-home-you").replace(str(world.base), "/home/you")
    return re.sub(r"stores/[0-9a-f]{16}", "stores/0123456789abcdef", text)
