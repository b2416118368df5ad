"""What one tool call may cost: seconds, and bytes read. Whoever works in a loop asks it now and then."""

import time
from threading import Event

from memtui.agent.limits import CALL_BYTES, CALL_SECONDS
from memtui.agent.refusal import RefusedError


class Allowance:
    """Counts for one call, from its start."""

    def __init__(self, seconds: float = CALL_SECONDS, most: int = CALL_BYTES, stop: Event | None = None) -> None:
        self.seconds = seconds
        self._until = time.monotonic() + seconds
        self._left = most
        self._stop = stop

    def check(self) -> None:
        """Stop the call when its time is over."""
        if self._stop is not None and self._stop.is_set():
            raise RefusedError("the task was stopped")
        if time.monotonic() > self._until:
            raise RefusedError(f"took more than {self.seconds:g} s and was stopped; narrow the folder or the pattern")

    def take(self, count: int) -> None:
        """Account for bytes that were read."""
        self._left -= count
        if self._left < 0:
            raise RefusedError("would read more than one call may; narrow the folder or name a file")
        self.check()
