"""What a relative date meant on the day it was written."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.audit.datephrases import PHRASE, has_phrase
from memtui.audit.dates import resolve

THURSDAY = "2026-04-09"

ON_A_THURSDAY = [
    ("today", "2026-04-09"),
    ("Today", "2026-04-09"),
    ("yesterday", "2026-04-08"),
    ("tomorrow", "2026-04-10"),
    ("tonight", "the night of 2026-04-09"),
    ("last night", "the night of 2026-04-08"),
    ("this morning", "the morning of 2026-04-09"),
    ("the day before yesterday", "2026-04-07"),
    ("day after tomorrow", "2026-04-11"),
    ("yesterday's", "the 2026-04-08"),
    ("Yesterday’s", "The 2026-04-08"),
    ("3 days ago", "2026-04-06"),
    ("three days ago", "2026-04-06"),
    ("a day ago", "2026-04-08"),
    ("2 weeks ago", "the week of 2026-03-23"),
    ("A week ago", "The week of 2026-03-30"),
    ("4 months ago", "December 2025"),
    ("a year ago", "2025"),
    ("last week", "the week of 2026-03-30"),
    ("this week", "the week of 2026-04-06"),
    ("next week", "the week of 2026-04-13"),
    ("the coming week", "the week of 2026-04-13"),
    ("last month", "March 2026"),
    ("this month", "April 2026"),
    ("next month", "May 2026"),
    ("last month's", "the March 2026"),
    ("last quarter", "Q1 2026"),
    ("this quarter", "Q2 2026"),
    ("next quarter", "Q3 2026"),
    ("last year", "2025"),
    ("next year", "2027"),
    ("early next month", "early in May 2026"),
    ("later this week", "later in the week of 2026-04-06"),
    ("last weekend", "the weekend of 2026-04-04"),
    ("this weekend", "the weekend of 2026-04-11"),
    ("the coming weekend", "the weekend of 2026-04-11"),
    ("end of this week", "end of the week of 2026-04-06"),
    ("the end of the month", "the end of April 2026"),
    ("end of next quarter", "end of Q3 2026"),
    ("last Thursday", "Thursday 2026-04-02"),
    ("next Thursday", "Thursday 2026-04-16"),
    ("next  Wed", "Wednesday 2026-04-15"),
    ("this Friday", "Friday 2026-04-10"),
    ("the coming Thursday", "Thursday 2026-04-16"),
    ("this past Tuesday", "Tuesday 2026-04-07"),
    ("Thursday next week", "Thursday 2026-04-16"),
    ("Friday of last week", "Friday 2026-04-03"),
    ("by Friday", "by Friday 2026-04-10"),
    ("by Thursday", "by Thursday 2026-04-16"),
    ("until Monday", "until Monday 2026-04-13"),
    ("before Wed", "before Wednesday 2026-04-15"),
    ("Since Tuesday", "Since Tuesday 2026-04-07"),
    ("since Thursday", "since Thursday 2026-04-02"),
]

NOT_CERTAIN = [
    "on Thursday", "next Friday", "last Tuesday", "last Wednesday", "this Monday", "this Thursday",
    "next weekend", "next sprint", "last sprint", "this summer", "next season", "last spring",
    "a few days ago", "several weeks ago", "a couple of months ago", "2-3 weeks ago", "about a month ago",
    "half a year ago", "over a year ago", "mid next month", "last week's", "tonight's",
    "late last Thursday", "9999 years ago", "soon", "on foo", "next", "",
]  # fmt: skip


@pytest.mark.parametrize(("phrase", "absolute"), ON_A_THURSDAY)
def test_it_is_resolved_by_the_day_of_writing(phrase: str, absolute: str) -> None:
    assert resolve(phrase, datetime.date.fromisoformat(THURSDAY)) == absolute


@pytest.mark.parametrize("phrase", NOT_CERTAIN)
def test_it_is_not_resolved_when_readers_could_disagree(phrase: str) -> None:
    assert resolve(phrase, datetime.date.fromisoformat(THURSDAY)) is None


@pytest.mark.parametrize(
    ("phrase", "written", "absolute"),
    [
        # Monday: the next Thursday could be this week's; the last one can only be last week's.
        ("next Thursday", "2026-04-06", None),
        ("last Thursday", "2026-04-06", "Thursday 2026-04-02"),
        # Friday: the other way round.
        ("next Thursday", "2026-04-10", "Thursday 2026-04-16"),
        ("last Thursday", "2026-04-10", None),
        ("next Monday", "2026-04-12", "Monday 2026-04-13"),
        ("last Sunday", "2026-04-06", "Sunday 2026-04-05"),
        ("this weekend", "2026-04-12", "the weekend of 2026-04-11"),
        ("the coming weekend", "2026-04-12", None),
        ("last weekend", "2026-04-12", "the weekend of 2026-04-04"),
        ("this week", "2026-04-12", "the week of 2026-04-06"),
        ("last month", "2026-01-31", "December 2025"),
        ("next month", "2026-01-31", "February 2026"),
        ("next quarter", "2026-12-01", "Q1 2027"),
        ("last quarter", "2026-02-01", "Q4 2025"),
        ("yesterday", "2026-01-01", "2025-12-31"),
        ("yesterday", "0001-01-01", None),
        ("next week", "9999-12-31", None),
        ("next year", "9999-12-31", None),
        ("last month", "0001-01-01", None),
    ],
)
def test_the_calendar_around_the_day_decides(phrase: str, written: str, absolute: str | None) -> None:
    assert resolve(phrase, datetime.date.fromisoformat(written)) == absolute


@given(
    st.dates(datetime.date(1990, 1, 1), datetime.date(2090, 1, 1)),
    st.sampled_from(["Monday", "Friday", "Sunday"]),
)
def test_a_weekday_that_is_resolved_is_that_weekday_on_the_right_side(written: datetime.date, name: str) -> None:
    for phrase, later in (("next", True), ("the coming", True), ("last", False), ("this past", False)):
        absolute = resolve(f"{phrase} {name}", written)
        if absolute is None:
            assert phrase in ("next", "last")
            continue
        day = datetime.date.fromisoformat(absolute.removeprefix(f"{name} "))
        assert day.strftime("%A") == name
        assert 0 < abs((day - written).days) <= 7
        assert (day > written) is later


@given(st.text(max_size=40), st.dates())
def test_no_text_is_an_error(phrase: str, written: datetime.date) -> None:
    assert resolve(phrase, written) is None or phrase.strip()


@given(st.from_regex(PHRASE, fullmatch=True))
def test_the_quick_look_misses_no_phrase(phrase: str) -> None:
    assert has_phrase(phrase) == (PHRASE.search(phrase) is not None)
    assert has_phrase("".join(("So it was (", phrase, ").\n")))


@pytest.mark.parametrize("text", ["", "The weekly days of summers past.", "ago", "on money, by Sunset: the monitor"])
def test_the_quick_look_finds_no_more(text: str) -> None:
    assert not has_phrase(text)
