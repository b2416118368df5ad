"""Rules that look at one memory by itself: its frontmatter, its size, and what its text carries."""

import re
from collections.abc import Iterator

from memtui.audit.dates import RelativeDate, find_relative_dates
from memtui.audit.finding import ADD_TYPE, CLEAN, ERROR, WARNING, Finding, Mend, cut
from memtui.audit.hidden import clean, find_hidden
from memtui.audit.orders import find_orders
from memtui.audit.secrets import find_secrets
from memtui.memory import age
from memtui.memory.frontmatter import BLANK, BROKEN, MISSING, OK
from memtui.memory.limits import LOGS_DIR, SURFACE_MAX_BYTES, SURFACE_MAX_LINES, TYPES
from memtui.memory.topic import Memory, stem

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # the byte order marks
_NAMED = 3
_DESCRIPTION = re.compile(r"description:[ \t]*([\"']?)(.*)\1[ \t\r]*\Z")
_WORD = re.compile(r"[^\W\d_]{2,}|\d+")
# Words that say nothing about what is inside.
_EMPTY_TEXT = """
a about all an and any are as at be by data description detail details doc docs document entry etc feedback file
for from general he her here his how i important in info information into is it its list me memo memory misc my new
note noted notes of old on or other our out project reference remember reminder she some something stuff summary
that the their them these they thing things this those to todo topic update updated updates us use used useful
user users various was we what when where which who why with you your
"""
_EMPTY_WORDS = frozenset(_EMPTY_TEXT.split())
_MIN_TELLING = 2
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_MIN_UNSPACED = 5  # letters


def judge(memory: Memory, text: str, data: bytes) -> Iterator[Finding]:
    """Every rule of this module on a readable memory."""
    if not memory.file.startswith(f"{LOGS_DIR}/"):
        yield from frontmatter(memory)
        yield from kind(memory)
        yield from description(memory)
        yield from length(memory, data)
    yield from carried(memory.file, text)


def carried(file: str, text: str) -> Iterator[Finding]:
    """What no text that a model reads should carry; also for the index."""
    unseen = list(hidden(file, text))
    visible = clean(text) if unseen else text  # a model reads words that hidden characters part; no line moves
    yield from unseen
    yield from secrets(file, *dict.fromkeys((text, visible)))
    yield from orders(file, visible)


def frontmatter(memory: Memory) -> Iterator[Finding]:
    """Missing, broken or blank."""
    if memory.status == MISSING:
        yield Finding(
            "no-frontmatter", WARNING, memory.file, 1,
            "has no frontmatter, so recall sees only its file name; add name, description and type",
        )  # fmt: skip
    elif memory.status == BROKEN:
        yield Finding("broken-frontmatter", ERROR, memory.file, 1, f"frontmatter {memory.problem}; mend it by hand")
    elif memory.status == BLANK:
        yield Finding(
            "blank-frontmatter", WARNING, memory.file, 1,
            "frontmatter in which nothing is filled in; fill it in, or look for an older version in memtui history",
        )  # fmt: skip


def kind(memory: Memory) -> Iterator[Finding]:
    """No type, or one that the agent does not know."""
    if memory.status != OK or memory.type is not None:
        return
    if memory.raw_type is not None:
        known = ", ".join(TYPES)
        yield Finding(
            "unknown-type", WARNING, memory.file, 1, f"type {cut(memory.raw_type, 30)!r} is unknown; use one of {known}"
        )
        return
    prefix = stem(memory.file).split("_", 1)[0]
    if prefix in TYPES:
        said = f"added type {prefix}, as the file's name says"
        mend = Mend(memory.file, ADD_TYPE, said, text=prefix)
        yield Finding("no-type", WARNING, memory.file, 1, f"has no type; its name says {prefix}", mend)
    else:
        yield Finding("no-type", WARNING, memory.file, 1, f"has no type; add one of {', '.join(TYPES)}")


def description(memory: Memory) -> Iterator[Finding]:
    """None, or one that would fit anything."""
    if memory.status != OK:
        return
    if memory.description is None:
        yield Finding(
            "no-description", WARNING, memory.file, 1, "has no description, and recall selects by it; add one"
        )
    elif is_vague(memory.description, memory.title):
        yield Finding(
            "vague-description", WARNING, memory.file, 1,
            f"description {cut(memory.description, 40)!r} is too general to be selected; say what and when",
        )  # fmt: skip


