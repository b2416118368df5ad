"""The engine that asks a model: one forked agent with the prompt of a dream, on the same copy and the same tools."""

import secrets
from dataclasses import replace

from memtui.agent.loop import COMPLETED, FAILED, Limits, Outcome, Prompt, run_agent
from memtui.agent.mailbox import Mailbox
from memtui.agent.models import DEFAULT_MODEL
from memtui.agent.tools import Toolbox
from memtui.audit.secrets import mask
from memtui.dream.adoption import is_pinned
from memtui.dream.copying import COPY, Tree
from memtui.dream.progress import Progress
from memtui.dream.prompt import SYSTEM, Scenery, task_text
from memtui.dream.task import FAILED as TASK_FAILED
from memtui.dream.task import Task, part
from memtui.memory.clock import now
from memtui.memory.limits import INDEX_NAME
from memtui.memory.scan import Scanner
from memtui.memory.store import Store


def consolidate(store: Store, base: Tree, toolbox: Toolbox, progress: Progress) -> Task:
    """Run the agent on the copy. The task failed, or is ready for its conclusion.

    A run that was ended early (turns, budget, a full context, as asked) leaves a result that a person must look at.
    """
    task = progress.task
    code = secrets.token_hex(4)
    outcome = run_agent(
        Prompt(SYSTEM, _task_text(store, task, base, code), code),
        toolbox,
        task.order.get("model") or DEFAULT_MODEL,
        Limits(max_turns=int(task.order["max_turns"]), budget_usd=float(task.order["budget_usd"])),
        progress.tell,
        Mailbox(part(store.state, task.id, "mailbox")),
        facts=task.order.get("model_facts"),
    )
    return _judged(progress.task, outcome)


def _judged(task: Task, outcome: Outcome) -> Task:
    if outcome.status == FAILED:
        return replace(task, status=TASK_FAILED, error=outcome.error or outcome.ended_by)
    if outcome.status == COMPLETED:
        return task
    why = f"it was ended before it was done: {outcome.error or outcome.ended_by}"
    return replace(task, notes=(*task.notes, why), order={**task.order, "early": why})


def _task_text(store: Store, task: Task, base: Tree, code: str) -> str:
    copy = part(store.state, task.id, COPY)
    pinned = sorted(file for file, data in base.items() if file.endswith(".md") and is_pinned(data))
    text = task_text(
        Scenery(
            copy=copy,
            project=store.project,
            transcripts=tuple(task.order.get("transcripts", ())),
            scan=Scanner(copy).scan(),
            index_text=base.get(INDEX_NAME, b"").decode("utf-8", "replace"),
            pinned=pinned,
            sessions=task.sessions,
            last=task.prior_ns / 1e9 if task.prior_ns else None,
            now=now(),
            code=code,
            max_turns=int(task.order["max_turns"]),
        )
    )
    return mask(text)
