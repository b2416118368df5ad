"""The rows of recall: the picks with their scores and words, what lost and why, and the memory under the cursor."""

import re
from collections.abc import Mapping, Sequence
from itertools import count, groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from memtui.memory.age import days, words
from memtui.memory.topic import Memory
from memtui.recall.result import Pick, Recall
from memtui.ui.screens.recall_matching import marked, wanted
from memtui.ui.screens.topic_rows import short_name
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, cut, fit, length, plain, right, trimmed
from memtui.ui.widgets.lines import Blank, Rule, Text
from memtui.ui.widgets.rows import Row
from memtui.ui.words import AGE_CELLS, TYPE_CELLS, age_pieces, type_piece
from memtui.ui.wrapping import wrapped

if TYPE_CHECKING:
    from memtui.recall.usage import Used

BOTH, ONLY_LOCAL, ONLY_CLAUDE = "✓ both", "local", "claude"
_RANK_CELLS, _BAR_CELLS, _VERDICT_CELLS, USED_CELLS, _MOVED_CELLS = 4, 8, 8, 5, 5
_WORDS_LEAST, _ABOUT_LEAST = 10, 8
NAME_MOST, _NAME_LEAST = 28, 12
_MANY = 1_000
_USED_FROM, _TYPE_FROM = 55, 76  # cells of a row that has room for these beside another's verdict
_BAR, _HALF = "━", "╸"
_FAR = re.compile(r"(.*) \((\d+%) of it\)")


class Sight(NamedTuple):
    """What the rows of one answer are drawn with."""

    snapshot: Snapshot
    used: "Mapping[str, Used]"
    others: frozenset[str] | None = None  # what the other selector picked; None when it was not asked
    only: str = ONLY_LOCAL  # the word for what this one alone picked
    best: float = 1.0  # a whole bar: the highest score, or what is needed where none reaches it
    moved: Mapping[str, Piece] = MappingProxyType({})  # signs for those that stood elsewhere before a change


