"""Which words of a text a question was met by, marked. Words are compared as the selector compares them."""

import re
from collections.abc import Iterable, Iterator

from memtui.recall.words import terms
from memtui.ui.text import Piece

_RUN = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*|.", re.DOTALL)
_FIRST_CJK = "\u2e80"  # scripts without blanks are compared in pairs of characters
MATCH = "match"


def wanted(words: Iterable[str]) -> frozenset[str]:
    """The terms to mark: of the words that carried a memory, and of those near them."""
    return frozenset(terms(" ".join(words)))


def marked(text: str, sought: frozenset[str], style: str, match: str = MATCH) -> list[Piece]:
    """A plain text in pieces, what was sought in a style of its own."""
    if not sought:
        return [(text, style)]
    found: list[Piece] = []
    for part, name in _parts(text, sought, style, match):
        if found and found[-1][1] == name:
            found[-1] = (found[-1][0] + part, name)
        else:
            found.append((part, name))
    return found


def _parts(text: str, sought: frozenset[str], style: str, match: str) -> Iterator[Piece]:
    for run in _RUN.findall(text):
        if len(run) > 1 and run[0] >= _FIRST_CJK:
            hits = {at + step for at in range(len(run) - 1) if run[at : at + 2] in sought for step in (0, 1)}
            yield from ((char, match if at in hits else style) for at, char in enumerate(run))
        else:
            yield run, match if not sought.isdisjoint(terms(run)) else style
