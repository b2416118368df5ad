"""The list of past states: who made each, when, why, and which files it touched."""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from memtui.history import git
from memtui.history.states import FileState, States, blob_name, blobs, decode_states, encode_states, tree_path
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.state import State, private_folder

FIRST_NUMBER = 1
DREAM = "dream "  # how the name of a dream begins, where it changed something
REF = "refs/heads/main"
OTHERS = "others"  # whoever is not memtui: the agent, an editor, a sync tool
SEEN, CHANGE, UNDO, RESTORE = "seen", "change", "undo", "restore"
SEEN_FILE = "memtui-seen.json"
_STATES_PATH = "states"
_FORMAT = "%H%x00%an%x00%ct%x00%B%x00%x01"
_STALE_LOCK_S = 3.0  # git holds its own for milliseconds
_LOOK_AGAIN_S = 0.02
_COMMIT = re.compile(r"[0-9a-f]{40}")


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
            with open(os.path.join(self.repository, *REF.split("/")), encoding="ascii", errors="replace") as file:
                found = file.read().strip()
        except FileNotFoundError:
            return self._packed_head()
        except OSError as error:
            raise git.damaged(self.repository, reason(error)) from None
        if not _COMMIT.fullmatch(found):
            raise git.damaged(self.repository, "the name of its newest state is not readable")
        return found

    def _packed_head(self) -> str | None:
        try:
            with open(os.path.join(self.repository, "packed-refs"), encoding="ascii", errors="replace") as file:
                rows = [line.split() for line in file]
        except FileNotFoundError:
            rows = []
        except OSError as error:
            raise git.damaged(self.repository, reason(error)) from None
        found = next((row[0] for row in rows if len(row) == 2 and row[1] == REF), None)
        if found is None and os.path.lexists(os.path.join(self.repository, SEEN_FILE)):
            raise git.damaged(self.repository, "the name of its newest state is lost")
        return found

    def entries(self, most: int | None = None) -> list[Entry]:
        """Newest first."""
        head = self.head()
        if head is None:
            return []
        limit = [] if most is None else [f"--max-count={most}"]
        raw = git.run(self.repository, "log", f"--format={_FORMAT}", *limit, head, "--")
        rows = raw.decode("utf-8", "surrogateescape").split("\x01")
        try:
            return [_entry(row.lstrip("\n")) for row in rows if row.strip("\n")]
        except (ValueError, KeyError, TypeError):
            raise git.damaged(self.repository, "a state is not one of memtui's") from None

    def count(self) -> int:
        """How many states there are, without reading them."""
        head = self.head()
        if head is None:
            return 0
        said = git.run(self.repository, "rev-list", "--count", head, "--")
        if not said.strip().isdigit():
            raise git.damaged(self.repository, "its states cannot be counted")
        return int(said)

    def states(self, commit: str) -> States:
        """Which files a state had."""
        return self._decoded(git.run(self.repository, "cat-file", "blob", f"{commit}:{_STATES_PATH}"))

    def states_of(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, States]]:
        """Which files each of these states had; git is started once for all."""
        with git.objects(self.repository) as objects:
            for entry in entries:
                data = objects.read(f"{entry.commit}:{_STATES_PATH}")
                if data is None:
                    raise git.damaged(self.repository, f"state {entry.number} is missing")
                yield entry, self._decoded(data)

    def _decoded(self, data: bytes) -> States:
        try:
            return decode_states(data)
        except (ValueError, TypeError):
            raise git.damaged(self.repository, "a list of files is not readable") from None

    def content(self, state: FileState) -> bytes | None:
        """The bytes of a file of a past state, or None when they were never kept."""
        return self.contents([state]).get(state.blob)

    def contents(self, wanted: Iterable[FileState]) -> dict[str, bytes]:
        """The bytes of past files by git's name of them, without those that were never kept or are purged."""
        found: dict[str, bytes] = {}
        names = {state.blob for state in wanted if state.kept}
        if not names or self.head() is None:
            return found
        with git.objects(self.repository) as objects:
            for name in names:
                data = objects.read(name)
                if data is not None and blob_name(data) != name:
                    raise git.damaged(self.repository, f"{name} is not what it was")
                if data is not None:
                    found[name] = data
        return found

    def start(self) -> None:
        """Make the repository if there is none."""
        if os.path.isdir(os.path.join(self.repository, "objects")):
            return
        private_folder(self._state.folder)
        private_folder(self.repository)
        branch = REF.rsplit("/", 1)[1]
        git.run(self.repository, "init", "-q", "--bare", "--template=", f"--initial-branch={branch}")

    def add(
        self,
        who: str,
        why: str,
        kind: str,
        when: float,
        new: States,
        old: States,
        contents: Mapping[str, bytes],
        undoes: int | None = None,
    ) -> int:
        """Record a state after the newest. `contents` has the bytes of what is not in the history yet."""
        self.start()
        while True:
            head = self.head()
            number = FIRST_NUMBER if head is None else self.entries(1)[0].number + 1
            facts = _facts(number, kind, new, old, undoes)
            stream = commit_command(REF, who, why, facts, when, head, new, old, contents) + b"done\n"
            try:
                git.run(self.repository, "fast-import", "--quiet", "--done", "--date-format=raw", given=stream)
                return number
            except MemtuiError:
                now = self.head()
                if now is None or now == head:
                    if self._drop_stale_locks():
                        continue
                    raise
            # The git of a process that was killed has just ended its work: perhaps this very state.
            old = self.states(now)
            if blobs(old) == blobs(new):
                return self.entries(1)[0].number

    def _drop_stale_locks(self) -> bool:
        """Remove what a git that was killed left in the way, or wait for one that still ends its work.

        The caller holds the store's lock, so that can only be the git of a process that is gone.
        """
        return any(self._drop_lock(os.path.join(self.repository, f"{name}.lock")) for name in (REF, "HEAD"))

    def _drop_lock(self, path: str) -> bool:
        """Whether there was a lock and is none any more."""
        deadline, found = time.monotonic() + _STALE_LOCK_S, False
        try:
            while time.time() - os.lstat(path).st_mtime < _STALE_LOCK_S and time.monotonic() < deadline:
                found = True
                time.sleep(_LOOK_AGAIN_S)
            os.unlink(path)
        except FileNotFoundError:
            return found
        except OSError:
            return False
        return True


