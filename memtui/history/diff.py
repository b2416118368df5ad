"""What differs between two states, as a unified diff with the control characters left to whoever prints it."""

from collections.abc import Iterable

from memtui.history.back import content_of
from memtui.history.log import Entry, Log
from memtui.history.states import FileState, States
from memtui.memory.state import State

_CONTEXT = 3


def diff_entry(state: State, entry: Entry, files: Iterable[str] | None = None) -> str:
    """What one recorded state changed against the one before."""
    log = Log(state)
    history = log.entries()
    position = next(at for at, item in enumerate(history) if item.number == entry.number)
    before = log.states(history[position + 1].commit) if position + 1 < len(history) else {}
    return diff_states(state, before, log.states(entry.commit), files)


def diff_states(state: State, old: States, new: States, files: Iterable[str] | None = None) -> str:
    """The difference of two states, file by file, or of some files only."""
    wanted = sorted(set(old) | set(new)) if files is None else sorted(files)
    parts = []
    for file in wanted:
        before, after = old.get(file), new.get(file)
        if (before and before.blob) != (after and after.blob):
            parts.append(diff_bytes(file, _bytes(state, before), _bytes(state, after)))
    return "".join(parts)


def _bytes(state: State, wanted: FileState | None) -> bytes | None:
    if wanted is None:
        return None
    data = content_of(state, wanted)
    return f"(not kept: {wanted.size} bytes, {wanted.blob})\n".encode() if data is None else data


def diff_bytes(file: str, before: bytes | None, after: bytes | None) -> str:
    """The unified diff of one file; bytes that are no text are replaced."""
    import difflib

    old = [] if before is None else before.decode("utf-8", "replace").split("\n")
    new = [] if after is None else after.decode("utf-8", "replace").split("\n")
    lines = difflib.unified_diff(
        _marked(old),
        _marked(new),
        f"a/{file}" if before is not None else "/dev/null",
        f"b/{file}" if after is not None else "/dev/null",
        n=_CONTEXT,
        lineterm="",
    )
    return "".join(f"{line}\n" for line in lines)


def _marked(lines: list[str]) -> list[str]:
    """Lines without the empty one that a final newline makes; a missing final newline is said."""
    if lines and lines[-1] == "":
        return lines[:-1]
    return [*lines[:-1], f"{lines[-1]}  (no newline at the end)"] if lines else lines
