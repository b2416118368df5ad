"""A line is dated only where the history leaves no doubt of the day it came."""

import os
from collections.abc import Iterator
from datetime import date, datetime

import pytest

from memtui.history.dating import Dating
from memtui.history.log import CHANGE, RESTORE
from tests.history.box import Box, git_starts

LINE = "The tasting is next Thursday."
DAY = date(2026, 11, 18)


class Diary:
    """A box whose clock and files' times are set by hand, in local time of November 2026."""

    def __init__(self, box: Box, patch: pytest.MonkeyPatch) -> None:
        self.box = box
        self._patch = patch
        self.at(1)

    def at(self, day: int, hour: int = 9) -> float:
        when = datetime(2026, 11, day, hour).timestamp()
        self._patch.setenv("MEMTUI_NOW", str(when))
        return when

    def look(self, day: int, hour: int = 9) -> None:
        self.at(day, hour)
        self.box.look()

    def write(self, text: str, day: int, hour: int, file: str = "tea.md") -> None:
        self.box.write(file, text)
        when = datetime(2026, 11, day, hour).timestamp()
        os.utime(self.box.path(file), (when, when))

    def dated(self, file: str = "tea.md", line: str = LINE) -> date | None:
        return Dating(self.box.state)(file, line)


@pytest.fixture
def diary(box: Box) -> Iterator[Diary]:
    with pytest.MonkeyPatch.context() as patch:
        found = Diary(box, patch)
        for file in box.files():
            found.write((box.read(file) or b"").decode(), 1, 8, file)
        yield found


def test_seen_missing_and_written_on_one_day(diary: Diary) -> None:
    diary.look(18, 9)
    diary.write(f"green\n  {LINE}\n", 18, 11)
    diary.look(20)
    assert diary.dated() == DAY
    assert diary.dated(line=f" {LINE} ") == DAY
    diary.write(f"green\n{LINE}\nmore\n", 21, 9)
    diary.look(21, 10)
    assert diary.dated() == DAY


def test_a_new_file(diary: Diary) -> None:
    diary.look(18, 9)
    diary.write(f"{LINE}\n", 18, 11, "new.md")
    diary.look(20)
    assert diary.dated("new.md") == DAY


def test_a_look_at_another_file_counts_as_a_look(diary: Diary) -> None:
    diary.look(10)
    diary.write("other\n", 18, 8, "other.md")
    diary.look(18, 9)
    diary.write(f"{LINE}\n", 18, 11)
    diary.look(20)
    assert diary.dated() == DAY


def test_written_by_memtui(diary: Diary) -> None:
    diary.look(10)
    diary.at(18, 11)
    diary.box.change({"tea.md": f"{LINE}\n"})
    assert diary.box.newest().kind == CHANGE
    assert diary.dated() == DAY


def test_days_between_the_looks_leave_doubt(diary: Diary) -> None:
    diary.look(17)
    diary.write(f"{LINE}\n", 18, 11)
    diary.look(18, 12)
    assert diary.dated() is None


def test_there_at_the_first_look_leaves_doubt(diary: Diary) -> None:
    diary.write(f"{LINE}\n", 18, 8)
    diary.look(18, 9)
    assert diary.dated() is None
    diary.write(f"{LINE}\nmore\n", 18, 10)
    diary.look(18, 11)
    assert diary.dated() is None


def test_line_that_is_not_there_now(diary: Diary) -> None:
    diary.look(18, 9)
    diary.write(f"{LINE}\n", 18, 10)
    diary.look(18, 11)
    diary.write("gone\n", 18, 12)
    diary.look(18, 13)
    assert diary.dated() is None
    assert diary.dated("never.md") is None


@pytest.mark.parametrize(("day", "hour"), [(1, 11), (18, 8), (18, 20), (25, 11)])
def test_time_that_was_set_says_nothing(diary: Diary, day: int, hour: int) -> None:
    diary.look(18, 9)
    diary.write(f"{LINE}\n", day, hour)
    diary.look(18, 12)
    assert diary.dated() is None


@pytest.mark.parametrize("seconds", [10**13, -(10**11)])
def test_absurd_time_is_no_error(diary: Diary, seconds: int) -> None:
    diary.look(18, 9)
    diary.box.write("tea.md", f"{LINE}\n")
    try:
        os.utime(diary.box.path("tea.md"), (seconds, seconds))
    except (OSError, OverflowError):
        pytest.skip("this file system has no such times")
    diary.look(18, 12)
    assert diary.dated() is None


def test_line_that_was_there_before_leaves_doubt(diary: Diary) -> None:
    diary.write(f"{LINE}\n", 10, 8)
    diary.look(10)
    for hour in (6, 8):
        diary.write(f"without at {hour}\n", 18, hour)
        diary.look(18, hour + 1)
    diary.write(f"{LINE}\n", 18, 10)
    diary.look(18, 11)
    assert diary.dated() is None


def test_renamed_by_memtui_leaves_doubt(diary: Diary) -> None:
    diary.write(f"{LINE}\n", 10, 8)
    diary.look(10)
    diary.at(18, 9)
    diary.box.change({"tea.md": None, "drinks.md": f"{LINE}\n"})
    assert diary.dated("drinks.md") is None


def test_copied_from_another_memory_leaves_doubt(diary: Diary) -> None:
    diary.write(f"{LINE}\n", 10, 8, "other.md")
    diary.look(18, 9)
    diary.write(f"{LINE}\n", 18, 10)
    diary.look(18, 11)
    assert diary.dated() is None


def test_restored_leaves_doubt(diary: Diary) -> None:
    diary.write(f"{LINE}\n", 10, 8)
    diary.look(10)
    diary.box.remove("tea.md")
    diary.look(18, 9)
    diary.at(18, 10)
    step = diary.box.step("tea.md", f"{LINE}\n")
    diary.box.go_back([step._replace(mtime_ns=int(datetime(2026, 11, 10, 8).timestamp()) * 10**9)], RESTORE)
    assert diary.dated() is None


def test_version_that_was_not_kept_leaves_doubt(diary: Diary) -> None:
    diary.write(f"{LINE}\n" + "x" * 1_000_001, 10, 8)
    diary.look(18, 9)
    diary.write(f"{LINE}\n", 18, 10)
    diary.look(18, 11)
    assert diary.dated() is None


def test_no_history_dates_nothing(box: Box) -> None:
    assert Dating(box.state)("tea.md", LINE) is None


def test_bytes_that_are_no_text(diary: Diary) -> None:
    diary.look(18, 9)
    diary.box.write("tea.md", b"odd \xff line\n")
    when = datetime(2026, 11, 18, 10).timestamp()
    os.utime(diary.box.path("tea.md"), (when, when))
    diary.look(18, 11)
    assert diary.dated(line="odd \udcff line") == DAY


def test_git_starts_a_constant_number_of_times(diary: Diary) -> None:
    for number in range(10):
        diary.write(f"{number}\n", 18, 9)
        diary.look(18, 9)
    diary.write(f"{LINE}\n", 18, 10)
    diary.look(18, 11)
    dating = Dating(diary.box.state)
    with git_starts() as starts:
        assert dating("tea.md", LINE) == DAY
    assert len(starts) <= 5
