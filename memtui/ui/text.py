"""The only road from a user's text to the screen. What passes here is plain: no markup, no escapes, known width.

A line is drawn from pieces, each a text and the name of a style; pieces are built from `plain` text only.
"""

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from memtui.memory.visible import visible

Piece = tuple[str, str]  # text, and the name of its style ("" for none)

TAB = "    "
_ELLIPSIS = "…"
_LONGEST = 4_000  # characters of one line that are ever measured; a terminal shows a few hundred


def plain(text: str) -> str:
    """One line of anybody's text: control characters written out, tabs as spaces, line ends as spaces."""
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + _ELLIPSIS
    if "\n" in text or "\t" in text:
        text = text.replace("\t", TAB).replace("\r\n", " ").replace("\n", " ")
    return visible(text)


def plain_lines(text: str) -> list[str]:
    """A text of several lines, each of them plain."""
    return [plain(line.removesuffix("\r")) for line in text.split("\n")]


def content(text: str, style: str = "") -> Content:
    """Anybody's text as content that is never read as markup; lines stay lines."""
    shown = "\n".join(plain_lines(text))
    return Content.styled(shown, style) if style else Content(shown)


def width_of(text: str) -> int:
    """How many cells a plain text takes."""
    return cell_len(text)


def cut(text: str, cells: int) -> str:
    """A plain text in at most so many cells, with an ellipsis where something was left out."""
    if cells <= 0:
        return ""
    if len(text) <= cells and text.isascii():
        return text
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text[: 4 * cells], cells - 1).rstrip(" ") + _ELLIPSIS if cells > 1 else _ELLIPSIS


def fit(text: str, cells: int) -> str:
    """A plain text in exactly so many cells."""
    if cells <= 0:
        return ""
    shown = cut(text, cells)
    return shown + " " * (cells - cell_len(shown))


def right(text: str, cells: int) -> str:
    """A plain text at the right end of so many cells."""
    shown = cut(text, cells)
    return " " * max(0, cells - cell_len(shown)) + shown


def length(pieces: Iterable[Piece]) -> int:
    """How many cells a line of pieces takes."""
    return sum(cell_len(text) for text, _ in pieces)


def trimmed(pieces: Iterable[Piece], cells: int) -> list[Piece]:
    """A line of pieces in at most so many cells."""
    room, kept = cells, []
    for text, style in pieces:
        if room <= 0:
            break
        shown = cut(text, room)
        kept.append((shown, style))
        if shown != text:  # one mark says that there was more
            break
        room -= cell_len(shown)
    return kept


def readable(text: str) -> str:
    """A whole text of many lines, with nothing left out: control characters written out, tabs as spaces."""
    return visible(text.replace("\r\n", "\n").replace("\t", TAB))
