"""Changing one value in a memory's frontmatter, or one stretch of its text: every other byte stays as it was."""

import re
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from memtui.memory import frontmatter
from memtui.memory.limits import HEAD_MAX_BYTES
from memtui.memory.pointers import newline_of

_QUOTED = re.compile(rb'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
_COMMENT = re.compile(rb"(?:^|[ \t])#")
_LONE = re.compile("[\ud800-\udfff]")
_UNPRINTABLE = re.compile("[^ -~\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def set_value(data: bytes, key: str, value: str, parent: str | None = None) -> bytes | None:
    """The file with another value for `key` (below `parent`, where given).

    None when the key is not there as a one-line value: the caller then leaves the file alone.
    """
    block = _block(data)
    if block is None:
        return None
    start, end = block
    wanted = _wanted(data, key, value, parent)
    if wanted == _outline(data):
        return data
    places = (re.finditer(place, data[start:end], re.MULTILINE) for place in _places(key, parent))
    for found in chain.from_iterable(places):
        old = found.group(1).rstrip(b" \t\r")
        length = _extent(old)
        if length is None:
            continue
        at = start + found.start(1)
        written = quoted(value, like=old[:length].decode("utf-8", "replace")).encode()
        gap = b"" if data[at - 1 : at] in (b" ", b"\t") else b" "
        comment = b" " if data[at + length : at + length + 1] == b"#" else b""
        changed = data[:at] + gap + written + comment + data[at + length :]
        if _says(changed, wanted, data):  # else it stood elsewhere, or went on below
            return changed
    return None


def _places(key: str, parent: str | None) -> tuple[bytes, ...]:
    """Where a key's value may stand: on a line of its own, or in `parent: {key: value}`."""
    name = re.escape(key.encode())
    if parent is None:
        return (rb"^%b:[ \t]*([^\n]*)" % name,)
    inline = rb"^%b:[ \t]*\{(?:[^\n]*[ ,])?%b:[ \t]+([^\n,}]*)" % (re.escape(parent.encode()), name)
    return rb"^[ ]+%b:[ \t]*([^\n]*)" % name, inline


def _extent(old: bytes) -> int | None:
    """How much of what follows a key is its value, without a comment; None when that is no one-line scalar."""
    if old[:1] in (b"|", b">", b"&", b"*", b"!", b"[", b"{"):
        return None
    if old[:1] in (b'"', b"'"):
        found = _QUOTED.match(old)
        rest = old[found.end() :] if found else b"?"
        return found.end() if found and (not rest or rest.lstrip(b" \t")[:1] == b"#") else None
    comment = _COMMENT.search(old)
    return len(old if comment is None else old[: comment.start()].rstrip(b" \t"))


def add_value(data: bytes, key: str, value: str, parent: str | None = None) -> bytes | None:
    """The file with one more key: at the end of the frontmatter, or first below `parent`. None without frontmatter."""
    block = _block(data)
    if block is None:
        return None
    start, end = block
    above = _outline(data).get(parent) if parent else _outline(data)
    if isinstance(above, dict) and key in above:
        return set_value(data, key, value, parent)
    written = f"{key}: {quoted(value, like=value)}".encode()  # a truth value or a date is meant as one
    newline = newline_of(data)
    wanted = _wanted(data, key, value, parent)
    if parent is None:
        changed = data[:end] + written + newline + data[end:]
        return changed if _says(changed, wanted, data) else None
    found = re.search(rb"^%b:[ \t]*\r?\n([ ]*)" % re.escape(parent.encode()), data[start:end], re.MULTILINE)
    if found is None:
        return None
    at = start + found.start(1)
    changed = data[:at] + (found.group(1) or b"  ") + written + newline + data[at:]
    return changed if _says(changed, wanted, data) else None


def quoted(value: str, like: str = "") -> str:
    """A value as YAML writes it: plain where that is safe, in the quotes that were there before, else in double."""
    flat = _flat(value)
    if _UNPRINTABLE.search(flat) is None:
        if like.startswith("'") and "'" not in flat:
            return f"'{flat}'"
        if not like.startswith('"') and _is_plain(flat) and (not _is_typed(flat) or _is_typed(like)):
            return flat
    escaped = flat.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{_UNPRINTABLE.sub(_escape, escaped)}"'


def _flat(value: str) -> str:
    """On one line, and without the bytes of a file name that are no text."""
    return " ".join(_LONE.sub("\ufffd", value).split())


def _escape(found: re.Match[str]) -> str:
    return f"\\U{ord(found.group()):08x}"


def _is_plain(flat: str) -> bool:
    read = frontmatter.read(f"---\nk: {flat}\n---\n")
    return read.status == frontmatter.OK and read.values == {"k": flat} and "#" not in flat


def _is_typed(flat: str) -> bool:
    """Whether other readers of YAML would take it for a number, a date or a truth value."""
    from yaml import SafeLoader

    patterns = SafeLoader.yaml_implicit_resolvers.get(flat[:1], ()) if flat else ()
    return any(pattern.match(flat) for _, pattern in patterns)


def replace_span(data: bytes, line: int, start: int, end: int, text: str) -> bytes:
    """The file with the characters [start, end) of one line replaced."""
    return replace_spans(data, [(line, start, end)], text)


def replace_spans(data: bytes, spans: list[tuple[int, int, int]], text: str) -> bytes:
    """The file with each of these stretches (line, start, end), in their order, replaced by the same text."""
    lines = data.split(b"\n")
    for line, group in groupby(spans, key=itemgetter(0)):
        row, parts, done = lines[line - 1].decode("utf-8", "surrogateescape"), [], 0
        for _, start, end in group:
            parts += [row[done:start], text]
            done = end
        lines[line - 1] = "".join([*parts, row[done:]]).encode("utf-8", "surrogateescape")
    return b"\n".join(lines)


def _block(data: bytes) -> tuple[int, int] | None:
    """Where the frontmatter's lines begin and end, without the fences; None when there is no whole block."""
    found = _read(data)
    if found.lines == 0:
        return None
    start = data.index(b"\n") + 1
    end = start
    for _ in range(found.lines - 2):
        end = data.index(b"\n", end) + 1
    return start, end


def _read(data: bytes) -> frontmatter.Frontmatter:
    return frontmatter.read(data[:HEAD_MAX_BYTES].decode("utf-8", "surrogateescape"))


def _outline(data: bytes) -> dict[str, Any]:
    """What the block says, to two levels. Deeper only the kind counts: by aliases a value may hold itself."""
    values = _read(data).values
    return {key: _shallow(value) if isinstance(value, dict) else _scalar(value) for key, value in values.items()}


def _shallow(values: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _scalar(value) for key, value in values.items()}


def _scalar(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else type(value)


def _says(changed: bytes, wanted: dict[str, Any], data: bytes) -> bool:
    """Whether the block now says what it should, and is no more broken than it was."""
    whole = _read(changed).problem is None or _read(data).problem is not None
    return whole and _outline(changed) == wanted


def _wanted(data: bytes, key: str, value: str, parent: str | None) -> dict[str, Any]:
    """What the block should say with another value for one key."""
    values = _outline(data)
    above = values.get(parent) if parent else values
    changed = {**(above if isinstance(above, dict) else {}), key: _flat(value)}
    return {**values, parent: changed} if parent else changed
