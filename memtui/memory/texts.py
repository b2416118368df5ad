"""What the memories of a store say: bodies to search and links to follow, read when asked and kept by stat key.

Reading takes its time and belongs beside an app; several threads may ask at once.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from memtui.memory.files import read_bytes
from memtui.memory.filter import folded, head_of
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.links import Link, Names, find_links
from memtui.memory.topic import Memory, StatKey

_KEPT_CHARS = 48_000_000  # of folded bodies; what is beyond is read again when it is searched


class Web(NamedTuple):
    """How memories hang together."""

    names: Names
    back: dict[str, list[str]]  # for each file, the files that link to it


class Texts:
    """The texts of one store."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._heads: dict[str, tuple[StatKey, str]] = {}
        self._bodies: dict[str, tuple[StatKey, str]] = {}
        self._links: dict[str, tuple[StatKey, tuple[Link, ...]]] = {}
        self._kept = 0

    def head(self, memory: Memory) -> str:
        """Name, description and path, folded; nothing is read for it."""
        known = self._heads.get(memory.file)
        if known is not None and known[0] == memory.key:
            return known[1]
        head = head_of(memory)
        self._heads[memory.file] = memory.key, head
        return head

    def searchable(self, memory: Memory) -> str:
        """Its body, folded; empty when it cannot be read or is too large to be."""
        known = self._bodies.get(memory.file)
        if known is not None and known[0] == memory.key:
            return known[1]
        body = folded(body_of(self.read(memory), memory))
        if known is not None:
            self._kept -= len(known[1])
        if self._kept + len(body) <= _KEPT_CHARS:
            self._bodies[memory.file] = memory.key, body
            self._kept += len(body)
        elif known is not None:
            del self._bodies[memory.file]
        return body

    def links(self, memory: Memory) -> tuple[Link, ...]:
        """The links of its body."""
        known = self._links.get(memory.file)
        if known is not None and known[0] == memory.key:
            return known[1]
        found = links_of(self.read(memory), memory)
        self._links[memory.file] = memory.key, found
        return found

    def web(self, memories: Iterable[Memory], stopped: Callable[[], bool]) -> Web | None:
        """Who links to whom, both ways; None when it was stopped before it was done."""
        every = list(memories)
        names = Names(every)
        back: dict[str, dict[str, None]] = {}
        for memory in every:
            if stopped():
                return None
            for link in self.links(memory):
                target = names.find(link.target)
                if target is not None and target.file != memory.file:
                    back.setdefault(target.file, {})[memory.file] = None
        return Web(names, {file: sorted(sources) for file, sources in back.items()})

    def read(self, memory: Memory) -> str:
        """Its whole text as it is now; empty when it cannot be read or is too large to be."""
        if memory.size > BODY_MAX_BYTES:
            return ""
        try:
            return read_bytes(f"{self._root}/{memory.file}", BODY_MAX_BYTES).decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""


def body_of(text: str, memory: Memory) -> str:
    """A memory's text without its frontmatter."""
    if not memory.head_lines:
        return text
    parts = text.split("\n", memory.head_lines)
    return parts[memory.head_lines] if len(parts) > memory.head_lines else ""


def links_of(text: str, memory: Memory) -> tuple[Link, ...]:
    """The links of a memory's body; their lines count from the top of the file."""
    if "[[" not in text:
        return ()
    found = find_links(body_of(text, memory))
    return tuple(link._replace(line=link.line + memory.head_lines) for link in found)
