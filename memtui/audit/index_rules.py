"""Rules on one index: where its pointers lead, how long they are, and what of it is loaded."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
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
from memtui.audit.hidden import clean
from memtui.audit.likeness import covers
from memtui.audit.orders import find_orders
from memtui.audit.secrets import find_secrets
from memtui.memory.index import Entry, Line, Loaded, load, read_lines
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES, INDEX_NEAR, POINTER_AIM, POINTER_MAX
from memtui.memory.links import find_links, fold
from memtui.memory.pointers import fitted_hook, pointer_line, retargeted, title_of
from memtui.memory.topic import Memory, stem

_NAMED = 3
_IN_PROSE = re.compile(r"[^\s()\[\]<>`|\"',;:*]+")
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


class View(NamedTuple):
    """An index and the memories it is responsible for, by the name it would write."""

    file: str
    lines: list[Line]
    loaded: Loaded
    memories: Mapping[str, Memory]
    others: frozenset[str]  # further files that exist: logs, other indexes, what is not a memory
    bodies: Mapping[str, str]  # of the memories, by the same name
    linked: Mapping[str, str]  # what a [[link]] may say -> that name; empty where the index has no link
    folded: frozenset[str] = frozenset()  # what it points to by way of `index_<type>.md`

    @property
    def entries(self) -> list[Entry]:
        """Its pointers to files."""
        return [line.entry for line in self.lines if line.entry is not None and not line.entry.external]


def view(
    file: str,
    data: bytes,
    memories: Mapping[str, Memory],
    others: Iterable[str],
    bodies: Mapping[str, str],
    folded: Iterable[str] = (),
) -> View:
    """The index as the rules see it; bytes that are no text survive in its lines, as they do in names of files."""
    lines = read_lines(data.decode("utf-8", "surrogateescape"))
    linked = _linked(memories) if b"[[" in data else {}
    loaded = load(data.decode("utf-8", "replace"))
    return View(file, lines, loaded, memories, frozenset(others), bodies, linked, frozenset(folded))


def _linked(memories: Mapping[str, Memory]) -> dict[str, str]:
    by_stem = {fold(stem(memory.file)): name for name, memory in memories.items()}
    return by_stem | {fold(memory.title): name for name, memory in memories.items()}


def judge(index: View) -> Iterator[Finding]:
    """Every rule of this module."""
    yield from dead_pointers(index)
    yield from missing_pointers(index)
    yield from doubled_pointers(index)
    yield from long_pointers(index)
    yield from prose(index)
    yield from size(index)


def dead_pointers(index: View) -> Iterator[Finding]:
    """Pointers to nothing. The first that only one memory without pointer fits is led there."""
    led = _led(index)
    for entry in _dead(index):
        meant = led.get(entry.line)
        if meant is not None:
            said = f"led the pointer on line {entry.line} to {meant}"
            mend = Mend(index.file, REPLACE_LINE, said, entry.line, text=retargeted(entry, meant))
            what = f"{meant} is probably meant"
        else:
            mend = Mend(index.file, REMOVE_LINE, f"removed the dead pointer to {entry.file}", entry.line)
            what = "remove the pointer, or bring the file back"
        message = f"points to {entry.file}, which does not exist; {what}"
        yield Finding("dead-pointer", ERROR, index.file, entry.line, message, mend)


def _dead(index: View) -> list[Entry]:
    return [entry for entry in index.entries if entry.file not in index.memories and entry.file not in index.others]


def _led(index: View) -> dict[int, str]:
    """The lines of dead pointers that are a mere spelling away from one memory that has no pointer."""
    pointed = {entry.file for entry in index.entries} | index.folded
    free: dict[str, list[str]] = {}
    for name in index.memories:
        if name not in pointed:
            free.setdefault(fold(name), []).append(name)
    led = {}
    for entry in _dead(index):
        fits = free.pop(fold(entry.file), [])
        if len(fits) == 1:
            led[entry.line] = fits[0]
    return led


def missing_pointers(index: View) -> Iterator[Finding]:
    """Memories that no conversation is told of. One that only prose names is told of: that is the prose's finding."""
    told = {entry.file for entry in index.entries} | set(_led(index).values()) | index.folded
    told.update(name for line in index.lines if line.kind == "prose" for name in _named(line.text, index))
    for name, memory in sorted(index.memories.items()):
        if name not in told:
            message = f"{index.file} does not point to it, so no conversation is told that it is there"
            yield Finding("no-pointer", WARNING, memory.file, None, message, _pointer(index, name, memory))


def _named(text: str, index: View) -> Iterator[str]:
    """The memories that a line of prose names by file, or links by name."""
    for token in _IN_PROSE.findall(text):
        if (name := token.rstrip(".").removeprefix("./")) in index.memories:
            yield name
    for link in find_links(text):
        if linked := index.linked.get(fold(link.target.removesuffix(".md"))):
            yield linked


