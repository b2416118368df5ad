"""What a watcher needs of a dream's events, however many there are: figures, and the newest turns with their calls."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from memtui.dream.events import Event
from memtui.dream.limits import TURNS_SHOWN
from memtui.dream.task import STARTING

TURN, REFUSED, MESSAGE, NOTE = "turn", "refused", "message", "note"
_MOST_FILES = 200


class Line(NamedTuple):
    """One thing that was told: a turn with its calls folded, a refusal, a line that a person sent."""

    seq: int
    kind: str
    text: str
    calls: int = 0
    paths: tuple[str, ...] = ()


class Live(NamedTuple):
    """A dream as its events tell it."""

    lines: tuple[Line, ...] = ()  # the newest turns, and what was told between them
    told: int = 0  # how many lines there were in all
    turns: int = 0
    calls: int = 0
    refusals: int = 0
    phase: str = STARTING
    activity: str = ""  # what it does now, in three to five words
    files: tuple[str, ...] = ()
    usage: dict[str, object] = {}  # noqa: RUF012 - never changed in place


class Digest:
    """Takes events in, and holds no more than the newest turns of them."""

    def __init__(self) -> None:
        self._turns: deque[Line] = deque(maxlen=TURNS_SHOWN)
        self._others: deque[Line] = deque(maxlen=TURNS_SHOWN)  # a flood of refusals pushes no turn out
        self._live = Live()
        self._files: dict[str, None] = {}

    def take(self, events: Iterable[Event]) -> int:
        """More events, in their order; how many they were."""
        count = 0
        for count, event in enumerate(events, 1):  # noqa: B007 - the last number is the answer
            self._one(event)
        return count

    @property
    def live(self) -> Live:
        """How it stands now."""
        return self._live._replace(lines=self._lines(), files=tuple(self._files))

    def _lines(self) -> tuple[Line, ...]:
        """In their order; what was told before the oldest turn that is kept has gone with its own turn."""
        full = len(self._turns) == TURNS_SHOWN
        others = [line for line in self._others if not full or line.seq > self._turns[0].seq]
        return tuple(sorted((*self._turns, *others), key=lambda line: line.seq))

    def _one(self, event: Event) -> None:
        kind = event["kind"]
        if kind == "turn":
            self._live = self._live._replace(turns=self._live.turns + 1)
            self._add(event, TURN, event.get("text"))
        elif kind == "tool":
            self._tool(event)
        elif kind == "refused":
            self._live = self._live._replace(refusals=self._live.refusals + 1)
            self._add(event, REFUSED, event.get("reason"))
        elif kind == "message":
            self._add(event, MESSAGE if event.get("from") == "person" else NOTE, event.get("text"))
        elif kind == "phase":
            self._live = self._live._replace(phase=str(event.get("phase")))
        elif kind == "usage":
            told = {name: value for name, value in event.items() if name not in ("v", "seq", "t", "kind")}
            self._live = self._live._replace(usage={**self._live.usage, **told})

    def _tool(self, event: Event) -> None:
        self._live = self._live._replace(calls=self._live.calls + 1, activity=str(event.get("activity") or ""))
        touched = event.get("touched")
        changes = event.get("name") in ("edit", "write", "delete")
        if changes and isinstance(touched, str) and len(self._files) < _MOST_FILES:
            self._files.setdefault(touched)

    def _add(self, event: Event, kind: str, text: object) -> None:
        calls, paths = event.get("tool_use_count"), event.get("paths")
        self._live = self._live._replace(told=self._live.told + 1)
        kept = self._turns if kind == TURN else self._others
        kept.append(
            Line(
                event["seq"],
                kind,
                str(text or ""),
                calls if isinstance(calls, int) else 0,
                tuple(map(str, paths)) if isinstance(paths, list) else (),
            )
        )
