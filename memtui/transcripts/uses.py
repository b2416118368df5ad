"""Which memories the agent used, and when: those it read with its own tool, and those that were put before it.

Lines that do not name the memory directory are never parsed. What a transcript says is counted once: a second look
starts where the first one stopped.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from memtui.memory.clock import parse_iso
from memtui.transcripts.lines import matching_lines, parsed, spelled

READ, SURFACED = "read", "surfaced"
_READ_TOOL = "Read"
_ATTACHMENT = "relevant_memories"
_COMPACTED = b"compact_boundary"


class Use(NamedTuple):
    """One memory used once. `when` is 0 where the transcript does not tell."""

    file: str
    kind: str
    when: float


def uses_in(path: str, memory_dirs: tuple[str, ...], start: int = 0) -> tuple[list[Use], int]:
    """The uses that a transcript tells of from `start` on, and where to start next time."""
    needles = [needle for folder in memory_dirs for needle in spelled(os.path.join(folder, ""))]
    found: list[Use] = []
    for line, after in matching_lines(path, needles, start):
        start = after
        if b'"Read"' in line or _ATTACHMENT.encode() in line:
            found += _uses_of(parsed(line), memory_dirs)
    return found, start


def in_mind(path: str, memory_dirs: tuple[str, ...]) -> tuple[frozenset[str], int]:
    """The memories that a conversation still has before it, and how often it has been compacted."""
    needles = [needle for folder in memory_dirs for needle in spelled(os.path.join(folder, ""))]
    held: set[str] = set()
    compactions = 0
    for line, _ in matching_lines(path, [*needles, _COMPACTED]):
        if _COMPACTED in line and parsed(line).get("subtype") == _COMPACTED.decode():
            held.clear()
            compactions += 1
        else:
            held.update(use.file for use in _uses_of(parsed(line), memory_dirs))
    return frozenset(held), compactions


def transcripts(config_dir: str) -> Iterator[str]:
    """Every transcript below the agent's configuration, those of subagents too."""
    base = os.path.join(config_dir, "projects")
    for project in _folders(base):
        for entry in _entries(project):
            if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                yield entry.path
            elif entry.is_dir(follow_symlinks=False):
                inner = os.path.join(entry.path, "subagents")
                yield from (e.path for e in _entries(inner) if e.name.endswith(".jsonl") and not e.is_symlink())


def transcript_of(config_dir: str, session: str) -> str | None:
    """The transcript of one session, wherever it was begun."""
    name = f"{session}.jsonl"
    if os.path.basename(name) != name or "\0" in name:
        return None
    for project in _folders(os.path.join(config_dir, "projects")):
        path = os.path.join(project, name)
        if os.path.isfile(path) and not os.path.islink(path):
            return path
    return None


def _folders(base: str) -> list[str]:
    return sorted(entry.path for entry in _entries(base) if entry.is_dir(follow_symlinks=False))


def _entries(folder: str) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _uses_of(line: dict[str, Any], memory_dirs: tuple[str, ...]) -> Iterator[Use]:
    when = parse_iso(line["timestamp"]) if isinstance(line.get("timestamp"), str) else None
    for path, kind in _paths_of(line):
        file = _inside(path, memory_dirs)
        if file:
            yield Use(file, kind, when or 0.0)


def _paths_of(line: dict[str, Any]) -> Iterator[tuple[str, str]]:
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use" and block.get("name") == _READ_TOOL:
            given = block.get("input")
            if isinstance(given, dict) and isinstance(given.get("file_path"), str):
                yield given["file_path"], READ
    attached = line.get("attachment")
    if isinstance(attached, dict) and attached.get("type") == _ATTACHMENT:
        memories = attached.get("memories")
        for item in memories if isinstance(memories, list) else ():
            if isinstance(item, dict) and isinstance(item.get("path"), str):
                yield item["path"], SURFACED


def _inside(path: str, memory_dirs: tuple[str, ...]) -> str | None:
    """A path as a file of the store; None for any other, and for what leads out of it."""
    for folder in memory_dirs:
        base = os.path.join(folder, "")
        if path.startswith(base):
            file = path[len(base) :]
            if file.endswith(".md") and ".." not in file.split("/") and "\0" not in file:
                return file
    return None
