"""A question as the local selector reads it: its terms, what each weighs, and what all of it asks for."""

import functools
from typing import NamedTuple

from memtui.recall.index import Index
from memtui.recall.lexicon import GENERAL, MONTHS
from memtui.recall.limits import QUESTION_MAX_CHARS, QUESTION_MAX_TERMS
from memtui.recall.near import near
from memtui.recall.stem import stem
from memtui.recall.words import pairs

_GENERAL_WEIGHT = 0.7  # in ranking
_NEAR_WEIGHT = 0.2
# How much of a term must be met for a question to count as answered: of general words and dates less, since a memory
# that answers "what happened in May" need not say either.
_ASKED_GENERAL, _ASKED_DATE = 0.3, 0.5
_YEAR_DIGITS, _DAY_DIGITS = 4, 2


class Question(NamedTuple):
    """The terms in order, the weight of each and of the terms near it, and the word that each comes from."""

    order: list[str]
    weights: dict[str, float]  # of its own terms
    around: dict[str, tuple[float, str]]  # terms near them: weight, and the term they stand for
    words: dict[str, str]
    asked: float  # what a memory would be worth that meets all of it once


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
    found = pairs(text[:QUESTION_MAX_CHARS])
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
    return Question(order, weights, _around(index, weights), words, asked)


def _asked(term: str) -> float:
    if term in _general():
        return _ASKED_GENERAL
    return _ASKED_DATE if _is_date(term) else 1.0


def _is_date(term: str) -> bool:
    if term in _months():
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
            worth = weight * _NEAR_WEIGHT * how * min(1.0, rarity / index.rarity(other))
            if worth > found.get(other, (0.0, ""))[0]:
                found[other] = (worth, term)
    return found
