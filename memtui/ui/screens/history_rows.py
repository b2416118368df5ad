"""How the past is drawn: a line for each state, for each file of it, and the lines of a diff, wrapped."""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.history import preview
from memtui.history.choosing import matching
from memtui.history.diff import ADDED, FILE, PLACE, REMOVED, SAME, told_apart
from memtui.history.log import FIRST_NUMBER, OTHERS, SEEN, Entry
from memtui.memory.limits import INDEX_NAME
from memtui.ui.changes import WHO
from memtui.ui.text import Piece, fit, plain, right, trimmed, width_of
from memtui.ui.widgets.lines import Rule, Text
from memtui.ui.widgets.rows import Row

DREAM = "dream"
CREATED, CHANGED, DELETED = "created", "changed", "deleted"
SIGNS = {CREATED: "+", CHANGED: "~", DELETED: "-"}
STYLES = {CREATED: "added", CHANGED: "warn", DELETED: "removed"}
_WHO_GLYPHS = {WHO: "◆", DREAM: "☾", OTHERS: "○"}
_WHO_STYLES = {WHO: "accent", DREAM: "info", OTHERS: "muted"}
_BY = {WHO: "by memtui", DREAM: "by a dream", OTHERS: "done by someone else"}
_NAMED = 4  # files of somebody else's change that its line names
_TAKEN_BACK = "↶ taken back"
_NUMBER_CELLS, _WHEN_CELLS, _WHO_CELLS, _COUNT_CELLS = 4, 11, 8, 9
_MOST_LINES = 4_000  # of the diff of many files on the screen
_MOST_OF_ONE = 20_000  # of the diff of one file
_THOUSAND = 1_000


def when_words(when: float, now: float) -> str:
    """`today 14:03`, or the day, in the user's own time."""
    moment = time.localtime(when)
    if time.strftime("%Y-%m-%d", moment) == time.strftime("%Y-%m-%d", time.localtime(now)):
        return time.strftime("today %H:%M", moment)
    return time.strftime("%Y-%m-%d", moment)


def full_when(when: float) -> str:
    """Day and time, in the user's own time."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(when))


def touched(entry: Entry) -> list[tuple[str, str]]:
    """Each file of a change with what happened to it, by name."""
    groups = ((CREATED, entry.created), (CHANGED, entry.changed), (DELETED, entry.deleted))
    return sorted(((file, fate) for fate, files in groups for file in files))


class HistoryRow(NamedTuple):
    """One recorded state."""

    entry: Entry
    taken_back: bool
    now: float

    @property
    def key(self) -> str:
        """Numbers never change."""
        return str(self.entry.number)

    @property
    def selectable(self) -> bool:
        """Always."""
        return True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Number, when, who, how many files, why."""
        entry = self.entry
        who = f"{_WHO_GLYPHS.get(entry.who, '◇')} {plain(entry.who)}"
        head = [
            (right(str(entry.number), _NUMBER_CELLS), "muted"),
            (f" {fit(when_words(entry.when, self.now), _WHEN_CELLS)} ", ""),
            (f"{fit(who, _WHO_CELLS)} ", _WHO_STYLES.get(entry.who, "")),
            *_counts(entry),
        ]
        why = plain(short_why(entry))
        if self.taken_back:
            return trimmed([*head, (f"{_TAKEN_BACK} ", "info"), (why, "muted")], width)
        return trimmed([*head, (why, "")], width)


def short_why(entry: Entry) -> str:
    """Why, in a line of a list. What others did is told by the files: why they did it nobody knows."""
    if entry.kind != SEEN or entry.number == FIRST_NUMBER or not entry.touched:
        return entry.why
    more = f" and {len(entry.touched) - _NAMED} more" if len(entry.touched) > _NAMED else ""
    names = sorted(entry.touched, key=lambda file: (file.endswith(INDEX_NAME), file))  # an index changes with each
    return ", ".join(names[:_NAMED]) + more


def _counts(entry: Entry) -> list[Piece]:
    parts: list[Piece] = []
    for fate, files in ((CREATED, entry.created), (CHANGED, entry.changed), (DELETED, entry.deleted)):
        if files:
            number = f"{len(files)}" if len(files) < _THOUSAND else f"{len(files) // _THOUSAND}k"
            parts.append((f"{SIGNS[fate]}{number} ", STYLES[fate]))
    room = _COUNT_CELLS - sum(len(text) for text, _ in parts)
    return [*parts, (" " * room, "")]


def history_rows(history: Sequence[Entry], gone: frozenset[int], words: str, now: float) -> list[Row]:
    """The states that fit the words, newest first."""
    return [HistoryRow(entry, entry.number in gone, now) for entry in matching(history, words)]


