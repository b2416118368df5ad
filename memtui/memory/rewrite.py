"""Changing one value in a memory's frontmatter, or one stretch of its text: every other byte stays as it was."""

import re

from memtui.memory import frontmatter
from memtui.memory.pointers import newline_of

_BOM = b"\xef\xbb\xbf"


def set_value(data: bytes, key: str, value: str, parent: str | None = None) -> bytes | None:
    """The file with another value for `key` (below `parent`, where given).

    None when the key is not there as a one-line value: the caller then leaves the file alone.
    """
    block = _block(data)
    if block is None:
        return None
    start, end = block
    pattern = rb"^%b%b:[ \t]*([^\r\n]*?)[ \t]*(?=\r?$)" % (
        b"[ ]+" if parent else b"",
        re.escape(key.encode()),
    )
    for found in re.finditer(pattern, data[start:end], re.MULTILINE):
        if parent and _parent_of(data[start : start + found.start()]) != parent.encode():
            continue
        old = found.group(1)
        if old[:1] in (b"|", b">", b"&", b"*", b"!", b"[", b"{"):
            return None
        at = start + found.start(1)
        written = quoted(value, like=old.decode("utf-8", "replace")).encode("utf-8", "surrogateescape")
        gap = b"" if data[at - 1 : at] in (b" ", b"\t") else b" "
        return data[:at] + gap + written + data[start + found.end(1) :]
    return None


def add_value(data: bytes, key: str, value: str, parent: str | None = None) -> bytes | None:
    """The file with one more key: at the end of the frontmatter, or first below `parent`. None without frontmatter."""
    block = _block(data)
    if block is None:
        return None
    start, end = block
    written = f"{key}: {quoted(value)}".encode("utf-8", "surrogateescape")
    newline = newline_of(data)
    if parent is None:
        return data[:end] + written + newline + data[end:]
    found = re.search(rb"^%b:[ \t]*\r?\n([ ]*)" % re.escape(parent.encode()), data[start:end], re.MULTILINE)
    if found is None:
        return None
    at = start + found.start(1)
    return data[:at] + (found.group(1) or b"  ") + written + newline + data[at:]


def quoted(value: str, like: str = "") -> str:
    """A value as YAML writes it: plain where that is safe, in the quotes that were there before, else in double."""
    flat = " ".join(value.split())
    if like.startswith("'") and "'" not in flat:
        return f"'{flat}'"
    plain = frontmatter.read(f"---\nk: {flat}\n---\n")
    if not like.startswith('"') and plain.status == "ok" and plain.values == {"k": flat} and "#" not in flat:
        return flat
    escaped = flat.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def replace_span(data: bytes, line: int, start: int, end: int, text: str) -> bytes:
    """The file with the characters [start, end) of one line replaced."""
    lines = data.split(b"\n")
    row = lines[line - 1].decode("utf-8", "surrogateescape")
    lines[line - 1] = (row[:start] + text + row[end:]).encode("utf-8", "surrogateescape")
    return b"\n".join(lines)


def _block(data: bytes) -> tuple[int, int] | None:
    """Where the frontmatter's lines begin and end, without the fences; None when there is no whole block."""
    head = data[: len(data) if len(data) < 65_536 else 65_536].decode("utf-8", "surrogateescape")
    found = frontmatter.read(head)
    if found.lines == 0:
        return None
    start = data.index(b"\n") + 1
    end = start
    for _ in range(found.lines - 2):
        end = data.index(b"\n", end) + 1
    return start, end


def _parent_of(before: bytes) -> bytes | None:
    """The unindented key that the line after `before` stands under."""
    keys = re.findall(rb"^([A-Za-z_][\w.-]*):", before, re.MULTILINE)
    return keys[-1] if keys else None
