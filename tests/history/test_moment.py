"""Moments as people type them."""

import time
from collections.abc import Iterator

import pytest

from memtui.history.moment import parse_moment
from memtui.memory.errors import UsageError

NOW = 1_795_003_200.0  # 2026-11-18T12:00:00Z


@pytest.fixture(autouse=True)
def zone() -> Iterator[None]:
    """Three hours east of Greenwich."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "XXX-3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    ("text", "seconds_ago"),
    [
        ("5m", 300),
        ("5 min", 300),
        ("2h", 7_200),
        ("2h ago", 7_200),
        (" 2H ", 7_200),
        ("3d", 259_200),
        ("1w", 604_800),
        ("0d", 0),
        ("2026-11-18T12:00:00Z", 0),
        ("2026-11-18T12:00:00+03:00", 10_800),
        ("2026-11-18T15:00", 0),
        ("2026-11-18 14:30", 1_800),
        ("2026-11-18T14", 3_600),
    ],
)
def test_moments(text: str, seconds_ago: float) -> None:
    assert parse_moment(text, NOW) == NOW - seconds_ago


def test_date_is_its_last_moment_here() -> None:
    midnight = NOW + 9 * 3_600  # the end of that day, three hours east
    assert midnight - 0.01 < parse_moment("2026-11-18", NOW) < midnight


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2x",
        "h",
        "-2h",
        "1234567d",
        "2026-13-01",
        "2026-02-30",
        "9999-12-31",
        "12:30",
        "²h",
        "0001-01-01T00",
    ],
)
def test_what_is_no_moment_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="not a moment"):
        parse_moment(text, NOW)
