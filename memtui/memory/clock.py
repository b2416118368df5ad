"""What time it is. `MEMTUI_NOW` fixes it, for tests and screenshots."""

import os
import time

from memtui.memory.errors import UsageError

ENV_NOW = "MEMTUI_NOW"
_FIRST, _LAST = -62_135_510_400.0, 253_402_214_400.0  # the years 1 to 9999 in any time zone


def now() -> float:
    """Seconds since 1970: the fixed time if one is set, else the system's."""
    fixed = os.environ.get(ENV_NOW)
    return time.time() if not fixed else _fixed(fixed)


def fixed_ns() -> int | None:
    """The fixed time for a file that is written now; None where the system's own will do."""
    return round(now() * 1e9) if os.environ.get(ENV_NOW) else None


def _fixed(text: str) -> float:
    try:
        seconds: float | None = float(text)
    except ValueError:
        seconds = parse_iso(text)
    if seconds is None or not _FIRST <= seconds <= _LAST:  # also false for NaN
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
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
