"""What one conversation has been given already: which memories, and how many bytes of the 60,000.

Kept privately beside memtui's other state. What the transcript of the session shows counts too: memories that the
agent read itself, and compactions, each of which starts both counts anew.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from memtui.memory.errors import UsageError
from memtui.memory.files import read_bytes
from memtui.memory.state import private_folder, write_private
from memtui.memory.store import Store
from memtui.recall.limits import SESSION_MAX_BYTES
from memtui.transcripts.uses import in_mind, transcript_of

_FOLDER = "recall"
_LONGEST = 200
_LOCK_S = 10


class Session(NamedTuple):
    """One conversation as recall sees it."""

    id: str
    bytes: int = 0
    surfaced: frozenset[str] = frozenset()  # files that recall has put before it
    read: frozenset[str] = frozenset()  # files that the agent has read itself
    compactions: int = 0

    @property
    def full(self) -> bool:
        """Whether it has had all that a conversation is given."""
        return self.bytes >= SESSION_MAX_BYTES

    @property
    def left(self) -> int:
        """Bytes until it is full."""
        return max(0, SESSION_MAX_BYTES - self.bytes)

    def given(self, files: frozenset[str], count: int) -> "Session":
        """The same after so many bytes of these memories."""
        return self._replace(bytes=self.bytes + count, surfaced=self.surfaced | files)


def load(store: Store, session: str) -> Session:
    """A session as it stands, with what its transcript shows."""
    if not session.strip() or len(session) > _LONGEST:
        raise UsageError("not a session's id", session[:40], f"give 1 to {_LONGEST} characters")
    kept = _kept(store, session)
    transcript = transcript_of(store.config_dir, session)
    if transcript is None:
        return kept
    try:
        held, compactions = in_mind(transcript, (store.root,))
    except OSError:
        return kept
    if compactions > kept.compactions:  # what was surfaced before is no longer before the model
        kept = Session(session)
    return kept._replace(read=held, compactions=compactions)


def save(store: Store, session: Session) -> None:
    """Keep a session."""
    data = {"session": session.id, "bytes": session.bytes, "surfaced": sorted(session.surfaced)}
    data["compactions"] = session.compactions
    private_folder(os.path.join(store.state.folder, _FOLDER))
    write_private(_path(store, session.id), json.dumps(data).encode())


def reset(store: Store, session: str) -> None:
    """Forget what a session was given: its conversation has been compacted."""
    with held(store):
        kept = _kept(store, session)
        save(store, Session(session, compactions=kept.compactions))


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Only one process at a time counts what sessions are given."""
    from filelock import FileLock

    folder = private_folder(os.path.join(store.state.folder, _FOLDER))
    with FileLock(os.path.join(folder, "lock"), timeout=_LOCK_S, mode=0o600):
        yield


def _path(store: Store, session: str) -> str:
    digest = hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return os.path.join(store.state.folder, _FOLDER, f"{digest}.json")


def _kept(store: Store, session: str) -> Session:
    try:
        data = json.loads(read_bytes(_path(store, session)))
        files = frozenset(file for file in data["surfaced"] if isinstance(file, str))
        return Session(session, max(0, int(data["bytes"])), files, compactions=int(data["compactions"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Session(session)  # none yet, or not readable: begins anew
