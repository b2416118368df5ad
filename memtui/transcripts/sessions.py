"""The sessions that belong to one memory. Transcripts are filed by working directory, memory by repository: those of
subfolders and of other worktrees count too.

Only the beginning of a file is read, and only of files that changed since the given time.
"""

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from memtui.memory.files import open_regular
from memtui.memory.gitroot import canonical_root
from memtui.memory.limits import SLUG_MAX
from memtui.memory.location import transcripts_dir
from memtui.memory.slug import slug
from memtui.transcripts.opening import Which

ENV_SESSION = "CLAUDE_CODE_SESSION_ID"
_ID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HEAD = 65_536
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4096}+")')
_SIDECHAIN = re.compile(rb'"isSidechain"\s*:\s*(true|false)')


class Session(NamedTuple):
    """One transcript."""

    id: str
    path: str
    mtime: float


def sessions_since(which: Which, since: float, current: str | None = None) -> list[Session]:
    """The sessions of this memory that went on after a moment, newest first; the current one is left out.

    A forked agent's transcript, such as a dream's, is none.
    """
    found = []
    for folder, certain in folders_of(which):
        for entry in _transcripts(folder, since):
            name = entry.name.removesuffix(".jsonl")
            if name != current and _belongs(entry.path, which, certain):
                found.append(Session(name, entry.path, entry.stat(follow_symlinks=False).st_mtime))
    return sorted(found, key=lambda session: (-session.mtime, session.id))


def folders_of(which: Which) -> list[tuple[str, bool]]:
    """The folders that may hold transcripts of this memory, each with whether all in it surely are."""
    own = {os.path.realpath(path): True for path in _own_folders(which)}
    root = which.location.canonical_root
    if root:
        base = os.path.join(os.path.abspath(which.store.config_dir), "projects")
        starts = {_plain(place) for place in (root, *_worktrees(root))}
        try:
            with os.scandir(base) as entries:
                names = sorted(e.name for e in entries if e.is_dir(follow_symlinks=False))
        except OSError:
            names = []
        for name in names:
            if name[:SLUG_MAX].startswith(tuple(starts)):
                own.setdefault(os.path.realpath(os.path.join(base, name)), False)
    return list(own.items())


def safe_folders(which: Which) -> tuple[str, ...]:
    """The folders of transcripts that a dream may search: none that another repository's sessions share."""
    from memtui.transcripts.places import working_directories

    kept = []
    for folder, certain in folders_of(which):
        places = working_directories(folder)
        if (certain and not places) or (places and all(_is_of(place, which, certain) for place in places)):
            kept.append(folder)
    return tuple(kept)


def _own_folders(which: Which) -> Iterator[str]:
    """Beside the memory itself, and where the environment files them."""
    beside, name = os.path.split(which.store.root)
    if name == "memory" and os.path.basename(os.path.dirname(beside)) == "projects":
        yield beside
    if which.location.source != "dir" and which.location.slug != slug(which.location.canonical_root):
        yield transcripts_dir(which.host, which.location).rstrip(os.sep)


def _plain(path: str) -> str:
    return slug(path)[:SLUG_MAX]


def _worktrees(root: str) -> list[str]:
    """The other work trees of a repository, from its own files."""
    for base in (os.path.join(root, ".git", "worktrees"), os.path.join(root, "worktrees")):
        try:
            names = sorted(os.listdir(base))
        except OSError:
            continue
        found = []
        for name in names:
            try:
                with open(os.path.join(base, name, "gitdir"), encoding="utf-8", errors="surrogateescape") as file:
                    back = file.read(4_096).strip()
            except OSError:
                continue
            found.append(os.path.realpath(os.path.dirname(os.path.join(base, name, back))))
        return found
    return []


def _transcripts(folder: str, since: float) -> "Iterator[os.DirEntry[str]]":
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if not entry.name.endswith(".jsonl") or not _ID.fullmatch(entry.name.removesuffix(".jsonl")):
            continue
        try:
            if entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_mtime > since:
                yield entry
        except OSError:
            continue


def _belongs(path: str, which: Which, certain: bool) -> bool:
    """Whether a transcript is of a session of this repository."""
    import json

    try:
        with os.fdopen(open_regular(path), "rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    forked = _SIDECHAIN.search(head)
    if forked is not None and forked.group(1) == b"true":
        return False
    found = _CWD.search(head)
    if found is None:
        return certain
    try:
        return _is_of(str(json.loads(found.group(1))), which, certain)
    except ValueError:
        return certain


def _is_of(place: str, which: Which, certain: bool) -> bool:
    """Whether a working directory belongs to the repository; one that is gone is judged by its path."""
    root = which.location.canonical_root
    if not root:
        return certain
    try:
        if os.path.isdir(place):
            return canonical_root(place) == root
    except (OSError, ValueError):
        return False
    return os.path.join(place, "").startswith(os.path.join(root, ""))
