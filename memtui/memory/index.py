"""The index, `MEMORY.md`: its pointers, and the exact text the agent loads of it.

Lines end at LF only. Lengths are UTF-16 units. Nothing here touches the disk.
"""

import re
from bisect import bisect_right
from typing import NamedTuple

from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES

# What JavaScript's trim() removes.
JS_SPACE = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
# Compiled where they are used, after a test that most lines fail: start-up is what every script pays.
_URL = r"[A-Za-z][A-Za-z0-9+.-]+:"
_HEADING = r"#{1,6}(?:[ \t]|$)"
_FENCE = r" {0,3}(`{3,}+(?=[^`]*\Z)|~{3,}+)"
_DASHES = ("—", "–", "-", ":")
_ADVICE = (
    "The rest was left out. Shorten each pointer to one line (150 characters or less) "
    "and keep the details in the topic files."
)


class Entry(NamedTuple):
    """One pointer of the index. `file` is decoded and without its anchor; `line` counts from 1."""

    line: int
    title: str
    file: str
    hook: str
    text: str
    external: bool
    span: tuple[int, int]  # of the target as written, in `text`


class Line(NamedTuple):
    """One line of the index: what it is, and its pointer if it is one."""

    number: int
    text: str
    kind: str  # pointer, heading, blank, comment, frontmatter, prose
    entry: Entry | None


class Loaded(NamedTuple):
    """What the agent gets, and what it cost. `last_line` is the last line of the file that is in it."""

    text: str
    lines: int
    chars: int
    reason: str | None  # None, "lines", "chars" or "both"
    last_line: int

    @property
    def truncated(self) -> bool:
        """Whether anything was cut."""
        return self.reason is not None


def units(text: str) -> int:
    """The length of `text` in UTF-16 units."""
    if text.isascii():
        return len(text)
    return len(text) + sum(1 for char in text if char > "\uffff")


def read_pointer(text: str, number: int) -> Entry | None:
    """The pointer on a line: `- [Title](file.md) — hook` and its variants; None when it is no pointer."""
    start = _after_bullet(text)
    if start is None:
        return None
    close = _closing_bracket(text, start)
    if close == -1 or text[close + 1 : close + 2] != "(":
        return None
    start_at, end_at, after = _target(text, close + 2)
    target = text[start_at:end_at].strip()
    if not target:
        return None
    external = (":" in target and re.match(_URL, target) is not None) or target.startswith("//")
    file = target if external else _decoded(target.split("#", 1)[0])
    if not file:
        return None
    title = text[start:close]
    shown = text.removesuffix("\r")
    return Entry(number, title, file.removeprefix("./"), _hook(text[after:]), shown, external, (start_at, end_at))


def _after_bullet(text: str) -> int | None:
    """Where the title begins: past `- [`, `* [` or `+ [`. A byte order mark hides no pointer."""
    bullet = text.removeprefix("\ufeff").lstrip(" \t")
    rest = bullet[1:].lstrip(" \t")
    if bullet[:1] not in ("-", "*", "+") or len(rest) == len(bullet) - 1 or not rest.startswith("["):
        return None
    return len(text) - len(rest) + 1


def _hook(rest: str) -> str:
    hook = rest.strip()
    for dash in _DASHES:
        if hook.startswith(dash):
            return hook[len(dash) :].strip()
    return hook


def _decoded(target: str) -> str:
    if "%" not in target:
        return target
    from urllib.parse import unquote  # late: few indexes need it, and every command would pay

    return unquote(target)


def _closing_bracket(text: str, start: int) -> int:
    depth = 0
    for position in range(start, len(text)):
        if text[position] == "[" and text[position - 1] != "\\":
            depth += 1
        elif text[position] == "]" and text[position - 1] != "\\":
            if depth == 0:
                if text.startswith("(", position + 1) or text.find("](", start, position) == -1:
                    return position
                break
            depth -= 1
    return text.find("](", start)  # unbalanced brackets in a title: the first plausible end


def _target(text: str, start: int) -> tuple[int, int, int]:
    """Where a link target begins and ends, from just after its `(`, and where its `)` is past."""
    if text.startswith("<", start):
        end = text.find(">)", start)
        return (start + 1, end, end + 2) if end != -1 else (start, start, start)
    depth = 0
    for position in range(start, len(text)):
        if text[position] == "(":
            depth += 1
        elif text[position] == ")":
            if depth == 0:
                return start, position, position + 1
            depth -= 1
    return start, start, start


def read_lines(text: str) -> list[Line]:
    """Every line of the index and what it is."""
    dropped = _dropped_lines(text)
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip(JS_SPACE)
        entry = None
        if number in dropped:
            kind = dropped[number]
        elif not bare:
            kind = "blank"
        elif bare.startswith("#") and re.match(_HEADING, bare):
            kind = "heading"
        else:
            entry = read_pointer(line, number)
            kind = "pointer" if entry else "prose"
        lines.append(Line(number, line, kind, entry))
    return lines