def is_vague(text: str, name: str) -> bool:
    """Whether a description would not tell this memory from others. Scripts without spaces pass by length."""
    if len(_UNSPACED.findall(text)) >= _MIN_UNSPACED:
        return False
    words = {word.lower() for word in _WORD.findall(text)} - _EMPTY_WORDS
    if len(words) < _MIN_TELLING:
        return True
    named = {word.lower() for word in _WORD.findall(name.replace("_", " ").replace("-", " "))}
    return len(words) <= _MIN_TELLING and words <= named


def length(memory: Memory, data: bytes) -> Iterator[Finding]:
    """Longer than what recall surfaces."""
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if len(data) > SURFACE_MAX_BYTES:
        yield Finding(
            "too-long", WARNING, memory.file, data.count(b"\n", 0, SURFACE_MAX_BYTES) + 1,
            f"{len(data):,} bytes: recall cuts it here, at {SURFACE_MAX_BYTES:,}; split it in two",
        )  # fmt: skip
    elif lines > SURFACE_MAX_LINES:
        yield Finding(
            "too-long", WARNING, memory.file, SURFACE_MAX_LINES,
            f"{lines} lines: recall cuts it here, at {SURFACE_MAX_LINES}; split it in two",
        )  # fmt: skip


def huge(memory: Memory) -> Iterator[Finding]:
    """Too large to be a memory."""
    yield Finding(
        "huge", WARNING, memory.file, None,
        f"{memory.size:,} bytes: too large for a memory, so it is not checked or kept in history; move it elsewhere",
    )  # fmt: skip


def encoding(file: str, data: bytes) -> Iterator[Finding]:
    """Bytes that are no UTF-8 text."""
    if data.startswith(_UTF_16):
        yield Finding("not-utf8", ERROR, file, 1, "is UTF-16, which the agent cannot read; save it as UTF-8")
        return
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        yield Finding("binary", ERROR, file, line, "holds NUL bytes, so it is not a text; move it out of the store")
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield Finding(
            "not-utf8", ERROR, file, line,
            f"byte 0x{data[error.start]:02x} is not UTF-8; the agent reads it as �; save the file as UTF-8",
        )  # fmt: skip


def relative_dates(text: str, head_lines: int = 0) -> Iterator[tuple[RelativeDate, str]]:
    """Relative dates with the lines they stand in; when those were written is for the history to say."""
    lines = text.split("\n")
    head = [_described(line) for line in lines[:head_lines]]
    for item in find_relative_dates("\n".join([*head, *lines[head_lines:]])):
        yield item, lines[item.line - 1]


def _described(line: str) -> str:
    """What a line of frontmatter says of the memory, at its place; quotes around it are YAML's, and quote nothing."""
    found = _DESCRIPTION.match(line)
    if found is None:
        return ""
    start, end = found.span(2)
    return " " * start + line[start:end] + " " * (len(line) - end)


def secrets(file: str, *texts: str) -> Iterator[Finding]:
    """Keys and passwords, masked; one that stands in several versions of a text is told once."""
    for line, kind, masked in dict.fromkeys((i.line, i.kind, i.masked) for text in texts for i in find_secrets(text)):
        yield Finding(
            "secret", ERROR, file, line,
            f"{kind} {masked}: replace it at its service, remove it here, then run memtui history purge",
        )  # fmt: skip


def hidden(file: str, text: str) -> Iterator[Finding]:
    """What is there but cannot be seen; one finding a line and kind."""
    seen: dict[tuple[int, str], list[str]] = {}
    for item in find_hidden(text):
        seen.setdefault((item.line, item.kind), []).append(item.name)
    for (line, what), names in seen.items():
        each = list(dict.fromkeys(names))
        more = f" and {len(each) - _NAMED} more" if len(each) > _NAMED else ""
        mend = Mend(file, CLEAN, f"removed from line {line}: {what}", line=line)
        yield Finding("hidden-text", ERROR, file, line, f"{what}: {', '.join(each[:_NAMED])}{more}; remove it", mend)


def orders(file: str, text: str) -> Iterator[Finding]:
    """Text that speaks to the model over the user's head."""
    for item in find_orders(text):
        yield Finding("orders", ERROR, file, item.line, f"{item.why}: {cut(item.excerpt)!r}; remove it")


def stale(memory: Memory, now: float, limits: dict[str, int]) -> Iterator[Finding]:
    """Older than its type stays true. Pinned memories are exempt: their owner vouches for them."""
    if memory.pinned or memory.folder == LOGS_DIR or age.grade(memory, now, limits) != age.STALE:
        return
    days = age.days(memory.modified, now)
    limit = limits.get(memory.type or "none", age.STALE_DAYS["none"])
    what = memory.type or "untyped"
    yield Finding(
        "stale", WARNING, memory.file, None,
        f"{days} days old; {what} memories go stale after {limit}: check that it still holds",
    )  # fmt: skip
