"""Looking at a store and recording what is new: first what others did, then what memtui did."""

import time
from collections.abc import Iterable, Mapping

from memtui.history.log import OTHERS, SEEN, Log
from memtui.history.seen import Seen, read_seen, write_seen
from memtui.history.states import FileState, States, blob_name, blobs, read_state, walk
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.topic import StatKey

_SETTLED_NS = 2_000_000_000  # the coarsest clock of a file system: a younger file may change and keep its times
_DEFAULT_MODE = 0o644


class Look:
    """One look at the store against the newest recorded state. Only files whose stat changed are read."""

    def __init__(self, log: Log, root: str) -> None:
        self.log = log
        self._seen = read_seen(log)
        self._started = time.time_ns()
        self.recorded: list[int] = []  # the numbers of the states that came of this look
        self.old: States = {file: state for file, (_, state) in self._seen.keys.items()}
        self.new: States = {}
        self.contents: dict[str, bytes] = {}
        self._keys: dict[str, tuple[list[int], FileState]] = {}
        unreadable: list[str] = []
        for file, (key, _) in walk(root, unreadable).items():
            self._see(root, file, key)
        for file, state in self.old.items():
            if any(file.startswith(folder) for folder in unreadable):  # there, for all that is known
                self._keep(file, state, None)

    @property
    def first(self) -> bool:
        """Whether nothing is recorded yet."""
        return self._seen.head is None

    def _see(self, root: str, file: str, key: StatKey) -> None:
        known = self._seen.keys.get(file)
        if known is not None and tuple(known[0]) == key:
            self._keep(file, known[1]._replace(mtime_ns=key[0]), key)
            return
        found = read_state(root, file)
        if found is not None:
            if found.data is not None and (known is None or known[1].blob != found.state.blob):
                self.contents[file] = found.data
            self._keep(file, found.state, found.key)
        elif known is not None:  # unreadable now: what was known still holds
            self._keep(file, known[1], None)

    def _keep(self, file: str, state: FileState, key: StatKey | None) -> None:
        sure = key is not None and max(key[0], key[1]) < self._started - _SETTLED_NS
        self.new[file] = state
        self._keys[file] = list(key) if sure and key is not None else [], state

    def take(self, file: str, data: bytes | None) -> None:
        """Count this as what the file is now, whatever was found there: somebody has read it so."""
        if data is None:
            self.new.pop(file, None)
            self._keys.pop(file, None)
        else:
            self._keep(file, self._state_of(file, data, self._started), None)
            self._add_content(file, data)

    def _state_of(self, file: str, data: bytes, mtime_ns: int) -> FileState:
        """The state of a file with this content, as found where that is what was found."""
        blob = blob_name(data)
        found = self.new.get(file)
        if found is not None and found.blob == blob:
            return found
        return FileState(blob, len(data), mtime_ns, found.mode if found else _DEFAULT_MODE)

    def _timed(self, file: str, state: FileState) -> FileState:
        """A recorded file with the time it was found with, where its content is the same."""
        found = self.new.get(file)
        return found if found is not None and found.blob == state.blob else state

    def _add_content(self, file: str, data: bytes) -> None:
        if len(data) <= BODY_MAX_BYTES:
            self.contents[file] = data

    def differing(self) -> set[str]:
        """Files that are not as last recorded, by content or existence."""
        return {file for file, _ in blobs(self.old).items() ^ blobs(self.new).items()}

    def retimed(self, files: Iterable[str]) -> bool:
        """Whether any of these got another time with the same content since it was recorded."""
        return any(file in self.old and self._timed(file, self.old[file]) != self.old[file] for file in files)

    def record_own(
        self,
        who: str,
        why: str,
        kind: str,
        when: float,
        written: Mapping[str, bytes | None],
        undoes: int | None = None,
    ) -> int | None:
        """Record what memtui wrote (None: removed), also where somebody has already written over it."""
        target = {file: self._timed(file, state) for file, state in self.old.items() if file not in written}
        found = dict(self.contents)
        for file, data in written.items():
            if data is not None:
                target[file] = self._state_of(file, data, int(when * 1e9))
                self._add_content(file, data)
        number = self._add(who, why, kind, when, target, undoes)
        self.contents = found
        return number

    def record(self, who: str, why: str, kind: str, when: float, *, times: bool = False) -> int | None:
        """Record all that differs as one state; None when nothing does. The first look is always a state.

        That only times differ makes a state where `times` asks for it.
        """
        number = None
        if times or self.first or self.differing():
            number = self._add(who, why, kind, when, self.new, None, times)
        self._remember()
        return number

    def _add(
        self, who: str, why: str, kind: str, when: float, target: States, undoes: int | None, times: bool = False
    ) -> int | None:
        same = target == self.old if times else blobs(target) == blobs(self.old)
        if same and not self.first:
            return None
        number = self.log.add(who, why, kind, when, target, self.old, self.contents, undoes)
        self.old = dict(target)
        self._seen = Seen(self.log.head(), self._keys)
        self.recorded.append(number)
        return number

    def _remember(self) -> None:
        """Keep the stat keys for the next look, each with what is recorded of its file."""
        if self._seen.head is not None:
            keys = {file: (key, self.old.get(file, state)) for file, (key, state) in self._keys.items()}
            write_seen(self.log, Seen(self._seen.head, keys))


def record_others(look: Look, when: float, *, times: bool = False) -> int | None:
    """Record what changed since the last look as somebody else's doing; mere times only where `times` asks."""
    differing = look.differing()
    if look.first:
        why = f"first look: {_count(len(look.new))}"
    else:
        gone = sum(1 for file in differing if file not in look.new)
        why = f"changed outside memtui: {_count(len(differing))}" + (f", {gone} of them gone" if gone else "")
        why = why if differing else "given other times outside memtui"
    return look.record(OTHERS, why, SEEN, when, times=times)


def _count(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
