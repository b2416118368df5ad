"""Characters that a reader does not see but a model or a terminal obeys: where they are, how to drop them.

`find_hidden` reports each unbroken run of one kind once; line and column are 1-based, lines end at LF only,
and columns count characters. `clean` removes exactly what is reported, so a cleaned text has nothing left to
report. What writing needs stays: joiners inside emoji and in scripts that use them, marks beside text that
runs right to left, one variation selector after its base, flags, a byte order mark at the very start.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

INVISIBLE = "invisible character"
BIDI = "text direction control"
ESCAPE = "terminal escape"
CONTROL = "control character"


class Hidden(NamedTuple):
    """A run of hidden characters: where it begins, what kind it is, and the name of what is in it."""

    line: int
    column: int
    kind: str
    name: str


class _Run(NamedTuple):
    start: int
    end: int
    kind: str


_ZWSP, _ZWNJ, _ZWJ, _BOM, _BLACK_FLAG = "\u200b", "\u200c", "\u200d", "\ufeff", "\U0001f3f4"
_CONTROLS = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f"
_MARKS = "\u200e\u200f\u061c"
_DIRECTION = "\u202a-\u202e\u2066-\u2069"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = "\U000e0000-\U000e007f"
_MONGOLIAN = "\u180b-\u180f"
_OTHERS = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b-\u200d\u2060-\u2064\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
# A string command ends at BEL or ST; one that never ends is only its two opening characters.
_STRING = r"[^\x07\x1b\x9c\n]{0,4096}+(?:\x07|\x1b\\|\x9c)"
_SEQUENCE = (
    r"(?:\x1b\[|\x9b)[0-?]{0,64}+[ -/]{0,8}+[@-~]"
    rf"|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f]){_STRING}"
    r"|\x1b[ -/]{0,8}+[0-~]"
)
_FLAG_TAGS = "[\U000e0061-\U000e007a]{2}[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,3}\U000e007f"

# One run of these over the whole text is all that most memories cost; a text with others is looked at closer.
_ORDINARY = re.compile(
    "[\t\n -~\u00a0-\u00ac\u00ae-\u034e\u0350-\u058f\u1e00-\u1fff\u2010-\u2027\u202f-\u205f\u2070-\u3163"
    "\u3165-\ufdff\uff00-\uff9f\U0001f000-\U0001f3f3\U0001f3f5-\U0001faff]*+"
)
_SUSPECT = re.compile(f"[{_CONTROLS}{_MARKS}{_DIRECTION}{_SELECTORS}{_TAGS}{_MONGOLIAN}{_OTHERS}]|\r(?!\n)")
_UNIT = re.compile(f"{_SEQUENCE}|{_FLAG_TAGS}|{_SUSPECT.pattern}")

_ESCAPED = re.compile("[\x1b\x90\x98\x9b\x9d-\x9f]")
_CONTROL = re.compile(f"[{_CONTROLS}\r]")
_BIDI = re.compile(f"[{_MARKS}{_DIRECTION}]")
_SELECTOR = re.compile(f"[{_SELECTORS}]")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_NEAR = 80
# Arabic, Syriac, N'Ko, the scripts of India, Tibetan, Myanmar, Khmer, Mongolian, and later additions.
_JOINING = re.compile(
    "[\u0600-\u061b\u061d-\u086f\u08a0-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af"
    "\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00010eff\U00011000-\U00011fff"
    "\U0001e900-\U0001e95f]"
)
# Thai, Lao, Myanmar and Khmer write no spaces and mark where a line may break with a zero width space.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaa7f]")
_MONGOLIAN_LETTER = re.compile("[\u1820-\u18aa]")
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_PICTURE = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u231a-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)


def find_hidden(text: str) -> list[Hidden]:
    """Every run of hidden characters in `text`, in order."""
    if _ORDINARY.fullmatch(text):
        return []
    found = []
    line, counted, line_start = 1, 0, 0
    for run in _runs(text):
        line += text.count("\n", counted, run.start)
        line_start = max(line_start, text.rfind("\n", counted, run.start) + 1)
        counted = run.start
        name = _name(text[run.start : run.end], run.kind)
        found.append(Hidden(line, run.start - line_start + 1, run.kind, name))
    return found


def clean(text: str) -> str:
    """`text` without its hidden characters."""
    if _ORDINARY.fullmatch(text):
        return text
    pieces = []
    position = 0
    for run in _runs(text):
        pieces.append(text[position : run.start])
        position = run.end
    return "".join((*pieces, text[position:]))


def hidden_spans(text: str) -> list[tuple[int, int]]:
    """Where the hidden runs of `text` begin and end."""
    return [] if _ORDINARY.fullmatch(text) else [(run.start, run.end) for run in _runs(text)]


def spelled(text: str) -> str:
    """`text` with its hidden characters written out, so that a reader sees them: `‹U+200B›`."""
    pieces: list[str] = []
    position = 0
    for start, end in hidden_spans(text):
        pieces += (text[position:start], written_out(text[start:end]))
        position = end
    return "".join((*pieces, text[position:]))


def written_out(run: str) -> str:
    """A hidden run as a reader can see it."""
    return "".join(char if " " <= char <= "~" else f"‹U+{ord(char):04X}›" for char in run)


def _runs(text: str) -> Iterator[_Run]:
    """Neighbouring hidden characters of one kind as one run; each escape sequence stands alone."""
    start, end, kind = 0, 0, ""
    for one in _units(text):
        if one.start == end and one.kind == kind != ESCAPE:
            end = one.end
            continue
        if kind:
            yield _Run(start, end, kind)
        start, end, kind = one
    if kind:
        yield _Run(start, end, kind)


def _units(text: str) -> Iterator[_Run]:
    """The hidden units one by one.

    A unit is judged by the last character that stays before it and by a visible one right after it. Both are
    the same in the cleaned text, so whatever stays would stay again.
    """
    kept = ""
    reached = 0
    for match in _UNIT.finditer(text):
        start, end = match.span()
        if start > reached:
            kept = text[start - 1]
        unit = match.group()
        if _belongs(text, start, end, unit, kept):
            kept = unit[-1]
        else:
            yield _Run(start, end, _kind(unit))
        reached = end


def _kind(unit: str) -> str:
    if unit[0] == "\x1b" or (len(unit) > 1 and _ESCAPED.match(unit)):
        return ESCAPE
    if _CONTROL.match(unit):
        return CONTROL
    return BIDI if _BIDI.match(unit) else INVISIBLE


def _belongs(text: str, start: int, end: int, unit: str, kept: str) -> bool:
    """Whether a suspect is part of ordinary writing; `kept` is the character before it that stays."""
    following = text[end : end + 1]
    if unit in (_ZWJ, _ZWNJ):
        return _joins(unit, kept, following)
    if unit in _MARKS:
        return _RIGHT_TO_LEFT.search(text, max(0, start - _NEAR), end + _NEAR) is not None
    if _SELECTOR.match(unit):
        return _selects(unit, kept)
    if unit == _ZWSP:
        return bool(_UNSPACED.match(kept) and _UNSPACED.match(following))
    if unit == _BOM:
        return start == 0
    if len(unit) > 1:
        return kept == _BLACK_FLAG and not _ESCAPED.match(unit)
    return "\u180b" <= unit <= "\u180f" and _MONGOLIAN_LETTER.match(kept) is not None


def _joins(unit: str, kept: str, following: str) -> bool:
    if _JOINING.match(kept) or (_JOINING.match(following) and kept not in (_ZWJ, _ZWNJ)):
        return True
    is_picture = _PICTURE.match(kept) or kept == "\ufe0f"
    return unit == _ZWJ and bool(is_picture and _PICTURE.match(following))


def _selects(unit: str, kept: str) -> bool:
    """One selector may follow what it selects a form of; more in a row carry hidden data."""
    if unit > "\ufe0f":
        return _IDEOGRAPH.match(kept) is not None
    if not kept or kept.isspace() or _SUSPECT.match(kept):
        return False
    return not kept.isascii() or kept in "0123456789#*"


def _name(run: str, kind: str) -> str:
    """What a run is called; text that is spelled in invisible letters is read out."""
    if kind == ESCAPE:
        return _escape_name(run)
    spelled = "".join(chr(ord(char) - 0xE0000) for char in run if "\U000e0020" <= char <= "\U000e007e")
    if spelled:
        return f"{len(run)} tag characters that spell “{_shortened(spelled)}”"
    names = sorted({_character_name(char) for char in run})
    if len(run) == 1:
        return names[0]
    return f"{len(run)} characters: {_shortened(', '.join(names))}"


def _shortened(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _character_name(char: str) -> str:
    import unicodedata

    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def _escape_name(run: str) -> str:
    """An escape sequence with every character visible."""
    visible = "".join(char if " " <= char <= "~" else f"\\x{ord(char):02x}" for char in run)
    return _shortened(visible.replace("\\x1b", "ESC "))
