"""A dream as plain facts and as lines for people; what every dream command shares."""

import argparse
from typing import Any, NamedTuple

from memtui.cli import output
from memtui.cli.which import Which, choose, tell
from memtui.dream.recovery import recover
from memtui.dream.task import COMPLETED, FAILED, KILLED, RUNNING, Task, find_task
from memtui.dream.words import result_words as result_words
from memtui.memory.age import one_line
from memtui.memory.clock import iso, now
from memtui.memory.config import Config, read_config

_STYLES = {RUNNING: "cyan", COMPLETED: "green", FAILED: "red", KILLED: "yellow"}
_TOLD = 100  # characters of a turn on one line


class Scene(NamedTuple):
    """The chosen store and memtui's settings."""

    which: Which
    config: Config


def scene(args: argparse.Namespace) -> Scene:
    """Choose the store, and settle what a dream that died left there."""
    which = choose(args)
    config = read_config(which.host)
    for text in config.notes:
        output.note(text)
    tell(which, missing=False)
    for text in recover(which.store, thorough=True):
        output.note(text)
    return Scene(which, config)


def chosen(here: Scene, words: list[str]) -> Task:
    """The dream that the words name, or the newest."""
    return find_task(here.which.store.state, words[0] if words else None)


def facts(task: Task) -> dict[str, Any]:
    """A dream as JSON. `prior_mtime` is the lock's mtime before it in seconds, 0 when there was none."""
    return {
        "id": task.id,
        "status": task.status,
        "phase": task.phase,
        "review": task.review,
        "engine": task.engine,
        "trigger": task.trigger,
        "started": iso(task.started),
        "ended": iso(task.ended) if task.ended is not None else None,
        "sessions": task.sessions,
        "turns": task.turns,
        "tool_uses": task.tool_uses,
        "refusals": task.refusals,
        "touched": list(task.touched),
        "created": list(task.created),
        "changed": list(task.changed),
        "deleted": list(task.deleted),
        "error": task.error,
        "usage": task.usage,
        "prior_mtime": task.prior_ns / 1e9,
        "retry_of": task.retry_of,
    }


def print_task(task: Task) -> None:
    """One line of a list."""
    spent = _duration((task.ended or now()) - task.started)
    output.write_styled(
        [
            (f"{task.id}  ", "bold"),
            (f"{task.status:<9} ", _STYLES.get(task.status, "")),
            (f"{task.engine:<6} {task.trigger:<6} {spent:>7}  {result_words(task)}", ""),
        ]
    )


def _duration(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole} s" if whole < 60 else f"{whole // 60} min"


def print_event(event: dict[str, Any]) -> None:
    """One line of what a running dream tells; only what a person wants to follow."""
    kind = event["kind"]
    if kind == "turn":
        output.line(_turn(event))
    elif kind == "refused":
        output.line(f"  refused: {one_line(str(event.get('reason', '')))[: 2 * _TOLD]}")
    elif kind == "phase":
        output.line(f"  phase: {event.get('phase')}")
    elif kind == "message":
        output.line(f"  message: {one_line(str(event.get('text', '')))}")
    elif kind == "adopted":
        output.line(f"  adopted, change {event.get('change')}: {', '.join(map(str, event.get('files', ())))}")


def _turn(event: dict[str, Any]) -> str:
    uses = event.get("tool_use_count") or 0
    calls = f"  ({uses} tool {'use' if uses == 1 else 'uses'})" if uses else ""
    return f"{one_line(str(event.get('text', '')))}{calls}"


def report(args: argparse.Namespace, task: Task) -> int:
    """The end of a dream, for whoever waited for it; its exit code."""
    if args.json:
        output.write_json(facts(task))
    else:
        output.line(f"{task.id}  {result_words(task)}")
        for word, files in (("+", task.created), ("~", task.changed), ("-", task.deleted)):
            for file in files:
                why = "; ".join(task.reasons.get(file, ()))
                output.line(f"  {word} {one_line(file)}" + (f"  {one_line(why)}" if why else ""))
        for text in task.waits:
            output.line(f"  waits: {one_line(text)}")
    for text in task.notes:
        output.note(text)
    if task.review == "waiting":
        output.note(f"decide with: memtui dream review {task.id}, and --adopt or --discard")
    elif task.change is not None:
        output.note(f"take it back with: memtui dream undo {task.id}")
    return 1 if task.status in (FAILED, KILLED) else 0
