"""Where the memory of a project is, whether the agent loads it, and what was refused on the way.

Sources in order: an environment override, `autoMemoryDirectory` in settings, the default place below
the agent's configuration directory. A source that is refused is named, and the next one holds.
"""

import os
import re
from typing import Any, NamedTuple

from memtui.memory.gitroot import canonical_root, worktree_top
from memtui.memory.host import Host
from memtui.memory.settings import KEY_DIRECTORY, KEY_ENABLED, Settings, SettingsFile, read_settings
from memtui.memory.slug import slug

ENV_OVERRIDE = "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"
ENV_REMOTE_DIR = "CLAUDE_CODE_REMOTE_MEMORY_DIR"
ENV_DIR_NAME = "CLAUDE_CODE_PROJECT_DIR_NAME"
ENV_DISABLE = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
ENV_SIMPLE = "CLAUDE_CODE_SIMPLE"
ENV_REMOTE = "CLAUDE_CODE_REMOTE"

_DIR_NAME = r"[A-Za-z0-9_-]{1,64}"  # compiled where they are used: most calls need neither
_DRIVE_ROOT = r"[A-Za-z]:[\\/]?"
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
    enabled, enabled_by = whether_loaded(host, settings)
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
    for file in settings.files:
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
    flavour = _flavour(host.windows)
    if value != "~" and not value.startswith("~/") and not (host.windows and value.startswith("~\\")):
        return value
    rest = flavour.normpath(value[2:].lstrip("/\\" if host.windows else "/") or ".")
    if rest in (".", "..") or rest.startswith((f"..{flavour.sep}", "../")):
        return None
    return f"{flavour.join(host.home, '')}{rest}"  # joined, `~/C:x` would lead to the drive C:


def safe_directory(value: str, windows: bool = False) -> tuple[str | None, str]:
    """A usable absolute directory with its trailing slash, or None and why not."""
    flavour = _flavour(windows)
    if "\0" in value:
        return None, "has a NUL byte in it"
    if value.startswith(("\\\\", "//")) or (windows and value[:2] in ("\\/", "/\\")):
        return None, "is a network (UNC) path"
    if not (flavour.isabs(value) and (not windows or flavour.splitdrive(value)[0])):
        return None, "is not an absolute path"
    place = flavour.normpath(_composed(value))
    if len(place) < _MIN_LENGTH or (windows and re.fullmatch(_DRIVE_ROOT, place)):
        return None, "is too close to the root of the file system"
    return place + flavour.sep, ""


def _flavour(windows: bool) -> Any:
    """The rules for paths of a system, which need not be this one."""
    if windows:
        import ntpath

        return ntpath
    import posixpath

    return posixpath


def _composed(text: str) -> str:
    """The text with accents composed (NFC), as macOS would not write it."""
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFC", text)


def _directory_name(host: Host, canonical: str, refused: list[Refused]) -> str:
    """The project's folder name: its slug, or what the environment sets beside a config directory."""
    named = host.env.get(ENV_DIR_NAME)
    if named and host.env.get("CLAUDE_CONFIG_DIR"):
        if re.fullmatch(_DIR_NAME, named):
            return named
        refused.append(Refused("env", named, f"{ENV_DIR_NAME} is not 1 to 64 of A-Z a-z 0-9 _ -"))
    return slug(canonical)


def transcripts_dir(host: Host, place: Location) -> str:
    """Where the transcripts of sessions begun in `host.cwd` are; they stay there wherever memory is."""
    replaced = place.slug != slug(place.canonical_root)  # by the environment, for both
    name = place.slug if replaced else slug(os.path.realpath(host.cwd))
    return os.path.join(os.path.abspath(host.config_dir), "projects", name, "")


def whether_loaded(host: Host, settings: Settings) -> tuple[bool, str]:
    """Whether the agent loads memory here, and what says so."""
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
