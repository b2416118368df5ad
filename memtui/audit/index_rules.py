"""Rules on one index: where its pointers lead, how long they are, and what of it is loaded."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from memtui.audit.finding import (
    ADD_LINE,
    ERROR,
    REMOVE_LINE,
    REPLACE_LINE,
    WARNING,
    Finding,
    Mend,
    cut,
)
from memtui.memory.index import Entry, Line, Loaded, load, read_lines
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NEAR, POINTER_AIM, POINTER_MAX
from memtui.memory.links import fold
from memtui.memory.pointers import fitted_hook, pointer_line, title_of
from memtui.memory.topic import Memory

_NAMED = 3


class View(NamedTuple):
    """An index and the memories it is responsible for, by the name it would write."""

    file: str
    text: str
    lines: list[Line]
    loaded: Loaded
    memories: Mapping[str, Memory]
    others: frozenset[str]  # further files that exist: logs, other indexes, what is not a memory

    @property
    def entries(self) -> list[Entry]:
        """Its pointers to files."""
        return [line.entry for line in self.lines if line.entry is not None and not line.entry.external]


def view(file: str, text: str, memories: Mapping[str, Memory], others: Iterable[str]) -> View:
    """The index as the rules see it."""
    return View(file, text, read_lines(text), load(text), memories, frozenset(others))


def judge(index: View) -> Iterator[Finding]:
    """Every rule of this module."""
    yield from dead_pointers(index)
    yield from missing_pointers(index)
    yield from doubled_pointers(index)
    yield from long_pointers(index)
    yield from prose(index)
    yield from size(index)


def dead_pointers(index: View) -> Iterator[Finding]:
    """Pointers to nothing. One that a single memory without pointer fits is led there."""
    pointed = {entry.file for entry in index.entries}
    free = {name: fold(name) for name in index.memories if name not in pointed}
    for entry in index.entries:
        if entry.file in index.memories or entry.file in index.others:
            continue
        fits = [name for name, folded in free.items() if folded == fold(entry.file)]
        if len(fits) == 1:
            start, end = entry.span
            text = entry.text[:start] + fits[0] + entry.text[end:]
            mend = Mend(
                index.file, REPLACE_LINE, f"led the pointer on line {entry.line} to {fits[0]}", entry.line, text=text
            )
        else:
            mend = Mend(index.file, REMOVE_LINE, f"removed the dead pointer to {entry.file}", entry.line)
        yield Finding(
            "dead-pointer", ERROR, index.file, entry.line, f"points to {entry.file}, which does not exist", mend
        )


def missing_pointers(index: View) -> Iterator[Finding]:
    """Memories that no conversation is told of."""
    pointed = {entry.file for entry in index.entries}
    dead = {fold(name) for name in pointed if name not in index.memories}
    folder = index.file.rpartition("/")[0]
    for name, memory in sorted(index.memories.items()):
        if name in pointed or fold(name) in dead:
            continue
        title = title_of(memory.title.removeprefix(f"{memory.type}_").removeprefix(f"{memory.type}-"))
        line = pointer_line(title, name, fitted_hook(title, name, memory.description or ""))
        mend = Mend(index.file, ADD_LINE, f"added a pointer to {name}", text=line)
        where = f"{folder}/MEMORY.md" if folder else "MEMORY.md"
        yield Finding("no-pointer", WARNING, memory.file, None, f"{where} does not point to it", mend)


def doubled_pointers(index: View) -> Iterator[Finding]:
    """The second and further pointers to one memory."""
    first: dict[str, int] = {}
    for entry in index.entries:
        if entry.file not in index.memories:
            continue
        if entry.file in first:
            mend = Mend(index.file, REMOVE_LINE, f"removed the second pointer to {entry.file}", entry.line)
            message = f"points to {entry.file} again; line {first[entry.file]} does already"
            yield Finding("pointed-twice", WARNING, index.file, entry.line, message, mend)
        else:
            first[entry.file] = entry.line


def long_pointers(index: View) -> Iterator[Finding]:
    """Pointers that hold what belongs into the memory."""
    for entry in index.entries:
        length = len(entry.text)
        if length <= POINTER_AIM:
            continue
        memory = index.memories.get(entry.file)
        limit = POINTER_MAX if length > POINTER_MAX else POINTER_AIM
        severity = ERROR if length > POINTER_MAX else WARNING
        message = f"pointer of {length} characters (over {limit}): {cut(entry.title, 40)}"
        yield Finding("long-pointer", severity, index.file, entry.line, message, _shorter(index, entry, memory))


def _shorter(index: View, entry: Entry, memory: Memory | None) -> Mend | None:
    """The description in place of the hook, if the memory has it all anyway and the line then fits."""
    if memory is None or not memory.description:
        return None
    head = entry.text[: entry.text.rindex(entry.hook)] if entry.hook else entry.text
    line = head + memory.description
    if not entry.hook or len(line) > POINTER_AIM or len(line) >= len(entry.text):
        return None
    said = f"replaced the long hook on line {entry.line} by the memory's description"
    return Mend(index.file, REPLACE_LINE, said, entry.line, text=line)


def prose(index: View) -> Iterator[Finding]:
    """Text that costs every conversation and says nothing of where to look; one finding a stretch."""
    previous = 0
    for line in index.lines:
        if line.kind != "prose":
            continue
        if line.number != previous + 1:
            message = f"text that is no pointer: {cut(line.text)!r}; move it into a memory"
            yield Finding("index-prose", WARNING, index.file, line.number, message)
        previous = line.number


def size(index: View) -> Iterator[Finding]:
    """Over a limit, with what fell off; or near one."""
    loaded = index.loaded
    if loaded.truncated:
        lost = [entry for entry in index.entries if entry.line > loaded.last_line]
        names = ", ".join(entry.file for entry in lost[:_NAMED]) + (
            f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
        )
        what = f"{loaded.lines} lines of {INDEX_MAX_LINES}, {loaded.chars:,} characters of {INDEX_MAX_CHARS:,}"
        tail = f"; not loaded: {names}" if lost else "; its end is not loaded"
        yield Finding("index-over", ERROR, index.file, loaded.last_line + 1, what + tail)
        return
    for count, limit, word in ((loaded.lines, INDEX_MAX_LINES, "lines"), (loaded.chars, INDEX_MAX_CHARS, "characters")):
        if count >= INDEX_NEAR * limit:
            message = f"{count:,} of {limit:,} {word}: what comes after the limit is not loaded"
            yield Finding("index-near", WARNING, index.file, None, message)
