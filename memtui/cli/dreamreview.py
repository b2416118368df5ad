"""Deciding on what a dream did: see it, adopt or discard it, take it back."""

import argparse

from memtui.cli import output
from memtui.cli.dreamfacts import Scene, chosen, facts, result_words, scene
from memtui.dream import control
from memtui.dream.review import Choice, FileReview, adopt_files, discard_files
from memtui.dream.review import review as waiting
from memtui.dream.task import Task, list_tasks, read_task, waiting_task
from memtui.memory.age import one_line
from memtui.memory.errors import UsageError

_SIGNS = {"created": "+", "changed": "~", "deleted": "-"}


def review(args: argparse.Namespace) -> int:
    """Show what waits, or decide on it."""
    here = scene(args)
    task, files = _meant(here, args)
    if not args.adopt and not args.discard:
        if args.hunk:
            raise UsageError("--hunk goes with --adopt or --discard", "", "see memtui dream --help")
        return _show(args, here, task, files)
    choice = _choice(args, files)
    store = here.which.store
    if args.discard:
        task = discard_files(store, task, choice)
    else:
        task, done = adopt_files(store, task, choice)
        for file, why in (done.held | done.barred).items():
            output.note(f"{file} was left out: {why}")
        for text in done.notes:
            output.note(text)
    if args.json:
        output.write_json(facts(task))
    else:
        output.line(f"{task.id}  {result_words(task)}")
    return 0


def _meant(here: Scene, args: argparse.Namespace) -> tuple[Task, list[str]]:
    """The dream and the files. Without an ID, the one that waits, else the newest."""
    state = here.which.store.state
    ids = [task.id for task in list_tasks(state)]
    if args.words and (not ids or not args.words[0].endswith(".md")):
        return chosen(here, args.words), args.words[1:]
    return waiting_task(state) or chosen(here, []), args.words


def _choice(args: argparse.Namespace, files: list[str]) -> Choice | None:
    if args.hunk and len(files) != 1:
        raise UsageError("--hunk goes with one file", " ".join(files), "name the file whose piece is meant")
    if not files:
        return None
    return dict.fromkeys(files, args.hunk)


def _show(args: argparse.Namespace, here: Scene, task: Task, files: list[str]) -> int:
    found = [item for item in waiting(here.which.store, task) if not files or item.file in files]
    if args.json:
        output.write_json({**facts(task), "waits": [*task.waits], "files": [_facts(item) for item in found]})
        return 0
    output.line(f"{task.id}  {result_words(task)}")
    for text in task.waits:
        output.line(f"waits: {one_line(text)}")
    for item in found:
        _print(item)
    if found:
        output.note(f"decide with: memtui dream review {task.id} --adopt or --discard [FILE...]")
    return 0


def _facts(item: FileReview) -> dict[str, object]:
    return {
        "file": item.file,
        "kind": item.kind,
        "reasons": [*item.reasons],
        "merged_into": item.merged_into,
        "obstacle": item.obstacle,
        "hunks": [hunk._asdict() for hunk in item.hunks],
        "diff": item.diff,
    }


def _print(item: FileReview) -> None:
    output.write_styled([(f"{_SIGNS[item.kind]} {one_line(item.file)}", "bold")])
    for text in item.reasons:
        output.line(f"  why: {one_line(text)}")
    if item.merged_into:
        output.line(f"  merged into {one_line(item.merged_into)}")
    if item.obstacle:
        output.line(f"  left out: {item.obstacle}")
    styles = {"+": "green", "-": "red"}
    for hunk in item.hunks:
        output.line(f"  piece {hunk.number}, line {hunk.line}")
        for row in hunk.text.splitlines():
            output.write_styled([(f"    {row}", styles.get(row[:1], ""))])


def undo(args: argparse.Namespace) -> int:
    """Take a whole dream back."""
    here = scene(args)
    task = chosen(here, args.words)
    done = control.undo(here.which.store, task)
    for file in done.purged:
        output.note(f"{file} did not come back: it was purged from the history")
    if args.json:
        output.write_json(facts(read_task(here.which.store.state, task.id) or task))
    else:
        output.line(f"took back dream {task.id}: {', '.join(one_line(file) for file in done.files)}")
    return 0
