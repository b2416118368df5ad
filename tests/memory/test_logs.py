"""Daily logs: which file, which line, and that nothing before it changes."""

import time
from collections.abc import Callable, Iterator

import pytest

from memtui.memory.logs import PATTERN, appended, log_file, log_line

NOON = 1_774_872_000  # 2026-03-30T12:00:00Z


@pytest.fixture
def set_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    def change(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield change
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [("UTC0", "2026-03-30", "12:00"), ("EAST-14", "2026-03-31", "02:00"), ("WEST+13", "2026-03-29", "23:00")],
)
def test_the_day_and_the_hour_are_the_users_own(
    set_zone: Callable[[str], None], zone: str, day: str, hour: str
) -> None:
    set_zone(zone)
    assert log_file(NOON) == f"logs/2026/03/{day}.md"
    assert log_line("x", NOON) == f"- {hour} x\n"


def test_the_pattern_has_the_shape_of_the_file() -> None:
    shape = "".join("9" if char in "YMD" else char for char in PATTERN.removesuffix(".md"))
    found = "".join("9" if char.isdigit() else char for char in log_file(NOON).removesuffix(".md"))
    assert found == shape


@pytest.mark.parametrize("text", ["one\ntwo", " one\t two ", "one\r\n\r\ntwo", "one\u2028two", "one\x85two"])
def test_an_entry_is_one_line(text: str) -> None:
    assert log_line(text, NOON).endswith(" one two\n")
    assert len(log_line(text, NOON).splitlines()) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, b"- x\n"),
        (b"", b"- x\n"),
        (b"- a\n", b"- a\n- x\n"),
        (b"- a", b"- a\n- x\n"),
        (b"- a\r\n", b"- a\r\n- x\n"),
        (b"\xff\0\n\n", b"\xff\0\n\n- x\n"),
    ],
)
def test_what_was_there_stays(before: bytes | None, after: bytes) -> None:
    assert appended(before, "- x\n") == after


def test_bytes_that_are_no_text_are_kept() -> None:
    assert appended(None, "- \udcff é\n") == b"- \xff \xc3\xa9\n"
