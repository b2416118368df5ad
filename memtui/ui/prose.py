"""Text of memories as lines on the screen: lightly styled, wrapped to a width, with found words marked.

Works line by line on plain text, in time that grows with its length only, whatever the text is.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells

from memtui.memory.index import next_fence
from memtui.ui.text import Piece, plain

_INLINE = re.compile(
    r"(?P<code>`[^`]+`)"
    r"|\*\*(?P<bold>[^*\s][^*]*)\*\*"
    r"|(?P<wiki>\[\[[^\[\]]{1,200}\]\])"
    r"|\[(?P<text>[^\[\]]{1,200})\]\((?P<url>[^()\s]{1,500})\)"
    r"|(?P<bare>https?://[^\s<>]+)"
)
_HEADING = re.compile(r"#{1,6} +(.+)")
_BULLET = re.compile(r"( *)([-*+]|\d{1,4}[.)]) +(?=\S)")
_QUOTE = re.compile(r" {0,3}> ?")
_WORD = re.compile(r"\S+\s*|\s+")
_STYLED_LENGTH = 1_000  # a longer line is no prose
_LEAST_ROOM = 8


class Styled(NamedTuple):
    """One line of a text; `hang` is how far its continuation is set in."""

    pieces: tuple[Piece, ...]
    hang: int = 0


class Styler:
    """Styles the lines of one text, in order: it knows whether it is inside a code block."""

    def __init__(self) -> None:
        self._fence = ""

    def line(self, text: str) -> Styled:
        """The next line; any text."""
        before, self._fence = self._fence, next_fence(text, self._fence)
        shown = plain(text)
        if before or self._fence:
            return Styled(((shown, "code"),))
        if len(shown) > _STYLED_LENGTH:
            return Styled(((shown, ""),))
        heading = _HEADING.fullmatch(shown)
        if heading is not None:
            return Styled(((heading.group(1).rstrip("# ") or shown, "heading"),))
        quote = _QUOTE.match(shown)
        if quote is not None:
            return Styled((("▎ ", "muted"), *inline(shown[quote.end() :])), 2)
        bullet = _BULLET.match(shown)
        if bullet is None:
            return Styled(tuple(inline(shown)))
        lead = f"{bullet.group(1)}{bullet.group(2)} "
        return Styled(((lead, "accent"), *inline(shown[bullet.end() :])), len(lead))


def inline(text: str) -> list[Piece]:
    """Bold, code and links of one plain line."""
    pieces: list[Piece] = []
    at = 0
    for match in _INLINE.finditer(text):
        if match.start() > at:
            pieces.append((text[at : match.start()], ""))
        at = match.end()
        pieces += _inline(match)
    if at < len(text):
        pieces.append((text[at:], ""))
    return pieces


def _inline(match: re.Match[str]) -> list[Piece]:
    kind = match.lastgroup or ""
    if kind == "url":
        return [(match["text"], "link"), (f" ({match['url']})", "muted")]
    style = {"code": "code", "bold": "strong", "wiki": "link", "bare": "link"}[kind]
    return [(match[kind], style)]


def marked(pieces: Sequence[Piece], words: Sequence[str]) -> list[Piece]:
    """The same pieces with every found word in a style of its own. Words are folded."""
    if not words:
        return list(pieces)
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)))
    out: list[Piece] = []
    for text, style in pieces:
        folded = text.casefold()
        if len(folded) != len(text):  # letters that fold into several: their places are not the same
            out.append((text, style))
            continue
        at = 0
        for match in pattern.finditer(folded):
            if match.start() > at:
                out.append((text[at : match.start()], style))
            out.append((text[match.start() : match.end()], "match"))
            at = match.end()
        if at < len(text) or not text:
            out.append((text[at:], style))
    return out


def wrapped(pieces: Sequence[Piece], width: int, hang: int = 0) -> list[list[Piece]]:
    """A line of pieces as lines of at most so many cells, broken between words where possible."""
    text = "".join(piece for piece, _ in pieces)
    width = max(width, _LEAST_ROOM)
    hang = hang if hang <= width // 2 else 0
    if cell_len(text) <= width:
        return [list(pieces)]
    lines = []
    for number, (start, end) in enumerate(_breaks(text, width, hang)):
        lead: list[Piece] = [(" " * hang, "")] if number and hang else []
        lines.append([*lead, *_between(pieces, start, start + len(text[start:end].rstrip()))])
    return lines


def _breaks(text: str, width: int, hang: int) -> list[tuple[int, int]]:
    """Where each line begins and ends."""
    spans: list[tuple[int, int]] = []
    start, used, room = 0, 0, width
    for match in _WORD.finditer(text):
        word = match.group().rstrip()
        cells = cell_len(word)
        if used and used + cells > room:
            spans.append((start, match.start()))
            start, used, room = match.start(), 0, width - hang
        if cells > room:
            chunks = chop_cells(word, width - hang)
            for chunk in chunks[:-1]:
                spans.append((start, start + len(chunk)))
                start += len(chunk)
            cells, room = cell_len(chunks[-1]), width - hang
        used += cells + len(match.group()) - len(word)
    return [*spans, (start, len(text))]


def _between(pieces: Sequence[Piece], start: int, end: int) -> list[Piece]:
    """The part of a line between two places in its text."""
    out: list[Piece] = []
    at = 0
    for text, style in pieces:
        low, high = max(start - at, 0), min(end - at, len(text))
        if low < high:
            out.append((text[low:high], style))
        at += len(text)
        if at >= end:
            break
    return out
