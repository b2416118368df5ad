"""Every project that has a memory on this machine: its real paths, what is in it, and what is odd about it.

A folder's name does not tell the path: two paths can share it. The paths come from transcripts and from the
agent's own record, and each is followed to its repository, because memory is filed by repository.
"""

import os
from typing import NamedTuple

from memtui.memory.errors import MemtuiError
from memtui.memory.gitroot import canonical_root
from memtui.memory.host import Host
from memtui.memory.limits import INDEX_NAME
from memtui.memory.scan import Scanner
from memtui.memory.settings import read_object
from memtui.memory.slug import slug
from memtui.transcripts.places import count_transcripts, working_directories


class Project(NamedTuple):
    """One store below the agent's configuration directory."""

    slug: str
    memory_dir: str
    paths: tuple[str, ...]  # real roots that use this store
    gone: tuple[str, ...]  # those of them that no longer exist
    memories: int
    bytes: int
    sessions: int
    modified: float  # of the newest memory, 0 without
    indexed: bool

    @property
    def collides(self) -> bool:
        """Whether several real paths share this store."""
        return len(self.paths) > 1

    @property
    def orphaned(self) -> bool:
        """Whether no path that uses it exists any more."""
        return bool(self.paths) and len(self.gone) == len(self.paths)


def list_projects(host: Host) -> list[Project]:
    """All stores, newest first."""
    base = os.path.join(host.env.get("CLAUDE_CODE_REMOTE_MEMORY_DIR") or host.config_dir, "projects")
    sessions = os.path.join(host.config_dir, "projects")  # transcripts stay there when memory is elsewhere
    names = _stores(base)
    roots = _known_roots(host, sessions)
    found = [_project(base, sessions, name, roots.get(name) or _own_places(sessions, name)) for name in names]
    return sorted(found, key=lambda project: (-project.modified, project.slug))


def real_paths(config_dir: str, claude_json: str, name: str) -> list[str]:
    """The real paths of one store, by its folder's name; existing ones first."""
    base = os.path.join(config_dir, "projects")
    places = _recorded(claude_json) | set(working_directories(os.path.join(base, name)))
    roots = {root for place in places if (root := _root(place)) and slug(root) == name} or _own_places(base, name)
    return sorted(roots, key=lambda root: (not os.path.isdir(root), root))


def _stores(base: str) -> list[str]:
    try:
        with os.scandir(base) as entries:
            return sorted(e.name for e in entries if os.path.isdir(os.path.join(e.path, "memory")))
    except OSError:
        return []


def _known_roots(host: Host, sessions: str) -> dict[str, set[str]]:
    """Every root that any transcript or the agent's record names, by its slug."""
    places = _recorded(host.claude_json)
    try:
        folders = [entry.path for entry in os.scandir(sessions) if entry.is_dir(follow_symlinks=False)]
    except OSError:
        folders = []
    for folder in folders:
        places.update(working_directories(folder))
    roots: dict[str, set[str]] = {}
    for place in places:
        root = _root(place)
        if root:
            roots.setdefault(slug(root), set()).add(root)
    return roots


def _own_places(sessions: str, name: str) -> set[str]:
    """Where the sessions beside a store ran, for a store that no repository's path leads to.

    Either that folder lies in a repository by now, or the environment had named the store. Of folders within
    one another the outer one tells enough.
    """
    places = working_directories(os.path.join(sessions, name))
    exact = {place for place in places if slug(place) == name}
    roots = exact or {root for place in places if (root := _root(place))}
    return {root for root in roots if not any(root.startswith(os.path.join(other, "")) for other in roots - {root})}


def _root(place: str) -> str | None:
    """The repository's root of a recorded directory; a directory that is gone stands for itself."""
    try:
        return canonical_root(place) if os.path.isdir(place) else place
    except (OSError, ValueError):
        return None


def _recorded(claude_json: str) -> set[str]:
    values, _ = read_object(claude_json)
    projects = values.get("projects")
    if not isinstance(projects, dict):
        return set()
    return {path for path in projects if isinstance(path, str) and os.path.isabs(path) and "\0" not in path}


def _project(base: str, sessions: str, name: str, roots: set[str]) -> Project:
    memory_dir = os.path.join(base, name, "memory")
    try:
        walked = Scanner(memory_dir).stats()
    except MemtuiError:  # unreadable: listed all the same
        walked = {}
    found = [key for file, key in walked.items() if os.path.basename(file) != INDEX_NAME]
    paths = tuple(sorted(roots))
    return Project(
        slug=name,
        memory_dir=os.path.join(memory_dir, ""),
        paths=paths,
        gone=tuple(path for path in paths if not os.path.isdir(path)),
        memories=len(found),
        bytes=sum(key[2] for key in walked.values()),
        sessions=count_transcripts(os.path.join(sessions, name)),
        modified=max((key[0] / 1e9 for key in found), default=0.0),
        indexed=os.path.isfile(os.path.join(memory_dir, INDEX_NAME)),
    )
