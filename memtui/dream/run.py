"""One dream from copy to conclusion, by whichever engine. The caller holds the lock and ends the task."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from memtui.agent.spaces import Spaces
from memtui.agent.tools import Toolbox
from memtui.dream.adoption import is_pinned
from memtui.dream.conclusion import conclude, describe
from memtui.dream.copying import COPY, Tree, copy_of, copy_store, differing
from memtui.dream.events import Events
from memtui.dream.progress import Progress
from memtui.dream.proposals import PROPOSED, propose
from memtui.dream.rules import Rules
from memtui.dream.task import WAITING, Task, part
from memtui.history.change import look_now
from memtui.memory.clock import now
from memtui.memory.state import private_folder
from memtui.memory.store import Store

Tell = Callable[[Mapping[str, Any]], None]


class Stopped(SystemExit):
    """The dream is to end now. A kind of exit, because an event loop lets nothing else through at once."""


def dream(store: Store, task: Task, events: Events) -> Task:
    """The task with its result: adopted, waiting, or nothing to do; or failed, with why."""
    base = copy_store(store.root, store.state, task.id)
    toolbox = _toolbox(store, task, base)
    progress = Progress(store.state, task, events, toolbox)
    if task.engine == "rules":
        return _by_rules(store, base, toolbox, progress)
    from memtui.dream.claude import consolidate

    task = consolidate(store, base, toolbox, progress)
    if task.status != "running":
        return task
    return _told(conclude(store, task, base), progress)


def _toolbox(store: Store, task: Task, base: Tree) -> Toolbox:
    pinned = frozenset(file for file, data in base.items() if file.endswith(".md") and is_pinned(data))
    results = private_folder(part(store.state, task.id, "tool-results"))
    spaces = Spaces(
        copy=part(store.state, task.id, COPY),
        live=store.root,
        project=store.project,
        transcripts=tuple(task.order.get("transcripts", ())),
        results=results,
    )
    return Toolbox(spaces, pinned, results)


def _by_rules(store: Store, base: Tree, toolbox: Toolbox, progress: Progress) -> Task:
    """Mend and adopt what is certain, then propose the rest, which always waits for a person."""
    rules = Rules(part(store.state, progress.task.id, COPY), toolbox, progress.tell, now())
    rules.mend()
    applies = bool(progress.task.order.get("applies"))
    task = progress.task
    if applies:
        task = _told(conclude(store, task, base), progress)
        if task.review == WAITING:
            return task
        task = replace(task, settled={file: len(reasons) for file, reasons in task.reasons.items()})
        base = copy_store(store.root, store.state, task.id)  # live may hold more by now than the copy did
    progress.task = task
    look_now(store.root, store.state)  # the history tells when lines were written, also the newest
    propose(rules, store.state, tuple(task.order.get("transcripts", ())), now())
    task = progress.task
    if not applies:
        return _told(conclude(store, task, base), progress)
    copy = copy_of(store.state, task.id)
    if differing(base, copy):
        task = replace(describe(task, base, copy), review=WAITING, waits=(PROPOSED,))
    return task


def _told(task: Task, progress: Progress) -> Task:
    """Say what became of the result."""
    if task.change is not None and task.adopted:
        progress.tell({"kind": "adopted", "files": list(task.adopted), "change": task.change})
    told = progress.task
    return replace(task, turns=told.turns, phase=told.phase)
