"""What a benchmark says: rows of a floor, our time and a target, and the aligned table they make."""

from collections.abc import Sequence
from typing import NamedTuple

_HEAD = ("what", "floor", "ours", "ratio", "target", "")


class Target(NamedTuple):
    """The most that ours may take, in seconds, and the promise it comes from."""

    most: float
    words: str


class Row(NamedTuple):
    """One measurement; both times are medians in seconds, taken in turns."""

    what: str
    against: str  # what the floor is
    floor: float
    ours: float
    target: Target

    @property
    def over(self) -> bool:
        """Whether the promise is broken."""
        return self.ours > self.target.most


def times(floor: float, factor: float) -> Target:
    """At most so many times the floor."""
    return Target(floor * factor, f"<= {factor:g}x")


def above(floor: float, milliseconds: float) -> Target:
    """At most so much more than the floor."""
    return Target(floor + milliseconds / 1e3, f"<= +{milliseconds:g} ms")


def apiece(count: int, milliseconds: float) -> Target:
    """At most so much for each of `count` things, whatever the floor."""
    return Target(count * milliseconds / 1e3, f"<= {milliseconds:g} ms each")


def table(rows: Sequence[Row]) -> str:
    """The rows under a head, in columns."""
    cells = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    return "".join(_line(line, widths) for line in cells)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.what,
        f"{_short(row.floor)} {row.against}",
        _short(row.ours),
        f"{row.ours / row.floor:.2f}x",
        row.target.words,
        "over" if row.over else "ok",
    )


def _short(seconds: float) -> str:
    return f"{seconds * 1e3:8.2f} ms"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() + "\n"
