"""The rows of the dreams screen: the ledger, and the files and pieces of a result."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.dream.digest import Live
from memtui.dream.hunks import Hunk
from memtui.dream.review import FileReview
from memtui.dream.task import COMPLETED, DISCARDED, FAILED, KILLED, RUNNING, WAITING, Task
from memtui.dream.words import result_words, span_words, taken_back, tokens_of
from memtui.ui.screens.history_rows import SIGNS, STYLES, when_words
from memtui.ui.text import Piece, cut, fit, length, plain, right, trimmed
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.rows import Row
from memtui.ui.wrapping import wrapped

GLYPHS = {RUNNING: "▶", COMPLETED: "✓", FAILED: "✖", KILLED: "■"}
GLYPH_STYLES = {RUNNING: "info", COMPLETED: "good", FAILED: "bad", KILLED: "warn"}
_WAITS, _DISCARDED, _TAKEN_BACK = ("◆", "accent"), ("◇", "muted"), ("↶", "muted")
_WHEN_CELLS, _ENGINE_CELLS, _TRIGGER_CELLS, _TIME_CELLS, _TOKEN_CELLS = 12, 7, 8, 7, 7
_ROOMY = 52  # cells from which a line of the ledger has room for trigger and tokens
_BACK = "adopted, and taken back"
_WAITING, _ADOPTED, _LEFT = _GROUPS = "waits for you", "adopted already", "not adopted"
_KILO, _MILLION = 1_000, 1_000_000


# The ledger


class TaskRow(NamedTuple):
    """One dream; of one that runs, also what it tells."""

    task: Task
    now: float
    live: Live | None = None
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its id."""
        return self.task.id

    def pieces(self, width: int) -> Sequence[Piece]:
        """Glyph, when, engine, trigger, result, how long, tokens."""
        task = self.task
        roomy = width >= _ROOMY
        spent = span_words((task.ended or self.now) - task.started)
        tail: list[Piece] = [(right(spent, _TIME_CELLS), "muted")]
        if roomy:
            tail.append((right(short_count(tokens_of(self._usage)), _TOKEN_CELLS), "muted"))
        glyph, style = task_mark(task)
        head: list[Piece] = [
            (f"{glyph} ", style),
            (fit(when_words(task.started, self.now), _WHEN_CELLS), "muted"),
            (fit(plain(task.engine), _ENGINE_CELLS), ""),
        ]
        if roomy:
            head.append((fit(plain(task.trigger), _TRIGGER_CELLS), "muted"))
        room = max(0, width - length(head) - length(tail))
        return trimmed([*head, (fit(plain(self._result), room), _result_style(task)), *tail], width)

    @property
    def _usage(self) -> dict[str, object]:
        return self.live.usage if self.live is not None and self.live.usage else self.task.usage

    @property
    def _result(self) -> str:
        return plain(self.live.phase) if self.live is not None else short_result(self.task)


class HeadRow(NamedTuple):
    """What the columns of the ledger are."""

    key: str = "head"
    selectable: bool = False

    def pieces(self, width: int) -> Sequence[Piece]:
        """As wide as they are below."""
        roomy = width >= _ROOMY
        trigger = fit("trigger", _TRIGGER_CELLS) if roomy else ""
        head = f"  {fit('when', _WHEN_CELLS)}{fit('engine', _ENGINE_CELLS)}{trigger}result"
        tail = right("time", _TIME_CELLS) + (right("tokens", _TOKEN_CELLS) if roomy else "")
        return trimmed([(head, "muted"), (" " * max(0, width - len(head) - len(tail)), ""), (tail, "muted")], width)


def task_mark(task: Task) -> Piece:
    """The glyph of a dream: how it ended, or that it waits or runs."""
    if task.review == WAITING and not task.running:
        return _WAITS
    if taken_back(task):
        return _TAKEN_BACK
    if task.review == DISCARDED:
        return _DISCARDED
    return GLYPHS.get(task.status, "•"), GLYPH_STYLES.get(task.status, "")