def _facts(number: int, kind: str, new: States, old: States, undoes: int | None) -> dict[str, object]:
    return {
        "number": number,
        "kind": kind,
        "created": sorted(file for file in new if file not in old),
        "changed": sorted(file for file in new if file in old and new[file].blob != old[file].blob),
        "deleted": sorted(file for file in old if file not in new),
        "undoes": undoes,
    }


def facts_of(entry: Entry) -> dict[str, object]:
    """What a state's commit says of it besides who, when and why."""
    names = ("number", "kind", "created", "changed", "deleted", "undoes")
    return {name: getattr(entry, name) for name in names}


def _entry(row: str) -> Entry:
    commit, who, when, body, _ = row.split("\0", 4)
    why, _, facts_text = body.rstrip("\n").rpartition("\n\n")
    facts: dict[str, Any] = json.loads(facts_text)
    return Entry(
        commit,
        int(facts["number"]),
        who,
        float(when),
        why,
        str(facts["kind"]),
        tuple(facts["created"]),
        tuple(facts["changed"]),
        tuple(facts["deleted"]),
        facts["undoes"],
    )


def commit_command(
    ref: str,
    who: str,
    why: str,
    facts: dict[str, object],
    when: float,
    parent: str | None,
    new: States,
    old: States,
    contents: Mapping[str, bytes],
) -> bytes:
    """One commit in the format of `git fast-import`: one process writes objects, trees and ref."""
    message = f"{_one_line(why) or 'changed'}\n\n{json.dumps(facts)}".encode("utf-8", "backslashreplace")
    name = " ".join("".join(char for char in _one_line(who) if char not in "<>").split()) or "unknown"
    parts = [
        f"commit {ref}\ncommitter {name} <memtui> {max(int(when), 0)} +0000\n".encode("utf-8", "replace"),
        _data(message),
        b"" if parent is None else f"from {parent}\n".encode(),
    ]
    gone = [file for file, before in old.items() if before.kept and not _is_kept(new.get(file))]
    parts += [f"D {tree_path(file)}\n".encode() for file in sorted(gone)]
    for file in sorted(new):
        state, before = new[file], old.get(file)
        if state.kept and (before is None or before.blob != state.blob):
            parts.append(_modify(tree_path(file), state, contents.get(file)))
    parts.append(f"M 100644 inline {_STATES_PATH}\n".encode() + _data(encode_states(new)))
    return b"".join(parts)


def _is_kept(state: FileState | None) -> bool:
    return state is not None and state.kept


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _modify(path: str, state: FileState, data: bytes | None) -> bytes:
    if data is None or blob_name(data) != state.blob:
        return f"M 100644 {state.blob} {path}\n".encode()  # already in the history under another commit
    return f"M 100644 inline {path}\n".encode() + _data(data)


def _data(data: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(data), data)
