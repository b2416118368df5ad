"""Bring a file, or with --at the whole store, back to an earlier state. It is a change like any other: undo works."""

import argparse

from memtui.cli import output
from memtui.cli.changing import changing, report
from memtui.cli.looking import shown
from memtui.cli.pastfile import past_file
from memtui.cli.which import Which, choose
from memtui.history.back import find_entry, plan_restore_all, plan_restore_file
from memtui.history.log import RESTORE, Entry, Log
from memtui.history.preview import would
from memtui.memory.clock import now
from memtui.memory.errors import UsageError
from memtui.memory.save import Step

EXAMPLES = """WHEN is a number of memtui history, a time (2026-11-18, 2026-11-18T09:30), or how long ago (2h, 3d).

examples:
  memtui restore user_role.md                  its version before the present one; also when it was deleted
  memtui restore user_role.md --at 12
  memtui restore --at 2026-11-17 --dry-run     what a return of the whole store would change
  memtui restore --at 2h
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What and when."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="one file; without it the whole store")
    parser.add_argument("--at", metavar="WHEN", help="the state to return to; needed for the whole store")
    parser.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")


def run(args: argparse.Namespace) -> int:
    """Restore."""
    if args.file is None and args.at is None:
        raise UsageError("which state", "the whole store needs --at", "see the numbers in memtui history")
    which = choose(args)
    if args.dry_run:
        _, entry, steps = _plan(args, which)
        return _preview(args, entry, steps)
    with changing(which, "restore", start=True) as work:
        what, entry, steps = _plan(args, which)
        work.kind, work.why = RESTORE, f"restore {what} to state {entry.number}"
        work.apply(steps)
    if work.steps:
        report(args, f"restored {what} to state {entry.number}", work, args.file)
    else:
        report(args, f"{what} is as it was in state {entry.number} already", work, args.file)
    return 0


def _plan(args: argparse.Namespace, which: Which) -> tuple[str, Entry, list[Step]]:
    root, state = which.store.root, which.store.state
    entries = Log(state).entries()
    if args.file is None:
        entry = find_entry(entries, args.at, now())
        steps, lost = plan_restore_all(root, state, entry)
        for file in lost:
            output.note(f"left as it is: {file} was over 1 MB then, so only its hash was kept")
        return "the store", entry, steps
    file = past_file(which.store, entries, args.file)
    entry, steps = plan_restore_file(root, state, file, args.at, now())
    return file, entry, steps


def _preview(args: argparse.Namespace, entry: Entry, steps: list[Step]) -> int:
    rows = [{"file": step.file, "would": would(step)} for step in steps if step.before != step.after]
    if args.json:
        output.write_json({"state": entry.number, "files": rows})
        return 0
    for row in rows:
        output.line(f"would {row['would']}  {shown(row['file'])}")
    if not rows:
        output.note(f"everything is as it was in state {entry.number}")
    return 0