def entries(text: str) -> list[Entry]:
    """The pointers of the index, in order."""
    return [line.entry for line in read_lines(text) if line.entry is not None]


def _dropped_lines(text: str) -> dict[int, str]:
    """Line numbers that never load: a leading frontmatter block, and comments that stand alone."""
    lines = text.removeprefix("\ufeff").split("\n")
    dropped: dict[int, str] = {}
    at = _frontmatter_end(lines)
    dropped.update((number, "frontmatter") for number in range(1, at + 1))
    ends = [number for number, line in enumerate(lines) if "-->" in line]
    fence = ""
    while at < len(lines):
        before, fence = fence, next_fence(lines[at], fence)
        if not before and lines[at].startswith("<!--"):
            end = _comment_end(lines, ends, at)
            if end is not None:
                if end + 1 < len(lines) and not lines[end + 1].strip(JS_SPACE):
                    end += 1  # with the blank line that follows
                dropped.update((number, "comment") for number in range(at + 1, end + 2))
                at = end
        at += 1
    return dropped


def _frontmatter_end(lines: list[str]) -> int:
    """How many lines a leading frontmatter block takes, 0 without one."""
    if lines[0].rstrip() != "---":
        return 0
    for position in range(1, len(lines)):
        if lines[position].rstrip() == "---":
            return position + 1
    return 0


def next_fence(line: str, fence: str = "") -> str:
    """The code fence that is open after a line, "" when none is; `fence` is the one open before it."""
    mark = re.match(_FENCE, line) if "```" in line or "~~~" in line else None
    if mark is None:
        return fence
    if not fence:
        return mark.group(1)
    closes = mark.group(1).startswith(fence) and not line[mark.end() :].strip()
    return "" if closes else fence


def _comment_end(lines: list[str], ends: list[int], start: int) -> int | None:
    """The line on which the comment ends with nothing after it; None when it ends otherwise or never.

    `ends` are the lines with `-->`: an index full of comments that never end must not be searched for each.
    """
    position, end = start, lines[start].find("-->", 4)
    if end == -1:
        later = bisect_right(ends, start)
        if later == len(ends):
            return None
        position = ends[later]
        end = lines[position].find("-->")
    return position if not lines[position][end + 3 :].strip(JS_SPACE) else None


def load(text: str) -> Loaded:
    """The exact text the agent loads of this index, with the counts behind it."""
    dropped = _dropped_lines(text)
    kept = [(number, line) for number, line in enumerate(text.split("\n"), 1) if number not in dropped]
    first = next((at for at, (_, line) in enumerate(kept) if line.strip(JS_SPACE)), len(kept))
    del kept[:first]
    while kept and not kept[-1][1].strip(JS_SPACE):
        kept.pop()
    whole = "\n".join(line for _, line in kept).strip(JS_SPACE)
    if not whole:
        return Loaded("", 0, 0, None, 0)
    count, size = len(kept), units(whole)
    reason = _reason(count, size)
    if reason is None:
        return Loaded(whole, count, size, None, kept[-1][0])
    body = _cut(whole)
    last = kept[min(len(kept), body.count("\n") + 1) - 1][0]
    return Loaded(
        f"{body}\n\n> WARNING: MEMORY.md is {_words(reason, count, size)}. {_ADVICE}",
        count,
        size,
        reason,
        last,
    )


def _reason(count: int, size: int) -> str | None:
    if count > INDEX_MAX_LINES:
        return "both" if size > INDEX_MAX_CHARS else "lines"
    return "chars" if size > INDEX_MAX_CHARS else None


def _words(reason: str, count: int, size: int) -> str:
    if reason == "lines":
        return f"{count} lines (limit: {INDEX_MAX_LINES})"
    if reason == "both":
        return f"{count} lines and {size_words(size)}"
    return f"{size_words(size)} (limit: {size_words(INDEX_MAX_CHARS)}) — index entries are too long"


def size_words(size: int) -> str:
    """`38.5KB`, `30KB`, `1.9MB`: a length as the agent writes it."""
    divisor, unit = (1024 * 1024, "MB") if size >= 1024 * 1024 else (1024, "KB")
    tenths = (20 * size + divisor) // (2 * divisor)  # halves go up, as in JavaScript
    return f"{tenths / 10:.1f}".removesuffix(".0") + unit


def _cut(whole: str) -> str:
    """Lines first; then, if still too long, at the last newline within the limit, else at the limit."""
    body = "\n".join(whole.split("\n", INDEX_MAX_LINES)[:INDEX_MAX_LINES])
    if units(body) <= INDEX_MAX_CHARS:
        return body
    raw = body.encode("utf-16-le", "surrogatepass")
    limit = 2 * INDEX_MAX_CHARS
    head = raw[:limit].decode("utf-16-le", "replace")
    if raw[limit : limit + 2] == b"\n\0":
        return head  # a newline exactly at the limit counts as within it
    newline = head.rfind("\n")
    return head[:newline] if newline > 0 else head
