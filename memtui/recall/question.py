"""A question as the local selector reads it: its terms, what each weighs, and what all of it asks for."""

import functools
from typing import NamedTuple

from memtui.recall.index import Index
from memtui.recall.lexicon import GENERAL, MONTHS
from memtui.recall.limits import QUESTION_MAX_CHARS, QUESTION_MAX_TERMS
from memtui.recall.near import joined, near
from memtui.recall.stem import spelled, stem
from memtui.recall.words import is_iso_date, pairs
from memtui.recall.words import words as words_of

_GENERAL_WEIGHT = 0.7  # in ranking
# How much of a term must be met for a question to count as answered: of general words and dates less, since a memory
# that answers "what happened in May" need not say either.
_ASKED_GENERAL, _ASKED_DATE = 0.3, 0.5
_JOINED = 200  # words of a question that are also tried in twos, written as one
_YEAR_DIGITS, _DAY_DIGITS = 4, 2


class Question(NamedTuple):
    """The terms in order, the weight of each and of the terms near it, and the word that each comes from."""

    order: list[str]
    weights: dict[str, float]  # of its own terms
    around: dict[str, tuple[float, str]]  # terms near them: weight, and the term they stand for
    words: dict[str, str]
    asked: float  # what a memory would be worth that meets all of it once
    carriers: list["Carrier"]  # the weightiest first


class Carrier(NamedTuple):
    """A word that may carry a memory: what it is worth, how it is shown, its term, and the term that it stands for."""

    worth: float
    shown: str
    term: str
    instead: str | None  # None for a word of the question itself


@functools.cache
def _general() -> frozenset[str]:
    return frozenset(stem(word) for word in GENERAL)


@functools.cache
def _months() -> frozenset[str]:
    return frozenset(stem(word) for word in MONTHS)


def is_general(term: str) -> bool:
    """Whether a term may stand in any question."""
    return term in _general()


def read_question(index: Index, text: str) -> Question:
    """What a text asks of a store."""
    text = text[:QUESTION_MAX_CHARS]
    found = pairs(text)
    order: list[str] = []
    words: dict[str, str] = {}
    for word, term in found:
        if term not in words and len(words) == QUESTION_MAX_TERMS:
            break
        order.append(term)
        words.setdefault(term, word)
    general = _general()
    weights = {term: _GENERAL_WEIGHT if term in general else 1.0 for term in words}
    asked = sum(_asked(term) * index.rarity(term) for term in words)
    around = _around(index, weights)
    for term, (how, source) in joined(index, words_of(text)[:_JOINED]).items():
        if term not in weights and source in weights and how > around.get(term, (0.0, ""))[0]:
            around[term] = (how, source)
    return Question(order, weights, around, words, asked, _carriers(index, weights, around, words))


def _carriers(
    index: Index, weights: dict[str, float], around: dict[str, tuple[float, str]], words: dict[str, str]
) -> list[Carrier]:
    found = [Carrier(weight * index.rarity(term), words[term], term, None) for term, weight in weights.items()]
    for term, (weight, source) in around.items():
        found.append(Carrier(weight * index.rarity(term), f"{words[source]} (~{spelled(term)})", term, source))
    return sorted(found, key=lambda carrier: (-carrier.worth, carrier.shown))


def _asked(term: str) -> float:
    if term in _general():
        return _ASKED_GENERAL
    return _ASKED_DATE if _is_date(term) else 1.0


def _is_date(term: str) -> bool:
    if term in _months() or is_iso_date(term):
        return True
    digits = term.rstrip("stndrh")
    return digits.isdigit() and (len(digits) <= _DAY_DIGITS or (len(digits) == _YEAR_DIGITS and digits == term))


def _around(index: Index, weights: dict[str, float]) -> dict[str, tuple[float, str]]:
    found: dict[str, tuple[float, str]] = {}
    for term, weight in weights.items():
        rarity = index.rarity(term)
        for other, how in near(index, term).items():
            if other in weights:
                continue
            worth = weight * how * min(1.0, rarity / index.rarity(other))
            if worth > found.get(other, (0.0, ""))[0]:
                found[other] = (worth, term)
    return found
