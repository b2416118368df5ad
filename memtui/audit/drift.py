"""What memories name that the project once had and no longer has.

A thing is gone exactly when some commit that leads to HEAD had it and the work tree does not. Nothing is
named that the history never had, nothing that is still there under a longer path, and when a question could
not be answered in time the note says so instead. The project is only read; see `repository` for how far it
is trusted.
"""

import re
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from memtui.audit.pathdrift import departed_paths
from memtui.audit.pathnames import Key
from memtui.audit.references import FILE, IDENTIFIER, PATH
from memtui.audit.removals import Departure
from memtui.audit.repository import (
    GitError,
    Repository,
    TimeUpError,
    UncheckedError,
    has_commits,
    open_repository,
)
from memtui.audit.tree import Tree, tree_paths
from memtui.audit.worddrift import departed_words, words_of

Look = Callable[[Repository, Tree, set[Key], dict[Key, Departure]], int]

_WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*\Z")
_NOT_IN_A_PATH = frozenset(("", ".", ".."))

_TOO_LATE = "time ran out before the project's whole history was read, so drift may be incomplete"
_UNREADABLE = "git could not read the project's whole history, so drift may be incomplete"
_SHALLOW = "the project is a shallow clone, so what left it before its first commit here is not named"


class Gone(NamedTuple):
    token: str
    kind: str
    since: str | None  # the date of the commit that removed it; None when that is not committed or was part of a merge
    commit: str | None
    now: str | None  # where git saw it renamed to


class Drift(NamedTuple):
    gone: dict[Key, Gone]
    note: str | None


def check(project_root: str, wanted: Collection[Key], deadline_s: float = 20.0) -> Drift:
    """Looks up all wanted (kind, token) pairs at once; ends within the deadline."""
    end = time.monotonic() + deadline_s
    sound = {key for key in wanted if _is_sound(*key)}
    if not sound:
        return Drift({}, None)
    try:
        repository = open_repository(project_root, end)
        if not has_commits(repository):
            return Drift({}, None)
        tree = tree_paths(repository)
    except UncheckedError as refused:
        return Drift({}, str(refused))
    except TimeUpError:
        return Drift({}, _TOO_LATE)
    except GitError:
        return Drift({}, _UNREADABLE)
    return _look(repository, tree, sound)


def _look(repository: Repository, tree: Tree, sound: set[Key]) -> Drift:
    identifiers = {key for key in sound if key[0] == IDENTIFIER}
    looks: list[tuple[Look, set[Key]]] = [
        (departed_paths, sound - identifiers),
        (departed_words, identifiers),
    ]
    departed: dict[Key, Departure] = {}
    notes: dict[str, None] = {}
    unanswered = 0
    for look, keys in looks:
        try:
            unanswered += look(repository, tree, keys, departed)
        except TimeUpError:
            notes[_TOO_LATE] = None
        except GitError:
            notes[_UNREADABLE] = None
    if repository.shallow and (unanswered or notes):
        notes[_SHALLOW] = None
    gone = {key: Gone(key[1], key[0], *departed[key]) for key in sorted(departed)}
    return Drift(gone, "; ".join(notes) or None)


def _is_sound(kind: str, token: str) -> bool:
    if kind == IDENTIFIER:
        return all(_WORD.match(word) for word in words_of(token))
    return kind in (PATH, FILE) and "\0" not in token and _NOT_IN_A_PATH.isdisjoint(token.split("/"))
