"""Changing single lines of an index, as steps. A line is named by its number and by the text that was seen there:
if it says something else by now, nothing is changed.
"""

from memtui.memory.errors import ConflictError, UsageError
from memtui.memory.index import Line, read_lines
from memtui.memory.limits import INDEX_NAME
from memtui.memory.pointers import add_pointer, insert_line, move_line, pointer_line, remove_lines, replace_line
from memtui.memory.save import Step
from memtui.memory.store import Store, index_of


def plan_line(store: Store, line: Line, text: str, index_file: str = INDEX_NAME) -> list[Step]:
    """Another text on one line."""
    if "\n" in text:
        raise UsageError("a pointer is one line", index_file, "take the line break out")
    before = _checked(store, line, index_file)
    return [Step(index_file, before, replace_line(before, line.number, text))]


def plan_drop(store: Store, line: Line, index_file: str = INDEX_NAME) -> list[Step]:
    """One line less."""
    before = _checked(store, line, index_file)
    return [Step(index_file, before, remove_lines(before, {line.number}))]


def plan_shift(store: Store, line: Line, to: int, index_file: str = INDEX_NAME) -> list[Step]:
    """The same line at another place: before what is now line `to`, or after it when that is further down."""
    before = _checked(store, line, index_file)
    return [Step(index_file, before, move_line(before, line.number, to))]


def plan_pointer(store: Store, file: str, title: str, hook: str, after: Line | None = None) -> list[Step]:
    """A new pointer to a memory: below the given line, else where its kind is."""
    index_file, target = index_of(file)
    text = pointer_line(title, target, hook)
    before = store.read_index(index_file)
    if after is not None and before is not None and index_file == INDEX_NAME:
        _check(before, after, index_file)
        return [Step(index_file, before, insert_line(before, after.number + 1, text))]
    prefix = target.partition("_")[0]
    return [Step(index_file, before, add_pointer(before or b"", text, near=f"{prefix}_"))]


def _checked(store: Store, line: Line, index_file: str) -> bytes:
    data = store.read_index(index_file)
    if data is None:
        raise ConflictError("is gone, so nothing was changed", index_file, "look again")
    _check(data, line, index_file)
    return data


def _check(data: bytes, line: Line, index_file: str) -> None:
    lines = read_lines(data.decode("utf-8", "surrogateescape"))
    if line.number > len(lines) or lines[line.number - 1].text != line.text:
        raise ConflictError(f"line {line.number} changed meanwhile, so nothing was changed", index_file, "look again")
