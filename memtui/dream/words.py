"""A dream in a few words, the same for every front end."""

from memtui.dream.task import DISCARDED, FAILED, KILLED, Task
from memtui.memory.age import one_line

_MINUTE, _HOUR = 60, 3_600
_TOKENS = ("input", "output", "cache_read", "cache_created")


def result_words(task: Task) -> str:
    """What came of it."""
    if task.running:
        return f"running, {task.phase}"
    if task.status == FAILED:
        kept = f" (adopted before: change {task.change})" if task.change is not None else ""
        return f"failed: {one_line(task.error or 'no reason given')}{kept}"
    if task.status == KILLED:
        return "killed; memory as it was" if task.change is None else f"killed after change {task.change}"
    if task.nothing_to_do:
        return "nothing to do"
    counts = ((task.created, "created"), (task.changed, "changed"), (task.deleted, "deleted"))
    told = ", ".join(f"{len(files)} {word}" for files, word in counts if files)
    return f"{told}; {_review_words(task)}"


def taken_back(task: Task) -> bool:
    """Whether it was adopted, and then undone as a whole."""
    return task.review == DISCARDED and task.change is not None


def _review_words(task: Task) -> str:
    if taken_back(task):
        return "taken back"
    if task.review == "waiting":
        back = "taken back, the rest " if task.change is not None else ""
        done = f"{len(task.adopted)} adopted, the rest " if task.adopted else back
        return f"{done}waiting for your review"
    return {"partly": "partly adopted", "none": "nothing adopted"}.get(task.review, task.review)


def span_words(seconds: float) -> str:
    """How long something takes: `8s`, `1m 12s`, `2h 5m`."""
    whole = max(0, int(seconds))
    if whole < _MINUTE:
        return f"{whole}s"
    if whole < _HOUR:
        return f"{whole // _MINUTE}m {whole % _MINUTE}s"
    return f"{whole // _HOUR}h {whole % _HOUR // _MINUTE}m"


def tokens_of(usage: dict[str, object]) -> int:
    """All tokens that a dream has used so far."""
    return sum(value for name in _TOKENS if isinstance(value := usage.get(name), int))


def usage_words(usage: dict[str, object]) -> str:
    """Tokens and cost; of a dream that asked no model, that it used none."""
    used = tokens_of(usage)
    if not used:
        guess = usage.get("cost")
        return f"about {guess} to come" if usage.get("estimate_tokens") and guess else "no tokens"
    return f"{used:,} tokens, {usage.get('cost') or 'cost unknown'}"
