"""Paths and file names that a project had and no longer has, and where they went."""

import os
from collections.abc import Iterable
from contextlib import closing

from memtui.audit.pathnames import Fit, Key, Names, fitting, names
from memtui.audit.references import FILE
from memtui.audit.removals import Commit, Departure, PathChange, path_history
from memtui.audit.repository import Repository
from memtui.audit.tree import Tree, committed_paths

# Per name, what became of each path that fitted it: where it is now, or None.
_Ways = dict[Key, set[str | None]]

_UNKNOWN = Departure(None, None, None)


def departed_paths(repository: Repository, tree: Tree, keys: set[Key], departed: dict[Key, Departure]) -> int:
    """Fills `departed` as it learns; returns how many names neither the tree nor the history knows."""
    missing = {key for key in _not_in(tree.paths, keys) if not _on_disk(repository, key[1])}
    if not missing:
        return 0
    wanted = names(missing, FILE)
    for path in committed_paths(repository):
        for fit in _fitting_at_home(wanted, path.split(b"/"), repository):
            departed[fit.key] = _UNKNOWN
    _follow_history(repository, tree, wanted, missing - departed.keys(), departed)
    return len(missing - departed.keys())


def _follow_history(
    repository: Repository, tree: Tree, wanted: Names, missing: set[Key], departed: dict[Key, Departure]
) -> None:
    renamed: dict[bytes, bytes] = {}
    if not missing:
        return
    with closing(path_history(repository)) as history:
        for commit, changes in history:
            for change in changes:
                # The newest rename of a path is met first, and it is the one that counts for older ones.
                if change.new is not None:
                    renamed.setdefault(change.path, change.new)
            found = _departures(repository, tree, wanted, commit, changes, renamed)
            departed.update({key: found[key] for key in missing.intersection(found)})
            missing = missing.difference(found)
            if not missing:
                return


def _departures(
    repository: Repository,
    tree: Tree,
    wanted: Names,
    commit: Commit,
    changes: list[PathChange],
    renamed: dict[bytes, bytes],
) -> dict[Key, Departure]:
    """What one commit says of the wanted names.

    A name that this commit added, and that no newer commit removed, left in the course of a merge, which
    shows no change of its own.
    """
    added: set[Key] = set()
    ways: _Ways = {}
    for change in changes:
        parts = change.path.split(b"/")
        for fit in _fitting_at_home(wanted, parts, repository):
            if change.added:
                added.add(fit.key)
            else:
                ways.setdefault(fit.key, set()).add(_now(repository, tree, change, parts[fit.end :], renamed))
    departures = {key: _departure(commit, now) for key, now in ways.items()}
    return {**departures, **dict.fromkeys(added, _UNKNOWN)}


def _departure(commit: Commit, now: set[str | None]) -> Departure:
    return Departure(commit.date, commit.id, now.pop() if len(now) == 1 else None)


def _now(
    repository: Repository, tree: Tree, change: PathChange, below: list[bytes], renamed: dict[bytes, bytes]
) -> str | None:
    """Where the named file or folder is today; `below` is the part of the path under a named folder."""
    path = change.new
    steps = 0
    while path is not None and path not in tree.paths:
        path = renamed.get(path) if steps < len(renamed) else None
        steps += 1
    if path is None:
        return None
    parts = path.split(b"/")
    if below:
        if parts[-len(below) :] != below or len(parts) == len(below):
            return None
        parts = parts[: -len(below)]
    return _from_project(repository, "/".join(part.decode("utf-8", "replace") for part in parts))


def _from_project(repository: Repository, path: str) -> str:
    return path.removeprefix(repository.inside + "/") if repository.inside else path


def _not_in(paths: Iterable[bytes], keys: set[Key]) -> set[Key]:
    wanted = names(keys, FILE)
    there = {fit.key for path in paths for fit in fitting(wanted, path.split(b"/"))}
    return keys - there


def _on_disk(repository: Repository, token: str) -> bool:
    try:
        return any(os.path.lexists(os.path.join(repository.top, folder, token)) for folder in {"", repository.inside})
    except (OSError, ValueError):
        return False


def _fitting_at_home(wanted: Names, parts: list[bytes], repository: Repository) -> Iterable[Fit]:
    """As `fitting`, but a single word such as `docs/` means the folder at the root, not one of some
    vendored package."""
    home = repository.inside.encode("utf-8", "surrogateescape").split(b"/") if repository.inside else []
    for fit in fitting(wanted, parts):
        alone = fit.key[0] != FILE and "/" not in fit.key[1]
        if not alone or fit.start == 0 or parts[: fit.start] == home:
            yield fit
