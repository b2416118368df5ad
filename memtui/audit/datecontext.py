"""What the words around a relative date make of it: one event, or a habit, a duration, an example, a title.

Pure, over a few characters on both sides of the phrase.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from memtui.audit.datephrases import PHRASE, WEEKDAY
from memtui.audit.nowadays import dates_an_event

_BEGINNING = re.compile(r"(?:\A|[.!?:;—–|(\[\ufffc])[ \t]*[\"'“*_#>+\-\d.)\[(|]*[ \t]*[*_]*\Z")
_EXAMPLE = re.compile(
    r"(?:\be\.g\.,?|\bi\.e\.,?|\bsuch as|\blike|\bfor example,?|\bsay,?|\bdefaults?(?:[ \t]+(?:is|to))?)[ \t]*\(?\Z",
    re.IGNORECASE,
)
_DEFINED = re.compile(r"[ \t]+(?:=|means\b)", re.IGNORECASE)
_AGAINST = re.compile(
    r"[ \t]+(?:against|versus|vs\.?|rather[ \t]than|instead[ \t]of|compared[ \t](?:to|with))[ \t]+", re.IGNORECASE
)
_COMPARED = re.compile(r"\b(?:older|newer|rather|other|sooner)[ \t]+than[ \t]+\Z", re.IGNORECASE)
_LIST_SIGN = re.compile(r"[ \t]*(?:,|/|\||\bor\b)[ \t]*")
_DAY_NEXT = re.compile(r"[ \t]*\b(?:and|or|vs\.?)[ \t]+(?:today|tonight|tomorrow|yesterday)\b", re.IGNORECASE)
_JOIN = re.compile(r"[ \t]*(?:and|vs\.?)[ \t]*")

_RECORDS = re.compile(
    r"[ \t]+(?:data|dump|backup|dates?|events?|figures|files?|invoices?|logs?|metrics|news|numbers|orders?"
    r"|partitions?|reports?|rows?|sales|snapshots?|tables?|totals?|traffic)\b",
    re.IGNORECASE,
)
_DATA_FROM = re.compile(
    r"\b(?:backups?|builds|data|entries|events|files|items|logs|records|rows|snapshots?|values?|versions)"
    r"[ \t]+from[ \t]+\Z",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(r"\b(?:if|would|could|may|might|imagine|suppose)\b", re.IGNORECASE)
_IF = re.compile(r"\bif\b", re.IGNORECASE)

_MORE_WEEKDAYS = re.compile(
    rf"[ \t]*(?:,|/|&|-|–|\band\b|\bor\b|\bto\b|\bthrough\b)[ \t]*(?:on[ \t]+)?{WEEKDAY}s?\b"
    r"|[ \t]+(?:mornings|afternoons|evenings|nights)\b",
    re.IGNORECASE,
)
_WEEKLY = re.compile(r"\b(?:weekly|biweekly|fortnightly)\b", re.IGNORECASE)
_RULE = re.compile(r"\b(?:never|don['’]t|do not|doesn['’]t|does not|nothing|avoid|no)\b", re.IGNORECASE)
# "on Monday standups", "opened on Saturday are answered"
_OF_SUCH_DAYS = re.compile(r"[ \t]+(?!(?:as|has|is|this|us|was)\b)[a-z]+s\b|[ \t]+(?:are|get)\b")
# "The rota hands over", "releases go out", "customers are billed": what is done again and again.
_EACH_TIME = re.compile(
    r"\b(?:\w+s[ \t]+(?:over|place)"
    r"|\w+s[ \t]+(?:go|leave|start|end|begin|close|open|happen|ship|land|arrive|expire)(?:[ \t]+(?:out|up|off|live))?"
    r"|\w+s[ \t]+(?:are|get)[ \t]+(?:\w+ed|sent|paid|cut|made|done|run|built|given|written))[ \t]*\Z",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r"([\w'’]+)[ \t,]*\Z")
_PLANNED = re.compile(r"(?:\b(?:will|to|shall|should|must)|['’]ll)[ \t]+\w+[ \t]*\Z", re.IGNORECASE)
_ONE_TIME_VERBS = (
    "arrives begins ends expires goes has is lands launches leaves reopens resumes returns ships starts this us was"
)
_DONE_OR_DUE = frozenset(_ONE_TIME_VERBS.split())
_REGULAR = frozenset(("deploy", "meet", "merge", "publish", "release", "rotate", "run", "sync"))

_DETERMINERS = frozenset(("the", "a", "an", "its", "their", "your", "my", "very", "per"))
_CARRIED_OVER = re.compile(r"\bover[ \t]+(?:in)?to[ \t]+\Z", re.IGNORECASE)
_OF = re.compile(r"[ \t]+of\b", re.IGNORECASE)
_NO_SEASON = re.compile(r"[ \t]+(?:back|through|over|boot|cloud|framework|security|release)\b", re.IGNORECASE)
_TITLE = re.compile(r"[A-Z]\w+[ \t]+[A-Z]")
_THAN = re.compile(r"\b(?:than|at least|up to|within)[ \t]+\Z", re.IGNORECASE)
_DEADLINE = re.compile(r"\b(?:by|until|till|before|through|due|for|to)[ \t]+\Z", re.IGNORECASE)


class Context(NamedTuple):
    before: str  # on the same line, as `after` is
    after: str
    cut: bool  # the line had more before it
    between: str | None  # what stands between the phrase before it and this one, on this line


def is_one_time(phrase: str, context: Context) -> bool:
    """Whether the phrase dates one event that its reader would have to look up."""
    words = phrase.lower().replace("’", "'").split()
    if _EXAMPLE.search(context.before) or _COMPARED.search(context.before) or _DEFINED.match(context.after):
        return False
    if _is_listed(context, alone=len(words) == 1):
        return False
    owner = words[-1].endswith("'s")
    if owner and _RECORDS.match(context.after):
        return False
    return _judge(words)(phrase, owner, context)


def _judge(words: list[str]) -> Callable[[str, bool, Context], bool]:
    if words[-1] == "ago":
        return _ago
    if "end" in words:
        return _end_of
    if len(words) == 1:
        return _day_word
    if words[0] in ("on", "by", "until", "till", "before", "since"):
        return _weekday_alone
    return _stepped


def _day_word(phrase: str, owner: bool, context: Context) -> bool:
    begins = _BEGINNING.search(("x" if context.cut else "") + context.before) is not None
    if phrase[0].isupper() and not begins:
        return False  # the name of a tab or a view
    word = phrase.lower()
    if word.startswith("today"):
        return dates_an_event(context.before, context.after, owner, begins)
    return not (word.startswith("tomorrow") and _SUPPOSED.search(context.before + context.after))


def _weekday_alone(phrase: str, _owner: bool, context: Context) -> bool:
    if _MORE_WEEKDAYS.match(context.after) or _WEEKLY.search(context.before + context.after):
        return False
    if _OF_SUCH_DAYS.match(context.after) or _EACH_TIME.search(context.before) or _IF.search(context.before):
        return False
    return not phrase.lower().startswith("on") or not _is_regular(context.before)


def _is_regular(before: str) -> bool:
    """Whether what happens `on Thursday` happens on all of them, by the verb or the plural just before
    it."""
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    last = word[1].lower()
    if _RULE.search(before):
        return True
    if last in _REGULAR:
        return not _PLANNED.search(before)
    return last.endswith("s") and not last.endswith("ss") and last not in _DONE_OR_DUE


def _stepped(phrase: str, _owner: bool, context: Context) -> bool:
    first = phrase.split()[0].lower()
    if first == "this" and _IF.search(context.before):
        return False
    word = _LAST_WORD.search(context.before)
    if first in ("last", "next") and word and word[1].lower() in _DETERMINERS:
        return False  # "the last week" is a stretch of time, or the last of several
    if _OF.match(context.after) or _CARRIED_OVER.search(context.before):
        return False
    unit = phrase.split()[-1].lower()
    if unit in ("spring", "fall") and _NO_SEASON.match(context.after):
        return False
    return not (_TITLE.match(phrase) and not unit.startswith(("mon", "tue", "wed", "thu", "fri", "sat", "sun")))


def _ago(_phrase: str, _owner: bool, context: Context) -> bool:
    return not (_THAN.search(context.before) or _DATA_FROM.search(context.before))


def _end_of(phrase: str, _owner: bool, context: Context) -> bool:
    """`at the end of the month` may be each month; a deadline is one."""
    return phrase.lower().split()[-2] != "the" or _DEADLINE.search(context.before) is not None


def _is_listed(context: Context, alone: bool) -> bool:
    """Whether it stands in a list of such phrases, as in a description of a date filter."""
    for beside in (_LIST_SIGN, _AGAINST):
        sign = beside.match(context.after)
        if sign and PHRASE.match(context.after, sign.end()):
            return True
        if context.between is not None and beside.fullmatch(context.between):
            return True
    return alone and bool(
        _DAY_NEXT.match(context.after) or (context.between is not None and _JOIN.fullmatch(context.between))
    )
