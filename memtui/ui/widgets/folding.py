"""The lines of a text as an editor breaks them: as Textual does, but quickly where a line is plain.

A text of a megabyte would otherwise hold the keys up for most of a second, each time its width changes.
"""

from textual._wrap import compute_wrap_offsets
from textual.document._document import DocumentBase
from textual.document._wrapped_document import WrappedDocument
from textual.expand_tabs import get_tab_widths


class Folding(WrappedDocument):
    """A document broken into lines of a width."""

    def __init__(self, document: DocumentBase, width: int, tab_width: int) -> None:
        self._done: tuple[int, int | None] | None = None
        super().__init__(document, width, tab_width)

    def wrap(self, width: int, tab_width: int | None = None) -> None:
        """Break all lines anew; nothing to do where they are broken so already, since edits keep them up to date."""
        if self._done == (width, tab_width):
            return
        self._done = (width, tab_width)
        self._width = width
        self._tab_width = tab_width or self._tab_width
        self._wrap_offsets, self._tab_width_cache = [], []
        self._offset_to_line_info, self._line_index_to_offsets = [], []
        place = 0
        for number, line in enumerate(self.document.lines):
            offsets, tabs = self._broken(line)
            self._wrap_offsets.append(offsets)
            self._tab_width_cache.append(tabs)
            parts = len(offsets) + 1
            self._offset_to_line_info += [(number, part) for part in range(parts)]
            self._line_index_to_offsets.append(list(range(place, place + parts)))
            place += parts

    @property
    def height(self) -> int:
        """How many lines it takes; asked for each line that is drawn."""
        return len(self._offset_to_line_info)

    def _broken(self, line: str) -> tuple[list[int], list[int]]:
        """Where a line is broken, and the widths of its tabs."""
        if line.isascii() and "\t" not in line:
            plain = plain_breaks(line, self._width) if self._width else []
            if plain is not None:
                return plain, [0]
        tabs = get_tab_widths(line, self._tab_width)
        offsets = (
            compute_wrap_offsets(line, self._width, tab_size=self._tab_width, precomputed_tab_sections=tabs)
            if self._width
            else []
        )
        return offsets, [width for _, width in tabs]


def plain_breaks(line: str, width: int) -> list[int] | None:
    """Where a line of single-width characters is broken: before the last word that does not fit.

    None where that is less simple: a word longer than the width, or several spaces at a break.
    """
    breaks: list[int] = []
    start = 0
    while len(line) - start > width:
        at = line.rfind(" ", start, start + width) + 1
        if at <= start or line[at].isspace() or line[at - 1] != " ":
            return None
        breaks.append(at)
        start = at
    return breaks
