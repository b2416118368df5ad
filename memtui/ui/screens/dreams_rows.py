"""The rows of the dreams screen: the gates, the ledger, and the files and pieces of its result."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.dream.gates import SESSIONS, TIME, Gate, Gates
from memtui.dream.hunks import Hunk
from memtui.dream.review import FileReview
from memtui.dream.status import Status
from memtui.dream.task import COMPLETED, FAILED, KILLED, RUNNING, WAITING, Task
from memtui.dream.words import result_words, span_words, tokens_of
from memtui.memory.dreamsettings import DreamSettings
from memtui.ui.screens.history_rows import SIGNS, STYLES, when_words
from memtui.ui.text import Piece, cut, fit, length, plain, right, trimmed
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.rows import Row

GLYPHS = {RUNNING: "▶", COMPLETED: "✓", FAILED: "✖", KILLED: "■"}
GLYPH_STYLES = {RUNNING: "info", COMPLETED: "good", FAILED: "bad", KILLED: "warn"}
_WAITS = ("◆", "accent")
_GATE_CELLS, _BAR_CELLS = 9, 10
_WHEN_CELLS, _ENGINE_CELLS, _TRIGGER_CELLS, _TIME_CELLS, _TOKEN_CELLS = 12, 7, 7, 7, 5
_WIDE = 90  # cells from which the gates and the facts stand side by side
_ROOMY = 52  # cells from which a line of the ledger has room for trigger and tokens
_KILO, _MILLION = 1_000, 1_000_000


# The gates


def gate_rows(status: Status, settings: DreamSettings, width: int, now: float) -> list[Row]:
    """The gates as a checklist, and beside them what was last and what comes next; short of room, in three lines."""
    facts = _facts(status, settings, now)
    if width < _WIDE:
        marks = [piece for gate in status.gates.gates for piece in _mark(gate)]
        told = [facts[2][1], facts[1][0] + facts[1][1]]
        lines = [marks, [(plain(short_summary(status.gates)), "strong")], [("; ".join(told), "muted")]]
        return [Text(f"{number}", tuple(line), False) for number, line in enumerate(lines)]
    half = width // 2 - 1
    lefts = [_gate(gate, status.gates, settings) for gate in status.gates.gates]
    rows: list[Row] = []
    for number, (left, (label, words)) in enumerate(zip(lefts, facts, strict=True)):
        shown = trimmed(left, half - 2)
        gap = " " * (half - length(shown))
        rows.append(Text(f"{number}", (*shown, (gap, ""), (fit(label, 7), "muted"), (words, "")), False))
    return rows


def short_summary(gates: Gates) -> str:
    """All gates in one line, without where a setting comes from."""
    return gates.summary.replace(gates.gates[0].detail, "off")


def _brief(detail: str) -> str:
    return detail.partition(" (")[0]


def _mark(gate: Gate) -> list[Piece]:
    return [("✓ " if gate.open else "○ ", "good" if gate.open else "warn"), (f"{gate.name}   ", "")]


def _gate(gate: Gate, gates: Gates, settings: DreamSettings) -> list[Piece]:
    pieces: list[Piece] = [
        (" ✓ " if gate.open else " ○ ", "good" if gate.open else "warn"),
        (fit(gate.name, _GATE_CELLS), "strong"),
    ]
    share = _share(gate, gates, settings)
    if share is not None:
        done = min(_BAR_CELLS, int(share * _BAR_CELLS))
        pieces += [("━" * done, "good" if gate.open else "warn"), ("─" * (_BAR_CELLS - done) + " ", "muted")]
    return [*pieces, (plain(_brief(gate.detail)), "" if gate.open else "warn")]


def _share(gate: Gate, gates: Gates, settings: DreamSettings) -> float | None:
    """How far a gate is on its way, where that is a number."""
    if gate.name == TIME and gates.hours is not None and settings.min_hours:
        return max(0.0, gates.hours / settings.min_hours)
    if gate.name == SESSIONS and settings.min_sessions:
        return gates.counted.sessions / settings.min_sessions
    return None


def _facts(status: Status, settings: DreamSettings, now: float) -> list[tuple[str, str]]:
    """Five lines: the whole in words, the last dream, what runs or waits, how dreams run, what starts them."""
    gates = status.gates
    last = status.last
    before = "never" if status.last_consolidated is None else when_words(status.last_consolidated, now)
    if last is not None:
        before += f"; {short_result(last)}"
    return [
        ("next ", "due now" if status.due else plain(gates.summary.rpartition("; ")[2])),
        ("last ", plain(before)),
        ("now ", plain(_now(status))),
        ("engine ", plain(_engine(settings))),
        (
            "alone ",
            "starts by itself while memtui is open" if settings.auto else "only on d: auto is off in the config",
        ),
    ]


def _now(status: Status) -> str:
    if status.task is not None:
        return f"dreaming ({status.task.engine})"
    if status.waiting is not None:
        return "a result waits for you: v reviews it"
    if status.holder.held:
        return f"running elsewhere: {status.holder.words}"
    return "nothing runs: d dreams now"


def _engine(settings: DreamSettings) -> str:
    apply = {"auto": "adopts by itself", "review": "waits for you"}.get(settings.apply or "", "")
    how = apply or "rules adopt by themselves, claude waits"
    return f"{settings.engine}; {how}"


# The ledger


class TaskRow(NamedTuple):
    """One dream."""

    task: Task
    now: float
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
            tail.append((right(short_count(tokens_of(task.usage)), _TOKEN_CELLS), "muted"))
        glyph, style = task_mark(task)
        head: list[Piece] = [
            (f"{glyph} ", style),
            (fit(when_words(task.started, self.now), _WHEN_CELLS), "muted"),
            (fit(plain(task.engine), _ENGINE_CELLS), ""),
        ]
        if roomy:
            head.append((fit(plain(task.trigger), _TRIGGER_CELLS), "muted"))
        room = max(0, width - length(head) - length(tail))
        return trimmed([*head, (fit(plain(short_result(task)), room), _result_style(task)), *tail], width)


def task_mark(task: Task) -> Piece:
    """The glyph of a dream: how it ended, or that it waits or runs."""
    if task.review == WAITING and not task.running:
        return _WAITS
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
    return f"{counts} {words.get(task.review, task.review)}"


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


def change_rows(items: Sequence[FileReview], waiting: bool) -> list[Row]:
    """Files, and below those that wait the pieces they have, where there is more than one."""
    return list(_change_rows(items, waiting))


def _change_rows(items: Sequence[FileReview], waiting: bool) -> Iterator[Row]:
    for number, item in enumerate(items):
        waits = waiting and bool(item.hunks)
        yield FileRow(item, waits, number)
        if waits and len(item.hunks) > 1:
            yield from (HunkRow(item, hunk) for hunk in item.hunks)
