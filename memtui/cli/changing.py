"""What every command that changes a store shares: one recorded change, and a report of it."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from memtui.cli import output
from memtui.cli.which import Which, settle_dreams
from memtui.history.change import Work, change
from memtui.memory.age import one_line

WHO = "memtui"


@contextmanager
def changing(which: Which, why: str, start: bool = False) -> Iterator[Work]:
    """One change of the store, recorded. Notes on what else happened go to stderr."""
    for refused in which.location.refused:
        output.note(f"{refused.source} names {refused.value}: {refused.reason}")
    settle_dreams(which)
    with change(which.store.root, which.store.state, WHO, why, start=start) as work:
        yield work
    for text in work.notes:
        output.note(text)


def report(args: argparse.Namespace, did: str, work: Work, file: str | None = None) -> None:
    """Say what was done; `change` is the number that `memtui history` lists."""
    files = sorted(step.file for step in work.steps)
    if args.json:
        output.write_json({"did": did, "file": file, "files": files, "change": work.number})
        return
    output.line(one_line(did))
    if work.steps:
        output.note(f"change {work.number}: {_names(files)}; {_way_back(work)}")


def _way_back(work: Work) -> str:
    """How to reverse it. Undoing goes on to the change before, so an undo itself is reversed by its number."""
    if work.undoes is not None:
        return f"to have it again: memtui restore --at {work.undoes}"
    return "take it back with: memtui undo"


def _names(files: Sequence[str], most: int = 6) -> str:
    more = f" and {len(files) - most} more" if len(files) > most else ""
    return ", ".join(files[:most]) + more


def add_init(parser: argparse.ArgumentParser) -> None:
    """`--init`, for a directory that does not look like a memory directory yet."""
    parser.add_argument(
        "--init", action="store_true", help="write although the directory has other files and no MEMORY.md"
    )
