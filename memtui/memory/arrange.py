"""The order that memories are listed in, and the groups: plain functions that a list of any kind can use.

Team memories and daily logs are always groups of their own, at the end.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from memtui.memory.age import DAY, STALE_DAYS, days
from memtui.memory.limits import LOGS_DIR, TEAM_DIR, TYPES
from memtui.memory.topic import Memory

AGE, TYPE, NAME, SIZE, STALENESS = "age", "type", "name", "size", "staleness"
SORTS = (AGE, TYPE, NAME, SIZE, STALENESS)
NO_GROUPS, BY_TYPE, BY_AGE, BY_FOLDER = "none", "type", "age", "folder"
GROUPS = (NO_GROUPS, BY_TYPE, BY_AGE, BY_FOLDER)
APART = {TEAM_DIR: "Team", LOGS_DIR: "Logs"}  # folders that are groups, however the rest is grouped


class Band(NamedTuple):
    """A span of ages: from the one before it, up to so many days."""

    name: str
    title: str
    under: float


BANDS = (
    Band("today", "Today", 1),
    Band("week", "This week", 7),
    Band("month", "This month", 30),
    Band("quarter", "Last three months", 91),
    Band("year", "This year", 365),
    Band("older", "Older than a year", float("inf")),
)


class Group(NamedTuple):
    """Memories under one heading; the heading is empty where there is none."""

    key: str
    title: str
    memories: list[Memory]


_EDGES = [item.under for item in BANDS[:-1]]
_EDGES_S = [edge * DAY for edge in _EDGES]


def band(age_days: int) -> int:
    """Which of the bands an age is in."""
    return bisect_right(_EDGES, age_days)


def band_counts(memories: Iterable[Memory], now: float) -> list[int]:
    """How many memories are in each band."""
    counts = [0] * len(BANDS)
    for memory in memories:
        counts[bisect_right(_EDGES_S, now - memory.modified)] += 1
    return counts


def ordered(
    memories: Sequence[Memory], by: str, now: float, limits: Mapping[str, int] = STALE_DAYS
) -> Sequence[Memory]:
    """Memories, given newest first, in the wanted order; those that are alike stay newest first."""
    if by == TYPE:
        places = {kind: at for at, kind in enumerate(TYPES)}
        return sorted(memories, key=lambda memory: places.get(memory.type or "", len(places)))
    if by == NAME:
        return sorted(memories, key=lambda memory: memory.title.casefold())
    if by == SIZE:
        return sorted(memories, key=attrgetter("size"), reverse=True)
    if by == STALENESS:
        return sorted(memories, key=lambda memory: staleness(memory, now, limits), reverse=True)
    return memories


def staleness(memory: Memory, now: float, limits: Mapping[str, int] = STALE_DAYS) -> float:
    """How much of its type's time is used up; from 1 on it is stale."""
    limit = limits.get(memory.type or "none", STALE_DAYS["none"])
    return max(0.0, now - memory.modified) / (max(limit, 1) * DAY)


def grouped(memories: Iterable[Memory], by: str, now: float) -> list[Group]:
    """Memories in groups that have any, each in the order given."""
    name_of, titles = _naming(by, now)
    groups: dict[str, Group] = {key: Group(key, title, []) for key, title in titles}
    apart = {folder: Group(f"{folder}/", title, []) for folder, title in APART.items()}
    for memory in memories:
        own = apart.get(memory.folder)
        if own is None:
            key = name_of(memory)
            own = groups.get(key)
            if own is None:
                own = groups[key] = Group(key, f"{key}/", [])
        own.memories.append(memory)
    first = [group for group in groups.values() if group.memories]
    if by == BY_FOLDER:
        first.sort(key=lambda group: group.key)
    return [*first, *(group for group in apart.values() if group.memories)]


def _naming(by: str, now: float) -> tuple[Callable[[Memory], str], list[tuple[str, str]]]:
    """Which group a memory is in, and the titles of those that are known beforehand, in their order."""
    if by == BY_TYPE:
        kinds = [(kind, kind.capitalize()) for kind in TYPES]
        return (lambda memory: memory.type or ""), [*kinds, ("", "No type")]
    if by == BY_AGE:
        bands = [(item.name, item.title) for item in BANDS]
        return (lambda memory: BANDS[band(days(memory.modified, now))].name), bands
    if by == BY_FOLDER:
        return (lambda memory: memory.file.rpartition("/")[0]), [("", "Top folder")]
    return (lambda _: ""), [("", "")]
