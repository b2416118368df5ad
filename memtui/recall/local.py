"""The offline selector: ranks by words, says which carried each pick, and names nothing where nothing fits."""

import itertools
from collections.abc import Mapping

from memtui.memory.topic import Memory
from memtui.recall.gate import Gate, gate_at
from memtui.recall.index import Index
from memtui.recall.limits import ABSTAIN, LOST_SHOWN, SELECT_MAX
from memtui.recall.question import Question, read_question
from memtui.recall.ranking import SHOWN, Ranked, rank
from memtui.recall.result import Pick, Selection

NAME = "local"
_WORDS_SHOWN = 6
_TELLING = 0.04  # of the weightiest word's worth: what carries less is not worth naming


class LocalSelector:
    """Selects from one store; keeps what it has read of it."""

    def __init__(self, root: str) -> None:
        self.index = Index(root)

    def select(
        self,
        query: str,
        memories: list[Memory],
        *,
        barred: Mapping[str, str] | None = None,
        limit: int = SELECT_MAX,
        dial: float = ABSTAIN,
    ) -> Selection:
        """The memories that fit, best first. `barred` ones may not be picked, for the reason given with each."""
        barred = barred or {}
        self.index.update(memories)
        question = read_question(self.index, query)
        if not question.weights:
            return Selection(NAME, reason="the question has no word that could be looked up")
        ranked = rank(self.index, question, SHOWN + len(barred))
        if dial <= 0:
            ranked += self._others(ranked, SHOWN + len(barred))
        free = [item for item in ranked if self.index.files[item.number] not in barred]
        picks, lost, reason = self._judge(question, free, gate_at(dial), min(limit, SELECT_MAX))
        if ranked and not free:
            reason = "all that have a word of the question are left out"
        lost += [self._pick(question, item, why) for item in ranked if (why := barred.get(self._file(item)))]
        return Selection(NAME, tuple(picks), tuple(lost[: LOST_SHOWN + len(barred)]), reason)

    def _others(self, ranked: list[Ranked], most: int) -> list[Ranked]:
        """The newest of those that have no word of the question: always five is meant as it is said."""
        known = {item.number for item in ranked}
        numbers = (number for number in range(len(self.index.files)) if number not in known)
        return [Ranked(number, 0.0, 0.0) for number in itertools.islice(numbers, most - len(ranked))]

    def _judge(
        self, question: Question, ranked: list[Ranked], gate: Gate, limit: int
    ) -> tuple[list[Pick], list[Pick], str | None]:
        if not ranked:
            return [], [], "no memory has a word of the question"
        best = ranked[0].share
        if best < gate.least:
            reason = (
                f"nothing fits well enough: the best carries {best:.2f} of what is asked, {gate.least:.2f} is needed"
            )
            return [], [self._pick(question, item, "carries too little of what is asked") for item in ranked], reason
        picks: list[Pick] = []
        lost: list[Pick] = []
        for item in ranked:
            if len(picks) < limit and item.share >= gate.close * best:
                picks.append(self._pick(question, item))
            elif item.share < gate.close * best:
                lost.append(self._pick(question, item, f"far behind the best ({item.share / best:.0%} of it)"))
            else:
                lost.append(self._pick(question, item, f"behind the best {limit}"))
        return picks, lost, None

    def _file(self, item: Ranked) -> str:
        return self.index.files[item.number]

    def _pick(self, question: Question, item: Ranked, lost: str = "") -> Pick:
        words = carried(self.index, question, item.number)
        said = f"words: {', '.join(words)}" if words else "no word of the question"
        return Pick(self._file(item), round(item.share, 3), f"{lost}; {said}" if lost else said, words)


def carried(index: Index, question: Question, number: int) -> tuple[str, ...]:
    """The words of the question that a memory has, or has words near, the weightiest first."""
    counts = index.entries[number].counts
    words: list[str] = []
    least = 0.0
    for worth, word, term, instead in question.carriers:
        if term not in counts or (instead is not None and instead in counts):
            continue
        if worth < least or len(words) == _WORDS_SHOWN:
            break
        least = least or _TELLING * worth
        if word not in words:  # one word may have several terms
            words.append(word)
    return tuple(words)
