"""The block between `---` lines at the top of a memory.

Plain `key: value` lines, with one level of nesting, are read by hand: that is what agents write, and it is
many times faster than YAML. Anything odder goes to python-frontmatter. What even that cannot read is
`broken`, and as much as possible is still salvaged line by line. Either way a scalar is the text that stands
there, never a date or a number. Nothing here raises on any text, nor takes longer than its length allows.
"""

import functools
import re
from typing import Any, NamedTuple

from memtui.memory.limits import SCAN_HEAD_LINES, YAML_MAX_DEPTH

OK, MISSING, BROKEN, BLANK = "ok", "missing", "broken", "blank"

_END = re.compile(r"^-{3,}[ \t]*\r?$", re.MULTILINE)
_KEY = re.compile(r"([ ]{0,8})([A-Za-z_][\w.-]*):(?:[ \t](.*))?\Z")
_SPECIAL = frozenset("\"'[]{}&*!|>%@`#,?-")  # a value that begins so is more than plain text
_NESTERS = re.compile(r"[\[{]|(?:^|(?<=[-?:\s]))[-?:](?=\s)")
_NULLS = frozenset(("~", "null", "Null", "NULL"))
_CAREFUL = _SPECIAL | frozenset(" ~nN")  # with what may begin an empty value
_PLAIN_BYTES = bytes(byte for byte in range(32, 127) if byte != ord("#")) + b"\n"
_NOTHING = "\0"
_PROBLEM_MAX = 120  # the parser quotes the text it stumbled over, however long
_USUAL = frozenset(("name", "description", "type", "metadata", "node_type", "originSessionId", "modified", "pinned"))


class Frontmatter(NamedTuple):
    """What the block says. `lines` counts the block with both fences: the body begins after them."""

    status: str
    values: dict[str, Any]
    lines: int
    problem: str | None


_NONE = Frontmatter(MISSING, {}, 0, None)

# The two blocks that agents write, whole: one match instead of a walk over the lines, for the sake of large
# stores. A value here begins with a letter or digit and holds neither `:` nor `#`, so it is plain text to YAML.
_REST = r"[ -\"$-9;-~À-ɏ–—‘’“”…→]*[!-\"$-9;-~À-ɏ–—‘’“”…→]"
_TEXT = rf"(?!(?:null|Null|NULL)\n)([A-Za-z0-9](?:{_REST})?)"
_KIND = r"(?!null\n)([a-z]+)"
_WRITTEN = re.compile(
    rf"---\nname: {_TEXT}\ndescription: {_TEXT}\n"
    rf"(?:type: {_KIND}|metadata: ?\n  node_type: memory\n  type: {_KIND}\n  originSessionId: ([0-9a-f][0-9a-f-]*)"
    r"(?:\n  modified: ([0-9][0-9T:.+-]*[0-9Z]))?)\n---\n"
)
_FLAT_LINES, _NESTED_LINES = 5, 8  # with both fences


def read(text: str) -> Frontmatter:
    """The frontmatter at the top of `text` (the head of a file is enough)."""
    written = _WRITTEN.match(text)
    if written is not None:
        return _as_written(*written.groups())
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


def _as_written(
    name: str, description: str, kind: str | None, inner_kind: str, session: str, modified: str | None
) -> Frontmatter:
    values: dict[str, Any] = {"name": name, "description": description}
    if kind is not None:
        values["type"] = kind
        return Frontmatter(OK, values, _FLAT_LINES, None)
    inner = values["metadata"] = {"node_type": "memory", "type": inner_kind, "originSessionId": session}
    if modified is None:
        return Frontmatter(OK, values, _NESTED_LINES, None)
    inner["modified"] = modified
    return Frontmatter(OK, values, _NESTED_LINES + 1, None)


def _judge(block: str, lines: int) -> Frontmatter:
    if "\r" in block:
        block = block.replace("\r\n", "\n").removesuffix("\r")
    values = _plain(block)
    if values is None:
        values, problem = _odd(block)
        if problem is not None:
            return Frontmatter(BROKEN, _salvage(block.split("\n")), lines, problem)
    for value in values.values():
        if value and (value.__class__ is str or _filled(value)):
            return Frontmatter(OK, values, lines, None)
    return Frontmatter(BLANK, values, lines, None)


