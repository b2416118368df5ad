"""Rules that look at one memory by itself: its frontmatter, its size, and what its text carries."""

import re
from collections.abc import Iterator

from memtui.audit.dates import RelativeDate, find_relative_dates
from memtui.audit.finding import ADD_TYPE, CLEAN, ERROR, WARNING, Finding, Mend, cut
from memtui.audit.hidden import find_hidden
from memtui.audit.orders import find_orders
from memtui.audit.secrets import find_secrets
from memtui.memory import age
from memtui.memory.frontmatter import BLANK, BROKEN, MISSING, OK
from memtui.memory.limits import LOGS_DIR, SURFACE_MAX_BYTES, SURFACE_MAX_LINES, TYPES
from memtui.memory.topic import Memory, stem

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
    yield from secrets(file, text)
    yield from hidden(file, text)
    yield from orders(file, text)


def frontmatter(memory: Memory) -> Iterator[Finding]:
    """Missing, broken or blank."""
    if memory.status == MISSING:
        yield Finding(
            "no-frontmatter", WARNING, memory.file, 1,
            "has no frontmatter, so recall sees only its file name; add name, description and type",
        )  # fmt: skip
    elif memory.status == BROKEN:
        yield Finding("broken-frontmatter", ERROR, memory.file, 1, f"frontmatter {memory.problem}")
    elif memory.status == BLANK:
        yield Finding(
            "blank-frontmatter", WARNING, memory.file, 1,
            "frontmatter is there but nothing is filled in; an older version may be in memtui history",
        )  # fmt: skip


def kind(memory: Memory) -> Iterator[Finding]:
    """No type, or one that the agent does not know."""
    if memory.status != OK or memory.type is not None:
        return
    if memory.raw_type is not None:
        known = ", ".join(TYPES)
        yield Finding(
            "unknown-type", WARNING, memory.file, 1, f"type {cut(memory.raw_type, 30)!r} is unknown; use {known}"
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
        yield Finding("no-description", WARNING, memory.file, 1, "has no description; recall selects by it")
    elif is_vague(memory.description, memory.title):
        yield Finding(
            "vague-description", WARNING, memory.file, 1,
            f"description {cut(memory.description, 40)!r} is too general to be selected; say what and when",
        )  # fmt: skip


def is_vague(text: str, name: str) -> bool:
    """Whether a description would not tell this memory from others. Scripts without spaces pass by length."""
    if not text.isascii() and len(text) >= 12:
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
        f"{memory.size:,} bytes: too large for a memory; it is not read, and history keeps only its hash",
    )  # fmt: skip


def encoding(memory: Memory, data: bytes) -> Iterator[Finding]:
    """Bytes that are no UTF-8 text."""
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        yield Finding("binary", ERROR, memory.file, line, "holds NUL bytes: not a text file; the agent cannot read it")
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield Finding(
            "not-utf8", ERROR, memory.file, line,
            f"byte 0x{data[error.start]:02x} is not UTF-8; the agent reads it as �: save the file as UTF-8",
        )  # fmt: skip


def relative_dates(body: str, first_line: int) -> Iterator[tuple[RelativeDate, str]]:
    """Relative dates with the lines they stand in; when those were written is for the history to say."""
    found = find_relative_dates(body, first_line)
    if found:
        lines = body.split("\n")
        for item in found:
            yield item, lines[item.line - first_line]


def secrets(file: str, text: str) -> Iterator[Finding]:
    """Keys and passwords, masked."""
    for item in find_secrets(text):
        yield Finding(
            "secret", ERROR, file, item.line,
            f"{item.kind} {item.masked}: replace it at its service, remove it here, then memtui history purge",
        )  # fmt: skip


def hidden(file: str, text: str) -> Iterator[Finding]:
    """What is there but cannot be seen; one finding a line and kind."""
    seen: dict[tuple[int, str], list[str]] = {}
    for item in find_hidden(text):
        seen.setdefault((item.line, item.kind), []).append(item.name)
    for (line, what), names in seen.items():
        count = f" ({len(names)} times)" if len(names) > 1 else ""
        mend = Mend(file, CLEAN, f"removed {what} from line {line}", line=line)
        yield Finding("hidden-text", ERROR, file, line, f"{what}: {names[0]}{count}", mend)


def orders(file: str, text: str) -> Iterator[Finding]:
    """Text that speaks to the model over the user's head."""
    for item in find_orders(text):
        yield Finding("orders", ERROR, file, item.line, f"{item.why}: {cut(item.excerpt)!r}")


def stale(memory: Memory, now: float, limits: dict[str, int]) -> Iterator[Finding]:
    """Older than its type stays true. Pinned memories are exempt: their owner vouches for them."""
    if memory.pinned or memory.folder == LOGS_DIR or age.grade(memory, now, limits) != age.STALE:
        return
    days = age.days(memory.modified, now)
    limit = limits.get(memory.type or "none", age.STALE_DAYS["none"])
    what = memory.type or "untyped"
    yield Finding(
        "stale", WARNING, memory.file, None, f"{days} days old; {what} memories go stale after {limit}: check it"
    )
