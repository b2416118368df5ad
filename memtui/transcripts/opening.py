"""Opening a store: the one that a project's agent uses, or a memory directory itself."""

import os
from typing import NamedTuple

from memtui.memory.errors import MemtuiError
from memtui.memory.host import Host, this_host
from memtui.memory.location import Location, locate, whether_loaded
from memtui.memory.settings import read_settings
from memtui.memory.store import Store


class Which(NamedTuple):
    """The chosen memory: how it was found, and the store itself."""

    host: Host
    location: Location
    store: Store


def open_project(project: str | None, *, trust_project: bool = False) -> Which:
    """The memory of the project at this path, or of the one around the working directory."""
    if project is not None and not os.path.isdir(project):
        what = "not a directory" if os.path.lexists(project) else "no such project"
        raise MemtuiError(what, project, "give the folder of a project")
    host = this_host(os.path.abspath(project) if project is not None else None)
    return which_of(host, locate(host, trust_project=trust_project))


def which_of(host: Host, location: Location, state_base: str | None = None) -> Which:
    """The store at a location."""
    store = Store(
        root=os.path.realpath(location.memory_dir),
        project=location.project_root or None,
        config_dir=host.config_dir,
        state_base=state_base,
    )
    return Which(host, location, store)


def open_directory(path: str, host: Host | None = None, state_base: str | None = None) -> Which:
    """A memory directory itself. Its project is looked up in what the agent recorded beside it."""
    if not os.path.isdir(path):
        what = "not a directory" if os.path.lexists(path) else "no such directory"
        raise MemtuiError(what, path, "give the directory that holds MEMORY.md")
    real = os.path.realpath(path)
    host = host or this_host(real)  # where we stand does not matter, and may be gone
    project, name, config_dir = _project_of(real, host)
    owner = host._replace(env={**host.env, "CLAUDE_CONFIG_DIR": config_dir})  # a store comes with its own settings
    settings = read_settings(owner, project)
    enabled, enabled_by = whether_loaded(owner, settings)
    location = Location(
        memory_dir=os.path.join(real, ""),
        source="dir",
        project_root=project or "",
        canonical_root=project or "",
        slug=name or "",
        enabled=enabled,
        enabled_by=enabled_by,
        refused=(),
        notes=tuple(settings.notes),
    )
    return Which(host, location, Store(real, project, config_dir, state_base))


def _project_of(real: str, host: Host) -> tuple[str | None, str | None, str]:
    """`<config>/projects/<slug>/memory` tells where to look; any other place tells nothing."""
    folder, last = os.path.split(real)
    base, name = os.path.split(folder)
    config_dir, above = os.path.split(base)
    if last != "memory" or above != "projects":
        return None, None, host.config_dir
    from memtui.transcripts.projects import real_paths

    inside = os.path.join(config_dir, ".claude.json")
    beside = inside if os.path.isfile(inside) else os.path.join(os.path.dirname(config_dir), ".claude.json")
    paths = [path for path in real_paths(config_dir, beside, name) if os.path.isdir(path)]
    return (paths[0] if paths else None), name, config_dir
