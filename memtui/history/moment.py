"""Moments as people type them: a date, a time, or how long ago."""

import re

from memtui.memory.clock import parse_iso
from memtui.memory.errors import UsageError

_AGO = re.compile(r"(\d{1,6})\s*(m|min|h|d|w)(?:\s+ago)?")
_SECONDS = {"m": 60, "min": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def parse_moment(text: str, now: float) -> float:
    """Seconds since 1970. A date without a time means its last moment, in local time."""
    ago = _AGO.fullmatch(text.strip().lower())
    if ago is not None:
        return now - int(ago.group(1)) * _SECONDS[ago.group(2)]
    moment = _local(text.strip())
    if moment is None:
        raise UsageError("not a moment", text, "use a number of the history, 2026-11-18, 2026-11-18T09:30, 2h or 3d")
    return moment


def _local(text: str) -> float | None:
    """An ISO moment; without a zone it is the user's own."""
    from datetime import datetime, timedelta

    try:
        moment = datetime.fromisoformat(text)
        if len(text) <= len("2026-11-18"):
            moment += timedelta(days=1, microseconds=-1)
        return moment.timestamp() if moment.tzinfo is None else parse_iso(text)
    except (ValueError, OverflowError):
        return None
