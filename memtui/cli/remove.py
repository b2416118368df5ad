"""Delete a memory and its pointers, to the trash; `memtui undo` and `memtui restore` bring it back."""

import argparse

from memtui.cli import output
from memtui.cli.changing import add_init, changing, report
from memtui.cli.which import choose
from memtui.memory.actions import plan_remove
from memtui.memory.names import find_file
from memtui.memory.scan import Scanner

EXAMPLES = """examples:
  memtui rm project_old_launch
  memtui rm project_old_launch && memtui undo
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file."""
    parser.add_argument("file", metavar="FILE", help="a path below the memory directory, or a unique name")
    add_init(parser)


def run(args: argparse.Namespace) -> int:
    """Delete it."""
    which = choose(args)
    with changing(which, f"rm {args.file}", start=args.init) as work:
        file = find_file(Scanner(which.store.root).scan(), args.file)
        work.why = f"rm {file}"
        work.apply(plan_remove(which.store, file))
    report(args, f"moved {file} to the trash", work, file)
    output.note(f"the trash is {which.store.state.trash}")
    return 0
