"""Identifiers that a project had and no longer has.

Only the contents of files count, and only whole words. `Cart.total` is gone when one of its words is
nowhere in the work tree any more, and all of them were in the history.
"""

import re
from collections.abc import Iterable
from contextlib import closing

from memtui.audit.pathnames import Key
from memtui.audit.removals import Departure, word_history
from memtui.audit.repository import Repository
from memtui.audit.tree import Tree, committed_words, split_words, tree_words

_BETWEEN_WORDS = re.compile(r"\.|::")

_UNKNOWN = Departure(None, None, None)


def words_of(token: str) -> list[bytes]:
    """The words of an identifier."""
    return [word.encode("utf-8", "surrogateescape") for word in _BETWEEN_WORDS.split(token)]


def departed_words(repository: Repository, tree: Tree, keys: set[Key], departed: dict[Key, Departure]) -> int:
    """Fills `departed` as it learns; returns how many identifiers neither the tree nor the history
    knows."""
    parts = {key: words_of(key[1]) for key in keys}
    missing = _missing_words(repository, tree, {word for words in parts.values() for word in words})
    parts = {key: words for key, words in parts.items() if not missing.isdisjoint(words)}
    left: dict[bytes, Departure] = {}
    try:
        _learn(repository, {word for words in parts.values() for word in words}, left)
    finally:
        for key, words in parts.items():
            if left.keys() >= set(words):
                departed[key] = _earliest(left[word] for word in words if word in missing)
    return len(parts.keys() - departed.keys())


def _missing_words(repository: Repository, tree: Tree, words: set[bytes]) -> set[bytes]:
    if not words:
        return set()
    there = tree_words(repository, words)
    missing = words - there.found
    if missing:
        missing.difference_update(*(split_words(path) for path in tree.paths))
    if missing and (tree.partial or there.unreadable):
        missing -= committed_words(repository, missing)
    return missing


def _learn(repository: Repository, words: set[bytes], left: dict[bytes, Departure]) -> None:
    """Fills `left` with the words that the history had, and when each was last removed."""
    if not words:
        return
    left.update(dict.fromkeys(committed_words(repository, words), _UNKNOWN))
    wanted = words - left.keys()
    if not wanted:
        return
    with closing(word_history(repository, wanted)) as history:
        for commit, added, removed in history:
            for word in added | removed:
                # A word that this commit kept, and no newer one removed, left in the course of a merge.
                left[word] = _UNKNOWN if word in added else Departure(commit.date, commit.id, None)
            wanted.difference_update(added, removed)
            if not wanted:
                return


def _earliest(departures: Iterable[Departure]) -> Departure:
    """An identifier of several words left with the first of them."""
    dated = [(departure.since, departure) for departure in departures if departure.since is not None]
    return min(dated)[1] if dated else _UNKNOWN
