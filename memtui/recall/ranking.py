"""How well each memory fits a question: BM25 over all fields, and what was measured to add to it.

In the order of what they gain: words of like meaning and of one family (`near`), a name that begins with a word of the
question, words that stand together as in the question, a look at what the first few have in common. Tried and left
out, because they gained nothing or lost: weighting title fields higher, how much of a title the question says,
coverage as a factor, other powers of rarity, similarity between memories, the best single line, letter groups beside
the words, treating the noun after "which" as a kind of answer.

On public questions over 629 memories, recall@5 and nDCG@5: BM25 alone .79 / .71; all of this .84 / .76, and BM25 fused
with word embeddings of 150 MB .82 / .75. The weights are round and matter little: 220 sets of them drawn
at random from wide ranges around these gave .833 / .753 on average, and the best of them on four of the five stores
.841 / .760 on the fifth. Only the weights were held out so: the parts themselves and the word lists were chosen with
all five in view.
"""

from operator import itemgetter
from typing import NamedTuple

from memtui.recall.index import Index
from memtui.recall.limits import LOST_SHOWN, SELECT_MAX
from memtui.recall.question import Question

_TOGETHER, _WINDOW = 0.5, 3
_SUBJECT = 1.2
_EXAMPLES, _BORROWED, _BORROWED_WEIGHT = 3, 7, 0.03
SHOWN = SELECT_MAX + LOST_SHOWN
_CANDIDATES = 20  # the best so far, for what is too dear to do for all


class Ranked(NamedTuple):
    """A memory by its number in the index. `share` is its score as a share of what the question asks."""

    number: int
    score: float
    share: float


def rank(index: Index, question: Question, most: int = SHOWN) -> list[Ranked]:
    """The memories that have most of a question, best first; the newer of equals first."""
    scores = [0.0] * len(index.files)
    for term, weight in question.weights.items():
        for number, worth in index.impacts(term):
            scores[number] += weight * worth
    for term, (weight, _) in question.around.items():
        for number, worth in index.impacts(term):
            scores[number] += weight * worth
    best = [number for number in _order(scores)[:_CANDIDATES] if scores[number]]
    if not best:
        return []
    _add_subject(index, question, scores)
    _add_together(index, question, scores, best)
    _add_borrowed(index, question, scores, best)
    asked = question.asked or 1.0
    return [Ranked(n, scores[n], scores[n] / asked) for n in _order(scores)[:most] if scores[n]]


def _order(scores: list[float]) -> list[int]:
    return sorted(range(len(scores)), key=scores.__getitem__, reverse=True)  # stable: the newer of equals stays first


def _add_subject(index: Index, question: Question, scores: list[float]) -> None:
    for term in question.weights:
        for number in index.subjects.get(term, ()):
            scores[number] += _SUBJECT


def _add_together(index: Index, question: Question, scores: list[float], best: list[int]) -> None:
    """Words near one another in the question count more in a memory where they are near one another too."""
    wanted = _neighbours(question, index)
    for number in best:
        places = index.entries[number].places
        for one, other, worth in wanted:
            if one in places and other in places:
                scores[number] += worth * _closeness(places[one], places[other])


def _neighbours(question: Question, index: Index) -> list[tuple[str, str, float]]:
    worth = {t: _TOGETHER * index.rarity(t) * w / 2 for t, w in question.weights.items() if t in index.holders}
    order = [term for term in question.order if term in worth]
    pairs = {
        (one, other) if one < other else (other, one)
        for at, one in enumerate(order)
        for other in order[at + 1 : at + 1 + _WINDOW]
        if one != other
    }
    return [(one, other, worth[one] + worth[other]) for one, other in pairs]


def _closeness(one: int, other: int) -> float:
    """1 for places next to each other, less for one or two words between, else 0."""
    for gap in range(1, _WINDOW + 1):
        if one & (other << gap) or other & (one << gap):
            return 1 / gap
    return 0.0


def _add_borrowed(index: Index, question: Question, scores: list[float], best: list[int]) -> None:
    """The words that tell the best few from the rest, lent to the question."""
    examples = sorted(best, key=scores.__getitem__, reverse=True)[:_EXAMPLES]
    highest = scores[examples[0]]
    lent: dict[str, float] = {}
    for number in examples:
        part = (scores[number] / highest) ** 2
        for worth, term in index.leading(number):
            if term not in question.weights:
                lent[term] = lent.get(term, 0.0) + worth * part
    chosen = sorted(lent.items(), key=itemgetter(1), reverse=True)[:_BORROWED]
    for term, worth in chosen:
        weight = _BORROWED_WEIGHT * worth / chosen[0][1]
        for number, value in index.impacts(term):
            scores[number] += weight * value
