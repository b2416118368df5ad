"""Names and paths by wildcards: `*`, `?` and `[…]` within a name, `**` over any number of folders."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache


def matches(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the names of a path fit a pattern, name by name."""
    possible = {0}  # how many parts of the pattern may be used up
    for part in parts:
        reached = set()
        for at in _skipped(pattern, possible):
            if at < len(pattern) and pattern[at] == "**":
                reached.add(at)
            elif at < len(pattern) and fnmatchcase(part, pattern[at]):
                reached.add(at + 1)
        possible = reached
    return len(pattern) in _skipped(pattern, possible)


def _skipped(pattern: Sequence[str], possible: set[int]) -> set[int]:
    """The same with every `**` that may stand for no folder at all."""
    found = set(possible)
    for at in sorted(possible):
        while at < len(pattern) and pattern[at] == "**":
            at += 1
            found.add(at)
    return found


@lru_cache(maxsize=64)
def choices(pattern: str) -> tuple[str, ...]:
    """A pattern with one `{a,b}` as its choices."""
    before, opened, rest = pattern.partition("{")
    inside, closed, after = rest.partition("}")
    if not opened or not closed or "{" in inside or "{" in after:
        return (pattern,)
    return tuple(f"{before}{choice}{after}" for choice in inside.split(","))
