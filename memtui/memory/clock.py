"""What time it is. `MEMTUI_NOW` fixes it, for tests and screenshots."""

import os
import time

from memtui.memory.errors import UsageError

ENV_NOW = "MEMTUI_NOW"


def now() -> float:
    """Seconds since 1970: the fixed time if one is set, else the system's."""
    fixed = os.environ.get(ENV_NOW)
    return time.time() if not fixed else _fixed(fixed)


def _fixed(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        seconds = parse_iso(text)
    if seconds is None:
        raise UsageError(f"{ENV_NOW} is not a time", text, "use 2026-11-18T12:00:00Z or seconds since 1970")
    return seconds


def parse_iso(text: str) -> float | None:
    """Seconds since 1970 of an ISO 8601 date or time (UTC where it names no zone), else None."""
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(text.strip())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.timestamp()
    except (ValueError, OverflowError):
        return None


def iso(seconds: float) -> str:
    """UTC with milliseconds, as the manifest writes it: `2026-03-30T12:00:00.000Z`."""
    from datetime import UTC, datetime

    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):  # an mtime can be any number
        moment = datetime.fromtimestamp(0, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
