"""Looking at dreams: whether one is due, the list of them, one of them."""

import argparse
from typing import Any

from memtui.cli import output
from memtui.cli.dreamfacts import chosen, facts, print_event, print_task, report, result_words, scene
from memtui.dream.events import newest_turns, read_events
from memtui.dream.status import Status
from memtui.dream.status import status as look
from memtui.dream.task import list_tasks
from memtui.memory.clock import iso


def status(args: argparse.Namespace) -> int:
    """The gates, the lock, what runs, what came last."""
    here = scene(args)
    found = look(here.which, here.config.dream)
    for text in found.notes:
        output.note(text)
    if args.json:
        output.write_json(_facts(found))
        return 0
    output.line(found.gates.summary if found.task is None else f"dreaming now; {found.gates.summary}")
    for gate in found.gates.gates:
        output.write_styled([("  open    " if gate.open else "  closed  ", "green" if gate.open else "yellow"),
                             (f"{gate.name:<9} {gate.detail}", "")])  # fmt: skip
    last = f"{iso(found.last_consolidated)}" if found.last_consolidated is not None else "never"
    output.line(f"last consolidated {last}")
    for word, task in (("running", found.task), ("last", found.last)):
        if task is not None:
            output.line(f"{word} {task.id}: {result_words(task)}")
    if found.waiting is not None:
        output.note(f"a result waits for you: memtui dream review {found.waiting.id}")
    return 0


def _facts(found: Status) -> dict[str, Any]:
    last = found.last_consolidated
    return {
        "gates": [gate._asdict() for gate in found.gates.gates],
        "due": found.due,
        "lock": {
            "held": found.holder.held,
            "pid": found.holder.pid,
            "last_consolidated": iso(last) if last is not None else None,
        },
        "task": facts(found.newest) if found.newest is not None else None,
    }


def list(args: argparse.Namespace) -> int:
    """Every dream, newest first."""
    here = scene(args)
    tasks = list_tasks(here.which.store.state)
    if args.json:
        output.write_json([facts(task) for task in tasks])
        return 0
    for task in tasks:
        print_task(task)
    if not tasks:
        output.note("no dream yet; start one with: memtui dream run --force")
    return 0


def show(args: argparse.Namespace) -> int:
    """One dream, with the newest of its turns."""
    here = scene(args)
    task = chosen(here, args.words)
    if not args.json:
        for event in newest_turns(read_events(here.which.store.state, task.id)):
            print_event(event)
    report(args, task)
    return 0
