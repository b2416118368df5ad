"""Terms of the store that stand near a term of the question: like meaning, one family, typos, beginnings, compounds.

How near is a part of what the word itself would be worth. A word that the store has speaks for itself, and those near
it count little; for one that it lacks they have to do. A slip of the finger is the word that was meant, nearly.
"""

from bisect import bisect_left
from itertools import pairwise

from memtui.recall.index import Index
from memtui.recall.stem import family, stem
from memtui.recall.thesaurus import kin

_BESIDES, _INSTEAD = 0.2, 0.4  # of what a near word is worth: of a word that the store has, of one that it lacks
_FAMILY = 0.8
_GRAM = 4
_ALIKE = 0.5  # share of letter groups in common from which on two words may be one, mistyped
_MISTYPED, _BEGINNING, _COMPOUND = 0.75, 0.6, 0.9
_SLIP, _SLIPS = 0.8, 0.5  # one, and two in a long word
_SHORTEST, _PART, _LONG = 4, 3, 8
_LAST = "\uffff"  # after every word that begins alike
_LONGER = 5  # letters that a beginning may lack
_MOST = 6  # near terms of one word; more of them changed nothing


def near(index: Index, term: str) -> dict[str, float]:
    """Terms that the store has, each with how near it is, 0 to 1. Kept by the index."""
    found = index.near.get(term)
    if found is None:
        known = term in index.holders
        like = {other: how for other, how in kin(term).items() if other in index.holders}
        _add_family(index, term, like)
        if not known and term.isalpha():
            _guess(index, term, like)
        found = {other: how * (_BESIDES if known else _INSTEAD) for other, how in like.items()}
        if not known and term.isalpha() and len(term) >= _SHORTEST and not kin(term):  # which knows the common words
            found |= _slips(index, term)
        if len(found) > _MOST:
            found = dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))[:_MOST])
        index.near[term] = found
    return found


def joined(index: Index, words: list[str]) -> dict[str, tuple[float, str]]:
    """What two words of a question are as one word of the store (`on call`, `oncall`), each with the second's term."""
    found: dict[str, tuple[float, str]] = {}
    vocabulary = index.vocabulary()
    for one, other in pairwise(words):
        whole = (one + other).lower()
        begins = whole[: max(_PART, len(other))]
        at = bisect_left(vocabulary, begins)
        if len(other) < _PART or at == len(vocabulary) or not vocabulary[at].startswith(begins):
            continue  # nearly always: no need to stem it
        term = stem(whole)
        if term in index.holders:
            found[term] = (_SLIP, stem(other.lower()))
    return found


def _add_family(index: Index, term: str, found: dict[str, float]) -> None:
    """Words made of the same one: who paints is a painter."""
    root = family(term)
    words = index.vocabulary()
    for other in words[bisect_left(words, root) : bisect_left(words, root + _LAST)]:
        if other != term and family(other) == root:
            found[other] = max(_FAMILY, found.get(other, 0.0))


def _slips(index: Index, term: str) -> dict[str, float]:
    """The words that a mistyped one may stand for."""
    alike = _beginning_with(index, term[0])
    swapped = _beginning_with(index, term[1]) if term[1] != term[0] else []
    one = [other for other in (*alike, *swapped) if len(other) > _SHORTEST and one_slip(term, other)]
    if one or len(term) < _LONG:
        return dict.fromkeys(one, _SLIP)
    return {other: _SLIPS for other in alike if abs(len(other) - len(term)) <= 1 and two_slips(term, other)}


def _beginning_with(index: Index, letter: str) -> list[str]:
    words = index.vocabulary()
    return words[bisect_left(words, letter) : bisect_left(words, letter + _LAST)]


def _guess(index: Index, term: str, found: dict[str, float]) -> None:
    """What a word may mean that no memory has."""
    own = _grams(term)
    for other in _beginning_with(index, term[0]):
        if abs(len(other) - len(term)) <= _LONGER and len(term) >= _PART:
            how = _likeness(term, own, other)
            if how:
                found[other] = max(how, found.get(other, 0.0))
    for cut in range(_PART, len(term) - _PART + 1):
        first, second = term[:cut], stem(term[cut:])
        if first in index.holders and second in index.holders:
            found[first] = found[second] = _COMPOUND


def _likeness(term: str, own: set[str], other: str) -> float:
    begins = _BEGINNING if other.startswith(term) else 0.0
    if len(term) < _SHORTEST:
        return begins
    theirs = _grams(other)
    alike = 2 * len(own & theirs) / (len(own) + len(theirs))
    return max(alike * _MISTYPED, begins) if alike >= _ALIKE else begins


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


def two_slips(one: str, other: str) -> bool:
    """The same of two slips, one after the other: each word is mended where the two first part."""
    shorter = min(len(one), len(other))
    at = 0
    while at < shorter and one[at] == other[at]:
        at += 1
    here, there = one[at:], other[at:]
    tries = ((here[1:], there), (here, there[1:]), (here[1:], there[1:]), (here[1::-1] + here[2:], there))
    return any(one_slip(mended, wanted) for mended, wanted in tries)


def _grams(term: str) -> set[str]:
    bounded = f"<{term}>"
    return {bounded[at : at + _GRAM] for at in range(max(1, len(bounded) - _GRAM + 1))}
