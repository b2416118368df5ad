"""The agent's settings files: what each says, where it lies, and what is wrong with it.

A file that is missing, unreadable, not JSON or not an object counts as absent; all but the first leave a note.
"""

import os
import stat
from typing import Any, NamedTuple

from memtui.memory.errors import reason
from memtui.memory.gitroot import git_dir
from memtui.memory.host import Host

POLICY, LOCAL, PROJECT, USER = "policy", "local", "project", "user"
ORDER = (POLICY, LOCAL, PROJECT, USER)
KEY_DIRECTORY = "autoMemoryDirectory"
KEY_ENABLED = "autoMemoryEnabled"
LOCAL_NAME = ".claude/settings.local.json"
PROJECT_NAME = ".claude/settings.json"
_MAX_BYTES = 10_000_000


class SettingsFile(NamedTuple):
    """One settings file as it was found. `committed` is only looked up where the file names a directory."""

    source: str
    path: str
    values: dict[str, Any]
    note: str | None
    committed: bool = False


class Settings(NamedTuple):
    """All of them, strongest first."""

    files: tuple[SettingsFile, ...]

    def of(self, source: str) -> SettingsFile:
        """The file of one source."""
        return next(file for file in self.files if file.source == source)

    def first(self, key: str) -> tuple[SettingsFile, Any] | None:
        """The strongest file that has `key`, with its value."""
        for file in self.files:
            if key in file.values:
                return file, file.values[key]
        return None

    @property
    def notes(self) -> list[str]:
        """What was wrong with any of them."""
        return [file.note for file in self.files if file.note]


def read_settings(host: Host, root: str | None) -> Settings:
    """The four settings files that hold for the work tree at `root`; where that is not known, the other two."""
    if root is None:
        return Settings((_read(POLICY, host.policy_file), _read(USER, host.user_settings)))
    local_path = os.path.join(root, *LOCAL_NAME.split("/"))
    project_path = os.path.join(root, *PROJECT_NAME.split("/"))
    local = _read(LOCAL, local_path)
    if KEY_DIRECTORY in local.values and _git_tracks(root, LOCAL_NAME):
        local = local._replace(committed=True)
    return Settings(
        (
            _read(POLICY, host.policy_file),
            local,
            _read(PROJECT, project_path)._replace(committed=True),
            _read(USER, host.user_settings),
        )
    )


def _git_tracks(root: str, name: str) -> bool:
    from memtui.memory.gitindex import is_tracked

    own = git_dir(root)
    return own is not None and is_tracked(own, name)


def _read(source: str, path: str) -> SettingsFile:
    values, note = read_object(path)
    return SettingsFile(source, path, values, note)


def read_object(path: str) -> tuple[dict[str, Any], str | None]:
    """The JSON object in a file, or an empty one with a note on what is wrong with it."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # never open a FIFO
            return {}, f"{path} is not a file; ignored"
        with open(path, "rb") as file:
            data = file.read(_MAX_BYTES)
        import json

        found = json.loads(data.decode("utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return {}, f"{path} is a link to nothing; ignored" if os.path.islink(path) else None
    except OSError as error:
        return {}, f"{path} cannot be read ({reason(error)}); ignored"
    except (ValueError, RecursionError):
        return {}, f"{path} is not valid JSON; ignored"
    if not isinstance(found, dict):
        return {}, f"{path} holds no JSON object; ignored"
    return found, None
