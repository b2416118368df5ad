"""Going back: taking memtui's last change back, or bringing a file or the whole store to an earlier state.

Both work out steps against what is there now; the caller applies them inside a change, so going back can
itself be taken back. Times of files come back with them.
"""

import os
from collections.abc import Iterable
from typing import NamedTuple

from memtui.history.log import CHANGE, RESTORE, UNDO, Entry, Log
from memtui.history.states import FileState, States, blob_name, walk
from memtui.history.trash import kept_content
from memtui.memory.errors import ConflictError, MemtuiError, NegativeError
from memtui.memory.files import must_read
from memtui.memory.index import entries as index_entries
from memtui.memory.limits import INDEX_NAME
from memtui.memory.pointers import append_line
from memtui.memory.save import Step
from memtui.memory.state import State

UNDOABLE = (CHANGE, RESTORE)


class Undo(NamedTuple):
    """The change that would be taken back, and the steps that do it."""

    entry: Entry
    steps: list[Step]


def plan_undo(root: str, state: State) -> Undo:
    """The steps that take memtui's last change back that is not taken back yet."""
    log = Log(state)
    history = log.entries()
    undone = {entry.undoes for entry in history if entry.kind == UNDO}
    for position, entry in enumerate(history):
        if entry.kind in UNDOABLE and entry.number not in undone:
            before = log.states(history[position + 1].commit) if position + 1 < len(history) else {}
            after = log.states(entry.commit)
            return Undo(entry, _steps_back(root, state, entry, before, after))
    raise NegativeError("nothing to undo", "memtui has made no change here", "see memtui history")


def _steps_back(root: str, state: State, entry: Entry, before: States, after: States) -> list[Step]:
    steps, changed = [], []
    for file in entry.touched:
        current = _current(root, file)
        if _name(current) != _blob(after.get(file)):
            changed.append(file)
            continue
        steps.append(_step(state, file, current, before.get(file)))
    if changed:
        raise ConflictError(
            f"{', '.join(changed)} changed after that, so change {entry.number} was not taken back",
            root,
            f"bring back single files with: memtui restore FILE --at {entry.number - 1}",
        )
    return steps


def _step(state: State, file: str, current: bytes | None, wanted: FileState | None) -> Step:
    if wanted is None:
        return Step(file, current, None)
    data = content_of(state, wanted)
    if data is None:
        raise MemtuiError("that version was not kept (over 1 MB, or purged)", file, "restore the other files by name")
    return Step(file, current, data, wanted.mtime_ns)


def content_of(state: State, wanted: FileState) -> bytes | None:
    """The bytes of a past file, from the history or the trash."""
    return Log(state).content(wanted) if wanted.kept else kept_content(state, wanted.blob)


def find_entry(history: Iterable[Entry], when: str, now: float) -> Entry:
    """The state that `when` names: a number of the history, a time, or how long ago (`2h`, `3d`)."""
    from memtui.history.moment import parse_moment

    listed = list(history)
    if when.isdigit():
        found = next((entry for entry in listed if entry.number == int(when)), None)
        todo = "see the numbers in memtui history"
    else:
        moment = parse_moment(when, now)
        found = next((entry for entry in listed if entry.when <= moment), None)
        todo = f"the oldest state is of {_oldest(listed)}"
    if found is None:
        raise NegativeError("no such state in the history", when, todo)
    return found


def _oldest(listed: list[Entry]) -> str:
    from memtui.memory.clock import iso

    return iso(listed[-1].when) if listed else "never: nothing is recorded yet"


def plan_restore_all(root: str, state: State, entry: Entry) -> list[Step]:
    """The steps that make the whole store what it was then."""
    wanted = Log(state).states(entry.commit)
    steps = []
    for file in sorted(set(wanted) | set(walk(root))):
        current = _current(root, file)
        if _name(current) != _blob(wanted.get(file)):
            steps.append(_step(state, file, current, wanted.get(file)))
    return steps


def plan_restore_file(root: str, state: State, file: str, when: str | None, now: float) -> tuple[Entry, list[Step]]:
    """The steps that bring one file back: to the given state, else to its newest version that is not today's."""
    log = Log(state)
    history = log.entries()
    current = _current(root, file)
    if when is not None:
        entry = find_entry(history, when, now)
        wanted = log.states(entry.commit).get(file)
    else:
        entry, wanted = _previous(log, history, file, _name(current))
    if wanted is None:
        raise NegativeError("the history has no such file then", file, "see memtui history show NUMBER")
    steps = [_step(state, file, current, wanted)]
    if steps[0].before == steps[0].after:
        return entry, []
    pointer = _pointer_step(root, state, log, entry, file) if file != INDEX_NAME else None
    return entry, steps if pointer is None else [*steps, pointer]


def _previous(log: Log, history: list[Entry], file: str, now_blob: str | None) -> tuple[Entry, FileState | None]:
    for entry in history:
        wanted = log.states(entry.commit).get(file)
        if wanted is not None and wanted.blob != now_blob:
            return entry, wanted
    raise NegativeError("the history has no other version", file, "see memtui history")


def _pointer_step(root: str, state: State, log: Log, entry: Entry, file: str) -> Step | None:
    """A restored memory gets back the pointer it had, if it has none now."""
    folder = os.path.dirname(file) if file.startswith("team/") else ""
    index_file = f"{folder.split('/')[0]}/{INDEX_NAME}" if folder else INDEX_NAME
    target = file.removeprefix("team/") if folder else file
    now_index = _current(root, index_file)
    then = log.states(entry.commit).get(index_file)
    if now_index is None or then is None:
        return None
    old_text = (content_of(state, then) or b"").decode("utf-8", "replace")
    if any(item.file == target for item in index_entries(now_index.decode("utf-8", "replace"))):
        return None
    line = next((item.text for item in index_entries(old_text) if item.file == target), None)
    return None if line is None else Step(index_file, now_index, append_line(now_index, line))


def _current(root: str, file: str) -> bytes | None:
    path = os.path.join(root, file)
    return must_read(path, file) if os.path.lexists(path) else None


def _name(data: bytes | None) -> str | None:
    return None if data is None else blob_name(data)


def _blob(state: FileState | None) -> str | None:
    return None if state is None else state.blob
