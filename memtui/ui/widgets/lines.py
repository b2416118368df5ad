"""Rows that are ready-made text: headings, rules, blank lines, lines of a diff or a file."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.ui.text import Piece, fit, trimmed


class Blank(NamedTuple):
    """An empty line."""

    key: str
    selectable: bool = False

    def pieces(self, width: int) -> Sequence[Piece]:
        """Nothing."""
        return ((" " * width, ""),)


class Heading(NamedTuple):
    """A line above a group of rows."""

    key: str
    text: str
    note: str = ""
    selectable: bool = False

    def pieces(self, width: int) -> Sequence[Piece]:
        """The group's name, and how many it has."""
        return trimmed([(self.text, "heading"), (f"  {self.note}" if self.note else "", "muted")], width)


class Rule(NamedTuple):
    """A line across that says what it parts."""

    key: str
    text: str
    style: str = "rule"
    selectable: bool = False

    def pieces(self, width: int) -> Sequence[Piece]:
        """Words in a drawn line."""
        words = f"── {self.text} "
        return [(fit(words + "─" * max(0, width - len(words)), width), self.style)]


class Text(NamedTuple):
    """A line of pieces."""

    key: str
    parts: tuple[Piece, ...]
    selectable: bool = True

    def pieces(self, width: int) -> Sequence[Piece]:
        """As many of them as fit."""
        return trimmed(self.parts, width)
