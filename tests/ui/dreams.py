"""Dreams to look at: records and events as a worker would leave them, and a living process to stand for one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memtui.dream.events import Events, events_path
from memtui.dream.lock import lock_path
from memtui.dream.processes import find_process
from memtui.dream.task import Task, save, set_current
from memtui.transcripts.opening import Which
from tests.ui.running import NOW_S

TURNS = (
    "Looked around: 47 memories; the index has 53 of 200 lines.",
    "Two memories say the same about the database in tests; I keep the older one and merge the other into it.",
    "The index points to two files that are gone.",
)


def put_task(which: Which, task_id: str, **values: Any) -> Task:
    """A record."""
    order = {"root": which.store.root, "config_dir": which.store.config_dir, "state_base": which.store.state_base}
    facts: dict[str, Any] = {"engine": "rules", "trigger": "manual", "started": NOW_S - 72.0, "order": order}
    return save(which.store.state, Task(id=task_id, **{**facts, **values}))


def ended(which: Which, number: int, **values: Any) -> Task:
    """One that is over, a day earlier for each number."""
    began = NOW_S - 86_400.0 * number - 72.0
    task = {"status": "completed", "started": began, "ended": began + 41.0, "turns": 3, "tool_uses": 7, **values}
    return put_task(which, f"202611{18 - number:02}-120000-ab{number:02}", **task)


def tell(which: Which, task: Task, *events: dict[str, Any]) -> None:
    """Append events, as the worker does."""
    writer = Events(events_path(which.store.state, task.id))
    for event in events:
        writer.tell(event)
    writer.close()


def turn(text: str, calls: int = 2, *paths: str) -> dict[str, Any]:
    """What one message of the dream comes to."""
    return {"kind": "turn", "text": text, "tool_use_count": calls, "paths": list(paths)}


def tool(doing: str, touched: str | None = None) -> dict[str, Any]:
    """One call."""
    return {"kind": "tool", "name": "edit" if touched else "read", "activity": doing, "touched": touched}


@contextmanager
def agent_dreaming(which: Which) -> Iterator[int]:
    """The lock held by a living process that is not memtui's, as the agent holds it; its PID."""
    words = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        Path(lock_path(which.store.root)).write_text(f"{process.pid}\n")
        yield process.pid


@contextmanager
def running(which: Which, **values: Any) -> Iterator[Task]:
    """A dream whose process lives as long as this."""
    words = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True)
    found = find_process(process.pid)
    assert found is not None
    try:
        task = put_task(which, "20261118-115848-ab00", pid=found.pid, born=found.born, **values)
        set_current(which.store.state, task.id)
        yield task
    finally:
        process.kill()
        process.communicate()