class FileRow(NamedTuple):
    """One file of a change."""

    file: str
    fate: str

    @property
    def key(self) -> str:
        """Its path."""
        return self.file

    @property
    def selectable(self) -> bool:
        """Always."""
        return True

    def pieces(self, width: int) -> Sequence[Piece]:
        """Sign, path, what happened."""
        room = max(8, width - len(self.fate) - 4)
        name = fit(plain(self.file), room)
        return trimmed([(f" {SIGNS[self.fate]} ", STYLES[self.fate]), (name, ""), (self.fate, "muted")], width)


def about(entry: Entry, taken_back: bool, width: int) -> list[Row]:
    """What is to be said of a state above its diff."""
    by = _BY.get(entry.who, f"by {plain(entry.who)}")
    head = f"State {entry.number}  {full_when(entry.when)}  {plain(entry.kind)}, {by}"
    rows = list(_paragraph("\0head", head, width, "heading"))
    rows += _paragraph("\0why", plain(entry.why), width, "title")
    if taken_back:
        rows.append(Text("\0back", ((f"{_TAKEN_BACK} since", "info"),)))
    return rows


def nothing_words(entry: Entry, file: str | None) -> str:
    """Why a state, or a file of it, has no difference to show."""
    if file is not None and file in entry.touched:
        return f"What {plain(file)} held is no longer known: it was purged from the history."
    if entry.touched:
        return "What its files held is no longer known: they were purged from the history."
    return "No file's content changed, only times."


def word_rows(text: str, width: int) -> list[Row]:
    """Words of memtui's own among the rows."""
    return list(_paragraph(f"\0{text}", text, width, "muted"))


def _paragraph(key: str, text: str, width: int, style: str) -> Iterator[Row]:
    for at, part in enumerate(wrapped(text, width)):
        yield Text(f"{key}{at}", ((part, style),))


def diff_lines(diff: str, width: int) -> list[Row]:
    """A diff as rows: a rule for each file, then its lines, coloured and signed, wrapped to the width."""
    return _diff_lines(diff, width, _MOST_LINES, "more than fits here: enter on a state shows one file at a time")


def file_lines(diff: str, width: int) -> list[Row]:
    """The diff of one file, which whoever shows it names."""
    rows = _diff_lines(diff, width, _MOST_OF_ONE, "more than fits here: memtui history diff shows all of it")
    return [row for row in rows if not isinstance(row, Rule)]


def _diff_lines(diff: str, width: int, most: int, more: str) -> list[Row]:
    rows: list[Row] = []
    before = ""
    for number, (kind, line) in enumerate(told_apart(diff)):
        if len(rows) >= most:
            return [*rows, *word_rows(more, width)]
        if kind != FILE:
            rows += _diff_line(number, kind, line, width)
        elif line.startswith("--- "):
            before = line
        else:
            rows.append(_file_rule(number, before, line))
    return rows


def _file_rule(number: int, before: str, after: str) -> Row:
    """Whose lines follow, and what happened to it."""
    fate = CREATED if before == "--- /dev/null" else DELETED if after == "+++ /dev/null" else CHANGED
    name = before.removeprefix("--- a/") if fate == DELETED else after.removeprefix("+++ b/")
    return Rule(f"{number}", f"{SIGNS[fate]} {plain(name)} {fate}", STYLES[fate])


_KIND_STYLES = {ADDED: "added", REMOVED: "removed", PLACE: "place", SAME: ""}


def _diff_line(number: int, kind: str, line: str, width: int) -> Iterator[Row]:
    sign, text = ("", line) if kind == PLACE else (f"{line[:1] or ' '} ", line[1:])
    for at, part in enumerate(wrapped(plain(text), max(8, width - 2))):
        mark = sign if at == 0 else "  "
        yield Text(f"{number}.{at}", ((f"{mark}{part}", _KIND_STYLES[kind]),))


def wrapped(text: str, cells: int) -> list[str]:
    """A plain line in as many as it takes, broken at spaces where there are any."""
    if len(text) <= cells and text.isascii():
        return [text]
    lines, line, used = [], "", 0
    for word in _words(text, cells):
        size = width_of(word)
        if used + size > cells and line:
            lines.append(line.rstrip())
            line, used = "", 0
            word, size = word.lstrip(" "), width_of(word.lstrip(" "))
        line += word
        used += size
    return [*lines, line.rstrip()] if line or not lines else lines


def _words(text: str, cells: int) -> Iterator[str]:
    """Words, each with the space before it; one that is wider than a line comes in pieces."""
    from rich.cells import chop_cells

    for at, word in enumerate(text.split(" ")):
        spaced = word if at == 0 else f" {word}"
        if width_of(spaced) <= cells:
            yield spaced
        else:
            yield from chop_cells(spaced, cells)


def step_rows(named: Sequence[tuple[str, str]]) -> list[Row]:
    """Files with what would happen to them (`create`, `change`, `delete`), as a list to agree to."""
    signs = {preview.CREATE: CREATED, preview.CHANGE: CHANGED, preview.DELETE: DELETED}
    return [
        Text(f"\0{file}", ((f" {SIGNS[signs[word]]} {word}  ", STYLES[signs[word]]), (plain(file), "")))
        for file, word in named
    ]
