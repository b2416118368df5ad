"""The block between `---` lines at the top of a memory.

Plain `key: value` lines, with one level of nesting, are read by hand: that is what agents write, and it is
many times faster than YAML. Anything odder goes to python-frontmatter. What even that cannot read is
`broken`, and as much as possible is still salvaged line by line. Nothing here raises on any text.
"""

import re
from typing import Any, NamedTuple

from memtui.memory.limits import SCAN_HEAD_LINES, YAML_MAX_DEPTH

OK, MISSING, BROKEN, BLANK = "ok", "missing", "broken", "blank"

_END = re.compile(r"^-{3,}[ \t]*\r?$", re.MULTILINE)
_KEY = re.compile(r"([ ]{0,8})([A-Za-z_][\w.-]*):(?:[ \t]+(.*?))?[ \t]*\Z")
_SPECIAL = frozenset("\"'[]{}&*!|>%@`#,?-")  # a value that begins so is more than plain text
_NESTERS = re.compile(r"[\[{]|(?:^|(?<=[-?:\s]))[-?:](?=\s)")
_NULLS = frozenset(("~", "null", "Null", "NULL"))
_NOTHING = "\0"
_USUAL = frozenset(("name", "description", "type", "metadata", "node_type", "originSessionId", "modified", "pinned"))


class Frontmatter(NamedTuple):
    """What the block says. `lines` counts the block with both fences: the body begins after them."""

    status: str
    values: dict[str, Any]
    lines: int
    problem: str | None


_NONE = Frontmatter(MISSING, {}, 0, None)


def read(text: str) -> Frontmatter:
    """The frontmatter at the top of `text` (the head of a file is enough)."""
    if text.startswith("\ufeff"):
        text = text[1:]
    if text.startswith("---\n"):
        first = 3
    else:
        start = _END.match(text)
        if start is None:
            return _NONE
        first = start.end()
    last = text.find("\n---", first)
    if last == -1 or text[last : last + 5] != "\n---\n":
        end = _END.search(text, first + 1)
        last = -1 if end is None else end.start() - 1
    lines = 2 + text.count("\n", 0, last) if last != -1 else 0
    if last == -1 or lines > SCAN_HEAD_LINES:
        head = text.split("\n", SCAN_HEAD_LINES)
        return Frontmatter(BROKEN, _salvage(head[1:SCAN_HEAD_LINES]), 0, _no_end(head))
    return _judge(text[first + 1 : last], lines)


def _judge(block: str, lines: int) -> Frontmatter:
    if "\r" in block:
        block = block.replace("\r\n", "\n").removesuffix("\r")
    values = _plain(block)
    if values is None:
        values, problem = _odd(block)
        if problem is not None:
            return Frontmatter(BROKEN, _salvage(block.split("\n")), lines, problem)
    for value in values.values():
        if value and _filled(value):
            return Frontmatter(OK, values, lines, None)
    return Frontmatter(BLANK, values, lines, None)


def _no_end(lines: list[str]) -> str:
    if len(lines) > SCAN_HEAD_LINES:
        return f"does not end within the first {SCAN_HEAD_LINES} lines, which is all the agent reads"
    return "has no closing ---"


def _filled(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_filled(inner) for inner in value.values())
    return value not in (None, "", [])


def _plain(block: str) -> dict[str, Any] | None:  # noqa: C901 - calls cost more than branches here
    """The values when every line is plain, else None. The hot path of every scan: kept flat."""
    if "#" in block or not block.replace("\n", "").isprintable():
        return None
    values: dict[str, Any] = {}
    inner: dict[str, Any] | None = None
    indent = 0
    for line in block.split("\n"):
        key, colon, raw = line.partition(":")
        value: str | None = None
        if raw and raw != " ":
            value = _plain_value(raw)
            if value is None:
                return None
            value = None if value is _NOTHING else value
        if key[:1] != " ":
            if key not in _USUAL and not _is_key(key):
                if line:
                    return None
                continue
            if not colon:
                return None
            values[key] = value
            inner, indent = (None, 0) if value else ({}, 0)
            parent = key
            continue
        name = key.lstrip(" ")
        depth = len(key) - len(name)
        if inner is None or not colon or (indent and depth != indent):
            return None
        if name not in _USUAL and not _is_key(name):
            return None
        indent = depth
        inner[name] = value
        values[parent] = inner
    return values


def _is_key(name: str) -> bool:
    return name.replace("-", "_").replace(".", "_").isidentifier()


def _plain_value(raw: str) -> str | None:
    """A scalar that needs no YAML, `_NOTHING` for an empty one, None where YAML must decide."""
    if raw[0] != " ":
        return None
    value = raw.strip(" ")
    if not value or value in _NULLS:
        return _NOTHING
    first = value[0]
    if first not in _SPECIAL:
        return None if ": " in value or value[-1] == ":" else value
    if first not in "\"'":
        return None
    inside = value[1:-1]
    if len(value) < 2 or value[-1] != first or first in inside or "\\" in inside:
        return None
    return inside or _NOTHING


def _odd(block: str) -> tuple[dict[str, Any], str | None]:
    """Hand the block to YAML, with a bound on nesting: its loader recurses as deep as the text says."""
    if len(_NESTERS.findall(block)) > YAML_MAX_DEPTH * SCAN_HEAD_LINES:
        return {}, "is nested too deeply"
    import frontmatter.default_handlers
    import yaml

    try:
        found = frontmatter.default_handlers.YAMLHandler().load(block)
    except yaml.YAMLError as error:
        return {}, _yaml_words(error)
    except (RecursionError, ValueError, TypeError, AttributeError, OverflowError):
        return {}, "cannot be read as YAML"
    if found is None:
        return {}, None
    if not isinstance(found, dict):
        return {}, "is not a list of `key: value` lines"
    return {str(key): value for key, value in found.items() if isinstance(key, str | int | float)}, None


def _yaml_words(error: Exception) -> str:
    """The parser's complaint in one short phrase, with the line of the file."""
    mark = getattr(error, "problem_mark", None)
    what = str(getattr(error, "problem", None) or "is not valid YAML").split("\n")[0]
    where = f" on line {mark.line + 2}" if mark is not None else ""
    return f"cannot be read as YAML ({what}{where})"


def _salvage(block: list[str]) -> dict[str, Any]:
    """Whatever looks like `key: value`, taken literally."""
    values: dict[str, Any] = {}
    parent = ""
    for line in block:
        found = _KEY.match(line.rstrip("\r"))
        if found is None:
            continue
        space, key, raw = found.groups()
        value = _unquoted(raw) if raw else None
        if not space:
            values[key] = value
            parent = key if value is None else ""
        elif parent:
            inner = values[parent]
            values[parent] = {**inner, key: value} if isinstance(inner, dict) else {key: value}
    return values


def _unquoted(raw: str) -> str:
    return raw[1:-1] if len(raw) >= 2 and raw[0] == raw[-1] and raw[0] in "\"'" else raw
