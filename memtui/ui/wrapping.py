"""Long lines of pieces over several rows, broken between words where that is possible."""

import re
from collections.abc import Iterable, Iterator

from rich.cells import cell_len, chop_cells

from memtui.ui.text import Piece

_WORD = re.compile(r"\S+\s*|\s+")


def wrapped(pieces: Iterable[Piece], cells: int) -> Iterator[list[Piece]]:
    """The same pieces in rows of at most so many cells; one empty row for nothing."""
    row: list[Piece] = []
    room = cells
    for word, style in _words(pieces, cells):
        size = cell_len(word.rstrip())
        if size > room and row:
            yield _ended(row)
            row, room = [], cells
        row.append((word, style))
        room -= cell_len(word)
    yield _ended(row) if row else [("", "")]


def _ended(row: list[Piece]) -> list[Piece]:
    """A row without the blanks at its end, which may not fit."""
    return [*row[:-1], (row[-1][0].rstrip(), row[-1][1])]


def _words(pieces: Iterable[Piece], cells: int) -> Iterator[Piece]:
    """Words with the blanks after them, none longer than a row."""
    for text, style in pieces:
        for word in _WORD.findall(text):
            if len(word) <= cells and cell_len(word) <= cells:
                yield word, style
            else:
                yield from ((part, style) for part in chop_cells(word, cells))
