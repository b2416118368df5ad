"""Take memtui's last change back: contents, pointers and times. Doing it again goes one change further back."""

import argparse

from memtui.cli import output
from memtui.cli.changing import changing, report
from memtui.cli.which import choose
from memtui.history.back import plan_undo
from memtui.history.log import UNDO

EXAMPLES = """examples:
  memtui undo
  memtui undo --json
"""


def run(args: argparse.Namespace) -> int:
    """Undo."""
    which = choose(args)
    with changing(which, "undo", start=True) as work:
        undo = plan_undo(which.store.root, which.store.state)
        work.kind, work.undoes = UNDO, undo.entry.number
        work.why = f"undo {undo.entry.number}: {undo.entry.why}"
        work.apply(undo.steps)
    for file in undo.purged:
        output.note(f"{file} did not come back: it was purged from the history")
    report(args, f"took back change {undo.entry.number}: {undo.entry.why}", work)
    return 0
