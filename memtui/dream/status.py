"""How it stands with dreaming: the gates, the lock, the dream that runs, the last result. For every front end."""

from typing import NamedTuple

from memtui.dream import lock as locks
from memtui.dream.gates import Gates, evaluate
from memtui.dream.lock import Holder
from memtui.dream.recovery import holder, recover, running_task
from memtui.dream.task import Task, list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.settings import Settings
from memtui.transcripts.opening import Which


class Status(NamedTuple):
    """All that a person wants to know before and while a dream runs."""

    gates: Gates
    holder: Holder
    last_consolidated: float | None
    task: Task | None  # the one that runs
    last: Task | None  # the newest that has ended
    waiting: Task | None  # whose result waits for a decision
    notes: tuple[str, ...]  # what was found out about dreams that died

    @property
    def due(self) -> bool:
        """Whether one may start by itself now: all gates open, none running, none waiting."""
        return self.gates.due and self.task is None and self.waiting is None

    @property
    def newest(self) -> Task | None:
        """The running one, else the last."""
        return self.task or self.last


def status(which: Which, settings: DreamSettings, agents: Settings | None = None) -> Status:
    """Look now, and settle what a dream that died left behind."""
    store = which.store
    notes = tuple(recover(store, thorough=True))
    held = holder(store)
    tasks = list_tasks(store.state)
    return Status(
        gates=evaluate(which, settings, held, agents),
        holder=held,
        last_consolidated=locks.last_consolidated(store.root),
        task=running_task(store),
        last=next((task for task in tasks if not task.running), None),
        waiting=next((task for task in tasks if task.review == "waiting" and not task.running), None),
        notes=notes,
    )
