"""What a dream did, file by file with the reasons it gave: what still waits, else what the history has of it."""

from memtui.dream.adoption import who
from memtui.dream.review import CHANGED, CREATED, DELETED, FileReview, review
from memtui.dream.task import WAITING, Task
from memtui.history.back import around
from memtui.history.diff import diff_states
from memtui.history.log import UNDO, Entry, Log
from memtui.memory.store import Store

_NOT_KEPT = "discarded; what it would have been was not kept"


def outcome(store: Store, task: Task) -> list[FileReview]:
    """Files that wait for a decision, then those that were adopted, then those that were not."""
    waiting = review(store, task) if task.review == WAITING else []
    adopted = _adopted(store, task)
    known = {item.file for item in (*waiting, *adopted)}
    kinds = ((CREATED, task.created), (CHANGED, task.changed), (DELETED, task.deleted))
    left = [_item(task, file, kind, "", _NOT_KEPT) for kind, files in kinds for file in files if file not in known]
    return [*waiting, *adopted, *left]


def _adopted(store: Store, task: Task) -> list[FileReview]:
    """What the history has of it, oldest change first."""
    if task.change is None:
        return []
    log = Log(store.state)
    history = log.entries()
    found = []
    for place in reversed(range(len(history))):
        entry = history[place]
        if entry.who == who(task.id) and entry.kind != UNDO:
            old, new = around(log, history, place)
            for file, kind in _touched(entry):
                found.append(_item(task, file, kind, diff_states(store.state, old, new, [file]), None))
    return found


def _touched(entry: Entry) -> list[tuple[str, str]]:
    groups = ((CREATED, entry.created), (CHANGED, entry.changed), (DELETED, entry.deleted))
    return sorted((file, kind) for kind, files in groups for file in files)


def _item(task: Task, file: str, kind: str, diff: str, obstacle: str | None) -> FileReview:
    return FileReview(file, kind, tuple(task.reasons.get(file, ())), task.merged.get(file), diff, (), obstacle)
