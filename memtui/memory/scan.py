"""What is in a memory directory, newest first.

A `Scanner` remembers what it read by (mtime, ctime, size, inode): a second look costs one stat a file and
reads only what changed. Links and special files are listed as odd, and never followed or opened.
"""

import gc
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from typing import NamedTuple

from memtui.memory import topic
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_head
from memtui.memory.limits import HEAD_MAX_BYTES, INDEX_NAME, SCAN_HEAD_LINES, SCAN_MAX_FILES
from memtui.memory.topic import Memory, StatKey

_ORDER = itemgetter(0)  # of a `Memory` as of a `Found`
Found = tuple[tuple[int, str], StatKey, str]  # order, key, file: seen, but not read yet
_KINDS = (
    (stat.S_ISLNK, "symlink"),
    (stat.S_ISFIFO, "FIFO"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "device"),
    (stat.S_ISBLK, "device"),
)


def _in_order(found: list[Memory | Found], whole: bool) -> Iterable[Memory | Found]:
    """The newest first. Where only some are wanted, the rest is not sorted."""
    if whole:
        found.sort(key=_ORDER)
        return found
    import heapq

    heapq.heapify(found)  # no two have the same order, so nothing behind it is compared
    return (heapq.heappop(found) for _ in range(len(found)))


class Odd(NamedTuple):
    """Something in the store that is no readable plain file."""

    file: str
    kind: str  # symlink, FIFO, socket, device, unreadable
    detail: str


class Scan(NamedTuple):
    """One look at the directory. `memories` are newest first; only the first 200 are visible to recall."""

    root: str
    memories: list[Memory]
    indexes: dict[str, StatKey]
    odd: list[Odd]
    missing: bool = False

    def visible(self) -> list[Memory]:
        """What recall and the manifest see."""
        return self.memories[:SCAN_MAX_FILES]


@contextmanager
def _unswept() -> Iterator[None]:
    """Without the collector: a scan makes thousands of records that stay and no rubbish, so sweeping finds nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Scanner:
    """Looks at one memory directory, again and again."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._prefix = os.path.join(root, "")
        self._seen: dict[str, Memory] = {}
        self._indexes: dict[str, StatKey] = {}
        self._odd: list[Odd] = []
        self._missing = False

    def scan(self, newest: int | None = None) -> Scan:
        """Look now. With `newest`, only so many of the newest memories are read and returned."""
        with _unswept():
            memories = self._memories(newest)
        if newest is None and len(self._seen) > len(memories):
            self._seen = {memory.file: memory for memory in memories}
        return Scan(self.root, memories, dict(self._indexes), sorted(self._odd), self._missing)

    def _memories(self, newest: int | None) -> list[Memory]:
        seen = self._seen
        memories: list[Memory] = []
        for item in _in_order(self._walk(), newest is None):
            if len(memories) == newest:
                break
            if isinstance(item, Memory):
                memories.append(item)
                continue
            memory = self._read(item)
            if memory is not None:
                seen[memory.file] = memory
                memories.append(memory)
        return memories

    def stats(self) -> dict[str, StatKey]:
        """Every memory and index with its stat key, without reading any."""
        return {item[2]: item[1] for item in self._walk()} | self._indexes

    def _walk(self) -> list[Memory | Found]:
        """Every topic file below the root: as remembered when unchanged, else still to be read."""
        self._indexes, self._odd, self._missing = {}, [], False
        found: list[Memory | Found] = []
        folders = [""]
        while folders:
            folder = folders.pop()
            try:
                with os.scandir(self._prefix + folder) as entries:
                    self._list(folder, entries, found, folders)
            except OSError as error:
                self._note_folder(folder, error)
        return found

    def _list(
        self,
        folder: str,
        entries: "os._ScandirIterator[str]",
        found: list[Memory | Found],
        folders: list[str],
    ) -> None:
        remembered = self._seen.get
        for entry in entries:
            name = entry.name
            if not name.endswith(".md"):
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{folder}{name}/")
                elif not entry.is_file(follow_symlinks=False):
                    self._note(folder + name, entry)
                continue
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError as error:
                self._note_lost(folder + name, error)
                continue
            file = folder + name
            if not stat.S_ISREG(status.st_mode):
                if stat.S_ISDIR(status.st_mode):
                    folders.append(f"{file}/")
                else:
                    self._note(file, entry)
                continue
            key = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
            if name == INDEX_NAME:
                self._indexes[file] = key
                continue
            known = remembered(file)
            if known is not None and known.key == key:
                found.append(known)
            else:
                found.append(((-key[0], file), key, file))

    def _read(self, item: Found) -> Memory | None:
        _, key, file = item
        try:
            head = read_head(self._prefix + file, SCAN_HEAD_LINES, HEAD_MAX_BYTES)
        except OSError as error:
            self._note_lost(file, error)
            return None
        return topic.read(file, key, head)

    def _note_lost(self, file: str, error: OSError) -> None:
        """A file that cannot be read is odd, unless it is gone since it was listed."""
        if not isinstance(error, FileNotFoundError):
            self._odd.append(Odd(file, "unreadable", reason(error)))

    def _note(self, file: str, entry: "os.DirEntry[str]") -> None:
        try:
            mode = entry.stat(follow_symlinks=False).st_mode
            kind = next((word for test, word in _KINDS if test(mode)), "special file")
            detail = os.readlink(entry.path) if kind == "symlink" else ""
        except OSError as error:
            kind, detail = "unreadable", reason(error)
        self._odd.append(Odd(file, kind, detail))

    def _note_folder(self, folder: str, error: OSError) -> None:
        """A subfolder that cannot be listed is odd; the root decides whether there is a store at all."""
        if folder:
            self._note_lost(folder, error)
        elif isinstance(error, FileNotFoundError):
            self._missing = True
        elif isinstance(error, NotADirectoryError):
            raise MemtuiError("not a directory", self.root, "give the directory that holds MEMORY.md")
        else:
            raise MemtuiError(f"cannot list ({reason(error)})", self.root, "check its permissions") from error
