"""Where the memory is and why, whether the agent loads it, and which sources were refused."""

import argparse
import os

from memtui.cli import output
from memtui.cli.which import Which, choose

EXAMPLES = """examples:
  memtui path
  memtui path --project ~/src/shop --json
  cd "$(memtui path --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["memory_dir"])')"
"""


def run(args: argparse.Namespace) -> int:
    """Print where it is."""
    which = choose(args)
    place = which.location
    if args.json:
        output.write_json(_facts(which))
        return 0
    exists = "" if os.path.isdir(place.memory_dir) else " (not there yet)"
    output.line(f"memory   {place.memory_dir}{exists}")
    output.line(f"source   {place.source}")
    output.line(f"project  {place.project_root or 'not known'}")
    output.line(f"slug     {place.slug or 'not known'}")
    output.line(f"loaded   {'yes' if place.enabled else 'no'} ({place.enabled_by})")
    for refused in place.refused:
        output.line(f"refused  {refused.source}: {refused.value}: {refused.reason}")
    for text in place.notes:
        output.note(text)
    return 0


def _facts(which: Which) -> dict[str, object]:
    place = which.location
    return {
        "memory_dir": place.memory_dir,
        "source": place.source,
        "project_root": place.project_root or None,
        "slug": place.slug or None,
        "enabled": place.enabled,
        "enabled_by": place.enabled_by,
        "refused": [refused._asdict() for refused in place.refused],
        "exists": os.path.isdir(place.memory_dir),
        "notes": list(place.notes),
    }
