"""Which repository a directory belongs to, read from its files: git is never started.

The work tree's top decides where settings are; the canonical root, shared by all worktrees,
decides where memory is.
"""

import os
import re

_POINTER_MAX = 4_096  # a `.git` file holds one path
_CONFIG_MAX = 65_536
_WORKTREE = r"(?m)^[ \t]*+worktree[ \t]*+=[ \t]*+(\S.*)"


def worktree_top(start: str) -> str | None:
    """The nearest directory at or above `start` that holds `.git`, or None outside git."""
    folder = os.path.realpath(start)
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def canonical_root(start: str) -> str:
    """The root whose path names the memory: one for all worktrees; `start` itself outside git."""
    top = worktree_top(start)
    if top is None:
        return os.path.realpath(start)
    common = _common_dir(top)
    return top if common is None else _home_of(common)


def git_dir(top: str) -> str | None:
    """The directory with this work tree's own `index`, or None when `.git` leads nowhere."""
    dot_git = os.path.join(top, ".git")
    if os.path.isdir(dot_git):
        return os.path.realpath(dot_git)
    target = _read_pointer(dot_git, "gitdir:")
    return None if target is None else os.path.realpath(os.path.join(top, target))


def _common_dir(top: str) -> str | None:
    """The shared directory of a linked worktree that is what it says; None for any other root."""
    if os.path.isdir(os.path.join(top, ".git")):
        return None
    own = git_dir(top)
    if own is None or not os.path.isdir(own):
        return None
    shared = _read_pointer(os.path.join(own, "commondir"), "")
    if shared is None:
        return None  # a submodule, or a repository with its directory elsewhere
    common = os.path.realpath(os.path.join(own, shared))
    if os.path.dirname(own) != os.path.join(common, "worktrees") or not _points_back(own, top):
        return None  # forged: the repository does not know this worktree
    return common


def _points_back(own: str, top: str) -> bool:
    back = _read_pointer(os.path.join(own, "gitdir"), "")
    if back is None:
        return False
    # Joined first: newer git may write this path relative to the repository.
    return os.path.realpath(os.path.dirname(os.path.join(own, back))) == top


def _home_of(common: str) -> str:
    """Where the repository of a shared directory lives: its main work tree, or itself when bare."""
    if os.path.basename(common) == ".git":
        return os.path.dirname(common)
    named = re.search(_WORKTREE, _read_small(os.path.join(common, "config"), _CONFIG_MAX))
    if named is None:
        return common
    main = os.path.realpath(os.path.join(common, named.group(1).strip().strip('"')))
    # A submodule's worktrees share the submodule's memory; believed only if that place points back.
    return main if git_dir(main) == common else common


def _read_pointer(path: str, prefix: str) -> str | None:
    """The one path a small git file holds, or None when it is not such a file."""
    text = _read_small(path, _POINTER_MAX)
    return text[len(prefix) :].strip() or None if text.startswith(prefix) else None


def _read_small(path: str, most: int) -> str:
    """The start of a git file; empty when it is not a plain file, cannot be read or is not text."""
    try:
        if not os.path.isfile(path):  # never open a FIFO
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read(most)
    except OSError:
        return ""
    return "" if "\0" in text else text
