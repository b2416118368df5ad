"""The rows of what is checked for the whole store: kept questions that pass or fail, and memories that none brings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memtui.memory.topic import Memory
from memtui.recall.suite import Outcome
from memtui.ui.screens.recall_rows import NAME_MOST, about, badge, described, times_piece, used_words
from memtui.ui.screens.topic_rows import short_name
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, cut, fit, length, plain, trimmed
from memtui.ui.widgets.lines import Blank, Rule
from memtui.ui.widgets.rows import Row
from memtui.ui.words import counted

if TYPE_CHECKING:
    from memtui.recall.reach import Reached
    from memtui.recall.usage import Used

_PASS, _MISS = ("✓ pass", "good"), ("✖ miss", "bad")
_MARK_CELLS, _WAS_CELLS = 8, 10


class SuiteRow(NamedTuple):
    """One kept question, how it went, and how it went before the last change."""

    number: int
    outcome: Outcome
    was: bool | None = None
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its place in the suite."""
        return str(self.number)

    @property
    def said(self) -> str:
        """What is wrong, or what it brings."""
        outcome = self.outcome
        if outcome.missing:
            return f"missing: {', '.join(outcome.missing)}"
        if outcome.unwanted:
            return f"brings what it should not: {', '.join(outcome.unwanted)}"
        return f"brings {', '.join(outcome.case.expect)}" if outcome.case.expect else "brings nothing, as it should"

    def pieces(self, width: int) -> Sequence[Piece]:
        """Pass or miss, the question, and what it brings."""
        mark, style = _PASS if self.outcome.passed else _MISS
        head: list[Piece] = [(f" {fit(mark, _MARK_CELLS)}", style)]
        if self.was is not None and self.was != self.outcome.passed:
            head.append((fit("was pass" if self.was else "was miss", _WAS_CELLS), "info"))
        room = width - length(head)
        question = fit(plain(self.outcome.case.question), max(1, room // 2 - 2))
        detail = (plain(self.said), "muted" if self.outcome.passed else "warn")
        return trimmed([*head, (question, "title"), ("  ", ""), detail], width)


def suite_rows(outcomes: Sequence[Outcome], before: Mapping[str, bool]) -> list[Row]:
    """Every kept question in the order of the suite."""
    return [SuiteRow(at, each, before.get(each.case.question)) for at, each in enumerate(outcomes)]


class ReachRow(NamedTuple):
    """One memory: what brings it up, or why nothing does, and how often the agent used it."""

    found: "Reached"
    snapshot: Snapshot
    used: "Used | None"
    selectable: bool = True

    @property
    def key(self) -> str:
        """Its file."""
        return self.found.file

    @property
    def memory(self) -> Memory | None:
        """The memory, while it is there."""
        return self.snapshot.by_file.get(self.found.file)

    @property
    def unused(self) -> bool:
        """Whether the agent never used it, as far as the transcripts tell."""
        return self.used is not None and not self.used.sessions

    def pieces(self, width: int) -> Sequence[Piece]:
        """Name, why nothing brings it or what does, times used, type and age."""
        memory = self.memory
        tail = [times_piece(self.used), *badge(self.snapshot, memory)]
        title = short_name(memory) if memory is not None else plain(self.found.file)
        name = min(NAME_MOST, max(1, (width - length(tail)) // 3))
        room = width - length(tail) - name - 4
        middle = (fit(plain(self._said()), room), "muted" if self.found.why is None else "warn")
        return trimmed([(" ", ""), (fit(title, name), "title"), ("  ", ""), middle, (" ", ""), *tail], width)

    def _said(self) -> str:
        """Short, since the memory under the cursor has all of it."""
        if self.found.why is None:
            return f"“{self.found.by}”"
        first = ", ".join(self.found.winners[:3])
        return f"loses to {first}" if first and self.found.why.endswith(first) else self.found.why


def reach_rows(found: Iterable["Reached"], snapshot: Snapshot, used: "Mapping[str, Used]") -> list[Row]:
    """Memories that nothing brings up first, then those that the agent never used, then the rest."""
    rows = [ReachRow(each, snapshot, used.get(each.file)) for each in found]
    none = [row for row in rows if row.found.why is not None]
    never = [row for row in rows if row.found.why is None and row.unused]
    rest = [row for row in rows if row.found.why is None and not row.unused]
    groups = (
        (none, "that no question brings up"),
        (never, "brought up by a question, but never used by the agent"),
        (rest, "brought up by a question" + (", and used" if used else "")),
    )
    shown: list[Row] = []
    for number, (group, words) in enumerate(groups):
        if group:
            if shown:
                shown.append(Blank(f"\0blank{number}"))
            shown += [Rule(f"\0{number}", f"{counted(len(group), 'memory', 'memories')} {words}", "muted"), *group]
    return shown


def reach_words(found: Sequence["Reached"], used: "Mapping[str, Used]") -> list[Piece]:
    """All of it in one line."""
    missed = sum(each.why is not None for each in found)
    total = counted(len(found), "memory", "memories")
    first = f" every one of {total} is brought up" if not missed else f" {missed:,} of {total} no question brings up"
    never = sum(each.file in used and not used[each.file].sessions for each in found)
    rest = f"  {never:,} never used by the agent" if used else "  counting uses…"
    return [(first, "warn" if missed else "good"), (rest, "muted")]


def suite_about(row: SuiteRow, cells: int, most: int) -> list[list[Piece]]:
    """A kept question in full: what it should bring, and what it brings."""
    case, brings = row.outcome.case, row.outcome.selected
    lines: list[list[Piece]] = [[(cut(plain(case.question), cells), "strong")]]
    should = f"should bring {', '.join(case.expect) or 'nothing'}"
    does = f"brings {', '.join(brings) or 'nothing'}; enter asks it"
    if most > 2:
        return [*lines, [(cut(plain(should), cells), "")], [(cut(plain(does), cells), "")]]
    return [*lines, [(cut(plain(f"{should}; {does}"), cells), "")]]


def reach_about(row: ReachRow, cells: int, most: int) -> list[list[Piece]]:
    """A memory, what brings it up or why nothing does, and its use."""
    found = row.found
    by = f"{found.why}; e gives it better words" if found.why is not None else f"brought up by: {found.by}"
    used = used_words(row.used, row.snapshot.now)
    return about(described(row.memory, found.file, cells, most - 1), (by, used), cells, most)
