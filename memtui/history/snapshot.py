"""Looking at a store and recording what is new: first what others did, then what memtui did."""

from collections.abc import Collection

from memtui.history.log import OTHERS, SEEN, Log, Seen, read_seen, write_seen
from memtui.history.states import FileState, States, read_state, walk
from memtui.memory.state import private_folder
from memtui.memory.topic import StatKey


class Look:
    """One look at the store against the newest recorded state. Only files whose stat changed are read."""

    def __init__(self, log: Log, root: str) -> None:
        self.log = log
        self._seen = read_seen(log)
        self.old: States = {file: state for file, (_, state) in self._seen.keys.items()}
        self.new: States = {}
        self.contents: dict[str, bytes] = {}
        self._keys: dict[str, tuple[list[int], FileState]] = {}
        for file, (key, mode) in walk(root).items():
            state = self._state(root, file, key, mode)
            if state is not None:
                self.new[file] = state
                self._keys[file] = list(key), state

    def _state(self, root: str, file: str, key: StatKey, mode: int) -> FileState | None:
        known = self._seen.keys.get(file)
        if known is not None and tuple(known[0]) == key:
            return known[1]
        found = read_state(root, file, key, mode)
        if found is None:  # unreadable now: what was known still holds
            return known[1] if known else None
        state, data = found
        if data is not None and (known is None or known[1].blob != state.blob):
            self.contents[file] = data
        return state

    def differing(self) -> set[str]:
        """Files that are not as last recorded (content, existence or time)."""
        files = set(self.old) | set(self.new)
        return {file for file in files if _content(self.old.get(file)) != _content(self.new.get(file))}

    def record(
        self,
        who: str,
        why: str,
        kind: str,
        when: float,
        only: Collection[str] | None = None,
        undoes: int | None = None,
    ) -> int | None:
        """Record what differs (of `only`, where given) as one state; None when nothing does."""
        wanted = self.differing() if only is None else self.differing() & set(only)
        first = self._seen.head is None
        if not wanted and not (first and only is None):
            self.remember()
            return None
        target = self.new if only is None else _mixed(self.old, self.new, wanted)
        number = self.log.add(who, why, kind, when, target, self.old, self.contents, undoes)
        self.old = target
        self._seen = Seen(self.log.head(), self._keys)
        if only is None:
            self.remember()
        return number

    def remember(self) -> None:
        """Keep the stat keys for the next look, once all that differs is recorded."""
        if self._seen.head is not None and not self.differing():
            private_folder(self.log.repository)
            write_seen(self.log, Seen(self._seen.head, self._keys))


def _content(state: FileState | None) -> str | None:
    return None if state is None else state.blob


def _mixed(old: States, new: States, wanted: set[str]) -> States:
    """The old state with the wanted files as they are now."""
    states = {file: state for file, state in old.items() if file not in wanted}
    states.update((file, new[file]) for file in wanted if file in new)
    return states


def record_others(look: Look, when: float) -> int | None:
    """Record what changed since the last look as somebody else's doing."""
    differing = look.differing()
    if not look.old:
        why = f"first look: {_count(len(look.new))}"
    else:
        gone = sum(1 for file in differing if file not in look.new)
        why = f"changed outside memtui: {_count(len(differing))}" + (f", {gone} of them gone" if gone else "")
    return look.record(OTHERS, why, SEEN, when)


def _count(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