def _result_style(task: Task) -> str:
    if task.nothing_to_do:
        return "muted"
    return "accent" if task.review == WAITING else "bad" if task.status == FAILED else ""


def short_result(task: Task) -> str:
    """What came of it, as short as a column needs it."""
    if task.running or task.status in (FAILED, KILLED) or task.nothing_to_do:
        return result_words(task)
    groups = (("+", task.created), ("~", task.changed), ("-", task.deleted))
    counts = " ".join(f"{sign}{len(files)}" for sign, files in groups if files)
    words = {"waiting": "waits", "partly": "partly", "none": "not adopted"}
    return f"{counts} {'taken back' if taken_back(task) else words.get(task.review, task.review)}"


def short_count(number: int) -> str:
    """`0` as a dash, thousands as `12k`."""
    if number < _KILO:
        return str(number) if number else "–"
    return f"{number / _KILO:.0f}k" if number < _MILLION else f"{number / _MILLION:.1f}M"


# Files and pieces


class FileRow(NamedTuple):
    """A file of a result."""

    item: FileReview
    waits: bool
    number: int
    selectable: bool = True

    @property
    def key(self) -> str:
        """A file can be there twice: adopted in two steps."""
        return f"{self.number if not self.waits else 'w'}\0{self.item.file}"

    def pieces(self, width: int) -> Sequence[Piece]:
        """What happens to it, its name, and where it goes or why it is left out."""
        item = self.item
        style = STYLES[item.kind]
        word = "merged" if item.merged_into else item.kind
        note = f" into {plain(item.merged_into)}" if item.merged_into else ""
        pieces: list[Piece] = [(f"{SIGNS[item.kind]} ", style), (fit(word, 8), style), (plain(item.file), "strong")]
        if item.obstacle:
            note += f"  ! {plain(item.obstacle)}"
        return trimmed([*pieces, (note, "warn" if item.obstacle else "muted")], width)


class HunkRow(NamedTuple):
    """One piece of a file that waits."""

    item: FileReview
    hunk: Hunk
    selectable: bool = True

    @property
    def key(self) -> str:
        """The file and the piece's number."""
        return f"h\0{self.item.file}\0{self.hunk.number}"

    def pieces(self, width: int) -> Sequence[Piece]:
        """Where, how much, and the first words of it."""
        hunk = self.hunk
        first = next((line for line in (*hunk.added, *hunk.removed) if line.strip()), "")
        head = f"    piece {hunk.number}, line {hunk.line} "
        counts = f"+{len(hunk.added)} -{len(hunk.removed)}  "
        room = width - len(head) - len(counts)
        return trimmed([(head, "muted"), (counts, "place"), (cut(plain(first), room), "")], width)


def change_rows(items: Sequence[FileReview], task: Task, above: Sequence[str] = (), width: int = _ROOMY) -> list[Row]:
    """Files, and below those that wait the pieces they have, where there is more than one; words above them.

    Where some wait and some do not, each group has a head: a file may be in both.
    """
    lines = [parts for text in above for parts in wrapped([(f"! {plain(text)}", "warn")], width)]
    rows: list[Row] = [Text(f"above {at}", tuple(parts), False) for at, parts in enumerate(lines)]
    groups = {head: [item for item in items if _group(item, task.review == WAITING) == head] for head in _GROUPS}
    several = sum(1 for found in groups.values() if found) > 1
    number = 0
    for head, found in groups.items():
        if several and found:
            said = _BACK if head == _ADOPTED and not task.adopted else head
            rows.append(Text(f"group {head}", ((said, "heading"),), False))
        for item in found:
            rows += _file_rows(item, head == _WAITING, number)
            number += 1
    return rows


def _group(item: FileReview, waiting: bool) -> str:
    if waiting and item.hunks:
        return _WAITING
    return _ADOPTED if item.diff else _LEFT


def _file_rows(item: FileReview, waits: bool, number: int) -> Iterator[Row]:
    yield FileRow(item, waits, number)
    if waits and len(item.hunks) > 1:
        yield from (HunkRow(item, hunk) for hunk in item.hunks)
