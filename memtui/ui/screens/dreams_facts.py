"""A dream in a few lines: how it stands, what it costs, why it waits, and which keys do something about it."""

from collections.abc import Iterator

from memtui.dream.digest import Live
from memtui.dream.task import ADOPTED, FAILED, KILLED, PARTLY, WAITING, Task
from memtui.dream.words import result_words, span_words, tokens_of, usage_words
from memtui.ui.screens.dreams_rows import task_mark
from memtui.ui.screens.history_rows import when_words
from memtui.ui.text import plain
from memtui.ui.widgets.dreampanel import Fact
from memtui.ui.words import counted

_NAMED = 4


def running_facts(task: Task, live: Live, now: float) -> list[Fact]:
    """Of one that runs."""
    spent = span_words(now - task.started)
    return [
        (f"▶ running · {plain(live.phase)} · {spent} · {_how(task)}", "info"),
        (f"now: {plain(live.activity) or 'getting ready'}", "strong"),
        (f"{_figures(live.turns, live.calls, live.refusals)} · {usage_words(live.usage)}", ""),
        (f"touched: {_named(live.files) or 'nothing yet'}", "muted"),
    ]


def ended_facts(task: Task, now: float) -> list[Fact]:
    """Of one that is over."""
    return list(_ended(task, now))


def _ended(task: Task, now: float) -> Iterator[Fact]:
    glyph, style = task_mark(task)
    yield f"{glyph} {result_words(task)}", style
    took = span_words((task.ended or now) - task.started)
    retry = f" of {task.retry_of}" if task.retry_of else ""
    yield f"{_how(task)}{retry} · {when_words(task.started, now)} · took {took} · {_spent(task)}", "muted"
    figures = _figures(task.turns, task.tool_uses, task.refusals)
    yield f"{figures} · {counted(task.sessions, 'session')}", "muted"
    for text in task.waits:
        yield f"waits: {text}", "warn"
    for text in task.notes:
        yield f"note: {text}", "warn"
    yield _next(task), "accent"


def _spent(task: Task) -> str:
    """Of one that is over an estimate is of no use."""
    return usage_words(task.usage) if tokens_of(task.usage) else "no tokens"


def _next(task: Task) -> str:
    if task.review == WAITING:
        return "enter: piece by piece; A adopts all, X discards all"
    if task.status in (FAILED, KILLED):
        kept = "memory is unchanged" if task.change is None else "what it had adopted stays; U takes it back"
        return f"{kept}; r tries again"
    if task.review in (ADOPTED, PARTLY):
        return "U takes it back; enter looks at its files"
    return "d dreams again" if task.nothing_to_do else "r tries again"


def _how(task: Task) -> str:
    return f"{plain(task.engine)} · {plain(task.trigger)}"


def _figures(turns: int, calls: int, refusals: int) -> str:
    return f"{counted(turns, 'turn')}, {counted(calls, 'call')}, {refusals} refused"


def _named(files: tuple[str, ...]) -> str:
    more = f" and {len(files) - _NAMED} more" if len(files) > _NAMED else ""
    return ", ".join(plain(file) for file in files[:_NAMED]) + more
