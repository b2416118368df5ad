"""Dreams: consolidating the memory in the background, on a copy, with a review and a way back.

dream status                 whether one is due, and why not; the lock; the last result
dream run                    start one and follow it; past the gates with --force
dream list, show ID          every dream; one of them with its turns
dream watch [ID]             follow one that runs, also from another terminal
dream kill [ID]              stop it at once; memory stays as it was
dream retry [ID]             the same again, from the memory as it is now
dream send ID TEXT           a line for a running dream, read at its next step
dream review ID [FILE...]    what waits for you; --adopt or --discard all of it, some files, or pieces (--hunk)
dream undo ID                take back all that one changed
"""

import argparse
from importlib import import_module

from memtui.memory.errors import UsageError

EXAMPLES = """An ID may be cut short to its beginning or end; where it may be left out, the newest is meant.

examples:
  memtui dream status
  memtui dream run --force --engine rules
  memtui dream run --force --review && memtui dream review
  memtui dream review 2026 --adopt MEMORY.md
  memtui dream review 2026 --discard feedback_tests.md --hunk 2
  memtui dream run --force --detach && memtui dream watch
"""
INTERMIXED = True
ACTIONS = {  # where each is, and how many words it takes
    "status": ("dreamstatus", 0, 0),
    "run": ("dreamrun", 0, 0),
    "list": ("dreamstatus", 0, 0),
    "show": ("dreamstatus", 0, 1),
    "watch": ("dreamrun", 0, 1),
    "kill": ("dreamrun", 0, 1),
    "retry": ("dreamrun", 0, 1),
    "send": ("dreamrun", 2, None),
    "review": ("dreamreview", 0, None),
    "undo": ("dreamreview", 0, 1),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The action, its words, and the options that single actions take."""
    parser.add_argument(
        "action", nargs="?", default="status", choices=ACTIONS, metavar="ACTION", help="see above; default: status"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="ID, and what the action takes")
    parser.add_argument("--engine", choices=("auto", "claude", "rules"), help="with run: who does it")
    parser.add_argument(
        "--force", action="count", default=0, help="with run: past the gates; twice: past a fresh lock of the agent's"
    )
    parser.add_argument("--review", action="store_true", help="with run: let the result wait for you")
    parser.add_argument("--ask-again", action="store_true", help="with run: propose also what you discarded before")
    parser.add_argument("--detach", action="store_true", help="with run, retry: start it and come back at once")
    parser.add_argument("--adopt", action="store_true", help="with review: make it real")
    parser.add_argument("--discard", action="store_true", help="with review: throw it away")
    parser.add_argument("--hunk", type=int, action="append", metavar="N", help="with review: only this piece of FILE")


def run(args: argparse.Namespace) -> int:
    """Do the action."""
    module, least, most = ACTIONS[args.action]
    if len(args.words) < least or (most is not None and len(args.words) > most):
        raise UsageError(f"dream {args.action} takes other words", " ".join(args.words), "see memtui dream --help")
    _check_options(args)
    code: int = getattr(import_module(f"memtui.cli.{module}"), args.action)(args)
    return code


def _check_options(args: argparse.Namespace) -> None:
    """An option that means nothing for this action was a mistake."""
    allowed = {
        "run": {"engine", "force", "review", "ask_again", "detach"},
        "retry": {"detach"},
        "review": {"adopt", "discard", "hunk"},
    }.get(args.action, set())
    for name in ("engine", "force", "review", "ask_again", "detach", "adopt", "discard", "hunk"):
        if getattr(args, name) and name not in allowed:
            raise UsageError(
                f"--{name.replace('_', '-')} does not go with dream {args.action}", "", "see memtui dream --help"
            )
    if args.adopt and args.discard:
        raise UsageError("adopt or discard, not both", "", "see memtui dream --help")
