"""The exact text that selected memories are put before the model with: cut, headed, and in a wrapper none can leave."""

import os
import re
import threading
from typing import Any, NamedTuple

from memtui.memory.age import caveat, days, one_line, words
from memtui.memory.files import read_bytes
from memtui.memory.limits import SURFACE_MAX_BYTES, SURFACE_MAX_LINES
from memtui.memory.topic import Memory

TAG = "system-reminder"
ATTACHMENT = "relevant_memories"
_TAG_IN_TEXT = re.compile(rf"<(?=\s*/?\s*{TAG})", re.IGNORECASE)
_READ_BYTES = 2 * SURFACE_MAX_BYTES  # more than can be shown, so that a cut is noticed


class Surfaced(NamedTuple):
    """One memory as it is shown."""

    file: str
    path: str
    mtime_ms: int
    text: str
    cut: bool


def surface(root: str, memories: list[Memory], now: float) -> tuple[list[Surfaced], list[str]]:
    """These memories as they are on disk now, in their order, and the files of those that are gone."""
    data = _read_side_by_side([os.path.join(root, memory.file) for memory in memories])
    shown, gone = [], []
    for memory, content in zip(memories, data, strict=True):
        if content is None:
            gone.append(memory.file)
        else:
            shown.append(_shown(root, memory, content, now))
    return shown, gone


def wrapped(surfaced: list[Surfaced]) -> str:
    """The whole as one text; empty for none."""
    if not surfaced:
        return ""
    return f"<{TAG}>\n" + "\n".join(item.text for item in surfaced) + f"</{TAG}>\n"


def attachment(surfaced: list[Surfaced]) -> dict[str, Any]:
    """What a transcript keeps of it."""
    return {"type": ATTACHMENT, "memories": [{"path": item.path, "mtimeMs": item.mtime_ms} for item in surfaced]}


def _read_side_by_side(paths: list[str]) -> list[bytes | None]:
    """The beginning of each file, read at the same time; None for one that cannot be read."""
    found: list[bytes | None] = [None] * len(paths)

    def read(number: int) -> None:
        try:
            found[number] = read_bytes(paths[number], _READ_BYTES)
        except OSError:  # gone since it was selected, or no plain file any more
            pass

    threads = [threading.Thread(target=read, args=(number,)) for number in range(1, len(paths))]
    for thread in threads:
        thread.start()
    if paths:
        read(0)
    for thread in threads:
        thread.join()
    return found


def _shown(root: str, memory: Memory, data: bytes, now: float) -> Surfaced:
    path = os.path.join(root, memory.file)
    age = days(memory.modified, now)
    text, cut = cut_to_limits(data.decode("utf-8", "replace"))
    place = one_line(path)
    lines = [f"Memory (saved {words(age)}): {place}:"]
    warning = caveat(age)
    if warning:
        lines.append(warning)
    lines += ["", text.removesuffix("\n")]
    if cut:
        lines += [
            "",
            f"(Cut at {SURFACE_MAX_LINES} lines or {SURFACE_MAX_BYTES:,} bytes. The rest can be read from {place})",
        ]
    return Surfaced(memory.file, path, memory.key[0] // 1_000_000, broken_up("\n".join(lines)) + "\n", cut)


def cut_to_limits(text: str) -> tuple[str, bool]:
    """At most so many lines and bytes of a text, ended at a line's end, else at a whole character; and whether cut."""
    lines = text.split("\n", SURFACE_MAX_LINES)
    cut = len(lines) > SURFACE_MAX_LINES and lines[SURFACE_MAX_LINES] != ""
    if cut:
        text = "\n".join(lines[:SURFACE_MAX_LINES])
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= SURFACE_MAX_BYTES:
        return text, cut
    end = data.rfind(b"\n", 0, SURFACE_MAX_BYTES + 1)
    return data[: end if end > 0 else SURFACE_MAX_BYTES].decode("utf-8", "ignore"), True


def broken_up(text: str) -> str:
    """A text in which the wrapper's tag is no tag any more."""
    return _TAG_IN_TEXT.sub("< ", text)
