"""The relative dates that memtui knows, and what each means on the day it was written.

Pure. `PHRASE` is what to look for; `resolve` says which day, week, month, quarter or year was meant, or
None where two readers could disagree. Weeks begin on Monday.
"""

import datetime
import re
from collections.abc import Callable

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_SATURDAY = 5
_DAY = datetime.timedelta(days=1)
_WEEK = datetime.timedelta(weeks=1)

_GAP = r"[ \t]{1,4}"
# The short forms are words of their own unless they are capitalised; `Sat` and `Sun` are even then.
WEEKDAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri))"
_SEASON = r"(?:season|spring|summer|autumn|fall|winter)"
_FEW = rf"(?:a{_GAP})?few|(?:a{_GAP})?couple(?:{_GAP}of)?|several|some|many"
_COUNT = rf"(?:\d{{1,4}}(?:[-–]\d{{1,4}})?|an?|{'|'.join(NUMBERS)}|{_FEW})"
_VAGUE = rf"(?:almost|nearly|over|half|about|around|roughly|approximately){_GAP}"

PHRASE = re.compile(
    r"(?<![\w/.@#&=\\–-])(?:"
    rf"(?:the{_GAP})?day{_GAP}(?:before{_GAP}yesterday|after{_GAP}tomorrow)"
    r"|today|tonight|yesterday|tomorrow"
    rf"|last{_GAP}night|this{_GAP}(?:morning|afternoon|evening)"
    rf"|{WEEKDAY}{_GAP}(?:of{_GAP})?(?:last|next|this){_GAP}week"
    rf"|(?:on|by|until|till|before|since){_GAP}{WEEKDAY}(?!{_GAP}(?:of{_GAP})?(?:last|next|this){_GAP}week\b)"
    rf"|(?:(?:early|earlier|late|later|mid){_GAP})?(?:last|next|this|(?:(?:the|this){_GAP})?coming|this{_GAP}past){_GAP}"
    rf"(?:{WEEKDAY}|week|weekend|month|quarter|sprint|year|{_SEASON})"
    rf"|(?:{_VAGUE})?{_COUNT}{_GAP}(?:days?|weeks?|months?|years?){_GAP}ago"
    rf"|(?:the{_GAP})?end{_GAP}of{_GAP}(?:the|this|next|last){_GAP}(?:week|month|quarter|year)"
    r")(?:['’]s)?(?![\w/@=\\-]|\.\w|['’]\w)",
    re.IGNORECASE,
)

# Every phrase has one of these in lower case; without case and look-around the search takes a fraction of the time.
_DAYS_BEGIN = "mon|tue|wed|thu|fri|sat|sun"
_SIGN = re.compile(
    rf"today|tonight|yesterday|tomorrow|[ \t]ago\b|(?:on|by|until|till|before|since)[ \t]+(?:{_DAYS_BEGIN})"
    rf"|(?:last|next|this|coming|past|the)[ \t]+(?:{_DAYS_BEGIN}|week|month|quarter|sprint|year|season|spring|summer"
    r"|autumn|fall|winter|night|morning|afternoon|evening)"
)

Rule = Callable[[re.Match[str], datetime.date], str | None]


def has_phrase(text: str) -> bool:
    """Whether `PHRASE` stands anywhere in a text."""
    return _SIGN.search(text.lower()) is not None and PHRASE.search(text) is not None


def resolve(phrase: str, written: datetime.date) -> str | None:
    """What to write instead of the phrase, had it been written on that day; None when that is not
    certain."""
    plain = " ".join(phrase.lower().replace("’", "'").split())
    owner = plain.endswith("'s")
    plain = plain.removesuffix("'s")
    try:
        absolute = next((rule(match, written) for form, rule in _RULES if (match := form.fullmatch(plain))), None)
    except (ValueError, OverflowError):  # before the year 1, after 9999
        return None
    if absolute and owner:
        absolute = None if absolute.startswith("the ") else f"the {absolute}"
    if absolute and phrase[0].isupper():
        return absolute[0].upper() + absolute[1:]
    return absolute


def _one_day(match: re.Match[str], written: datetime.date) -> str:
    return (written + _DAY * _DAYS[match[0]]).isoformat()


def _part_of_day(match: re.Match[str], written: datetime.date) -> str:
    day = written - _DAY if match[0] == "last night" else written
    return f"the {'night' if 'night' in match[0] else match[0].split()[-1]} of {day.isoformat()}"


def _days_ago(match: re.Match[str], written: datetime.date) -> str:
    return (written - _DAY * _number(match[1])).isoformat()


def _weeks_ago(match: re.Match[str], written: datetime.date) -> str:
    return _week(written - _WEEK * _number(match[1]))


def _months_ago(match: re.Match[str], written: datetime.date) -> str:
    return _month(written, -_number(match[1]))


def _years_ago(match: re.Match[str], written: datetime.date) -> str:
    return _year(written, -_number(match[1]))


def _weekday_of_week(match: re.Match[str], written: datetime.date) -> str:
    return _named(_monday(written) + _WEEK * _STEPS[match[2]] + _DAY * _weekday(match[1]))


