"""Terms of the store that stand near a term of the question: words of like meaning, typos, beginnings, compounds."""

from bisect import bisect_left

from memtui.recall.index import Index
from memtui.recall.stem import stem
from memtui.recall.thesaurus import kin

_GRAM = 4
_ALIKE = 0.5  # share of letter groups in common from which on two words may be one, mistyped
_TYPO, _BEGINNING, _COMPOUND = 0.75, 0.6, 0.9
_SHORTEST, _PART = 4, 3
_LONGER = 5  # letters that a beginning may lack
_MOST = 12  # near terms of one word


def near(index: Index, term: str) -> dict[str, float]:
    """Terms that the store has, each with how near it is, 0 to 1. Kept by the index."""
    found = index.near.get(term)
    if found is None:
        holders = index.holders
        found = {other: how for other, how in kin().get(term, {}).items() if other in holders}
        if term not in holders and term.isalpha():
            _guess(index, term, found)
        if len(found) > _MOST:
            found = dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))[:_MOST])
        index.near[term] = found
    return found


def _guess(index: Index, term: str, found: dict[str, float]) -> None:
    """What a word may mean that no memory has."""
    words = index.vocabulary()
    start = bisect_left(words, term[0])
    end = bisect_left(words, chr(ord(term[0]) + 1))
    own = _grams(term)
    for other in words[start:end]:
        if abs(len(other) - len(term)) <= _LONGER and len(term) >= _PART:
            how = _likeness(term, own, other)
            if how:
                found[other] = max(how, found.get(other, 0.0))
    for cut in range(_PART, len(term) - _PART + 1):
        first, second = term[:cut], stem(term[cut:])
        if first in index.holders and second in index.holders:
            found[first] = found[second] = _COMPOUND


def _likeness(term: str, own: set[str], other: str) -> float:
    if len(term) > _SHORTEST and one_slip(term, other):
        return _TYPO
    if len(term) >= _SHORTEST:
        theirs = _grams(other)
        alike = 2 * len(own & theirs) / (len(own) + len(theirs))
        if alike >= _ALIKE:
            return max(alike * _TYPO, _BEGINNING if other.startswith(term) else 0.0)
    return _BEGINNING if other.startswith(term) else 0.0


def one_slip(one: str, other: str) -> bool:
    """Whether a letter more, less or other, or two that changed places, make one word the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    shorter = min(len(one), len(other))
    at = 0
    while at < shorter and one[at] == other[at]:
        at += 1
    if len(one) != len(other):
        longer, short = (one, other) if len(one) > len(other) else (other, one)
        return longer[at + 1 :] == short[at:]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]


def _grams(term: str) -> set[str]:
    bounded = f"<{term}>"
    return {bounded[at : at + _GRAM] for at in range(max(1, len(bounded) - _GRAM + 1))}
