"""Relative dates: found where they date an event, left alone everywhere else."""

import datetime
from collections.abc import Callable

import pytest

from memtui.audit.dates import RelativeDate, find_relative_dates, replacement
from tests.cost import is_linear

THURSDAY = datetime.date(2026, 4, 9)

# A line, and the phrases that date an event in it.
FOUND = [
    ("We deployed yesterday.", ["yesterday"]),
    ("Yesterday we switched to Postgres.", ["Yesterday"]),
    ("**Why:** yesterday the disk filled up.", ["yesterday"]),
    ("Yesterday's deploy broke the checkout.", ["Yesterday's"]),
    ("The letter goes out tomorrow.", ["tomorrow"]),
    ("The switch happens tonight.", ["tonight"]),
    ("The nightly build broke last night.", ["last night"]),
    ("Nora told me this morning.", ["this morning"]),
    ("The day before yesterday Nora left.", ["The day before yesterday"]),
    ("The demo is the day after tomorrow.", ["the day after tomorrow"]),
    ("Today we decided to drop Redis.", ["Today"]),
    ("- Today, the team moved to the new tracker.", ["Today"]),
    ("Today the build broke.", ["Today"]),
    ("Decided today: no more mocks.", ["today"]),
    ("Version 2 was deployed today.", ["today"]),
    ("We shipped version 2 today.", ["today"]),
    ("As of today the flag is off.", ["today"]),
    ("Today's outage was a certificate.", ["Today's"]),
    ("The freeze starts next Thursday.", ["next Thursday"]),
    ("The freeze began last Thursday.", ["last Thursday"]),
    ("The freeze starts this Friday.", ["this Friday"]),
    ("The freeze starts the coming Friday.", ["the coming Friday"]),
    ("The freeze began this past Friday.", ["this past Friday"]),
    ("The demo is on Thursday next week.", ["Thursday next week"]),
    ("Review is by next Wed at the latest.", ["next Wed"]),
    ("The merge freeze begins on Thursday.", ["on Thursday"]),
    ("We will release on Tuesday.", ["on Tuesday"]),
    ("It was merged on monday.", ["on monday"]),
    ("The letter goes out on Friday.", ["on Friday"]),
    ("Nora comes back on Friday.", ["on Friday"]),
    ("Prod went down on Tuesday.", ["on Tuesday"]),
    ("The report is due by Friday.", ["by Friday"]),
    ("Nora is away until Monday.", ["until Monday"]),
    ("Don't merge until Monday.", ["until Monday"]),
    ("Do not deploy before Wednesday.", ["before Wednesday"]),
    ("Staging is broken since Tuesday.", ["since Tuesday"]),
    ("It ships next week.", ["next week"]),
    ("It shipped last week.", ["last week"]),
    ("This week the team is in Lisbon.", ["This week"]),
    ("The move is planned for the coming weekend.", ["the coming weekend"]),
    ("The move was last weekend.", ["last weekend"]),
    ("We were burned last quarter by mocks.", ["last quarter"]),
    ("The launch is next month.", ["next month"]),
    ("Early next month we cut over.", ["Early next month"]),
    ("Payments come next sprint.", ["next sprint"]),
    ("Last year we tried Kafka.", ["Last year"]),
    ("The shop opens this summer.", ["this summer"]),
    ("The sale is next season.", ["next season"]),
    ("Two weeks ago the vendor changed its API.", ["Two weeks ago"]),
    ("3 days ago Nora asked for short answers.", ["3 days ago"]),
    ("A few days ago it broke.", ["A few days ago"]),
    ("It broke about a month ago.", ["about a month ago"]),
    ("The decision from two weeks ago stands.", ["two weeks ago"]),
    ("Answer no later than tomorrow.", ["tomorrow"]),
    ("It broke 2-3 weeks ago.", ["2-3 weeks ago"]),
    ("Half a year ago it worked.", ["Half a year ago"]),
    ("We ship by the end of the month.", ["the end of the month"]),
    ("Nora is away until the end of the week.", ["the end of the week"]),
    ("The contract ends at the end of this quarter.", ["the end of this quarter"]),
    ("End of next week is the demo.", ["End of next week"]),
    ("It broke yesterday and we ship next week.", ["yesterday", "next week"]),
    ("Written 2026-03-01. It broke yesterday.", ["yesterday"]),
    ("Nora said it. The freeze starts next Thursday (see [plan](plan.md)).", ["next Thursday"]),
    ("The *freeze* starts **next Thursday**.", ["next Thursday"]),
    ("The user's idea, decided yesterday, isn't in the users' guide.", ["yesterday"]),
]

