"""One store: its directory, memtui's state of it, the project it belongs to, and how a file in it is named."""

import os
from typing import NamedTuple

from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from memtui.memory.files import read_bytes
from memtui.memory.limits import INDEX_NAME, TEAM_DIR
from memtui.memory.links import fold
from memtui.memory.scan import Scan
from memtui.memory.state import State, state_for
from memtui.memory.topic import stem

_SHOWN = 5


class Store(NamedTuple):
    """A memory directory and what belongs to it. `root` is absolute, without a trailing slash."""

    root: str
    project: str | None  # the work tree that the memories speak of, where it is known
    config_dir: str
    state_base: str | None = None

    @property
    def state(self) -> State:
        """memtui's own folder for this store."""
        return state_for(self.root, self.state_base)

    def path(self, file: str) -> str:
        """The place of a file of the store."""
        return os.path.join(self.root, file)

    def read_index(self, file: str = INDEX_NAME) -> bytes | None:
        """The bytes of an index; None when there is none."""
        try:
            return read_bytes(self.path(file))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            from memtui.memory.errors import reason

            raise MemtuiError(f"cannot read ({reason(error)})", self.path(file), "check what it is") from error


def index_of(file: str) -> tuple[str, str]:
    """The index that points to a file, and the file's name as that index writes it."""
    if file.startswith(f"{TEAM_DIR}/"):
        return f"{TEAM_DIR}/{INDEX_NAME}", file.removeprefix(f"{TEAM_DIR}/")
    return INDEX_NAME, file


def find_file(scan: Scan, wanted: str) -> str:
    """The file that a user means: a path below the directory, or a name that only one memory has."""
    if "\0" in wanted or not wanted:
        raise UsageError("not a file name", repr(wanted), "give a path below the directory or a memory's name")
    files = [memory.file for memory in scan.memories]
    direct = _relative(scan.root, wanted)
    for candidate in (direct, f"{direct}.md"):
        if candidate in files or candidate in scan.indexes:
            return candidate
    matches = _by_name(scan, wanted)
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UsageError("more than one memory has that name", wanted, f"say which: {', '.join(matches[:_SHOWN])}")
    odd = next((item for item in scan.odd if item.file == direct), None)
    if odd is not None:
        raise MemtuiError(f"is a {odd.kind}, which memtui shows but never opens", wanted, "replace it by a plain file")
    raise NegativeError("no such memory", wanted, _nearest(files, wanted))


def _relative(root: str, wanted: str) -> str:
    path = os.path.normpath(wanted)
    if os.path.isabs(path):
        path = os.path.relpath(path, root)
    return path.replace(os.sep, "/")


def _by_name(scan: Scan, wanted: str) -> list[str]:
    key = fold(os.path.basename(wanted).removesuffix(".md")) if "/" not in wanted else None
    if key is None:
        return []
    named = [memory.file for memory in scan.memories if memory.name and fold(memory.name) == key]
    return named or [memory.file for memory in scan.memories if fold(stem(memory.file)) == key]


def _nearest(files: list[str], wanted: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(wanted, files, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else "see memtui list"
