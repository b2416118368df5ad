"""The mailbox of a running fork: a folder of small files that anybody with access to the task may put a line into.

Each message is one file, written in one step, so that a reader sees it whole or not at all. `take` gives them in the
order of their sending and removes them: the fork calls it at each tool round.
"""

import json
import os
import time
from typing import NamedTuple

from memtui.audit.secrets import mask
from memtui.memory.files import read_bytes
from memtui.memory.state import PRIVATE_FILE, private_folder
from memtui.memory.visible import visible

MESSAGE = "message"
SHUTDOWN = "shutdown_request"
MESSAGE_CHARS = 4_000
_SUFFIX = ".json"


class Message(NamedTuple):
    """One message: a line for the model, or a request to end."""

    kind: str  # message or shutdown_request
    text: str


class Mailbox:
    """The mailbox in a folder, which is made by the first message."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def send(self, text: str) -> None:
        """Leave a line for the fork; a secret in it is masked, for it would be sent and written down."""
        self._put(Message(MESSAGE, mask(text.strip())[:MESSAGE_CHARS]))

    def shutdown(self, reason: str = "") -> None:
        """Ask the fork to end at its next tool round."""
        self._put(Message(SHUTDOWN, reason.strip()[:MESSAGE_CHARS]))

    def take(self) -> list[Message]:
        """Everything that came since the last time, in order; it is gone afterwards."""
        try:
            names = sorted(name for name in os.listdir(self.folder) if name.endswith(_SUFFIX))
        except OSError:
            return []
        found = []
        for name in names:
            message = self._taken(os.path.join(self.folder, name))
            if message is not None:
                found.append(message)
        return found

    def _put(self, message: Message) -> None:
        private_folder(self.folder)
        name = f"{time.time_ns():020}-{os.getpid()}-{os.urandom(3).hex()}"
        temporary = os.path.join(self.folder, f".{name}.new")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(message._asdict()).encode())
        os.rename(temporary, os.path.join(self.folder, name + _SUFFIX))

    def _taken(self, path: str) -> Message | None:
        try:
            data = read_bytes(path, MESSAGE_CHARS * 8)
            os.unlink(path)  # before it is delivered: a message twice is worse than a lost one after a crash
        except OSError:
            return None
        return _parsed(data)


def _parsed(data: bytes) -> Message | None:
    """A message, or None for what is none; only a person's plain text is passed on."""
    try:
        value = json.loads(data)
        kind, text = value["kind"], value["text"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if kind not in (MESSAGE, SHUTDOWN) or not isinstance(text, str):
        return None
    return Message(kind, visible(text[:MESSAGE_CHARS]))
