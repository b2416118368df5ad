"""One memory: what its file and frontmatter say of it. Tolerant of anything a file can hold."""

import os
from typing import Any, NamedTuple

from memtui.memory import frontmatter
from memtui.memory.clock import parse_iso
from memtui.memory.host import TRUE_WORDS
from memtui.memory.limits import TYPES

StatKey = tuple[int, int, int, int]  # mtime, ctime, size, inode: equal means unchanged


class Memory(NamedTuple):
    """A topic file. `file` is relative to the memory directory, with `/`."""

    order: tuple[int, str]  # newest first, then by name
    key: StatKey
    file: str
    name: str | None
    description: str | None
    type: str | None
    raw_type: str | None
    stamped: float | None  # frontmatter `modified`, when valid
    pinned: bool
    form: str | None  # "flat", "metadata", or None without a type
    origin: str | None  # the session that wrote it
    status: str  # of its frontmatter
    problem: str | None
    head_lines: int  # lines of frontmatter, 0 without

    @property
    def mtime(self) -> float:
        """When the file was last written, in seconds."""
        return self.key[0] / 1e9

    @property
    def modified(self) -> float:
        """The time its age counts from."""
        return self.stamped if self.stamped is not None else self.mtime

    @property
    def modified_from(self) -> str:
        """Where that time comes from."""
        return "mtime" if self.stamped is None else "frontmatter"

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self.key[2]

    @property
    def title(self) -> str:
        """What to call it: its name, else its file's stem."""
        return self.name or stem(self.file)

    @property
    def short_title(self) -> str:
        """The same without the type in front of it, as lists show it beside the type."""
        name = self.title
        for lead in (f"{self.type}_", f"{self.type}-"):
            if name.startswith(lead) and len(name) > len(lead):
                name = name[len(lead) :]
        return name

    @property
    def folder(self) -> str:
        """The first folder of its path, empty at the top."""
        return self.file.split("/", 1)[0] if "/" in self.file else ""


def stem(file: str) -> str:
    """The file's name without folders and `.md`."""
    return os.path.basename(file).removesuffix(".md")


def read(file: str, key: StatKey, head: str) -> Memory:
    """A memory from the first lines of its file."""
    status, values, lines, problem = frontmatter.read(head)
    value = values.get
    nested = value("metadata")
    metadata: dict[str, Any] = nested if isinstance(nested, dict) else {}
    raw_type = text_of(value("type")) or (text_of(metadata.get("type")) if metadata else None)
    known = raw_type.lower() if raw_type else None
    stamp = _stamp(values["modified"]) if "modified" in values else None
    if stamp is None and "modified" in metadata:
        stamp = _stamp(metadata["modified"])
    pinned = "pinned" in values and _yes(values["pinned"])
    return Memory(
        (-key[0], file),
        key,
        file,
        text_of(value("name")),
        text_of(value("description")),
        known if known in TYPES else None,
        raw_type,
        stamp,
        pinned or ("pinned" in metadata and _yes(metadata["pinned"])),
        "flat" if "type" in values else "metadata" if metadata else None,
        text_of(metadata.get("originSessionId") or value("originSessionId")),
        status,
        problem,
        lines,
    )


def text_of(value: Any) -> str | None:
    """A scalar as one line of text; None for nothing, lists and maps."""
    if not isinstance(value, str):
        return None
    return (" ".join(value.split()) if "\n" in value else value.strip()) or None


def _stamp(value: Any) -> float | None:
    return parse_iso(value) if isinstance(value, str) else None


def _yes(value: Any) -> bool:
    return isinstance(value, str) and value.strip().lower() in TRUE_WORDS
