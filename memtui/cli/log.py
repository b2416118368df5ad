"""Append a line to today's log, logs/YYYY/MM/YYYY-MM-DD.md. What is there already is never rewritten."""

import argparse

from memtui.cli.changing import add_init, changing, report
from memtui.cli.text import as_text
from memtui.cli.which import choose
from memtui.memory.actions import plan_log
from memtui.memory.clock import now

EXAMPLES = """examples:
  memtui log "the staging database moved to Postgres 16"
  memtui log asked for smaller commits
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words."""
    parser.add_argument("text", metavar="TEXT", nargs="+", help="what to note; several words are joined")
    add_init(parser)


def run(args: argparse.Namespace) -> int:
    """Append it."""
    text = as_text(" ".join(args.text), "TEXT")
    which = choose(args)
    with changing(which, "log", start=args.init) as work:
        file, steps = plan_log(which.store, text, now())
        work.why = f"log to {file}"
        work.apply(steps)
    report(args, f"added to {file}", work, file)
    return 0
