"""A result that waits: what it would change, file by file and piece by piece, and a person's decisions on it.

Decisions are kept in the two copies themselves: what is adopted moves into the base, what is discarded out of the
copy, so what still differs is what still waits.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

from memtui.dream import lock as locks
from memtui.dream.adoption import RULES, Adopted, Wanted, adopt, plan_adoption
from memtui.dream.copying import BASE, COPY, Tree, base_of, copy_of, differing, drop_copies, write_file
from memtui.dream.declined import decline
from memtui.dream.events import tell_once
from memtui.dream.hunks import Hunk, hunks, with_hunks
from memtui.dream.merging import merge_index, within
from memtui.dream.task import ADOPTED, DISCARDED, PARTLY, WAITING, Task, part, read_task, save
from memtui.history.change import locked
from memtui.history.diff import diff_bytes
from memtui.memory.errors import NegativeError, UsageError
from memtui.memory.limits import INDEX_NAME
from memtui.memory.store import Store, index_of

CREATED, CHANGED, DELETED = "created", "changed", "deleted"
Choice = Mapping[str, Collection[int] | None]  # file -> pieces of it, None: all of it


class FileReview(NamedTuple):
    """One file of a result: what happens to it, why the dream says so, and what stands in the way."""

    file: str
    kind: str  # created, changed or deleted
    reasons: tuple[str, ...]
    merged_into: str | None
    diff: str
    hunks: tuple[Hunk, ...]
    obstacle: str | None  # pinned, a log, or changed live meanwhile


def review(store: Store, task: Task) -> list[FileReview]:
    """What still waits, file by file."""
    if task.review != WAITING:
        return []
    base, copy = base_of(store.state, task.id), copy_of(store.state, task.id)
    files = differing(base, copy)
    plan = plan_adoption(store, task, base, Wanted({file: copy.get(file) for file in files}))
    left_out = plan.held | plan.barred
    return [_of_file(task, file, base.get(file), copy.get(file), left_out.get(file)) for file in files]


def _of_file(task: Task, file: str, before: bytes | None, after: bytes | None, obstacle: str | None) -> FileReview:
    return FileReview(
        file,
        CREATED if before is None else DELETED if after is None else CHANGED,
        tuple(task.reasons.get(file, ())[task.settled.get(file, 0) :]),
        task.merged.get(file),
        diff_bytes(file, before, after),
        tuple(hunks(before, after)),
        obstacle,
    )


def adopt_files(store: Store, task: Task, choice: Choice | None = None) -> tuple[Task, Adopted]:
    """Adopt all that waits, or some files or pieces. A file named by itself is adopted also where live text changed.

    A memory brings its own pointer along; the rest of the index is adopted with the whole, or by its own name.
    """
    _check_waiting(task)
    base, copy = base_of(store.state, task.id), copy_of(store.state, task.id)
    wanted, after = _wanted(base, copy, choice)
    done = adopt(store, task, base, wanted, f"dream ({task.engine}): {_count(wanted)} adopted in review")
    with locked(store.state):
        left_out = done.held.keys() | done.barred.keys()
        for file in after.keys() - left_out:
            write_file(part(store.state, task.id, BASE), file, after[file])
        for file in done.barred:
            write_file(part(store.state, task.id, COPY), file, base.get(file))
        task = replace(
            read_task(store.state, task.id) or task,
            adopted=tuple(sorted({*task.adopted, *done.files})),
            discarded=tuple(sorted({*task.discarded, *done.barred})),
            waits=tuple(f"{file}: {why}" for file, why in done.held.items()) or task.waits,
            change=done.number if done.number is not None else task.change,
        )
        task = _settled(store, task)
    if done.files:
        tell_once(store.state, task.id, {"kind": "adopted", "files": list(done.files), "change": done.number})
    return task, done


def discard_files(store: Store, task: Task, choice: Choice | None = None) -> Task:
    """Discard all that waits, or some files or pieces. Where nothing at all is adopted, the prior mtime comes back."""
    _check_waiting(task)
    base, copy = base_of(store.state, task.id), copy_of(store.state, task.id)
    with locked(store.state):
        for file, pieces in _chosen(base, copy, choice).items():
            before, after = base.get(file), copy.get(file)
            every = {hunk.number: hunk for hunk in hunks(before, after)}
            dropped = every.keys() if pieces is None else set(pieces)
            kept = with_hunks(before, after, every.keys() - dropped)
            write_file(part(store.state, task.id, COPY), file, kept)
            if task.engine == RULES:
                lines = [line for number in dropped for line in every[number].removed] if after is not None else []
                decline(store.state, task, base, file, lines)
            task = replace(task, discarded=tuple(sorted({*task.discarded, file})))
        return _settled(store, task)


def _check_waiting(task: Task) -> None:
    if task.review != WAITING:
        raise NegativeError("nothing of this dream waits for a decision", task.id, "see memtui dream list")


def _chosen(base: Tree, copy: Tree, choice: Choice | None) -> Choice:
    """The files that are meant, all of them if none is named."""
    waiting = differing(base, copy)
    if choice is None:
        return dict.fromkeys(waiting)
    for file, pieces in choice.items():
        if file not in waiting:
            raise NegativeError("the dream has nothing for that file", file, "see memtui dream review ID")
        known = {hunk.number for hunk in hunks(base.get(file), copy.get(file))}
        if pieces is not None and not set(pieces) <= known:
            raise UsageError("no such piece of that file", f"{file} has {len(known)}", "see memtui dream review ID")
    return choice


def _wanted(base: Tree, copy: Tree, choice: Choice | None) -> tuple[Wanted, dict[str, bytes | None]]:
    """What to adopt, and the base afterwards."""
    chosen = _chosen(base, copy, choice)
    files: dict[str, bytes | None] = {}
    for file, pieces in chosen.items():
        whole = copy.get(file)
        files[file] = whole if pieces is None else with_hunks(base.get(file), whole, pieces)
    after = dict(files)
    if choice is None:
        return Wanted(files), after
    indexes = {index_of(file)[0] for file in chosen} - chosen.keys()
    targets = frozenset(name for file in chosen for name in (index_of(file)[1], file))
    along = {file: copy.get(file) for file in indexes if base.get(file) != copy.get(file)}
    if any(file.rsplit("/", 1)[-1] == INDEX_NAME for file in chosen):
        return Wanted(files | along, None, insist=True), after  # an index named by itself comes as it is chosen
    for file in along:
        after[file] = merge_index(base.get(file), copy.get(file), base.get(file), wanted=within(targets)).data
    return Wanted(files | along, targets, insist=True), after


def _count(wanted: Wanted) -> str:
    return "1 file" if len(wanted.files) == 1 else f"{len(wanted.files)} files"


def _settled(store: Store, task: Task) -> Task:
    """The task after a decision; when nothing is left to decide, its result is settled."""
    if differing(base_of(store.state, task.id), copy_of(store.state, task.id)):
        return save(store.state, task)
    if not task.adopted:
        _put_back_lock(store, task)
    review = ADOPTED if not task.discarded else DISCARDED if not task.adopted else PARTLY
    task = save(store.state, replace(task, review=review, waits=()))
    drop_copies(store.state, task.id)
    return task


def _put_back_lock(store: Store, task: Task) -> None:
    """As if the dream had never been, unless somebody has consolidated since."""
    found = locks.read_lock(store.root)
    if task.pid is not None and found.pid == task.pid and found.mtime_ns == task.lock_ns:
        locks.roll_back(store.root, task.pid, task.prior_ns)
