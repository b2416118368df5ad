"""Whether a dream is due: five gates, the cheapest first, each with a reason that a person understands.

`is_due` stops at the first closed gate: with the time not come, that is one stat. `evaluate` asks all of them.
"""

import json
import os
from typing import Any, NamedTuple

from memtui.dream import lock as locks
from memtui.dream.limits import SCAN_EVERY_S
from memtui.dream.lock import Holder
from memtui.dream.task import dreams_folder
from memtui.memory.clock import now
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.location import ENV_REMOTE
from memtui.memory.settings import Settings, read_settings
from memtui.memory.state import private_folder, write_private
from memtui.transcripts.opening import Which
from memtui.transcripts.sessions import ENV_SESSION, sessions_since

ON, TIME, SCAN, SESSIONS, LOCK = "on", "time", "scan", "sessions", "lock"
KEY_DREAM = "autoDreamEnabled"
HOUR_S = 3_600.0
_COUNTED = "sessions.json"


class Gate(NamedTuple):
    """One gate: its name, whether it is open, and why, in words."""

    name: str
    open: bool
    detail: str


class Count(NamedTuple):
    """How many sessions there were since the last consolidation, and when that was counted."""

    sessions: int
    when: float


class Gates(NamedTuple):
    """All gates, and the figures behind them."""

    gates: tuple[Gate, ...]
    hours: float | None  # since the last consolidation; None: never
    counted: Count
    next_at: float | None  # when the time gate opens, while it is closed

    @property
    def due(self) -> bool:
        """Whether a dream may start by itself."""
        return all(gate.open for gate in self.gates)

    @property
    def summary(self) -> str:
        """`13 h of 24 h; 3 of 5 sessions; lock free; next at about 21:40`."""
        told = {gate.name: gate for gate in self.gates}
        parts = [] if told[ON].open else [told[ON].detail]
        parts += [told[name].detail for name in (TIME, SESSIONS, LOCK)]
        return "; ".join([*parts, self._next()])

    def _next(self) -> str:
        told = {gate.name: gate.open for gate in self.gates}
        if self.due:
            return "due now"
        if not told[ON]:
            return "none comes by itself"
        if self.next_at is not None:
            return f"next at about {clock_words(self.next_at)}"
        return "next when there are enough sessions" if not told[SESSIONS] else "next when the lock is free"


def clock_words(moment: float) -> str:
    """The time of day in the user's own zone, with the date where it is not today's."""
    import time

    then, today = time.localtime(moment), time.localtime(now())
    return time.strftime("%H:%M" if then[:3] == today[:3] else "%Y-%m-%d %H:%M", then)


def is_due(which: Which, settings: DreamSettings, agents: Settings, holder: Holder | None = None) -> bool:
    """Whether a dream is due, asking no more than needed. `agents` are the agent's settings, read before.

    Without a holder the lock is judged by whoever looks: pass one from `status.holder`.
    """
    if not on_gate(which, settings, agents).open:
        return False
    last = locks.last_consolidated(which.store.root)
    if not _time_gate(last, settings)[0].open:
        return False
    if not _sessions_gate(count_sessions(which, last), settings).open:
        return False
    return holder is None or not holder.held


def evaluate(which: Which, settings: DreamSettings, holder: Holder, agents: Settings | None = None) -> Gates:
    """All gates as they stand now."""
    agents = agents if agents is not None else read_settings(which.host, which.location.project_root or None)
    last = locks.last_consolidated(which.store.root)
    timed, next_at = _time_gate(last, settings)
    count = count_sessions(which, last)
    gates = (
        on_gate(which, settings, agents),
        timed,
        _scan_gate(count),
        _sessions_gate(count, settings),
        Gate(LOCK, not holder.held, holder.words),
    )
    hours = None if last is None else (now() - last) / HOUR_S
    return Gates(gates, hours, count, next_at)


def on_gate(which: Which, settings: DreamSettings, agents: Settings) -> Gate:
    """Memory is on, dreaming is on, and this is no remote session."""
    if not which.location.enabled:
        return Gate(ON, False, f"memory is off ({which.location.enabled_by})")
    if which.host.truthy(ENV_REMOTE):
        return Gate(ON, False, f"a remote session (env {ENV_REMOTE})")
    if settings.auto is not None:
        said = "on" if settings.auto else "off"
        return Gate(ON, settings.auto, f"dreaming is {said} (auto in memtui's config)")
    for file in agents.files:
        value = file.values.get(KEY_DREAM)
        if isinstance(value, bool):
            return Gate(ON, value, f"dreaming is {'on' if value else 'off'} ({KEY_DREAM} in {file.source} settings)")
    return Gate(ON, False, f"dreaming is off (neither {KEY_DREAM} nor auto in memtui's config says on)")


def _time_gate(last: float | None, settings: DreamSettings) -> tuple[Gate, float | None]:
    """Enough hours since the last consolidation; when it opens, where it is closed."""
    wanted = settings.min_hours
    if last is None:
        return Gate(TIME, True, "never consolidated"), None
    hours = (now() - last) / HOUR_S
    if hours < 0:
        detail = f"the last consolidation is dated {clock_words(last)}, in the future: was the clock set back?"
        return Gate(TIME, False, detail), last + wanted * HOUR_S
    is_open = hours >= wanted
    return Gate(TIME, is_open, f"{int(hours)} h of {wanted:g} h"), None if is_open else last + wanted * HOUR_S


def _scan_gate(count: Count) -> Gate:
    """Never closed: it says how old the count is, which is made at most every ten minutes."""
    minutes = max(0, int((now() - count.when) // 60))
    said = "just now" if minutes == 0 else f"{minutes} min ago, again after {int(SCAN_EVERY_S // 60)}"
    return Gate(SCAN, True, f"sessions counted {said}")


def _sessions_gate(count: Count, settings: DreamSettings) -> Gate:
    wanted = settings.min_sessions
    return Gate(SESSIONS, count.sessions >= wanted, f"{count.sessions} of {wanted} sessions")


def count_sessions(which: Which, last: float | None) -> Count:
    """How many sessions went on since the last consolidation; a count of the last ten minutes is used again."""
    current = which.host.env.get(ENV_SESSION) or None
    key: list[Any] = [last or 0.0, current]
    path = os.path.join(dreams_folder(which.store.state), _COUNTED)
    known = _read_count(path, key)
    if known is not None and 0 <= now() - known.when < SCAN_EVERY_S:
        return known
    count = Count(len(sessions_since(which, last or 0.0, current)), now())
    _keep_count(which, path, key, count)
    return count


def _read_count(path: str, key: list[Any]) -> Count | None:
    try:
        with open(path, "rb") as file:
            facts = json.loads(file.read())
        return Count(int(facts["sessions"]), float(facts["when"])) if facts["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep_count(which: Which, path: str, key: list[Any], count: Count) -> None:
    """Only a shortcut: where it cannot be kept, the next look counts again. A store that is not there keeps none."""
    from memtui.memory.errors import MemtuiError

    if not os.path.isdir(which.store.root):
        return
    try:
        private_folder(which.store.state.folder)
        private_folder(dreams_folder(which.store.state))
        write_private(path, json.dumps({"key": key, **count._asdict()}).encode("ascii"))
    except (OSError, MemtuiError):
        pass
