"""The app: browse, audit and edit a memory. Without a terminal it says which commands do the same."""

import argparse
import os
import sys

from memtui.cli.which import choose
from memtui.memory.config import read_config
from memtui.memory.errors import UsageError

REPORTS = False
EXAMPLES = """examples:
  memtui
  memtui --demo
  memtui --project ~/src/shop
"""
_WELCOME = "A sample to try things on: the memory of a tea shop's agent, thrown away when you leave. ? is help."
_INSTEAD = "try memtui list, memtui audit or memtui --help"
_CANNOT_DRAW = ("dumb", "unknown")


def run(args: argparse.Namespace) -> int:
    """Open it, and stay until it is left."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the app needs a terminal", "", _INSTEAD)
    if os.environ.get("TERM") in _CANNOT_DRAW:
        raise UsageError(f"the app cannot draw on this terminal (TERM={os.environ['TERM']})", "", _INSTEAD)
    which = choose(args)
    config = read_config(which.host)

    from memtui.ui.start import open_app  # late: a wrong word or a missing folder is told at once

    return open_app(which, config, welcome=_WELCOME if args.demo else "")