LEFT_ALONE = [
    # an absolute date says it
    "The freeze starts next Thursday (2026-04-16).",
    "The freeze starts next Thursday (`2026-04-16`).",
    "The freeze starts next Thursday, April 16.",
    "It broke yesterday, 8 April 2026.",
    "It broke yesterday (8th of April).",
    "On 2026-04-08 we wrote: the letter goes out tomorrow.",
    "2026-04-08. Today we decided to drop Redis.",
    "- **2026-04-08**: Nora left. Yesterday it broke.",
    "Planned for next quarter (Q3 2026).",
    "Planned for next year (2027).",
    "Due next month, 05/2026, or rather 31.05.2026.",
    "The freeze starts next Thursday\n(2026-04-16), and ends a week later.",
    "## 2026-04-08\nYesterday it broke.\n\nToday we fixed it.",
    # not the author's words
    "Say `yesterday` to the parser.",
    "```\nyesterday\n```",
    "> It broke yesterday.",
    "- > It broke yesterday.",
    'The user said "do it tomorrow".',
    "The user said “do it tomorrow”.",
    "The user said 'do it tomorrow', twice.",
    "The user said 'see yesterday's incident', twice.",
    "The user said ‘let’s do it tomorrow’, twice.",
    "See [the plan](next week.md) and [[last week]].",
    "See https://example.org/today/yesterday for it.",
    "See last-week.md, notes/yesterday and yesterday.md.",
    "Set range=yesterday or since=2-days-ago.",
    # habits
    "Standup is every Monday.",
    "We release on Mondays.",
    "The report goes out each week by Friday.",
    "Backups run on Thursday nights.",
    "The job runs on Thursday.",
    "Deploys on Friday need a second person.",
    "Never deploy on Friday.",
    "Don't deploy on Friday.",
    "We meet on Monday.",
    "Release on Tuesday or Thursday.",
    "The office is open on Monday, Tuesday and Friday.",
    "Support is there on Monday-Friday.",
    "The weekly summary is written by Friday.",
    "We agreed on Monday standups.",
    "The rota hands over on Monday at ten.",
    "Planning takes place on Tuesday.",
    "Release trains leave on Thursday.",
    "Customers are billed on Monday.",
    "Tickets opened on Saturday are answered in a day.",
    "If a build breaks on Friday, revert it.",
    "If asked this morning, answer in an hour.",
    "Nora does not work on Friday.",
    "We usually ship next week what was merged this week.",
    "Unused days carry over to next year.",
    "Invoices are sent at the end of the month.",
    "Payday is the last Friday of the month.",
    "It is the last week of the quarter.",
    # durations and the like
    "The token expires in 30 days.",
    "Answer within 2 weeks.",
    "It is due in 3 days.",
    "The chart shows the last week.",
    "It grew over the last month.",
    "It will grow over the next year.",
    "Rows created more than 90 days ago are deleted.",
    "Keep the last 7 days.",
    "The job deletes files from 30 days ago.",
    "Rows older than yesterday are dropped.",
    "The next day it worked.",
    # nowadays
    "as it works today",
    "keys of today's services",
    "Today we use Postgres.",
    "Today, the API is at version 2.",
    "Today, most requests come from phones.",
    "The service is deployed today on two machines.",
    "What today is a script may become a service.",
    "This is not supported today.",
    "As implemented today, it retries twice.",
    # other senses
    "The Today view and the Yesterday tab.",
    "The filter has today, yesterday, last week.",
    "The filter has today/yesterday.",
    "It compares yesterday and today.",
    "The chart sets this week against last week.",
    "Nora likes it done today rather than tomorrow.",
    "What works now may break tomorrow.",
    "Due dates default to next Friday.",
    "Next Monday = the first Monday after today.",
    "What if we change the provider tomorrow?",
    "It could be swapped tomorrow.",
    "The job loads yesterday's data.",
    "It creates next month's partition.",
    "Write absolute dates, never relative dates like next Thursday.",
    "A phrase such as yesterday says nothing.",
    "We wait for the next Spring Boot release.",
    "It will next fall back to the cache.",
    "Read This Week in Rust.",
    "It runs on Sun hardware and on Windows.",
    "Holidays, birthdays and todays.",
    "The years 2024–today.",
    "This is by far the last thing; next, this year-end.",
]