def _weekday_alone(match: re.Match[str], written: datetime.date) -> str | None:
    """`on Thursday` may have been or may be still to come; the other prepositions look one way."""
    if match[1] == "on":
        return None
    day = _before(written, match[2]) if match[1] == "since" else _after(written, match[2])
    return f"{match[1]} {_named(day)}"


def _weekday_stepped(match: re.Match[str], written: datetime.date) -> str | None:
    """`next Thursday` is certain where the nearest one is also the one of the next calendar week."""
    step, name = match[1], match[2]
    of_week = _monday(written) + _DAY * _weekday(name)
    if step == "this":
        return _named(of_week) if of_week > written else None
    if "coming" in step:
        return _named(_after(written, name))
    if "past" in step:
        return _named(_before(written, name))
    nearest, calendar = (
        (_after(written, name), of_week + _WEEK) if step == "next" else (_before(written, name), of_week - _WEEK)
    )
    return _named(nearest) if nearest == calendar else None


def _weekend(match: re.Match[str], written: datetime.date) -> str | None:
    saturday = _monday(written) + _DAY * _SATURDAY
    if match[1] == "last":
        return f"the weekend of {(saturday - _WEEK).isoformat()}"
    certain = match[1] == "this" or (match[1] != "next" and written < saturday)
    return f"the weekend of {saturday.isoformat()}" if certain else None


def _period(match: re.Match[str], written: datetime.date) -> str | None:
    """A week, month, quarter or year, as such or a part of it (`early next month`, `end of the week`)."""
    part, step, unit = match.groups()
    absolute = _UNITS[unit](written, _STEPS[step])
    if not part:
        return absolute
    if "end" in part:
        return f"{part} {absolute}"
    return None if part == "mid" else f"{part} in {absolute}"


def _week(day: datetime.date, step: int = 0) -> str:
    return f"the week of {(_monday(day) + _WEEK * step).isoformat()}"


def _month(day: datetime.date, step: int) -> str:
    year, month = divmod(day.year * 12 + day.month - 1 + step, 12)
    return f"{MONTHS[month]} {_checked(year)}"


def _quarter(day: datetime.date, step: int) -> str:
    year, quarter = divmod(day.year * 4 + (day.month - 1) // 3 + step, 4)
    return f"Q{quarter + 1} {_checked(year)}"


def _year(day: datetime.date, step: int) -> str:
    return str(_checked(day.year + step))


def _checked(year: int) -> int:
    return datetime.date(year, 1, 1).year


def _named(day: datetime.date) -> str:
    return f"{WEEKDAYS[day.weekday()]} {day.isoformat()}"


def _monday(day: datetime.date) -> datetime.date:
    return day - _DAY * day.weekday()


def _after(day: datetime.date, name: str) -> datetime.date:
    return day + _DAY * ((_weekday(name) - day.weekday() - 1) % 7 + 1)


def _before(day: datetime.date, name: str) -> datetime.date:
    return day - _DAY * ((day.weekday() - _weekday(name) - 1) % 7 + 1)


def _weekday(name: str) -> int:
    return next(place for place, day in enumerate(WEEKDAYS) if day.lower().startswith(name[:3]))


def _number(text: str) -> int:
    if text in ("a", "an"):
        return 1
    return NUMBERS.index(text) + 1 if text in NUMBERS else int(text)


_DAYS = {
    "today": 0, "yesterday": -1, "tomorrow": 1,
    "day before yesterday": -2, "the day before yesterday": -2,
    "day after tomorrow": 2, "the day after tomorrow": 2,
}  # fmt: skip
_STEPS = {"last": -1, "this": 0, "the": 0, "next": 1, "coming": 1, "the coming": 1, "this coming": 1}
_UNITS: dict[str, Callable[[datetime.date, int], str]] = {
    "week": _week,
    "month": _month,
    "quarter": _quarter,
    "year": _year,
}
_NAME = "(mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs?|rsday)?|fri(?:day)?|saturday|sunday)"
_STEP = "(last|next|this|(?:the |this )?coming)"
_NUMBER = rf"(\d{{1,4}}|an?|{'|'.join(NUMBERS)})"
_RULES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(form), rule)
    for form, rule in (
        ("|".join(sorted(_DAYS)), _one_day),
        ("tonight|last night|this (?:morning|afternoon|evening)", _part_of_day),
        (rf"{_NUMBER} days? ago", _days_ago),
        (rf"{_NUMBER} weeks? ago", _weeks_ago),
        (rf"{_NUMBER} months? ago", _months_ago),
        (rf"{_NUMBER} years? ago", _years_ago),
        (rf"((?:the )?end of) (the|this|next|last) ({'|'.join(_UNITS)})", _period),
        (rf"(?:(early|earlier|late|later|mid) )?{_STEP} ({'|'.join(_UNITS)})", _period),
        (rf"{_STEP} weekend", _weekend),
        (rf"{_STEP} (?:{_SEASON}|sprint)", lambda _match, _written: None),
        (rf"{_NAME} (?:of )?(last|next|this) week", _weekday_of_week),
        (rf"(on|by|until|till|before|since) {_NAME}", _weekday_alone),
        (rf"(last|next|this|(?:the |this )?coming|this past) {_NAME}", _weekday_stepped),
    )
)
