"""Making a dream's result real: one journalled change of the live store, all of it or nothing.

What changed live meanwhile is merged; pins and logs are looked at again, in the live files; what cannot be merged
stays as it is live and waits for a person. The steps go through `history.change`, whose journal the next memtui process
finishes or takes back after a kill at any moment.
"""

import os
import time
from collections.abc import Collection, Mapping
from typing import NamedTuple

from memtui.dream.copying import Tree, differing
from memtui.dream.merging import Both, merge_file, merge_index, within
from memtui.dream.task import Task
from memtui.history.change import change
from memtui.history.log import DREAM
from memtui.memory import topic
from memtui.memory.clock import fixed_ns, iso
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import HEAD_MAX_BYTES, INDEX_NAME, LOGS_DIR
from memtui.memory.rewrite import set_value
from memtui.memory.save import Step
from memtui.memory.store import Store, index_of

RULES = "rules"
_GONE = "deleted live meanwhile; it stays so"


class Wanted(NamedTuple):
    """What of a result shall be adopted: versions of files (None: gone), and targets whose pointers go with them."""

    files: Mapping[str, bytes | None]
    targets: frozenset[str] | None = None  # None: every pointer
    insist: bool = False  # the dream's text also where the live one changed in the same place


class Plan(NamedTuple):
    """The steps, and what of the result was left out, each with why: in conflict, or not for a dream to change."""

    steps: list[Step]
    held: dict[str, str]
    barred: dict[str, str]


class Adopted(NamedTuple):
    """What came of it: the history's number (None: nothing changed), files, what was left out and why, notes."""

    number: int | None
    files: tuple[str, ...]
    held: dict[str, str]
    barred: dict[str, str]
    notes: tuple[str, ...]


def who(task_id: str) -> str:
    """How the history names a dream."""
    return f"{DREAM}{task_id}"


def everything(base: Tree, copy: Tree) -> Wanted:
    """The whole result."""
    return Wanted({file: copy.get(file) for file in differing(base, copy)})


def adopt(store: Store, task: Task, base: Tree, wanted: Wanted, why: str) -> Adopted:
    """Adopt it in one change. Nothing is written where there is nothing to write."""
    with change(store.root, store.state, who(task.id), why, start=True) as work:
        plan = plan_adoption(store, task, base, wanted)
        work.apply(plan.steps)
    files = tuple(sorted(step.file for step in work.steps))
    return Adopted(work.number, files, plan.held, plan.barred, tuple(work.notes))


def plan_adoption(store: Store, task: Task, base: Tree, wanted: Wanted) -> Plan:
    """The steps from the live store to the result. The caller holds the store's lock."""
    steps: list[Step] = []
    held: dict[str, str] = {}
    barred: dict[str, str] = {}
    indexes = [file for file in wanted.files if is_index(file)]
    for file in sorted(set(wanted.files) - set(indexes)):
        live = read_live(store, file)
        why = _barred(file, live)
        if why:
            barred[file] = why
            continue
        both = merge_file(base.get(file), wanted.files[file], live, insist=wanted.insist)
        if both.conflict:
            held[file] = _GONE if live is None else "changed live meanwhile in the same place; the live text stays"
        steps += _steps(store, task.engine, file, live, both.data)
    half = _half_merges(store, task, steps)
    held |= half
    steps = [step for step in steps if step.file not in half]
    for file in sorted(indexes):
        live = read_live(store, file)
        both = _merged_index(file, base.get(file), wanted, live, {*held, *barred})
        if both.conflict:
            held[file] = _GONE if live is None else "some of it changed live meanwhile too; the live lines stay"
        steps += _steps(store, task.engine, file, live, both.data)
    return Plan(steps, held, barred)


def _half_merges(store: Store, task: Task, steps: Collection[Step]) -> dict[str, str]:
    """Memories that would go although what they were merged into has not got their text."""
    written = {step.file: step.after for step in steps}
    found = {}
    for gone, into in task.merged.items():
        if written.get(gone, b"") is not None or into not in (*task.created, *task.changed):
            continue  # it stays; or the other had it all before
        there = written[into] if into in written else read_live(store, into)
        received = into in written or (into in task.adopted and into not in task.discarded)
        if there is None or not (received or _lines(read_live(store, gone)) <= _lines(there)):
            found[gone] = f"merged into {into}, which has not got its text; adopt that first, or with it"
    return found


def _lines(data: bytes | None) -> set[bytes]:
    return {line.strip() for line in (data or b"").splitlines() if line.strip()}


def _merged_index(file: str, base: bytes | None, wanted: Wanted, live: bytes | None, held: Collection[str]) -> Both:
    """The index without what the dream did for files that stay as they are live."""
    result = wanted.files[file]
    kept = {index_of(name)[1] for name in held if index_of(name)[0] == file} | set(held)
    if wanted.targets is None and not kept:
        return merge_index(base, result, live, insist=wanted.insist)
    if wanted.targets is not None:
        chosen = within(wanted.targets - kept)
        return merge_index(base, result, live, wanted=chosen, insist=wanted.insist)
    return merge_index(base, result, live, wanted=lambda target: target not in kept, insist=wanted.insist)


def is_index(file: str) -> bool:
    """Whether a file is an index, which is merged by where its pointers lead."""
    return os.path.basename(file) == INDEX_NAME


def read_live(store: Store, file: str) -> bytes | None:
    """A file as it is in the store now; None without one."""
    try:
        return read_bytes(store.path(file))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise MemtuiError(f"cannot read ({reason(error)})", store.path(file), "nothing was changed") from error


def _barred(file: str, live: bytes | None) -> str | None:
    """Why no dream may change this file, whatever its tools let through; None when it may."""
    if file.startswith(f"{LOGS_DIR}/"):
        return "a daily log, which no dream changes"
    if live is not None and is_pinned(live):
        return "pinned, so no dream changes it"
    return None


def is_pinned(data: bytes) -> bool:
    """Whether a memory says that it is to be left alone."""
    return topic.read("x.md", (0, 0, 0, 0), data[:HEAD_MAX_BYTES].decode("utf-8", "replace")).pinned


def _steps(store: Store, engine: str, file: str, live: bytes | None, data: bytes | None) -> list[Step]:
    """One file. Mechanical mending keeps its time; what a model wrote is of now, also in the stamp it may have."""
    if data == live:
        return []
    if engine == RULES and live is not None and data is not None:
        return [Step(file, live, data, os.lstat(store.path(file)).st_mtime_ns)]
    if data is not None and live is not None and not is_index(file):
        data = _stamped(data)
    return [Step(file, live, data)]


def _stamped(data: bytes) -> bytes:
    moment = iso((fixed_ns() or time.time_ns()) / 1e9)
    known = topic.read("x.md", (0, 0, 0, 0), data[:HEAD_MAX_BYTES].decode("utf-8", "replace"))
    if known.stamped is None:
        return data
    return set_value(data, "modified", moment) or set_value(data, "modified", moment, "metadata") or data
