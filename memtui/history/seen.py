"""What the last look found, by stat key: a file whose key is the same is not read again. Only a shortcut."""

import json
import os
from typing import NamedTuple

from memtui.history import git
from memtui.history.log import SEEN_FILE, Log
from memtui.history.states import FileState
from memtui.memory.errors import reason
from memtui.memory.state import write_private


class Seen(NamedTuple):
    """What the newest state knows of each file. An empty key fits none: that file is read."""

    head: str | None
    keys: dict[str, tuple[list[int], FileState]]


def read_seen(log: Log) -> Seen:
    """The memory of the last look; when it does not fit the newest state, that state without keys."""
    head = log.head()
    try:
        with open(_path(log), "rb") as file:
            stored = json.loads(file.read())
        if head is not None and stored["head"] == head:
            return Seen(head, {f: (list(key), FileState(*state)) for f, (key, state) in stored["files"].items()})
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        pass
    if head is None:
        return Seen(None, {})
    return Seen(head, {file: ([], state) for file, state in log.states(head).items()})


def write_seen(log: Log, seen: Seen) -> None:
    """Remember this look, if there is room for it."""
    rows = {file: [list(key), list(state)] for file, (key, state) in seen.keys.items()}
    try:
        write_private(_path(log), json.dumps({"head": seen.head, "files": rows}).encode("ascii"))
    except OSError:
        pass


def forget_seen(log: Log) -> None:
    """Read every file at the next look."""
    try:
        os.unlink(_path(log))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise git.damaged(log.repository, reason(error)) from None


def _path(log: Log) -> str:
    return os.path.join(log.repository, SEEN_FILE)
