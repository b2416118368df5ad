"""The list of past states: who made each, when, why, and which files it touched."""

import json
import os
from typing import NamedTuple

from memtui.history import git
from memtui.history.states import FileState, States, blob_name, decode_states, encode_states, tree_path
from memtui.memory.state import State, private_folder, write_private

REF = "refs/heads/main"
OTHERS = "others"  # whoever is not memtui: the agent, an editor, a sync tool
SEEN, CHANGE, UNDO, RESTORE = "seen", "change", "undo", "restore"
_STATES_PATH = "states"
_FORMAT = "%H%x00%an%x00%ct%x00%B%x00%x01"


class Entry(NamedTuple):
    """One recorded state. `number` is how people name it: it never changes, also when history is rewritten."""

    commit: str
    number: int
    who: str
    when: float
    why: str
    kind: str
    created: tuple[str, ...]
    changed: tuple[str, ...]
    deleted: tuple[str, ...]
    undoes: int | None = None

    @property
    def touched(self) -> tuple[str, ...]:
        """Every file that differs from the state before."""
        return self.created + self.changed + self.deleted


class Log:
    """The history of one store."""

    def __init__(self, state: State) -> None:
        self.repository = state.history
        self._state = state

    def head(self) -> str | None:
        """The newest commit, without starting git."""
        try:
            with open(os.path.join(self.repository, *REF.split("/")), encoding="ascii") as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return self._packed_head()

    def _packed_head(self) -> str | None:
        try:
            with open(os.path.join(self.repository, "packed-refs"), encoding="ascii") as file:
                rows = (line.split() for line in file)
                return next((row[0] for row in rows if len(row) == 2 and row[1] == REF), None)
        except FileNotFoundError:
            return None

    def entries(self, most: int | None = None) -> list[Entry]:
        """Newest first."""
        if self.head() is None:
            return []
        limit = [] if most is None else [f"--max-count={most}"]
        raw = git.run(self.repository, "log", f"--format={_FORMAT}", *limit, REF, "--")
        rows = raw.decode("utf-8", "surrogateescape").split("\x01")
        return [_entry(row.lstrip("\n")) for row in rows if row.strip("\n")]

    def states(self, commit: str) -> States:
        """Which files a state had."""
        return decode_states(git.run(self.repository, "cat-file", "blob", f"{commit}:{_STATES_PATH}"))

    def content(self, state: FileState) -> bytes | None:
        """The bytes of a file of a past state, or None when they were never kept."""
        with git.objects(self.repository) as objects:
            return objects.read(state.blob)

    def start(self) -> None:
        """Make the repository if there is none."""
        if os.path.isdir(os.path.join(self.repository, "objects")):
            return
        private_folder(self._state.folder)
        private_folder(self.repository)
        git.run(
            self.repository,
            "init",
            "-q",
            "--bare",
            "--template=",
            f"--initial-branch={REF.rsplit('/', 1)[1]}",
        )

    def add(
        self,
        who: str,
        why: str,
        kind: str,
        when: float,
        new: States,
        old: States,
        contents: dict[str, bytes],
        undoes: int | None = None,
    ) -> int:
        """Record a state after the newest. `contents` has the bytes of what is not in the history yet."""
        self.start()
        head = self.head()
        number = 1 if head is None else self.entries(1)[0].number + 1
        facts = _facts(number, kind, new, old, undoes)
        stream = _stream(who, why, facts, when, head, new, old, contents)
        git.run(self.repository, "fast-import", "--quiet", "--done", "--date-format=raw", given=stream)
        return number


def _facts(number: int, kind: str, new: States, old: States, undoes: int | None) -> dict[str, object]:
    return {
        "number": number,
        "kind": kind,
        "created": sorted(file for file in new if file not in old),
        "changed": sorted(file for file in new if file in old and new[file].blob != old[file].blob),
        "deleted": sorted(file for file in old if file not in new),
        "undoes": undoes,
    }


def _entry(row: str) -> Entry:
    commit, who, when, body, _ = row.split("\0", 4)
    why, _, facts_text = body.rstrip("\n").rpartition("\n\n")
    facts = json.loads(facts_text)
    return Entry(
        commit,
        facts["number"],
        who,
        float(when),
        why,
        facts["kind"],
        tuple(facts["created"]),
        tuple(facts["changed"]),
        tuple(facts["deleted"]),
        facts["undoes"],
    )


def _stream(
    who: str,
    why: str,
    facts: dict[str, object],
    when: float,
    head: str | None,
    new: States,
    old: States,
    contents: dict[str, bytes],
) -> bytes:
    """The commit in the format of `git fast-import`: one process writes objects, trees and ref."""
    reason = " ".join(why.split()) or "changed"
    message = f"{reason}\n\n{json.dumps(facts)}".encode("utf-8", "backslashreplace")
    name = "".join(char for char in who if char.isprintable() and char not in "<>") or "unknown"
    parts = [
        f"commit {REF}\ncommitter {name} <memtui> {int(when)} +0000\n".encode("utf-8", "replace"),
        _data(message),
        b"" if head is None else f"from {REF}^0\n".encode(),
    ]
    for file in sorted(set(new) | set(old)):
        state, before = new.get(file), old.get(file)
        path = tree_path(file)
        if state is None or not state.kept:
            if before is not None and before.kept:
                parts.append(f"D {path}\n".encode())
        elif before is None or before.blob != state.blob:
            parts.append(_modify(path, state, contents.get(file)))
    rows = encode_states(new)
    parts.append(f"M 100644 inline {_STATES_PATH}\n".encode() + _data(rows))
    parts.append(b"done\n")
    return b"".join(parts)


def _modify(path: str, state: FileState, data: bytes | None) -> bytes:
    if data is None or blob_name(data) != state.blob:
        return f"M 100644 {state.blob} {path}\n".encode()  # already in the history under another commit
    return f"M 100644 inline {path}\n".encode() + _data(data)


def _data(data: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(data), data)


class Seen(NamedTuple):
    """What the newest state knows of each file, by stat key: a file whose key is the same is not read again."""

    head: str | None
    keys: dict[str, tuple[list[int], FileState]]


def read_seen(log: Log) -> Seen:
    """The memory of the last look, empty when it does not fit the newest state."""
    head = log.head()
    try:
        with open(_seen_path(log), "rb") as file:
            stored = json.loads(file.read())
        if head is not None and stored["head"] == head:
            return Seen(head, {f: (row[0], FileState(*row[1])) for f, row in stored["files"].items()})
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        pass
    if head is None:
        return Seen(None, {})
    return Seen(head, {file: ([], state) for file, state in log.states(head).items()})


def write_seen(log: Log, seen: Seen) -> None:
    """Remember this look."""
    rows = {file: [list(key), list(state)] for file, (key, state) in seen.keys.items()}
    write_private(_seen_path(log), json.dumps({"head": seen.head, "files": rows}).encode("ascii"))


def _seen_path(log: Log) -> str:
    return os.path.join(log.repository, "memtui-seen.json")
