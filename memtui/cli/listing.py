"""Every memory of the store, newest first: type, age, file, description, and what the audit has against it."""

import argparse
from typing import Any

from memtui.cli import output
from memtui.cli.looking import facts, look, pointed, problems, shown
from memtui.memory.age import one_line

EXAMPLES = """examples:
  memtui list
  memtui list --type feedback
  memtui list --json | python3 -c 'import json,sys; print(*(m["file"] for m in json.load(sys.stdin) if m["stale"]))'
"""
_FILE_WIDTH = 44
_GRADES = {"fresh": "", "aging": "yellow", "stale": "red"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """`--type`."""
    from memtui.memory.limits import TYPES

    parser.add_argument("--type", choices=(*TYPES, "none"), help="only memories of this type; none: without one")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    view = look(args)
    indexed, broken = pointed(view), problems(view)
    rows = [
        facts(view, memory, position, memory.file in indexed, broken.get(memory.file, []))
        for position, memory in enumerate(view.scan.memories)
        if args.type in (None, memory.type or "none")
    ]
    if args.json:
        output.write_json(rows)
    else:
        _print(rows)
    for odd in view.scan.odd:
        detail = f" ({odd.detail})" if odd.detail else ""
        output.note(f"not read: {odd.file}: {odd.kind}{detail}")
    return 0


def _print(rows: list[dict[str, Any]]) -> None:
    width = min(_FILE_WIDTH, max((len(shown(row["file"])) for row in rows), default=0))
    for row in rows:
        marks = [*([] if row["visible"] else ["not visible to recall"]), *row["problems"]]
        output.write_styled(
            [
                (f"{row['type'] or '-':<9}  ", "cyan"),
                (f"{row['age']:<13}  ", _GRADES[row["grade"]]),
                (f"{shown(row['file']):<{width}}  ", ""),
                (one_line(row["description"] or "(no description)"), "" if row["description"] else "dim"),
                (f"  [{', '.join(marks)}]" if marks else "", "yellow"),
            ]
        )
