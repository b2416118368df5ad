"""What differs between two states, as a unified diff with the control characters left to whoever prints it."""

import re
from collections.abc import Iterable, Iterator, Mapping

from memtui.history.back import around, contents_of
from memtui.history.log import Entry, Log
from memtui.history.states import FileState, States
from memtui.memory.errors import NegativeError
from memtui.memory.state import State

_Piece = tuple[str, int, int, int, int]  # what happened, and from where to where in the old and the new lines
_CONTEXT = 3
FILE, PLACE, ADDED, REMOVED, SAME = "file", "place", "added", "removed", "same"  # what a line of a diff is
_CLOSELY_MAX = 4_000  # lines that differ; comparing more takes a time that grows with the square


def diff_entry(state: State, entry: Entry, files: Iterable[str] | None = None) -> str:
    """What one recorded state changed against the one before."""
    log = Log(state)
    history = log.entries()
    position = next((at for at, item in enumerate(history) if item.number == entry.number), None)
    if position is None:
        raise NegativeError("no such state in the history", str(entry.number), "see the numbers in memtui history")
    return diff_states(state, *around(log, history, position), files)


def diff_states(state: State, old: States, new: States, files: Iterable[str] | None = None) -> str:
    """The difference of two states, file by file, or of some files only."""
    names = sorted(set(old) | set(new)) if files is None else sorted(files)
    pairs = {file: (old.get(file), new.get(file)) for file in names}
    pairs = {file: (a, b) for file, (a, b) in pairs.items() if (a and a.blob) != (b and b.blob)}
    contents = contents_of(state, [side for pair in pairs.values() for side in pair if side is not None])
    return "".join(diff_bytes(file, _bytes(contents, a), _bytes(contents, b)) for file, (a, b) in pairs.items())


def _bytes(contents: Mapping[str, bytes], wanted: FileState | None) -> bytes | None:
    if wanted is None:
        return None
    return contents.get(wanted.blob, f"(not kept: {wanted.size} bytes, {wanted.blob})\n".encode())


def diff_bytes(file: str, before: bytes | None, after: bytes | None) -> str:
    """The unified diff of one file; bytes that are no text are replaced."""
    names = f"a/{file}" if before is not None else "/dev/null", f"b/{file}" if after is not None else "/dev/null"
    lines = _unified(_lines(before), _lines(after))
    if not lines and (before is None) == (after is None):
        return ""
    return "".join(f"{line}\n" for line in (f"--- {names[0]}", f"+++ {names[1]}", *lines))


_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_SIGNS = {"+": ADDED, "-": REMOVED}


def told_apart(diff: str) -> Iterator[tuple[str, str]]:
    """Each line of a diff with what it is. Hunks are counted out: no text in a file can pass for the diff's own."""
    left = {ADDED: 0, REMOVED: 0}
    for line in diff.split("\n")[:-1]:
        kind = _SIGNS.get(line[:1], SAME)
        if left[ADDED] > 0 or left[REMOVED] > 0:
            for side in left:
                left[side] -= kind in (side, SAME)
            yield kind, line
            continue
        hunk = _HUNK.fullmatch(line)
        if hunk is not None:
            left = {REMOVED: int(hunk[1] or 1), ADDED: int(hunk[2] or 1)}
        yield (PLACE if hunk is not None else FILE), line


def _unified(old: list[str], new: list[str]) -> list[str]:
    """The hunks, from what differs with a little around it."""
    if old == new:
        return []
    ends = min(len(old), len(new))
    start = next((at for at in range(ends) if old[at] != new[at]), ends)
    stop = next((at for at in range(ends - start) if old[-1 - at] != new[-1 - at]), ends - start)
    first, tail = max(start - _CONTEXT, 0), max(stop - _CONTEXT, 0)
    old, new = old[first : len(old) - tail], new[first : len(new) - tail]
    lines: list[str] = []
    for group in _groups(old, new, start - first, stop - tail):
        a, b = (group[0][1], group[-1][2]), (group[0][3], group[-1][4])
        lines.append(f"@@ -{_span(first, *a)} +{_span(first, *b)} @@")
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                lines += [f" {line}" for line in old[a1:a2]]
            else:
                lines += [f"-{line}" for line in old[a1:a2]] + [f"+{line}" for line in new[b1:b2]]
    return lines


def _groups(old: list[str], new: list[str], above: int, below: int) -> Iterable[list[_Piece]]:
    """What differs, in pieces that lie together; as one where it is too much to compare line by line."""
    import difflib

    if max(len(old), len(new)) <= _CLOSELY_MAX:
        return difflib.SequenceMatcher(None, old, new).get_grouped_opcodes(_CONTEXT)
    a, b = len(old) - below, len(new) - below
    return [[("equal", 0, above, 0, above), ("replace", above, a, above, b), ("equal", a, len(old), b, len(new))]]


def _span(offset: int, start: int, stop: int) -> str:
    """A range of lines as unified diffs write it."""
    length = stop - start
    first = offset + start + (1 if length else 0)
    return f"{first}" if length == 1 else f"{first},{length}"


def _lines(data: bytes | None) -> list[str]:
    """Lines without the empty one that a final newline makes; a missing final newline is said."""
    if not data:
        return []
    lines = data.decode("utf-8", "replace").split("\n")
    if lines[-1] == "":
        return lines[:-1]
    return [*lines[:-1], f"{lines[-1]}  (no newline at the end)"]
