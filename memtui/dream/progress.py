"""How far a dream is: every event goes to the watchers and into the task's figures."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from memtui.dream.events import Events
from memtui.dream.task import STARTING, UPDATING, Task, save
from memtui.memory.state import State


class Made(Protocol):
    """One change that the tools made to the copy."""

    @property
    def file(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def merged_into(self) -> str | None: ...


class Tools(Protocol):
    """What is counted of the tools."""

    @property
    def changes(self) -> list[Any]: ...
    @property
    def tool_uses(self) -> int: ...
    @property
    def refusals(self) -> int: ...


class Progress:
    """The task of a running dream, kept up to date by what its engine tells."""

    def __init__(self, state: State, task: Task, events: Events, tools: Tools) -> None:
        self.task = task
        self._state = state
        self._events = events
        self._tools = tools
        self._guard = threading.RLock()

    def tell(self, event: Mapping[str, Any]) -> None:
        """Append the event, and count it."""
        with self._guard:
            self._events.tell(event)
            kind = event.get("kind")
            if kind == "turn":
                self.task = replace(self.task, turns=self.task.turns + 1)
            elif kind == "usage":
                told = {key: value for key, value in event.items() if key != "kind"}
                self.task = replace(self.task, usage={**self.task.usage, **told})
            self._count()
            if kind in ("turn", "usage", "refused"):
                save(self._state, self.task, durable=False)

    def _count(self) -> None:
        """Figures from the tools themselves; the first change that lands makes the phase `updating`."""
        made: list[Made] = list(self._tools.changes)
        reasons: dict[str, list[str]] = {}
        for item in made:
            if item.reason and item.reason not in reasons.setdefault(item.file, []):
                reasons[item.file].append(item.reason)
        self.task = replace(
            self.task,
            tool_uses=self._tools.tool_uses,
            refusals=self._tools.refusals,
            touched=tuple(dict.fromkeys(item.file for item in made)),
            reasons=reasons,
            merged={item.file: item.merged_into for item in made if item.merged_into},
        )
        if made and self.task.phase == STARTING:
            self.task = replace(self.task, phase=UPDATING)
            self._events.tell({"kind": "phase", "phase": UPDATING})
            save(self._state, self.task, durable=False)