def _no_end(lines: list[str]) -> str:
    if len(lines) > SCAN_HEAD_LINES:
        return f"does not end within the first {SCAN_HEAD_LINES} lines, which is all the agent reads"
    return "has no closing ---"


def _filled(value: Any) -> bool:
    """Whether anything is said; one level is enough, and by aliases a map may hold itself."""
    return not isinstance(value, dict) or any(value.values())


def _plain(block: str) -> dict[str, Any] | None:  # noqa: C901 - calls cost more than branches here
    """The values when every line is plain, else None. The hot path of every scan: kept flat."""
    if block.isascii():
        if block.encode("ascii").translate(None, _PLAIN_BYTES):
            return None
    elif "#" in block or not block.replace("\n", "").isprintable():
        return None
    values: dict[str, Any] = {}
    inner: dict[str, Any] | None = None
    indent = 0
    for line in block.split("\n"):
        key, colon, raw = line.partition(": ")
        value: str | None = raw or None
        if raw:
            if raw[0] in _CAREFUL or raw[-1] in " :" or ": " in raw:
                value = _plain_value(raw)
                if value is None:
                    return None
                value = None if value is _NOTHING else value
            if key in _USUAL:
                values[key], inner = value, None
                continue
        elif not colon and line:
            if line[-1] != ":":
                return None
            key = line[:-1]
        if key[:1] != " ":
            if key not in _USUAL and not _is_key(key):
                if line:
                    return None
                continue
            values[key] = value
            inner, indent = None if raw else {}, 0
            parent = key
            continue
        name = key.lstrip(" ")
        depth = len(key) - len(name)
        if inner is None or (indent and depth != indent):
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
    return inside


def _odd(block: str) -> tuple[dict[str, Any], str | None]:
    """Hand the block to YAML, with a bound on nesting: its loader recurses as deep as the text says."""
    if len(_NESTERS.findall(block)) > YAML_MAX_DEPTH * SCAN_HEAD_LINES:
        return {}, "is nested too deeply"
    import frontmatter.default_handlers
    import yaml

    try:
        found = frontmatter.default_handlers.YAMLHandler().load(f"{block}\n", Loader=_loader())
    except yaml.YAMLError as error:
        return {}, _yaml_words(error)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return {}, "cannot be read as YAML"
    if found is None:
        return {}, None
    if not isinstance(found, dict):
        return {}, "is not a list of `key: value` lines"
    return {key: value for key, value in found.items() if isinstance(key, str)}, None


@functools.cache
def _loader() -> Any:
    """python-frontmatter's safe loader, but scalars stay text and `<<` merges nothing.

    As text, a value means the same whether or not some other line needed YAML. Merging copies pairs, and
    merges of merges copy more than any memory holds.
    """
    from frontmatter.default_handlers import SafeLoader

    null = "tag:yaml.org,2002:null"
    resolvers = {
        first: [pair for pair in pairs if pair[0] == null]
        for first, pairs in SafeLoader.yaml_implicit_resolvers.items()
    }
    own = {"yaml_implicit_resolvers": resolvers, "flatten_mapping": _merge_nothing}
    loader: Any = type("TextLoader", (SafeLoader,), own)
    for tag in ("bool", "int", "float", "timestamp"):
        loader.add_constructor(f"tag:yaml.org,2002:{tag}", SafeLoader.construct_yaml_str)
    return loader


def _merge_nothing(loader: Any, node: Any) -> None:
    """Stands in for the loader's handling of `<<`."""


def _yaml_words(error: Exception) -> str:
    """The parser's complaint in one short phrase, with the line of the file."""
    mark = getattr(error, "problem_mark", None)
    what = str(getattr(error, "problem", None) or "is not valid YAML").split("\n")[0][:_PROBLEM_MAX]
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
        value = _unquoted(raw.strip(" \t")) if raw else None
        if not space:
            values[key] = value
            parent = key if value is None else ""
        elif parent:
            inner = values[parent]
            values[parent] = {**inner, key: value} if isinstance(inner, dict) else {key: value}
    return values


def _unquoted(raw: str) -> str | None:
    return (raw[1:-1] if len(raw) >= 2 and raw[0] == raw[-1] and raw[0] in "\"'" else raw) or None