@pytest.mark.parametrize(("line", "phrases"), FOUND)
def test_phrases_that_date_an_event_are_found(line: str, phrases: list[str]) -> None:
    found = find_relative_dates(line)
    assert [date.phrase for date in found] == phrases
    assert [line[date.start : date.end] for date in found] == phrases


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_everything_else_is_left_alone(text: str) -> None:
    assert find_relative_dates(text) == []


def test_lines_and_columns_are_those_of_the_body() -> None:
    body = "first\n\n```\nyesterday\n```\nIt `broke` yesterday.\r\nWe ship next week."
    assert find_relative_dates(body, first_line=5) == [
        RelativeDate(10, 11, 20, "yesterday"),
        RelativeDate(11, 8, 17, "next week"),
    ]


def test_a_dated_heading_ends_with_the_next_heading() -> None:
    found = find_relative_dates("# 2026-04-08\nIt broke yesterday.\n# Later\nIt broke last week.")
    assert [date.phrase for date in found] == ["last week"]


IN_PLACE = [
    ("We deployed yesterday.", "We deployed on 2026-04-08."),
    ("Yesterday we switched.", "On 2026-04-08 we switched."),
    ("Yesterday, Nora left.", "On 2026-04-08, Nora left."),
    ("3 days ago Nora left.", "On 2026-04-06 Nora left."),
    ("- 3 days ago Nora left.", "- On 2026-04-06 Nora left."),
    ("The letter is due tomorrow.", "The letter is due 2026-04-10."),
    ("As of today it is off.", "As of 2026-04-09 it is off."),
    ("It broke (yesterday) again.", "It broke (2026-04-08) again."),
    ("Yesterday's deploy broke.", "The 2026-04-08 deploy broke."),
    ("After last month's audit it was off.", "After the March 2026 audit it was off."),
    ("It was fixed last night.", "It was fixed on the night of 2026-04-08."),
    ("The freeze starts next Thursday.", "The freeze starts on Thursday 2026-04-16."),
    ("The freeze starts on Thursday next week.", "The freeze starts on Thursday 2026-04-16."),
    ("The report is due by Friday.", "The report is due by Friday 2026-04-10."),
    ("By Friday it must be done.", "By Friday 2026-04-10 it must be done."),
    ("It ships next week.", "It ships in the week of 2026-04-13."),
    ("Next week is full.", "The week of 2026-04-13 is full."),
    ("Last week we moved.", "In the week of 2026-03-30 we moved."),
    ("We waited until next month.", "We waited until May 2026."),
    ("We moved it last month.", "We moved it in March 2026."),
    ("We were burned last quarter by mocks.", "We were burned in Q1 2026 by mocks."),
    ("Last year we tried Kafka.", "In 2025 we tried Kafka."),
    ("Early next month we cut over.", "Early in May 2026 we cut over."),
    ("We ship by the end of the month.", "We ship by the end of April 2026."),
]


@pytest.mark.parametrize(("line", "wanted"), IN_PLACE)
def test_the_replaced_line_is_english(line: str, wanted: str) -> None:
    (found,) = find_relative_dates(line)
    new = replacement(line, found, THURSDAY)
    assert new is not None
    assert line[: found.start] + new + line[found.end :] == wanted
    assert find_relative_dates(wanted) == []


def test_what_is_ambiguous_has_no_replacement() -> None:
    line = "The freeze begins on Thursday."
    (found,) = find_relative_dates(line)
    assert replacement(line, found, THURSDAY) is None


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda length: piece * (length // len(piece))


HOSTILE = {
    "one endless sentence": _repeated("yesterday, "),
    "today": _repeated("we today "),
    "spaces": lambda length: "next" + " " * length + "week",
    "many steps": _repeated("next "),
    "weekdays": _repeated("on Monday "),
    "quotes": _repeated('"yesterday '),
    "apostrophes": _repeated(" 'yesterday"),
    "curly quotes": _repeated("“yesterday "),
    "brackets": _repeated("[[yesterday ]("),
    "digits": _repeated("1234-"),
    "lines": _repeated("it broke yesterday\n"),
    "blank lines": lambda length: "yesterday" + "\n" * length,
    "indented blank lines": lambda length: "yesterday" + ("\n" + " " * 50) * (length // 51),
    "sentences": _repeated("Yesterday. "),
    "points": lambda length: "yesterday" + ". " * (length // 2),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_hostile_text(name: str) -> None:
    assert is_linear(find_relative_dates, HOSTILE[name])
