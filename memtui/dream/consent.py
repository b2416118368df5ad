"""Whether a person has agreed that parts of this store are sent to a host. Asked once a host, and remembered."""

import json
import os

from memtui.memory.errors import MemtuiError, reason
from memtui.memory.state import State, private_folder, write_private

_NAME = "hosts.json"
WHAT = (
    "The claude engine sends to {host}: the index and the memories of this store, and what it reads on the way: "
    "parts of the project's files and of its transcripts. Keys, .env files and settings are never read, and what "
    "looks like a secret is masked. Nothing is sent to any other host."
)


def has_agreed(state: State, host: str) -> bool:
    """Whether this host was agreed to."""
    return host in _hosts(state)


def agree(state: State, host: str) -> None:
    """Remember that it was."""
    try:
        private_folder(state.folder)
        write_private(_path(state), json.dumps(sorted({*_hosts(state), host})).encode("ascii"))
    except OSError as error:
        raise MemtuiError(f"cannot remember it ({reason(error)})", _path(state), "check the disk") from error


def _path(state: State) -> str:
    return os.path.join(state.folder, _NAME)


def _hosts(state: State) -> set[str]:
    try:
        with open(_path(state), "rb") as file:
            found = json.loads(file.read())
    except (OSError, ValueError):
        return set()
    return {host for host in found if isinstance(host, str)} if isinstance(found, list) else set()
