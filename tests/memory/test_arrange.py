"""Order and groups of memories."""

import pytest

from memtui.memory.arrange import BANDS, GROUPS, SORTS, band, band_counts, grouped, ordered, staleness
from memtui.memory.topic import Memory, read

NOW = 1_795_003_200.0
DAY = 86_400


def memory(file: str, kind: str = "", age: float = 0, size: int = 10, stamp: str = "") -> Memory:
    """A memory of that age and size."""
    head = "".join(f"{name}: {value}\n" for name, value in (("type", kind), ("modified", stamp)) if value)
    return read(file, (int((NOW - age * DAY) * 1e9), 0, size, 1), f"---\n{head}---\n" if head else "")


def files(memories: list[Memory]) -> str:
    """Their names, in a row."""
    return " ".join(item.file.removesuffix(".md") for item in memories)


A = memory("a.md", "project", 20, 5)
B = memory("B.md", "user", 30, 50)
C = memory("c.md", "", 100, 20)
D = memory("team/d.md", "user", 0, 1)
E = memory("logs/2026/11/e.md", "", 3, 1)
F = memory("people/f.md", "user", 400, 7)
EVERY = sorted((A, B, C, D, E, F), key=lambda item: item.order)


@pytest.mark.parametrize(
    ("by", "names"),
    [
        ("age", "team/d logs/2026/11/e a B c people/f"),
        ("type", "team/d B people/f a logs/2026/11/e c"),
        ("name", "a B c team/d logs/2026/11/e people/f"),
        ("size", "B c people/f a team/d logs/2026/11/e"),
        ("staleness", "people/f c a B logs/2026/11/e team/d"),
    ],
)
def test_orders(by: str, names: str) -> None:
    assert by in SORTS
    assert files(list(ordered(EVERY, by, NOW))) == names


def test_from_one_on_a_memory_is_stale() -> None:
    assert staleness(memory("x.md", "project", 30), NOW) == pytest.approx(1)
    assert staleness(memory("x.md", "project", -5), NOW) == 0
    assert staleness(memory("x.md", "project", 5), NOW, {"project": 0}) == pytest.approx(5)


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        ("none", [("", "a B c people/f"), ("Team", "team/d"), ("Logs", "logs/2026/11/e")]),
        (
            "type",
            [
                ("User", "B people/f"),
                ("Project", "a"),
                ("No type", "c"),
                ("Team", "team/d"),
                ("Logs", "logs/2026/11/e"),
            ],
        ),
        (
            "age",
            [
                ("This month", "a"),
                ("Last three months", "B"),
                ("This year", "c"),
                ("Older than a year", "people/f"),
                ("Team", "team/d"),
                ("Logs", "logs/2026/11/e"),
            ],
        ),
        (
            "folder",
            [("Top folder", "a B c"), ("people/", "people/f"), ("Team", "team/d"), ("Logs", "logs/2026/11/e")],
        ),
    ],
)
def test_groups_keep_the_order_and_end_with_team_and_logs(by: str, groups: list[tuple[str, str]]) -> None:
    assert by in GROUPS
    assert [(group.title, files(group.memories)) for group in grouped(EVERY, by, NOW)] == groups


@pytest.mark.parametrize(("age", "name"), [(0, "today"), (1, "week"), (6, "week"), (7, "month"), (364, "year")])
def test_bands(age: int, name: str) -> None:
    assert BANDS[band(age)].name == name


def test_counts_go_by_the_time_that_ages_go_by() -> None:
    future = memory("f.md", age=-3)
    edge = memory("e.md", age=1)
    old = memory("o.md", age=0, stamp="2020-01-01T00:00:00Z")
    assert band_counts([future, edge, old], NOW) == [1, 1, 0, 0, 0, 1]
