"""What becomes of a result: adopted by itself where that is allowed and harmless, else it waits for a person."""

from dataclasses import replace

from memtui.dream.adoption import adopt, everything
from memtui.dream.copying import COPY, Tree, copy_of, differing, write_file
from memtui.dream.findings import new_findings, summary
from memtui.dream.losscap import loss
from memtui.dream.task import ADOPTED, NONE, PARTLY, WAITING, Task, part
from memtui.memory.store import Store

ASKED = "a person looks at it first, as asked"


def describe(task: Task, base: Tree, copy: Tree) -> Task:
    """The task with what its result creates, changes and deletes, besides what is adopted already."""
    files = differing(base, copy)
    return replace(
        task,
        created=_with(task.created, [file for file in files if file not in base]),
        changed=_with(task.changed, [file for file in files if file in base and file in copy]),
        deleted=_with(task.deleted, [file for file in files if file not in copy]),
    )


def _with(known: tuple[str, ...], more: list[str]) -> tuple[str, ...]:
    return tuple(sorted({*known, *more}))


def obstacles(task: Task, base: Tree, copy: Tree) -> tuple[str, ...]:
    """Why a result may not be adopted by itself; empty when it may."""
    found = []
    if not task.order.get("applies"):
        found.append(ASKED)
    if task.order.get("early"):
        found.append(str(task.order["early"]))
    lost = loss(base, copy)
    if lost.over:
        found.append(lost.words)
    findings = new_findings(base, copy)
    if findings:
        found.append(summary(findings))
    return tuple(found)


def conclude(store: Store, task: Task, base: Tree) -> Task:
    """Adopt the result or let it wait. The task says which; the caller writes it down."""
    copy = copy_of(store.state, task.id)
    task = describe(task, base, copy)
    if not differing(base, copy):
        return task
    waits = obstacles(task, base, copy)
    if waits:
        return replace(task, review=WAITING, waits=waits)
    done = adopt(store, task, base, everything(base, copy), why_of(task))
    for file in done.barred:
        write_file(part(store.state, task.id, COPY), file, base.get(file))
    left_out = done.held | done.barred
    settled = ADOPTED if done.number is not None and not left_out else PARTLY if done.number is not None else NONE
    return replace(
        task,
        review=WAITING if done.held else settled,
        waits=tuple(f"{file}: {why}" for file, why in done.held.items()),
        adopted=tuple(sorted({*task.adopted, *done.files})),
        change=done.number if done.number is not None else task.change,
        notes=(*task.notes, *done.notes, *(f"{file}: {why}" for file, why in left_out.items())),
    )


def why_of(task: Task) -> str:
    """What the history says of an adoption."""
    counts = ((len(task.created), "created"), (len(task.changed), "changed"), (len(task.deleted), "deleted"))
    told = ", ".join(f"{number} {word}" for number, word in counts if number)
    return f"dream ({task.engine}): {told or 'nothing'}"
