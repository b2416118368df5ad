"""Rename a memory. Pointers and [[links]] follow, and so does its `name` where it said the same."""

import argparse

from memtui.cli.changing import add_init, changing, report
from memtui.cli.which import choose
from memtui.memory.actions import plan_move
from memtui.memory.names import find_file
from memtui.memory.save import Step
from memtui.memory.scan import Scanner

EXAMPLES = """examples:
  memtui mv feedback_tests feedback_testing
  memtui mv project_launch.md archive/project_launch.md
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """From and to."""
    parser.add_argument("old", metavar="OLD", help="a path below the memory directory, or a unique name")
    parser.add_argument("new", metavar="NEW", help="its new name; a bare one stays in the same folder")
    add_init(parser)


def run(args: argparse.Namespace) -> int:
    """Rename it."""
    which = choose(args)
    with changing(which, f"mv {args.old} {args.new}", start=args.init) as work:
        scan = Scanner(which.store.root).scan()
        old = find_file(scan, args.old)
        new, steps = plan_move(which.store, scan, old, args.new)
        _check_shared(old, new, steps)
        work.why = f"mv {old} {new}"
        work.apply(steps)
    report(args, f"{old} is now {new}", work, new)
    return 0


def _check_shared(old: str, new: str, steps: list[Step]) -> None:
    """A memory with a secret in it is not moved into the shared folder; one that is there already may be renamed."""
    from memtui.audit.sharing import check_shared, is_shared

    if is_shared(new) and not is_shared(old):
        moved = next((step.after for step in steps if step.file == new), None) or b""
        check_shared(old, moved.decode("utf-8", "replace"), todo="take it out first")
