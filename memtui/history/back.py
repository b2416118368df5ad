"""Going back: taking memtui's last change back, or bringing a file or the whole store to an earlier state.

Both work out steps against what is there now; the caller applies them inside a change, so going back can
itself be taken back. Times of files come back with them.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from memtui.history.choosing import undone
from memtui.history.log import CHANGE, FIRST_NUMBER, RESTORE, Entry, Log
from memtui.history.states import FileState, States, blob_name, walk
from memtui.history.trash import kept_content
from memtui.memory.errors import ConflictError, MemtuiError, NegativeError
from memtui.memory.files import must_read
from memtui.memory.index import entries as index_entries
from memtui.memory.limits import INDEX_NAME
from memtui.memory.pointers import append_line
from memtui.memory.save import Step
from memtui.memory.state import State
from memtui.memory.store import index_of

_PERMISSIONS = 0o777
_NUMBER = re.compile(r"[0-9]{1,12}")
UNDOABLE = (CHANGE, RESTORE)


class Undo(NamedTuple):
    """The change that would be taken back, and the steps that do it."""

    entry: Entry
    steps: list[Step]
    purged: list[str]  # files of it that the history was told to forget, so they cannot come back


def plan_undo(root: str, state: State) -> Undo:
    """The steps that take memtui's last change back that is not taken back yet."""
    log = Log(state)
    history = log.entries()
    gone = undone(history)
    for position, entry in enumerate(history):
        if entry.kind in UNDOABLE and entry.number not in gone:
            return _undo(root, state, log, history, position)
    raise NegativeError("nothing to undo", "no change of memtui's is left to take back", "see memtui history")


def _undo(root: str, state: State, log: Log, history: Sequence[Entry], position: int) -> Undo:
    entry = history[position]
    before, after = around(log, history, position)
    purged = [file for file in entry.changed + entry.deleted if file not in before]
    return Undo(entry, _steps_back(root, state, entry, before, after), purged)


def around(log: Log, history: Sequence[Entry], position: int) -> tuple[States, States]:
    """What the store was before and after one state of the history (newest first)."""
    entry = history[position]
    found = [states for _, states in log.states_of(history[position : position + 2])]
    if len(found) == 1 and entry.number > FIRST_NUMBER:
        raise NegativeError(
            f"what was there before change {entry.number} is no longer known",
            log.repository,
            "the history had grown too large and its oldest states were dropped",
        )
    return (found[1] if len(found) == 2 else {}), found[0]


def _steps_back(root: str, state: State, entry: Entry, before: States, after: States) -> list[Step]:
    there = {file: _current(root, file) for file in entry.touched}
    changed = [file for file in entry.touched if _name(there[file]) != _blob(after.get(file))]
    if changed:
        raise ConflictError(
            f"{', '.join(changed)} changed after that, so change {entry.number} was not taken back",
            root,
            f"bring back single files with: memtui restore FILE --at {entry.number - 1}"
            if before
            else "before it there was nothing; remove single files with: memtui rm FILE",
        )
    return _steps(state, there, before)


def _steps(state: State, there: Mapping[str, bytes | None], wanted: States) -> list[Step]:
    """The steps from what is there to what is wanted; git is started once for all contents."""
    contents = contents_of(state, [wanted[file] for file in there if file in wanted])
    steps = []
    for file, current in there.items():
        then = wanted.get(file)
        if then is None:
            steps.append(Step(file, current, None))
            continue
        data = contents.get(then.blob)
        if data is None:
            what = "is missing from the history" if then.kept else "was not kept: it was over 1 MB"
            raise MemtuiError(f"that version {what}", file, "restore other files by name")
        mode = then.mode & _PERMISSIONS if current is None else None  # a private file comes back private
        steps.append(Step(file, current, data, then.mtime_ns, mode))
    return steps


def content_of(state: State, wanted: FileState) -> bytes | None:
    """The bytes of one past file, if they were kept."""
    return contents_of(state, [wanted]).get(wanted.blob)


def contents_of(state: State, wanted: Iterable[FileState]) -> dict[str, bytes]:
    """The bytes of past files by git's name of them, from the history or the trash, where either has them."""
    listed = list(wanted)
    found = Log(state).contents(listed)
    for file in listed:
        if file.blob not in found:
            data = kept_content(state, file.blob)
            if data is not None:
                found[file.blob] = data
    return found


def find_entry(history: Iterable[Entry], when: str, now: float) -> Entry:
    """The state that `when` names: a number of the history, a time, or how long ago (`2h`, `3d`)."""
    from memtui.history.moment import parse_moment

    listed = list(history)
    if _NUMBER.fullmatch(when):
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


def plan_restore_all(root: str, state: State, entry: Entry) -> tuple[list[Step], list[str]]:
    """The steps that make the whole store what it was then, and the files that stay because they were not kept."""
    wanted = Log(state).states(entry.commit)
    differing = {}
    for file in sorted(set(wanted) | set(walk(root))):
        current = _current(root, file)
        if _name(current) != _blob(wanted.get(file)):
            differing[file] = current
    large = [wanted[file] for file in differing if file in wanted and not wanted[file].kept]
    found = contents_of(state, large) if large else {}
    lost = [file for file in differing if file in wanted and not wanted[file].kept and wanted[file].blob not in found]
    return _steps(state, {file: data for file, data in differing.items() if file not in lost}, wanted), lost


def plan_restore_file(root: str, state: State, file: str, when: str | None, now: float) -> tuple[Entry, list[Step]]:
    """The steps that bring one file back: to the given state, else to its newest version that is not today's."""
    log = Log(state)
    history = log.entries()
    current = _current(root, file)
    wanted: FileState | None
    if when is None:
        entry, wanted = _previous(log, history, file, _name(current))
    else:
        entry = find_entry(history, when, now)
        wanted = log.states(entry.commit).get(file)
    if wanted is None:
        raise NegativeError("the history has no such file then", file, "see memtui history show NUMBER")
    if wanted.blob == _name(current):
        return entry, []
    steps = _steps(state, {file: current}, {file: wanted})
    pointer = _pointer_step(root, state, log, entry, file) if os.path.basename(file) != INDEX_NAME else None
    return entry, steps if pointer is None else [*steps, pointer]


def _previous(log: Log, history: list[Entry], file: str, now_blob: str | None) -> tuple[Entry, FileState]:
    for entry, states in log.states_of(history):
        wanted = states.get(file)
        if wanted is not None and wanted.blob != now_blob:
            return entry, wanted
    raise NegativeError("the history has no other version", file, "see memtui history")


def _pointer_step(root: str, state: State, log: Log, entry: Entry, file: str) -> Step | None:
    """A restored memory gets back the pointer it had, if it has none now."""
    index_file, target = index_of(file)
    then = log.states(entry.commit).get(index_file)
    if then is None:
        return None
    now_index = _current(root, index_file)
    if _pointer(now_index, target) is not None:
        return None
    line = _pointer(contents_of(state, [then]).get(then.blob), target)
    return None if line is None else Step(index_file, now_index, append_line(now_index or b"", line))


def _pointer(index: bytes | None, target: str) -> str | None:
    text = (index or b"").decode("utf-8", "surrogateescape")
    return next((item.text for item in index_entries(text) if item.file == target and not item.external), None)


def _current(root: str, file: str) -> bytes | None:
    path = os.path.join(root, file)
    return must_read(path, file) if os.path.lexists(path) else None


def _name(data: bytes | None) -> str | None:
    return None if data is None else blob_name(data)


def _blob(state: FileState | None) -> str | None:
    return None if state is None else state.blob
