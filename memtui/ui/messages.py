"""What happened, told to the app by whatever works beside it."""

from dataclasses import dataclass

from textual.message import Message

from memtui.transcripts.opening import Which
from memtui.ui.dreaming import Dreams
from memtui.ui.snapshot import Snapshot


@dataclass
class SnapshotChanged(Message):
    """The store was looked at again. `note` says in words what others changed, where they did."""

    snapshot: Snapshot
    note: str = ""


@dataclass
class AuditProgressed(Message):
    """So many memories of a store are read for its first audit; `stopped` when somebody did not want to wait."""

    which: Which
    done: int
    total: int
    stopped: bool = False

    @property
    def share(self) -> str:
        """How much of it, in words."""
        return f"{self.done / max(self.total, 1):.0%}"


@dataclass
class LookFailed(Message):
    """Something went wrong while looking at the store; the last picture still holds."""

    words: str


@dataclass
class HistoryChanged(Message):
    """The history of a store has another newest state, whoever recorded it; `count` is how many states it has."""

    which: Which
    count: int


@dataclass
class ChangeMade(Message):
    """A change of the store was written and recorded."""

    words: str


@dataclass
class ChangeFailed(Message):
    """A change of the store could not be made; nothing was overwritten."""

    words: str


@dataclass
class StoreOpened(Message):
    """Another store was found and is to be shown."""

    which: Which


@dataclass
class DreamsChanged(Message):
    """How it stands with the dreams of a store, looked at again."""

    dreams: Dreams
