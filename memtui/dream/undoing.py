"""Taking a dream back: what it changed becomes what it was, and what was written since stays.

The three versions of a merge are the dream's result, what was there before it, and what is there now: a pointer that
the agent has added meanwhile is no obstacle. Where the same place was changed since, nothing at all is taken back.
"""

from collections.abc import Mapping
from typing import NamedTuple

from memtui.dream.adoption import is_index, read_live, who
from memtui.dream.merging import merge_file, merge_index
from memtui.dream.task import Task
from memtui.history.back import around, contents_of
from memtui.history.change import change
from memtui.history.log import UNDO, Entry, Log
from memtui.history.states import FileState
from memtui.memory.errors import ConflictError, MemtuiError, NegativeError
from memtui.memory.save import Step
from memtui.memory.store import Store

_PERMISSIONS = 0o777


class Undone(NamedTuple):
    """What taking a dream back did."""

    changes: tuple[int, ...]  # of the history, each taken back
    files: tuple[str, ...]
    purged: tuple[str, ...]


class _Change(NamedTuple):
    """One change of the history: what each of its files was before and after it."""

    entry: Entry
    before: Mapping[str, FileState]
    contents: Mapping[str, tuple[bytes | None, bytes | None]]

    @property
    def purged(self) -> list[str]:
        return [file for file in self.entry.changed + self.entry.deleted if file not in self.before]


class _Back(NamedTuple):
    """One file brought back: its content, with its old time where nobody wrote to it since; or a conflict."""

    data: bytes | None
    exact: bool
    conflict: bool


def changes_of(store: Store, task: Task) -> list[int]:
    """The numbers of what a dream changed and nobody has taken back yet, newest first."""
    history = Log(store.state).entries()
    undone = {entry.undoes for entry in history if entry.kind == UNDO}
    mine = [entry for entry in history if entry.who == who(task.id) and entry.kind != UNDO]
    return [entry.number for entry in mine if entry.number not in undone]


def take_back(store: Store, task: Task) -> Undone:
    """Take back all that a dream changed, newest first; nothing of it where some of it cannot be."""
    found = [_change(store, number) for number in changes_of(store, task)]
    if not found:
        raise NegativeError("that dream is taken back already", task.id, "see memtui history")
    _check(store, task, found)
    files: set[str] = set()
    for each in found:
        with change(store.root, store.state, who(task.id), "undo", start=True) as work:
            steps = [_step(store, each, file) for file in each.contents]
            work.kind, work.undoes = UNDO, each.entry.number
            work.why = f"undo {each.entry.number}: {each.entry.why}"
            work.apply(steps)
        files |= {step.file for step in steps}
    purged = tuple(sorted({file for each in found for file in each.purged}))
    return Undone(tuple(each.entry.number for each in found), tuple(sorted(files)), purged)


def _change(store: Store, number: int) -> _Change:
    log = Log(store.state)
    history = log.entries()
    place = next(at for at, entry in enumerate(history) if entry.number == number)
    before, after = around(log, history, place)
    entry = history[place]
    states = [each[file] for each in (before, after) for file in entry.touched if file in each]
    contents = contents_of(store.state, states)
    found = {}
    for file in entry.touched:
        if file in entry.changed + entry.deleted and file not in before:
            continue  # purged: the history was told to forget it
        found[file] = _content(file, before.get(file), contents), _content(file, after.get(file), contents)
    return _Change(entry, before, found)


def _content(file: str, state: FileState | None, contents: Mapping[str, bytes]) -> bytes | None:
    if state is None:
        return None
    if state.blob not in contents:
        what = "is missing from the history" if state.kept else "was not kept: it was over 1 MB"
        raise MemtuiError(f"that version {what}", file, "restore other files by name")
    return contents[state.blob]


def _check(store: Store, task: Task, found: list[_Change]) -> None:
    """All changes in a row, on what is there now, before the first of them is taken back."""
    there: dict[str, bytes | None] = {}
    held: set[str] = set()
    for each in found:
        for file, (before, after) in each.contents.items():
            back = _back(file, before, after, there[file] if file in there else read_live(store, file))
            there[file] = back.data
            held |= {file} if back.conflict else set()
    if held:
        raise ConflictError(
            f"{', '.join(sorted(held))} changed since in the same place, so nothing of dream {task.id} was taken back",
            store.root,
            f"bring back single files with: memtui restore FILE --at {found[-1].entry.number - 1}",
        )


def _back(file: str, before: bytes | None, after: bytes | None, live: bytes | None) -> _Back:
    if live == after:
        return _Back(before, exact=True, conflict=False)
    merged = merge_index(after, before, live) if is_index(file) else merge_file(after, before, live)
    return _Back(merged.data, exact=False, conflict=merged.conflict)


def _step(store: Store, each: _Change, file: str) -> Step:
    live = read_live(store, file)
    back = _back(file, *each.contents[file], live)
    if back.conflict:
        raise ConflictError("changed at this moment, so it was not taken back", file, "try again")
    then = each.before.get(file)
    if not back.exact or then is None or back.data is None:
        return Step(file, live, back.data)
    mode = then.mode & _PERMISSIONS if live is None else None  # a private file comes back private
    return Step(file, live, back.data, then.mtime_ns, mode)