def _pointer(index: View, name: str, memory: Memory) -> Mend | None:
    """A pointer made of what the memory says of itself; none to a name that would spoil the index's encoding."""
    if _NOT_UTF8.search(name):
        return None
    title = title_of(memory.title.removeprefix(f"{memory.type}_").removeprefix(f"{memory.type}-"))
    line = pointer_line(title, name, fitted_hook(title, name, _hook(memory)))
    return Mend(index.file, ADD_LINE, f"added a pointer to {name}", text=line)


def _hook(memory: Memory) -> str:
    """The description as the index may have it: what is wrong with a memory is not copied into every conversation."""
    return _harmless(memory.description or "")


@lru_cache(maxsize=1 << 15)  # an audit asks again for every memory that has no pointer
def _harmless(description: str) -> str:
    text = " ".join(clean(description).split())
    return "" if find_secrets(text) or find_orders(text) else text


def doubled_pointers(index: View) -> Iterator[Finding]:
    """The second and further pointers to one memory."""
    for entry, first in _doubled(index):
        mend = None
        if _anchor(entry) == _anchor(first):
            mend = Mend(index.file, REMOVE_LINE, f"removed the second pointer to {entry.file}", entry.line)
        message = f"points to {entry.file} again; line {first.line} does already: keep one"
        yield Finding("pointed-twice", WARNING, index.file, entry.line, message, mend)


def _doubled(index: View) -> Iterator[tuple[Entry, Entry]]:
    """Every further pointer to one memory, with the first."""
    first: dict[str, Entry] = {}
    for entry in index.entries:
        if entry.file in index.memories and first.setdefault(entry.file, entry) is not entry:
            yield entry, first[entry.file]


def _anchor(entry: Entry) -> str:
    start, end = entry.span
    return entry.text[start:end].partition("#")[2]


def long_pointers(index: View) -> Iterator[Finding]:
    """Pointers that hold what belongs into the memory. One that is dead or doubled has a worse problem."""
    worse = {entry.line for entry in _dead(index)} | {entry.line for entry, _ in _doubled(index)}
    for entry in index.entries:
        length = len(entry.text)
        if length <= POINTER_AIM or entry.line in worse:
            continue
        memory = index.memories.get(entry.file)
        limit = POINTER_MAX if length > POINTER_MAX else POINTER_AIM
        severity = ERROR if length > POINTER_MAX else WARNING
        message = f"pointer of {length} characters, over {limit}; shorten what it says of {cut(entry.title, 40)!r}"
        yield Finding("long-pointer", severity, index.file, entry.line, message, _shorter(index, entry, memory))


def _shorter(index: View, entry: Entry, memory: Memory | None) -> Mend | None:
    """The description in place of the hook, if the memory has it all anyway and the line then fits."""
    hook = _hook(memory) if memory is not None else ""
    if not hook or not entry.hook or not covers(f"{hook} {index.bodies.get(entry.file, '')}", entry.hook):
        return None
    line = entry.text[: entry.text.rindex(entry.hook)] + hook
    if len(line) > POINTER_AIM:
        return None
    said = f"replaced the long hook on line {entry.line} by the memory's description"
    return Mend(index.file, REPLACE_LINE, said, entry.line, text=line)


def prose(index: View) -> Iterator[Finding]:
    """Text that costs every conversation and says nothing of where to look; one finding a stretch."""
    previous = -1
    for line in index.lines:
        if line.kind != "prose" or not any(char.isalnum() for char in line.text):  # a ruled line is no text
            continue
        if line.number != previous + 1:
            name = next(_named(line.text, index), None)
            what = "move it into a memory" if name is None else f"write it as - [Title]({name}) — hook"
            message = f"text that is no pointer: {cut(line.text)!r}; {what}"
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
        over = [f"{count:,} {word} (limit {limit:,})" for count, limit, word in _limits(loaded) if count > limit]
        tail = f"not loaded: {names}" if lost else "its end is not loaded"
        line = min(loaded.last_line + 1, len(index.lines))
        message = f"{' and '.join(over)}; {tail}; shorten or merge pointers"
        yield Finding("index-over", ERROR, index.file, line, message)
        return
    for count, limit, word in _limits(loaded):
        if count >= INDEX_NEAR * limit:
            message = (
                f"{count:,} of {limit:,} {word}; what comes after the limit is not loaded: shorten or merge pointers"
            )
            yield Finding("index-near", WARNING, index.file, None, message)


def _limits(loaded: Loaded) -> tuple[tuple[int, int, str], ...]:
    return (loaded.lines, INDEX_MAX_LINES, "lines"), (loaded.chars, INDEX_MAX_CHARS, "characters")
