"""One memory, byte for byte; what memtui knows of it goes to stderr. With --json: all of it as data."""

import argparse
from collections.abc import Iterator

from memtui.cli import output
from memtui.cli.looking import View, facts, look, pointed, problems
from memtui.memory.files import must_read, read_bytes
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.links import Names, backlinks, find_links
from memtui.memory.names import find_file
from memtui.memory.scan import Scan
from memtui.memory.topic import Memory

EXAMPLES = """examples:
  memtui show user_role.md
  memtui show user_role            a name will do where only one memory has it
  memtui show MEMORY.md
  memtui show user_role --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The file."""
    parser.add_argument("file", metavar="FILE", help="a path below the memory directory, or a unique name")


def run(args: argparse.Namespace) -> int:
    """Print one file."""
    view = look(args)
    file = find_file(view.scan, args.file)
    data = must_read(view.which.store.path(file), file)
    position = next((at for at, item in enumerate(view.scan.memories) if item.file == file), None)
    if args.json:
        output.write_json(_facts(view, file, data, position))
        return 0
    if position is not None:
        _tell(view, view.scan.memories[position], data)
    output.write_bytes(data)
    return 0


def _facts(view: View, file: str, data: bytes, position: int | None) -> dict[str, object]:
    text = data.decode("utf-8", "replace")
    if position is None:
        return {"file": file, "bytes": len(data), "content": text}
    memory = view.scan.memories[position]
    head = facts(view, memory, position, file in pointed(view), problems(view).get(file, []))
    links, back = _links(view, memory, text)
    return {**head, "links": links, "backlinks": back, "content": text}


def _links(view: View, memory: Memory, text: str) -> tuple[list[dict[str, object]], list[str]]:
    """Where its links lead, and which memories link to it."""
    names = Names(view.scan.memories)
    links: list[dict[str, object]] = []
    for link in find_links(text):
        target = names.find(link.target)
        links.append({"line": link.line, "target": link.target, "file": target.file if target else None})
    return links, backlinks(_bodies(view.scan), names).get(memory.file, [])


def _bodies(scan: Scan) -> Iterator[tuple[Memory, str]]:
    """Every memory with its text; without those that are too large, or gone since the scan."""
    for memory in scan.memories:
        if memory.size <= BODY_MAX_BYTES:
            try:
                yield memory, read_bytes(f"{scan.root}/{memory.file}").decode("utf-8", "replace")
            except OSError:
                continue


def _tell(view: View, memory: Memory, data: bytes) -> None:
    links, back = _links(view, memory, data.decode("utf-8", "replace"))
    row = facts(view, memory, 0, memory.file in pointed(view), [])
    parts = [
        memory.type or "no type",
        f"{row['age']} ({row['grade']})",
        f"{memory.size:,} bytes",
        "in the index" if row["in_index"] else "not in the index",
    ]
    if links:
        parts.append("links to " + ", ".join(str(link["file"] or f"{link['target']} (missing)") for link in links))
    if back:
        parts.append("linked from " + ", ".join(back))
    output.note(f"{memory.file}: {'; '.join(parts)}")
