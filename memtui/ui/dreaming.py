"""How it stands with the dreams of one store, at one moment, immutable: what the screens draw from."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.transcripts.opening import Which
from memtui.ui.text import plain

if TYPE_CHECKING:
    from memtui.dream.digest import Live
    from memtui.dream.status import Status
    from memtui.dream.task import Task


@dataclass(frozen=True)
class Dreams:
    """What is known. `status` and `tasks` are None until somebody wanted to see them."""

    which: Which
    now: float
    running: "Task | None" = None
    live: "Live | None" = None  # of the running one
    status: "Status | None" = None
    tasks: "tuple[Task, ...] | None" = None  # newest first
    failed: str = ""

    def task(self, task_id: str) -> "Task | None":
        """One of them."""
        return next((task for task in self.tasks or () if task.id == task_id), None)

    def live_of(self, task: "Task") -> "Live | None":
        """What a dream tells, if it is the one that runs."""
        return self.live if self.running is not None and self.running.id == task.id else None

    @property
    def pill(self) -> str:
        """What every screen shows while one runs; empty without one."""
        if self.running is None:
            return ""
        from memtui.dream.words import span_words

        doing = plain(self.live.activity) if self.live is not None else ""
        spent = span_words(self.now - self.running.started)
        return f"☾ dreaming {spent}" + (f" · {doing}" if doing else "")
