"""Relative dates in a memory: words such as "yesterday" that mean another day each time they are read.

Pure. A phrase is found only where it dates one event and the reader cannot tell which day was meant: not in
code, quotations or links, not beside an absolute date, not for habits ("every Monday"), durations ("in the
last week") or "today" in the sense of nowadays. It leans towards silence. Time is linear in the text.
"""

import datetime
import re
from bisect import bisect_right
from typing import NamedTuple

from memtui.audit.datecontext import Context, is_one_time
from memtui.audit.datephrases import MONTHS, PHRASE, has_phrase, resolve
from memtui.audit.prose import own_words

__all__ = ["RelativeDate", "find_relative_dates", "replacement", "resolve"]

_NEAR = 120  # characters before and after a phrase that can decide what it means

_MONTH = rf"(?:{'|'.join(f'{month[:3]}(?:{month[3:]})?' for month in MONTHS)}|Sept)\.?"
_ABSOLUTE = re.compile(
    r"\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{4}/\d\d?/\d\d?\b|\b\d\d?[./]\d\d?[./]\d{2,4}\b|\(\d{4}\)"
    rf"|\b\d\d?(?:st|nd|rd|th)?[ \t](?:of[ \t])?{_MONTH}\b|\b{_MONTH}[ \t]\d{{1,4}}\b|\bQ[1-4][ \t]\d{{4}}\b",
    re.IGNORECASE,
)
_HABIT = re.compile(
    r"\b(?:every|each|always|usually|normally|typically|generally|whenever|recurring|relative dates?)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]")
_MARKERS = re.compile(r"[ \t]*(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?[*_\[(]{0,4}")
_SENTENCE_END = re.compile(
    r"[.!?][\"'”’)\]*_]{0,3}[ \t\n]+(?=[\"“'(*_\[]{0,3}[A-Z0-9])"
    r"|\n(?=[ \t]*(?:\n|[-*+][ \t]|#{1,6}[ \t]|\||\d{1,3}[.)][ \t]|\Z))"
)

_PREPOSITIONS = (
    "about after and are around as at be before beginning between by dated due during effective for from in"
    " into is of on or over since starting than through till to until was were within"
)
_GOVERNING = frozenset(_PREPOSITIONS.split())
_LAST_WORD = re.compile(r"([\w'’]+)[ \t]*\Z")
_CLAUSE_NEXT = re.compile(
    r"[ \t]*,|[ \t]+(?:we|i|they|he|she|it|the|a|an|our|his|her|their|my|this|that|(?-i:[A-Z]\w+))\b",
    re.IGNORECASE,
)
_BARE_AFTER = ("(", "[", "|", "–", "—")
_ON_A_DAY = re.compile(r"\d{4}-\d\d-\d\d|[A-Z][a-z]+day \d|[Tt]he (?:night|morning|afternoon|evening|weekend) of")
_IN_A_PERIOD = re.compile(r"[Tt]he week of|[A-Z][a-z]+ \d{4}\Z|Q\d \d{4}\Z|\d{4}\Z")


class RelativeDate(NamedTuple):
    line: int
    start: int
    end: int
    phrase: str


def find_relative_dates(body: str, first_line: int = 1) -> list[RelativeDate]:
    """The phrases in the order in which they stand; start and end count characters of the line."""
    if not has_phrase(body):
        return []
    text = own_words(body)
    line_starts = _line_starts(body)
    dated_lines = _dated_lines(body)
    sentences = _Sentences(body, text)
    found = []
    previous_end = 0
    for match in PHRASE.finditer(text):
        row = bisect_right(line_starts, match.start()) - 1
        start = line_starts[row]
        context = _context(text, match, start, previous_end)
        previous_end = match.end()
        if dated_lines[row] or sentences.settled(match.start()) or not is_one_time(match[0], context):
            continue
        found.append(RelativeDate(first_line + row, match.start() - start, match.end() - start, match[0]))
    return found


def replacement(line: str, found: RelativeDate, written: datetime.date) -> str | None:
    """What `resolve` gives, with "on" or "in" before it where the sentence needs one to stay English."""
    absolute = resolve(found.phrase, written)
    if absolute is None or found.phrase.lower().endswith(("'s", "’s")):
        return absolute
    lead = "on" if _ON_A_DAY.match(absolute) else "in" if _IN_A_PERIOD.match(absolute) else ""
    before = line[max(0, found.start - _NEAR) : found.start].rstrip(" \t")
    if not lead or not _needs_lead(line, before, found.end):
        return absolute
    rest = absolute[0].lower() + absolute[1:] if absolute.startswith("The ") else absolute
    return f"{lead.capitalize() if _is_capital(found.phrase, before) else lead} {rest}"


def _needs_lead(line: str, before: str, end: int) -> bool:
    word = _LAST_WORD.search(before)
    if word:
        return word[1].lower() not in _GOVERNING
    # After a bracket or a dash a bare date reads well, and so it does as a label or a subject.
    return not before.endswith(_BARE_AFTER) and _CLAUSE_NEXT.match(line, end) is not None


def _is_capital(phrase: str, before: str) -> bool:
    """`3 days ago` does not show by itself that it begins a sentence."""
    begins = _MARKERS.fullmatch(before + " ") or before.endswith((".", "!", "?"))
    return phrase[0].isupper() or (phrase[0].isdigit() and bool(begins))


def _context(text: str, match: re.Match[str], line_start: int, previous_end: int) -> Context:
    first = max(line_start, match.start() - _NEAR)
    line_end = text.find("\n", match.end(), match.end() + _NEAR)
    after = text[match.end() : match.end() + _NEAR if line_end < 0 else line_end]
    between = text[previous_end : match.start()] if previous_end >= line_start and previous_end else None
    return Context(text[first : match.start()], after, first > line_start, between)


class _Sentences:
    """Which sentences need no finding, each judged once, so that one endless sentence costs no more than
    many."""

    def __init__(self, body: str, text: str) -> None:
        self._body = body
        self._starts = [0, *(end.end() for end in _SENTENCE_END.finditer(text))]
        self._known: dict[int, bool] = {}

    def settled(self, place: int) -> bool:
        """Whether the sentence has an absolute date, or speaks of a habit."""
        number = bisect_right(self._starts, place) - 1
        if number not in self._known:
            start = self._starts[number]
            end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self._body)
            self._known[number] = bool(
                _ABSOLUTE.search(self._body, start, end) or _HABIT.search(self._body, start, end)
            )
        return self._known[number]


def _line_starts(body: str) -> list[int]:
    return [0, *(end.end() for end in re.finditer("\n", body))]


def _dated_lines(body: str) -> list[bool]:
    """The lines that begin with an absolute date, or stand under a heading that has one."""
    dated = []
    section = False
    for line in body.split("\n"):
        if _HEADING.match(line):
            section = _ABSOLUTE.search(line) is not None
        markers = _MARKERS.match(line)
        dated.append(section or _ABSOLUTE.match(line, markers.end() if markers else 0) is not None)
    return dated
