"""Where the memory of a project is, whether the agent loads it, and what was refused on the way.

Sources in order: an environment override, `autoMemoryDirectory` in settings, the default place below
the agent's configuration directory. A source that is refused is named, and the next one holds.
"""

import ntpath
import os
import posixpath
import re
import unicodedata
from typing import Any, NamedTuple

from memtui.memory.gitroot import canonical_root, worktree_top
from memtui.memory.host import Host
from memtui.memory.settings import LOCAL, POLICY, PROJECT, USER, Settings, SettingsFile, read_settings
from memtui.memory.slug import slug

ENV_OVERRIDE = "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"
ENV_REMOTE_DIR = "CLAUDE_CODE_REMOTE_MEMORY_DIR"
ENV_DIR_NAME = "CLAUDE_CODE_PROJECT_DIR_NAME"
ENV_DISABLE = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
ENV_SIMPLE = "CLAUDE_CODE_SIMPLE"
ENV_REMOTE = "CLAUDE_CODE_REMOTE"
KEY_DIRECTORY = "autoMemoryDirectory"
KEY_ENABLED = "autoMemoryEnabled"

_DIR_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DRIVE_ROOT = re.compile(r"[A-Za-z]:[\\/]?")
_MIN_LENGTH = 3
_NOT_FOLLOWED = "this repository asks for memory there; not followed (--trust-project-settings follows it)"


class Refused(NamedTuple):
    """A source that named a place we do not use."""

    source: str
    value: str
    reason: str


class Location(NamedTuple):
    """The answer: one memory directory, and how it came about."""

    memory_dir: str  # with its trailing slash
    source: str
    project_root: str  # top of the work tree, where the project's own settings are
    canonical_root: str  # what all worktrees share
    slug: str
    enabled: bool
    enabled_by: str
    refused: tuple[Refused, ...]
    notes: tuple[str, ...]


def locate(host: Host, *, trust_project: bool = False) -> Location:
    """Where the memory of the project around `host.cwd` is."""
    root = worktree_top(host.cwd) or os.path.realpath(host.cwd)
    canonical = canonical_root(host.cwd)
    settings = read_settings(host, root)
    refused: list[Refused] = []
    found = _from_env(host, refused) or _from_settings(host, settings, trust_project, refused)
    name = _directory_name(host, canonical, refused)
    if found is None:
        base = host.env.get(ENV_REMOTE_DIR) or host.config_dir
        found = os.path.join(os.path.abspath(base), "projects", name, "memory", ""), "default"
    enabled, enabled_by = _enabled(host, settings)
    return Location(
        found[0], found[1], root, canonical, name, enabled, enabled_by, tuple(refused), tuple(settings.notes)
    )


def _from_env(host: Host, refused: list[Refused]) -> tuple[str, str] | None:
    value = host.env.get(ENV_OVERRIDE)
    if not value:
        return None
    place, why = safe_directory(value, host.windows)
    if place is None:
        refused.append(Refused("env", value, f"{ENV_OVERRIDE} {why}"))
        return None
    return place, "env"


def _from_settings(
    host: Host, settings: Settings, trust_project: bool, refused: list[Refused]
) -> tuple[str, str] | None:
    """The first usable `autoMemoryDirectory`; a committed one only when the user trusts it."""
    sources = [settings.of(POLICY), settings.of(LOCAL), settings.of(PROJECT), settings.of(USER)]
    for file in sources:
        value = file.values.get(KEY_DIRECTORY)
        if value is None or value == "":
            continue
        place, why = _setting_directory(host, file, value, trust_project)
        if place is not None:
            return place, file.source
        refused.append(Refused(file.source, str(value), why))
    return None


def _setting_directory(host: Host, file: SettingsFile, value: Any, trust_project: bool) -> tuple[str | None, str]:
    if not isinstance(value, str):
        return None, f"{KEY_DIRECTORY} in {file.path} is not text"
    if file.committed and not trust_project:
        return None, _NOT_FOLLOWED
    expanded = _expand_home(host, value)
    if expanded is None:
        return None, "leads to the home directory or above it"
    return safe_directory(expanded, host.windows)


def _expand_home(host: Host, value: str) -> str | None:
    """`~/x` as a path below home; None where what follows `~` does not stay below home."""
    flavour = ntpath if host.windows else posixpath
    if value != "~" and not value.startswith("~/") and not (host.windows and value.startswith("~\\")):
        return value
    rest = flavour.normpath(value[2:].lstrip("/\\" if host.windows else "/") or ".")
    if rest in (".", "..") or rest.startswith((f"..{flavour.sep}", "../")):
        return None
    return str(flavour.join(host.home, rest))


def safe_directory(value: str, windows: bool = False) -> tuple[str | None, str]:
    """A usable absolute directory with its trailing slash, or None and why not."""
    flavour = ntpath if windows else posixpath
    if "\0" in value:
        return None, "has a NUL byte in it"
    if value.startswith(("\\\\", "//")):
        return None, "is a network (UNC) path"
    if not (flavour.isabs(value) and (not windows or ntpath.splitdrive(value)[0])):
        return None, "is not an absolute path"
    place = flavour.normpath(unicodedata.normalize("NFC", value))
    if len(place) < _MIN_LENGTH or _DRIVE_ROOT.fullmatch(place):
        return None, "is too close to the root of the file system"
    return place + flavour.sep, ""


def _directory_name(host: Host, canonical: str, refused: list[Refused]) -> str:
    """The project's folder name: its slug, or what the environment sets beside a config directory."""
    named = host.env.get(ENV_DIR_NAME)
    if named and host.env.get("CLAUDE_CONFIG_DIR"):
        if _DIR_NAME.fullmatch(named):
            return named
        refused.append(Refused("env", named, f"{ENV_DIR_NAME} is not 1 to 64 of A-Z a-z 0-9 _ -"))
    return slug(canonical)


def _enabled(host: Host, settings: Settings) -> tuple[bool, str]:
    """Whether the agent loads this memory, and what says so."""
    if host.truthy(ENV_DISABLE):
        return False, f"env {ENV_DISABLE}"
    if host.falsy(ENV_DISABLE):
        return True, f"env {ENV_DISABLE}"
    if host.truthy(ENV_SIMPLE):
        return False, f"env {ENV_SIMPLE}"
    if host.truthy(ENV_REMOTE) and not host.env.get(ENV_REMOTE_DIR):
        return False, f"env {ENV_REMOTE} without {ENV_REMOTE_DIR}"
    for file in settings.files:
        value = file.values.get(KEY_ENABLED)
        if isinstance(value, bool):
            return value, f"{file.source} settings"
    return True, "default"
