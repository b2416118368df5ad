"""Daily logs: `logs/YYYY/MM/YYYY-MM-DD.md`, appended to and never rewritten."""

from memtui.memory.limits import LOGS_DIR

PATTERN = f"{LOGS_DIR}/YYYY/MM/YYYY-MM-DD.md"


def log_file(now: float) -> str:
    """Today's log, relative to the memory directory; the day is the user's own."""
    import time

    day = time.strftime("%Y-%m-%d", time.localtime(now))
    return f"{LOGS_DIR}/{day[:4]}/{day[5:7]}/{day}.md"


def log_line(text: str, now: float) -> str:
    """One entry: time of day, then the text on one line."""
    import time

    clock = time.strftime("%H:%M", time.localtime(now))
    return f"- {clock} {' '.join(text.split())}\n"


def appended(before: bytes | None, line: str) -> bytes:
    """The log with one more line; what was there stays as it was."""
    old = before or b""
    gap = b"" if not old or old.endswith(b"\n") else b"\n"
    return old + gap + line.encode("utf-8", "surrogateescape")
