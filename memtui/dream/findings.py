"""What a result carries that no text for a model should, and that was not there before. Pure."""

from memtui.audit.memory_rules import carried
from memtui.dream.copying import Tree, differing

_MOST = 5  # named; the rest is counted


def new_findings(base: Tree, copy: Tree) -> list[str]:
    """Secrets, hidden characters and overriding orders in files that the dream wrote, each in words."""
    found = []
    for file in differing(base, copy):
        if file in copy and file.endswith(".md"):
            before = _told(file, base.get(file, b""))
            found += [f"{file}: {told}" for told in _told(file, copy[file]) if told not in before]
    return found


def _told(file: str, data: bytes) -> list[str]:
    return [f"{item.rule}: {item.message}" for item in carried(file, data.decode("utf-8", "replace"))]


def summary(found: list[str]) -> str:
    """Why a result with these waits."""
    more = f" and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return f"new finding: {'; '.join(found[:_MOST])}{more}"
