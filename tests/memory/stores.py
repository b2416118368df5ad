"""Small stores for the tests of writing, and what is in them to the last byte."""

import os
import stat
from typing import NamedTuple

from memtui.memory.save import Step
from memtui.memory.scan import Scan, Scanner
from memtui.memory.state import State, state_for
from memtui.memory.store import Store

LONG_AGO_NS = 1_700_000_000_123_456_789
INDEX = "MEMORY.md"


class Kept(NamedTuple):
    """One file as it is on disk."""

    data: bytes
    mode: int
    mtime_ns: int


def new_store(base: str, files: dict[str, bytes]) -> Store:
    """A store with these files, all of them old."""
    root = os.path.join(base, "memory")
    os.makedirs(root)
    for file, data in files.items():
        put(root, file, data)
    return Store(root, None, os.path.join(base, "config"), os.path.join(base, "state"))


def put(root: str, file: str, data: bytes, mtime_ns: int = LONG_AGO_NS) -> str:
    """Write a file as somebody else would: in place."""
    path = os.path.join(root, file)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)
    os.utime(path, ns=(mtime_ns, mtime_ns))
    return path


def state_of(store: Store) -> State:
    return state_for(store.root, store.state_base)


def scan_of(store: Store) -> Scan:
    return Scanner(store.root).scan()


def tree(root: str) -> dict[str, Kept | None]:
    """Everything below a directory, hidden names and folders (None) too."""
    found: dict[str, Kept | None] = {}
    for folder, folders, files in os.walk(root):
        for name in folders:
            found[os.path.relpath(os.path.join(folder, name), root)] = None
        for name in files:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            with open(path, "rb") as file:
                data = file.read()
            found[os.path.relpath(path, root)] = Kept(data, stat.S_IMODE(status.st_mode), status.st_mtime_ns)
    return found


def contents(root: str) -> dict[str, bytes | None]:
    """The same without modes and times."""
    return {name: None if kept is None else kept.data for name, kept in tree(root).items()}


def done(before: dict[str, bytes | None], steps: list[Step]) -> dict[str, bytes]:
    """The files as these steps would leave them."""
    after = {name: data for name, data in before.items() if data is not None}
    for step in steps:
        after.pop(step.file, None)
        if step.after is not None:
            after[step.file] = step.after
    return after
