"""Secrets in a text: where they are, what they are, and the text with all of them masked.

`find_secrets` gives one entry a secret, in order, never overlapping. `mask` replaces each by its masked form,
wherever its value stands; `mask_lines` keeps every line where it was. Lines end at LF only. A secret over several
lines (a key block) is reported on its first, up to that line's end. Nothing here reads files, and
no value leaves this module unmasked.
"""

import re
from typing import NamedTuple

from memtui.audit.assignments import find_assigned
from memtui.audit.tokens import Found, find_tokens

MASKED = re.compile(r"…\(\d+ characters\)")  # how a masked secret ends
SHOWN_SHARE = 4  # at most one character in four of a secret is ever shown


class Secret(NamedTuple):
    """One secret: 1-based line, offsets within that line, a short name for people, and the value masked."""

    line: int
    kind: str
    start: int
    end: int
    masked: str


def find_secrets(text: str) -> list[Secret]:
    """Every secret of `text` in order of appearance."""
    secrets = []
    line, counted, line_start = 1, 0, 0
    for found in _find(text):
        line += text.count("\n", counted, found.start)
        line_start = max(line_start, text.rfind("\n", counted, found.start) + 1)
        counted = found.start
        line_end = text.find("\n", found.start, found.end)
        end = found.end if line_end < 0 else line_end
        masked = _masked(text[found.start : found.end], found.open_head)
        secrets.append(Secret(line, found.kind, found.start - line_start, end - line_start, masked))
    return secrets


def mask(text: str) -> str:
    """`text` with every secret masked, and every repetition of its value too."""
    return _mask(text, keep_lines=False)


def mask_lines(text: str) -> list[str]:
    """The lines of `text` with every secret masked, each line where it was; of a key block the first says it."""
    return _mask(text, keep_lines=True).split("\n")


def _mask(text: str, keep_lines: bool) -> str:
    found = _find(text)
    if not found:
        return text
    pieces: list[str] = []
    masked: dict[str, str] = {}
    position = 0
    for one in found:
        value = text[one.start : one.end]
        masked[value] = _masked(value, one.open_head) + ("\n…" * value.count("\n") if keep_lines else "")
        pieces += (text[position : one.start], masked[value])
        position = one.end
    result = "".join((*pieces, text[position:]))
    for value in sorted(masked, key=len, reverse=True):
        if value in result:
            result = result.replace(value, masked[value])
    for value in masked:
        # A password such as "characters" is part of a masked form itself.
        result = result.replace(value, "…")
    return result


def _masked(value: str, open_head: int) -> str:
    shown = value[: min(open_head, len(value) // SHOWN_SHARE)]
    return f"{shown}…({len(value)} characters)"


def _find(text: str) -> list[Found]:
    """All secrets in order; of two that overlap the one with a format of its own stays, it says more."""
    ranked = [(one.start, 0, one) for one in find_tokens(text)]
    ranked += [(one.start, 1, one) for one in find_assigned(text)]
    if not ranked:
        return []
    kept: list[tuple[int, Found]] = []
    for _, rank, one in sorted(ranked):
        if kept and one.start < kept[-1][1].end:
            if rank < kept[-1][0]:
                kept[-1] = (rank, one)
            continue
        kept.append((rank, one))
    return [one for _, one in kept]