class PickRow(NamedTuple):
    """One memory that was picked, or that lost."""

    place: int
    pick: Pick
    sight: Sight
    lost: bool = False

    @property
    def key(self) -> str:
        """Its file."""
        return self.pick.file

    @property
    def selectable(self) -> bool:
        """Every memory."""
        return True

    @property
    def memory(self) -> Memory | None:
        """The memory, while it is there."""
        return self.sight.snapshot.by_file.get(self.pick.file)

    @property
    def verdict(self) -> str:
        """Who picked it; empty when only one was asked, or nobody did."""
        if self.sight.others is None:
            return ""
        picked = self.pick.file in self.sight.others
        if self.lost:
            other = ONLY_CLAUDE if self.sight.only == ONLY_LOCAL else ONLY_LOCAL
            return other if picked else ""
        return BOTH if picked else self.sight.only

    def pieces(self, width: int) -> Sequence[Piece]:
        """Rank, how it moved, bar, name, words, who picked it, times used, type and age."""
        head, tail = self._head(), self._tail(width)
        room = width - length((*head, *tail)) - 1
        name = min(NAME_MOST, max(_NAME_LEAST, room * 9 // 20))
        if room - name - 2 < _WORDS_LEAST:
            name = room
        title = short_name(self.memory) if self.memory is not None else plain(self.pick.file)
        middle: list[Piece] = [(fit(title, name), "" if self.lost else "title")]
        if room > name:
            middle += [("  ", ""), *self._said(room - name - 2)]
        return trimmed([*head, *middle, (" ", ""), *tail], width)

    def _head(self) -> list[Piece]:
        head: list[Piece] = [(right(str(self.place), _RANK_CELLS - 2) + "  ", "muted" if self.lost else "strong")]
        if self.sight.moved:
            mark, style = self.sight.moved.get(self.pick.file, ("", ""))
            head.append((fit(mark, _MOVED_CELLS), style))
        if self.pick.score is not None:
            share = bar(self.pick.score / self.sight.best, _BAR_CELLS - 2)
            head.append((f"{share}  ", "muted" if self.lost else "accent"))
        return head

    def _tail(self, width: int) -> list[Piece]:
        tail: list[Piece] = []
        beside = self.sight.others is not None
        if beside:
            verdict = self.verdict
            tail.append((fit(verdict, _VERDICT_CELLS), "good" if verdict == BOTH else "warn"))
        if width >= _USED_FROM:
            tail.append(times_piece(self.sight.used.get(self.pick.file)))
        return [*tail, *badge(self.sight.snapshot, self.memory, kind=not beside or width >= _TYPE_FROM)]

    def _said(self, cells: int) -> list[Piece]:
        """How near it came; the words that carried it; as much of its description as there is room for."""
        share = reason_of(self.pick)[1] if self.lost else ""
        carried = ", ".join(self.pick.words) or ("no word of it" if self.lost and self.pick.score else "")
        shown: list[Piece] = [(right(share, 3) + "  ", "muted")] if share else []
        shown = trimmed([*shown, (plain(carried), "muted" if self.lost else "accent")], cells)
        if cells - length(shown) > _ABOUT_LEAST and self.memory is not None and self.memory.description:
            text = plain(self.memory.description)
            pieces = [(text, "muted")] if self.lost else marked(text, wanted(self.pick.words), "muted")
            shown = trimmed([*shown, ("  " if carried else "", ""), *pieces], cells)
        return [*shown, (" " * (cells - length(shown)), "")]


def times_piece(used: "Used | None") -> Piece:
    """How often the agent used a memory; nothing where nobody can say."""
    if used is None:
        return " " * USED_CELLS, ""
    times = used.reads + used.surfaced
    return fit(f"×{times:,}" if times < _MANY else "×999+", USED_CELLS), "info" if times else "muted"


def badge(snapshot: Snapshot, memory: Memory | None, *, kind: bool = True) -> list[Piece]:
    """Type and age of a memory, or that it is gone."""
    if memory is None:
        return [(fit("gone", (TYPE_CELLS + 1 if kind else 0) + AGE_CELLS), "bad")]
    age = age_pieces(snapshot, memory)
    return [type_piece(memory.type), (" ", ""), *age] if kind else age


def reason_of(pick: Pick) -> tuple[str, str]:
    """Why a memory lost, and how near the best it came, where that is the reason."""
    reason = pick.why.partition("; ")[0]
    far = _FAR.fullmatch(reason)
    return (far[1], far[2]) if far is not None else (reason, "")


def bar(share: float, cells: int) -> str:
    """A share of one as a bar, in halves of a cell."""
    whole, rest = divmod(round(max(0.0, min(1.0, share)) * cells * 2), 2)
    return (_BAR * whole + _HALF * rest).ljust(cells)


def pick_rows(recall: Recall, sight: Sight, least: float = 0.0) -> list[Row]:
    """The picks, and below a line what lost, each under its reason. `least` is the score that a pick must have."""
    selection = recall.selection
    scores = [pick.score for pick in (*selection.picks, *selection.lost) if pick.score]
    sight = sight._replace(best=max((*scores, least)) or 1.0)
    rows: list[Row] = [PickRow(place, pick, sight) for place, pick in enumerate(selection.picks, start=1)]
    if not selection.lost:
        return rows
    if not rows:
        said, _, near = plain(selection.reason or "").partition(": ")
        rows.append(Text("\0none", ((f" Nothing is picked: {said}", "warn"),), False))
        rows += [Text("\0near", ((f" {near}", "warn"),), False)] if near else []
    rows.append(Blank("\0blank"))
    places = count(len(selection.picks) + 1)
    for number, (reason, picks) in enumerate(groupby(selection.lost, key=lambda pick: reason_of(pick)[0])):
        rows.append(Rule(f"\0lost{number}", f"lost: {plain(reason)}", "muted"))
        rows += [PickRow(next(places), pick, sight, True) for pick in picks]
    return rows


def used_words(used: "Used | None", now: float) -> str:
    """How often the agent used a memory, and when last; empty where nobody can say."""
    if used is None:
        return ""
    if not used.reads and not used.surfaced:
        return "never used by the agent"
    last = f", last {words(days(used.last, now))}" if used.last else ""
    return f"read {used.reads:,}, surfaced {used.surfaced:,}{last}"


def about_lines(row: PickRow | None, cells: int, most: int) -> list[list[Piece]]:
    """The memory under the cursor: its description, then what carried it and how much it was used."""
    if row is None:
        return []
    memory, pick = row.memory, row.pick
    why = f"score {pick.score:.2f}  {pick.why}" if pick.score is not None else pick.why
    used = used_words(row.sight.used.get(pick.file), row.sight.snapshot.now)
    return about(described(memory, pick.file, cells, most - 1, wanted(pick.words)), (why, used), cells, most)


def about(lines: list[list[Piece]], facts: Sequence[str], cells: int, most: int) -> list[list[Piece]]:
    """Facts below a description, each in a line of its own where there is room, else together in the last one."""
    told = [plain(fact) for fact in facts if fact]
    if len(lines) + len(told) > most:
        told = ["  ·  ".join(told)]
    return [*lines, *([(cut(fact, cells), "muted")] for fact in told)]


def described(
    memory: Memory | None, file: str, cells: int, most: int, sought: frozenset[str] = frozenset()
) -> list[list[Piece]]:
    """A memory's file and description in so many lines at most, with what was sought marked."""
    said: list[Piece] = [("gone: it was deleted or moved", "bad")]
    if memory is not None and memory.description:
        said = marked(plain(memory.description), sought, "", "accent")
    elif memory is not None:
        said = [("no description: e writes one, so that it is found", "warn")]
    lines = list(wrapped([(f"{plain(file)}: ", "strong"), *said], max(1, cells)))
    if len(lines) <= most:
        return lines
    last = trimmed(lines[most - 1], cells - 1)
    return [*lines[: most - 1], last if last[-1][0].endswith("…") else [*last, ("…", "")]]
