"""memtui's settings and where each comes from; and which of the agent's settings it follows.

The file is TOML. [stale] sets after how many days a memory of each type counts as stale, [ui] the theme of the
app, [keys] other keys for its actions, [recall] who selects memories and how sure it must be. [dream] sets how dreams
run: engine (auto, claude, rules), model, min_hours, min_sessions, max_turns, budget_usd, apply (auto adopts a harmless
result by itself, review never does; not set: auto for rules, review for claude) and auto (whether they start by
themselves; not set: as the agent's settings say). --init writes a first one, with every setting in it.
"""

import argparse

from memtui.cli import output
from memtui.cli.which import Which, choose
from memtui.memory.config import config_path, read_config
from memtui.memory.config_file import write_new
from memtui.ui.settings import problems, starter

EXAMPLES = """examples:
  memtui config
  memtui config --init
  memtui config --json
  MEMTUI_CONFIG=./memtui.toml memtui config
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Whether to write the file."""
    parser.add_argument("--init", action="store_true", help="write a file with every setting; never over one")


def run(args: argparse.Namespace) -> int:
    """Print them."""
    which = choose(args)
    if args.init:
        path = config_path(which.host)
        write_new(path, starter())
        output.line(f"made {path}")
        return 0
    config = read_config(which.host)
    notes = (*config.notes, *problems(config))
    agent = (
        ("memory directory", which.location.memory_dir, which.location.source),
        ("memory loaded", which.location.enabled, which.location.enabled_by),
        ("configuration", which.host.config_dir, _origin(which, "CLAUDE_CONFIG_DIR")),
        ("memtui's state", which.store.state.folder, _origin(which, "XDG_STATE_HOME")),
    )
    if args.json:
        rows = [value._asdict() for value in config.values]
        also = [{"name": name, "value": value, "origin": origin} for name, value, origin in agent]
        output.write_json(
            {"path": config.path, "exists": config.exists, "values": rows, "places": also, "notes": notes}
        )
        return 0
    output.line(f"{config.path}{'' if config.exists else ' (not there: defaults hold)'}")
    for value in config.values:
        shown = f"{value.value} days" if value.name.startswith("stale.") else str(value.value)
        shown = "not set" if value.value is None else shown
        output.line(f"  {value.name:<18} {shown:<12} {value.origin}")
    for name, found, origin in agent:
        said = ("yes" if found else "no") if isinstance(found, bool) else found
        output.line(f"{name:<20} {said}  ({origin})")
    for text in notes:
        output.note(text)
    return 0


def _origin(which: Which, name: str) -> str:
    return name if which.host.env.get(name) else "default"
