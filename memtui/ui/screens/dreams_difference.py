"""What a dream did to one file or in one piece of it: its reasons, then the difference, wrapped to the width."""

import re
from collections.abc import Sequence

from memtui.ui.screens.dreams_rows import FileRow, HunkRow
from memtui.ui.screens.history_rows import file_lines
from memtui.ui.text import Piece, plain
from memtui.ui.widgets.lines import Blank, Text
from memtui.ui.widgets.rows import Row
from memtui.ui.wrapping import wrapped

_FIRST = 2  # reasons above the lines of a file
_FILE = re.compile(r"[\w./-]+\.md")


def difference(row: FileRow | HunkRow, width: int) -> list[Row]:
    """What it said of this, what stands in the way, the lines, and what else it said of the file."""
    item = row.item
    here, others = _told(row)
    said = [(f"why: {text}", "info") for text in here] or [("why: it gave no reason", "muted")]
    if item.merged_into:
        said.append((f"merged into {item.merged_into}", "muted"))
    if item.obstacle:
        said.append((f"left out: {item.obstacle}", "warn"))
    lines = _piece(row, width) if isinstance(row, HunkRow) else file_lines(item.diff, width)
    rows = [*_words("why", said, width), *([Blank("above"), *lines] if lines else [])]
    more = [(f"also: {text}", "muted") for text in others]
    return [*rows, *([Blank("below"), *_words("also", more, width)] if more else [])]


def _told(row: FileRow | HunkRow) -> tuple[list[str], list[str]]:
    """The reasons that come first, and the rest: first those that name a file which these lines name, else a few."""
    reasons = list(row.item.reasons)
    names = set(_FILE.findall(row.hunk.text if isinstance(row, HunkRow) else _changed(row.item.diff)))
    here = [text for text in reasons if names & set(_FILE.findall(text))]
    if isinstance(row, FileRow):
        here = here[:_FIRST]
    return (here, [text for text in reasons if text not in here]) if here else (reasons[:_FIRST], reasons[_FIRST:])


def _changed(diff: str) -> str:
    """The lines of a difference that came or went, without the names of the file itself above them."""
    lines = (line for line in diff.splitlines() if not line.startswith(("--- ", "+++ ")))
    return "\n".join(line[1:] for line in lines if line.startswith(("+", "-")))


def _words(key: str, said: Sequence[Piece], width: int) -> list[Row]:
    return [
        Text(f"{key}{number}.{at}", tuple(parts))
        for number, (text, style) in enumerate(said)
        for at, parts in enumerate(wrapped([(plain(text), style)], width))
    ]


def _piece(row: HunkRow, width: int) -> list[Row]:
    rows: list[Row] = [Text("place", ((f"line {row.hunk.line}", "place"),))]
    for sign, style, lines in (("-", "removed", row.hunk.removed), ("+", "added", row.hunk.added)):
        for number, line in enumerate(lines):
            for at, parts in enumerate(wrapped([(plain(line), style)], max(8, width - 2))):
                mark = f"{sign} " if at == 0 else "  "
                rows.append(Text(f"{sign}{number}.{at}", ((mark, style), *parts)))
    return rows
