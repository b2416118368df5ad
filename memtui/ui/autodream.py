"""A dream that starts by itself while the app is open. Plain calls that take their time."""

from memtui.agent.endpoint import find_endpoint
from memtui.dream.consent import has_agreed
from memtui.dream.gates import is_due
from memtui.dream.recovery import holder, running_task
from memtui.dream.starting import CLAUDE, Wish, choose_engine, start
from memtui.dream.task import AUTO, DISCARDED, FAILED, KILLED, WAITING, Task, list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.errors import NegativeError
from memtui.memory.settings import Settings
from memtui.transcripts.opening import Which

_UNREAD = Settings(())  # of the agent's settings: memtui's own have said that dreams start by themselves


def dream_if_due(which: Which, settings: DreamSettings, since: float) -> str:
    """Start one if the gates are open; what to tell, empty when nothing was started.

    One that came to nothing `since` the app was opened leaves the gates open, but is for a person to try again.
    """
    store = which.store
    if not is_due(which, settings, _UNREAD) or holder(store).held:  # most often one stat, and the day is not over
        return ""
    tasks = list_tasks(store.state)
    if running_task(store) is not None or any(task.review == WAITING for task in tasks):
        return ""
    if tasks and _came_to_nothing(tasks[0], since):
        return ""
    engine = choose_engine(which, settings, None)
    if engine == CLAUDE:
        host = find_endpoint(which.host.env).host
        if not has_agreed(store.state, host):
            raise NegativeError("nobody has agreed to send anything yet", host, "start one by hand first: 5, then d")
    started = start(which, settings, Wish(trigger=AUTO))
    return f"a dream was due and has begun ({started.task.engine}); 5 shows it"


def _came_to_nothing(task: Task, since: float) -> bool:
    lost = task.status in (FAILED, KILLED) or task.review == DISCARDED
    return lost and task.ended is not None and task.ended >= since
