"""How old a memory is, in words, and whether that is too old for its type."""

import re
from collections.abc import Mapping

from memtui.memory.clock import iso
from memtui.memory.limits import LOGS_DIR
from memtui.memory.topic import Memory

DAY = 86_400
CAVEAT_DAYS = 2  # from this age on, a surfaced memory carries a caveat
FRESH, AGING, STALE = "fresh", "aging", "stale"

# Days after which a memory of each type is stale. Work in progress changes within weeks; a person's role
# hardly ever does. Half of it is "aging". `none` is for memories without a known type.
STALE_DAYS: Mapping[str, int] = {"project": 30, "reference": 120, "feedback": 240, "user": 365, "none": 120}

_GAPS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def days(modified: float, now: float) -> int:
    """Whole 24-hour days elapsed; 0 for the future."""
    return max(0, int((now - modified) // DAY))


def words(age_days: int) -> str:
    """`today`, `yesterday`, `N days ago`."""
    if age_days == 0:
        return "today"
    return "yesterday" if age_days == 1 else f"{age_days} days ago"


def grade(memory: Memory, now: float, limits: Mapping[str, int] = STALE_DAYS) -> str:
    """`fresh`, `aging` or `stale`, by the threshold of its type. A log tells of its day and never goes stale."""
    if memory.folder == LOGS_DIR:
        return FRESH
    limit = limits.get(memory.type or "none", STALE_DAYS["none"])
    age = days(memory.modified, now)
    if age >= limit:
        return STALE
    return AGING if 2 * age >= limit else FRESH


def caveat(age_days: int) -> str | None:
    """What a surfaced memory of this age is told to be; None when it is recent."""
    if age_days < CAVEAT_DAYS:
        return None
    return (
        f"This memory is {age_days} days old. It records what was observed then, not what is true now: "
        "before you assert anything it says about code, check that the code still says so."
    )


def manifest_line(memory: Memory) -> str:
    """One line for the selector: `- [type] name.md (time): description`."""
    kind = f"[{memory.type}] " if memory.type else ""
    said = one_line(memory.description or "")
    about = f": {said}" if said else ""
    return f"- {kind}{one_line(memory.file)} ({iso(memory.mtime)}){about}"


def one_line(text: str) -> str:
    """White space and control characters collapsed, so that no text can forge a second line."""
    return _GAPS.sub(" ", text).strip()
