"""Which memories no question brings up, and why: none of the suite, and none that their own words would make."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from memtui.memory.limits import LOGS_DIR, SCAN_MAX_FILES
from memtui.memory.topic import Memory, stem
from memtui.recall.question import is_general
from memtui.recall.words import pairs

_WORDS = 8  # of a description that make a likely question
_TELLING = 2  # fewer telling words make a description vague


class Reached(NamedTuple):
    """One memory: the question that brings it up, or why none does and which memories come instead."""

    file: str
    by: str | None
    why: str | None
    winners: tuple[str, ...] = ()


def likely_questions(memory: Memory) -> list[str]:
    """What somebody might ask who needs this memory: its name, and the telling words of its description."""
    title = (memory.name or stem(memory.file)).replace("_", " ").replace("-", " ")
    telling = [word for word, term in pairs(memory.description or "") if not is_general(term)]
    said = " ".join(dict.fromkeys(telling[:_WORDS]))
    return [text for text in dict.fromkeys((title, said)) if text.strip()]


def reach(memories: list[Memory], questions: Iterable[str], select: Callable[[str], list[str]]) -> list[Reached]:
    """For each memory, newest first, whether any question brings it up. `select` gives the files that one brings."""
    brought: dict[str, str] = {}
    for question in questions:
        for file in select(question):
            brought.setdefault(file, question)
    found = []
    for place, memory in enumerate(memories):
        if place >= SCAN_MAX_FILES:
            found.append(Reached(memory.file, None, f"beyond the newest {SCAN_MAX_FILES}: recall does not see it"))
        elif memory.file in brought:
            found.append(Reached(memory.file, brought[memory.file], None))
        elif memory.folder != LOGS_DIR:
            found.append(_try(memory, select))
    return found


def _try(memory: Memory, select: Callable[[str], list[str]]) -> Reached:
    winners: dict[str, None] = {}
    for question in likely_questions(memory):
        files = select(question)
        if memory.file in files:
            return Reached(memory.file, question, None)
        winners |= dict.fromkeys(files)
    return Reached(memory.file, None, _why(memory, list(winners)), tuple(winners))


def _why(memory: Memory, winners: list[str]) -> str:
    telling = {term for _, term in pairs(memory.description or "") if not is_general(term)}
    if not memory.description:
        return "no description to find it by"
    if len(telling) < _TELLING:
        return "vague description: hardly a word in it tells it from others"
    if winners:
        return f"others win with the same words: {', '.join(winners[:3])}"
    return "its name and description share too few words with what it says"
