"""A memory in your editor. Saved in one change with its pointer; if the file changed meanwhile, both are kept."""

import argparse

from memtui.cli import output
from memtui.cli.changing import add_init, changing, report
from memtui.cli.looking import shown
from memtui.cli.which import Which, choose
from memtui.history.change import Work
from memtui.history.drafting import Draft, write_draft
from memtui.memory.actions import check_readable, plan_edit
from memtui.memory.clock import now
from memtui.memory.errors import ConflictError
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.names import find_file
from memtui.memory.scan import Scanner

EXAMPLES = """examples:
  memtui edit user_role
  memtui edit MEMORY.md
  EDITOR='code --wait' memtui edit feedback_tests.md
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file."""
    parser.add_argument("file", metavar="FILE", help="a path below the memory directory, or a unique name")
    add_init(parser)


def run(args: argparse.Namespace) -> int:
    """Edit it."""
    which = choose(args)
    file = find_file(Scanner(which.store.root).scan(), args.file)
    before = check_readable(which.store, file, BODY_MAX_BYTES)
    draft = write_draft(which.store.state, file, before, which.host.env)
    if draft.data == before:
        draft.forget()
        report_nothing(args, file)
        return 0
    with draft.kept():
        _check_shared(file, before, draft.data)
        work = _save(which, file, before, draft, args.init)
    report(args, f"saved {file}", work, file)
    return 0


def _save(which: Which, file: str, before: bytes, draft: Draft, start: bool) -> Work:
    try:
        with changing(which, f"edit {file}", start=start) as work:
            work.apply(plan_edit(which.store, file, before, draft.data, now()))
    except ConflictError as conflict:
        raise ConflictError(conflict.what, conflict.where, "compare, and edit again") from None
    return work


def _check_shared(file: str, before: bytes, after: bytes) -> None:
    """No new secret goes into the shared folder."""
    from memtui.audit.sharing import check_shared, is_shared

    if is_shared(file):
        check_shared(file, after.decode("utf-8", "replace"), before.decode("utf-8", "replace"))


def report_nothing(args: argparse.Namespace, file: str) -> None:
    """The editor left the text as it was."""
    if args.json:
        output.write_json({"did": "nothing", "file": file, "files": [], "change": None})
    else:
        output.line(f"{shown(file)} is as it was")
