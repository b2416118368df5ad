"""Dreams that run: start, follow, kill, try again, tell them something."""

import argparse

from memtui.cli import output
from memtui.cli.dreamfacts import Scene, chosen, facts, print_event, report, scene
from memtui.cli.text import as_text
from memtui.dream import control
from memtui.dream.events import follow
from memtui.dream.recovery import recover
from memtui.dream.starting import CLAUDE, Started, Wish, start
from memtui.dream.task import Task, read_task
from memtui.memory.errors import MemtuiError, UsageError


def run(args: argparse.Namespace) -> int:
    """Start a dream, and follow it unless it shall run alone."""
    here = scene(args)
    _check_demo(args)
    wish = Wish(engine=args.engine, force=args.force, review=args.review, ask_again=args.ask_again)
    return _started(args, here, start(here.which, here.config.dream, wish))


def retry(args: argparse.Namespace) -> int:
    """The same again."""
    here = scene(args)
    task = chosen(here, args.words)
    return _started(args, here, control.retry(here.which, here.config.dream, task))


def _check_demo(args: argparse.Namespace) -> None:
    if args.demo and args.detach:
        raise UsageError(
            "a demo is thrown away when the command ends", "--detach", "leave it out, or use memtui demo DIR"
        )


def _started(args: argparse.Namespace, here: Scene, started: Started) -> int:
    if started.task.engine == CLAUDE:
        output.note("claude reads this memory, and parts of the project and of its transcripts; secrets are masked")
    if not args.detach:
        return _follow(args, here, started.task)
    if args.json:
        output.write_json(facts(read_task(here.which.store.state, started.task.id) or started.task))
    else:
        output.line(started.task.id)
    output.note(f"it runs on by itself; see it with: memtui dream watch {started.task.id}")
    return 0


def watch(args: argparse.Namespace) -> int:
    """Follow a dream from its first turn to its end."""
    here = scene(args)
    return _follow(args, here, chosen(here, args.words))


def _follow(args: argparse.Namespace, here: Scene, task: Task) -> int:
    state = here.which.store.state
    try:
        for event in follow(state, task.id):
            if not args.json:
                print_event(event)
    except KeyboardInterrupt:
        output.note(f"the dream goes on; end it with: memtui dream kill {task.id}")
        return 130
    recover(here.which.store, thorough=True)
    ended = read_task(state, task.id)
    if ended is None:
        raise MemtuiError("the dream's record is gone", task.id, "see memtui dream list")
    return report(args, ended)


def kill(args: argparse.Namespace) -> int:
    """Stop a dream at once."""
    here = scene(args)
    task = chosen(here, args.words)
    said = control.kill(here.which.store, task)
    if args.json:
        output.write_json(facts(read_task(here.which.store.state, task.id) or task))
    else:
        output.line(said)
    return 0


def send(args: argparse.Namespace) -> int:
    """A line for a running dream."""
    here = scene(args)
    task = chosen(here, args.words)
    text = as_text(" ".join(args.words[1:]), "TEXT").strip()
    if not text:
        raise UsageError("nothing to send", "the text is empty", "give some words")
    control.send(here.which.store, task, text)
    if args.json:
        output.write_json(facts(task))
    else:
        output.line(f"sent to {task.id}; it reads it at its next step")
    return 0
