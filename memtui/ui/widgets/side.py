"""Two versions of a text as rows: side by side where there is room, else one above the other."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import chop_cells

from memtui.memory.merge import Pair, side_by_side
from memtui.ui.text import Piece, fit, plain, width_of
from memtui.ui.widgets.lines import Text

_SIGN_CELLS = 3
_LEAST = 10
_MINE, _THEIRS = "mine", "disk"
MINE_STYLE, THEIRS_STYLE = "added", "place"


class SideRow(NamedTuple):
    """A line of both; `sign` says how they differ."""

    key: str
    sign: str
    mine: str
    theirs: str
    selectable: bool = True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Mine, the sign, theirs."""
        half = half_of(width)
        same = self.sign == "="
        middle = {"=": " │ "}.get(self.sign, f" {self.sign} ")
        return (
            (fit(self.mine, half), "" if same else MINE_STYLE),
            (middle, "muted" if same else "warn"),
            (fit(self.theirs, width - half - _SIGN_CELLS), "" if same else THEIRS_STYLE),
        )


def half_of(width: int) -> int:
    """How many cells each version has."""
    return max(_LEAST, (width - _SIGN_CELLS) // 2)


def side_rows(mine: str, theirs: str, width: int) -> list[SideRow]:
    """Both versions beside each other, long lines wrapped."""
    half = half_of(width)
    rows: list[SideRow] = []
    for pair in side_by_side(mine, theirs):
        left, right = wrapped(pair.mine, half), wrapped(pair.theirs, half)
        for at in range(max(len(left), len(right))):
            one, other = (side[at] if at < len(side) else "" for side in (left, right))
            rows.append(SideRow(str(len(rows)), pair.sign, one, other))
    return rows


def stacked_rows(mine: str, theirs: str, width: int) -> list[Text]:
    """Both versions in one column: where they differ, mine first, then what is on disk."""
    rows: list[Text] = []
    for label, style, line in _stacked(side_by_side(mine, theirs)):
        for text in wrapped(line, width - len(_MINE) - _SIGN_CELLS):
            gutter = f"{label:>{len(_MINE)}} │ "
            rows.append(Text(f"{len(rows)}{label}", ((gutter, style or "muted"), (text, style))))
    return rows


def _stacked(pairs: Sequence[Pair]) -> Iterator[tuple[str, str, str]]:
    for same, group in groupby(pairs, key=lambda pair: pair.sign == "="):
        lines = list(group)
        if same:
            yield from (("", "", pair.mine or "") for pair in lines)
            continue
        yield from ((_MINE, MINE_STYLE, pair.mine) for pair in lines if pair.mine is not None)
        yield from ((_THEIRS, THEIRS_STYLE, pair.theirs) for pair in lines if pair.theirs is not None)


def wrapped(text: str | None, cells: int) -> list[str]:
    """A line in pieces that fit, broken at spaces where there are any; none for no line."""
    if text is None:
        return []
    lines = [""]
    for word in plain(text.removesuffix("\r")).split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(joined) <= cells:
            lines[-1] = joined
            continue
        pieces = chop_cells(word, max(1, cells))
        lines += pieces if lines[-1] else [pieces[0], *pieces[1:]]
    return [line for line in lines if line] or [""]
