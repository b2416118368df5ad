"""The offline engine's way to the tools: each call is told as an event, and a few of them make a turn."""

from collections.abc import Callable, Mapping
from typing import Any

from memtui.agent.activity import activity
from memtui.agent.tools import Reply, Toolbox

_CHANGING = ("edit", "write", "delete")


class Hands:
    """Calls tools and tells what it does. The same tools, permissions and events as for a model."""

    def __init__(self, toolbox: Toolbox, tell: Callable[[Mapping[str, Any]], None]) -> None:
        self._toolbox = toolbox
        self._tell = tell
        self._uses = 0
        self._paths: list[str] = []

    @property
    def made(self) -> int:
        """How many changes it has made."""
        return len(self._toolbox.changes)

    def call(self, name: str, **given: str) -> Reply:
        """One call."""
        self._uses += 1
        reply = self._toolbox.call(name, given)
        said = {"kind": "tool", "name": name, "activity": activity(name, given), "touched": reply.touched}
        self._tell({**said, "failed": reply.failed or reply.refused})
        if reply.refused:
            self._tell({"kind": "refused", "name": name, "reason": reply.why})
        if reply.touched and name in _CHANGING:
            self._paths.append(reply.touched)
        return reply

    def write(self, file: str, data: bytes, reason: str) -> bool:
        """Make a file of the copy so; whether that went well. Bytes that are no text are left alone."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return False
        return self.call("write", path=file, content=text, reason=reason).touched is not None

    def turn(self, text: str) -> None:
        """Say what was done since the last turn, and why."""
        self._tell({"kind": "turn", "text": text, "tool_use_count": self._uses, "paths": self._paths})
        self._uses, self._paths = 0, []
