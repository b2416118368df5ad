"""Long pointers: what they say belongs into the memory. Nothing is lost on the way."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from memtui.audit.finding import Finding
from memtui.audit.hidden import clean
from memtui.audit.orders import find_orders
from memtui.audit.secrets import find_secrets
from memtui.memory.files import read_bytes
from memtui.memory.index import Entry, entries
from memtui.memory.limits import POINTER_AIM
from memtui.memory.pointers import append_line, replace_line
from memtui.memory.store import Store
from memtui.memory.topic import Memory

_LEAST = 20  # a hook shorter than this says nothing
_STEP = tuple[str, bytes, str]  # file, its new bytes, why


class Plan(NamedTuple):
    """What to write, in this order, and what that does in words."""

    steps: tuple[_STEP, ...]
    said: str


def long_lines(findings: Iterable[Finding], index_file: str) -> list[int]:
    """The lines of an index whose pointers are too long."""
    return [item.line for item in findings if item.rule == "long-pointer" and item.file == index_file and item.line]


def shorten(store: Store, index_file: str, folder: str, number: int, memories: Mapping[str, Memory]) -> Plan | None:
    """A shorter pointer on one line: the description if it fits, else the beginning of what it says, all of which
    then stands in the memory. None where that cannot be done without touching what must stay.
    """
    index = store.read_index(index_file) or b""
    entry = next((item for item in entries(index.decode("utf-8", "surrogateescape")) if item.line == number), None)
    memory = memories.get(folder + entry.file) if entry is not None and not entry.external else None
    if entry is None or memory is None or memory.pinned or not entry.hook:
        return None
    fitting = _described(entry, memory)
    if fitting is not None:
        said = f"the pointer to {memory.file} now says its description"
        return Plan(((index_file, replace_line(index, number, fitting), f"{said}, which is shorter"),), said)
    return _moved(store, index_file, index, entry, memory)


def _described(entry: Entry, memory: Memory) -> str | None:
    about = " ".join(clean(memory.description or "").split())
    line = entry.text[: entry.text.rindex(entry.hook)] + about
    harmful = find_secrets(about) or find_orders(about)
    return line if about and not harmful and len(line) <= POINTER_AIM else None


def _moved(store: Store, index_file: str, index: bytes, entry: Entry, memory: Memory) -> Plan | None:
    """The whole hook into the memory, and as much of it as fits in the pointer."""
    start = entry.text[: entry.text.rindex(entry.hook)]
    room = POINTER_AIM - len(start) - 1
    if room < _LEAST:
        return None
    cut = entry.hook[:room]
    short = (cut[: cut.rfind(" ")] if " " in cut[_LEAST:] else cut).rstrip(" ,;:.") + "…"
    try:
        data = read_bytes(store.path(memory.file))
        text = data.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    steps: list[_STEP] = []
    if " ".join(entry.hook.split()) not in " ".join(text.split()):
        whole = append_line(data if data.endswith(b"\n\n") else append_line(data, ""), entry.hook)
        steps.append((memory.file, whole, "keeps the whole text of its pointer, which was too long for the index"))
    said = f"what the long pointer to {memory.file} said is in the memory"
    steps.append((index_file, replace_line(index, entry.line, start + short), f"{said}; the pointer is short"))
    return Plan(tuple(steps), said)
