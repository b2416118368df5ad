"""The top of the dreams screen: the gates as a checklist with progress, the last dream, the next, and how they run."""

from typing import NamedTuple

from memtui.dream.gates import LOCK, SESSIONS, TIME, Gate, Gates
from memtui.dream.starting import CLAUDE, choose_engine
from memtui.dream.status import Status
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.screens.dreams_rows import short_result
from memtui.ui.screens.history_rows import when_words
from memtui.ui.text import Piece, fit, length, plain, trimmed
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.rows import Row

_GATE_CELLS, _BAR_CELLS, _SHORT_BAR = 9, 10, 6
_WIDE = 90  # cells from which the gates and the facts stand side by side


class Scene(NamedTuple):
    """What the top tells of."""

    which: Which
    settings: DreamSettings
    status: Status
    now: float
    missing: bool = False  # there is no memory here yet


def gate_rows(scene: Scene, width: int) -> list[Row]:
    """The gates as a checklist, and beside them what was last and what comes next; short of room, in three lines."""
    facts, gates = _facts(scene), scene.status.gates
    if width < _WIDE:
        marks = [piece for gate in gates.gates for piece in _mark(gate, gates, scene.settings)]
        rest = f"{facts[2][1]}; last: {facts[1][1]}"
        lines = [marks, [(plain(short_summary(gates)), "strong")], [(rest, "muted")]]
        return [Text(f"{number}", tuple(trimmed(line, width)), False) for number, line in enumerate(lines)]
    half = width // 2 - 1
    rows: list[Row] = []
    for number, (gate, (label, words)) in enumerate(zip(gates.gates, facts, strict=True)):
        shown = trimmed(_gate(gate, gates, scene.settings), half - 2)
        gap = " " * (half - length(shown))
        told = trimmed([(fit(label, 7), "muted"), (words, "")], width - half)
        rows.append(Text(f"{number}", (*shown, (gap, ""), *told), False))
    return rows


def short_summary(gates: Gates) -> str:
    """All gates in one line, without where a setting comes from."""
    on, lock = gates.gates[0], gates.gates[-1]
    said = gates.summary if lock.open else gates.summary.replace(lock.detail, f"lock: {_holder(lock, ',')}")
    return said if on.open else said.replace(on.detail, _brief(on.detail).removeprefix("dreaming is "))


def _holder(lock: Gate, until: str = ":") -> str:
    """Who holds the lock, without what that may mean: it is told beside."""
    return lock.detail.partition(until)[0]


def _brief(detail: str) -> str:
    return detail.partition(" (")[0]


def _mark(gate: Gate, gates: Gates, settings: DreamSettings) -> list[Piece]:
    bar = _bar(gate, gates, settings, _SHORT_BAR)
    return [*_sign(gate, ""), (gate.name, ""), *([(" ", ""), *bar] if bar else []), ("   ", "")]


def _gate(gate: Gate, gates: Gates, settings: DreamSettings) -> list[Piece]:
    bar = _bar(gate, gates, settings, _BAR_CELLS)
    pieces = [*_sign(gate, " "), (fit(gate.name, _GATE_CELLS), "strong"), *([*bar, (" ", "")] if bar else [])]
    held = gate.name == LOCK and not gate.open
    detail = f"held by {_holder(gate)}" if held else _brief(gate.detail)
    return [*pieces, (plain(detail), "" if gate.open else "warn")]


def _sign(gate: Gate, before: str) -> list[Piece]:
    return [(f"{before}✓ " if gate.open else f"{before}○ ", "good" if gate.open else "warn")]


def _bar(gate: Gate, gates: Gates, settings: DreamSettings, cells: int) -> list[Piece]:
    """How far a gate is on its way, where that is a number."""
    share = _share(gate, gates, settings)
    if share is None:
        return []
    done = max(0, min(cells, int(share * cells)))
    return [("━" * done, "good" if gate.open else "warn"), ("─" * (cells - done), "muted")]


def _share(gate: Gate, gates: Gates, settings: DreamSettings) -> float | None:
    if gate.name == TIME and gates.hours is not None and settings.min_hours:
        return gates.hours / settings.min_hours
    if gate.name == SESSIONS and settings.min_sessions:
        return gates.counted.sessions / settings.min_sessions
    return None


def _facts(scene: Scene) -> list[tuple[str, str]]:
    """Five lines: what comes next, the last dream, what runs or waits, how dreams run, what starts them."""
    status = scene.status
    coming = plain(status.gates.summary.rpartition("; ")[2])
    return [
        ("next ", "due now" if status.due else coming),
        ("last ", plain(_last(status, scene.now))),
        ("now ", plain(_now(scene))),
        ("with ", plain(_engine(scene))),
        ("alone ", _alone(scene)),
    ]


def _last(status: Status, now: float) -> str:
    """The last dream of memtui's; where memory was consolidated later, that too."""
    task, moment = status.last, status.last_consolidated
    if status.task is not None:  # the lock tells of the one that runs; this is what it told before
        moment = status.task.prior_ns / 1e9 or None
    if task is None:
        return "never" if moment is None else f"{when_words(moment, now)}, not by memtui"
    told = f"{when_words(task.started, now)}, {short_result(task)}"
    later = moment is not None and task.ended is not None and moment > task.ended
    return f"{told}; the agent's {when_words(moment, now)}" if later and moment is not None else told


def _now(scene: Scene) -> str:
    status = scene.status
    if status.task is not None:
        return f"dreaming ({status.task.engine})"
    if status.waiting is not None:
        return "a result waits for you: v reviews it"
    if status.holder.held:
        return f"running elsewhere: {status.holder.words.partition(': ')[2] or 'dreaming'}"
    if scene.missing:
        return "no memory here yet: n writes a first one"
    return "nothing runs: d dreams now"


def _engine(scene: Scene) -> str:
    """Who would dream, what that may cost, and what becomes of the result."""
    settings = scene.settings
    try:
        engine = choose_engine(scene.which, settings, None)
    except MemtuiError as failure:
        return f"{settings.engine}: {failure.what}"
    how = "adopts by itself" if settings.applies_itself(engine) else "waits for you"
    cost = f", up to ${settings.budget_usd:g}" if engine == CLAUDE else ", offline"
    return f"{engine}{cost}; {how}"


def _alone(scene: Scene) -> str:
    if scene.settings.auto:
        return "yes: one that is due starts while memtui is open"
    return "no: only d starts one; o changes how dreams run"
