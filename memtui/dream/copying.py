"""The copy that a dream works on, and the base that it is compared with: both made from the live store at once.

Links and special files are never copied, nor what is too large for a memory or for a lock of the agent's: what is
not in the base, no dream can change.
"""

import os
import shutil

from memtui.dream.task import part
from memtui.history.states import walk
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.state import PRIVATE_FILE, State, private_folder

Tree = dict[str, bytes]  # contents by path relative to the store
BASE, COPY = "base", "copy"


def read_tree(root: str) -> Tree:
    """Every plain file below a directory that a dream may see."""
    found: Tree = {}
    for file, (key, _) in sorted(walk(root).items()):
        if key[2] > BODY_MAX_BYTES:
            continue
        try:
            data = read_bytes(os.path.join(root, file), BODY_MAX_BYTES + 1)
        except OSError:  # gone or closed since it was listed
            continue
        if len(data) <= BODY_MAX_BYTES:
            found[file] = data
    return found


def copy_store(root: str, state: State, task_id: str) -> Tree:
    """Make base and copy afresh from the live store; what they hold."""
    tree = read_tree(root)
    times = {file: key[0] for file, (key, _) in walk(root).items()}
    try:
        for name in (BASE, COPY):
            shutil.rmtree(part(state, task_id, name), ignore_errors=True)
            folder = private_folder(part(state, task_id, name))
            for file, data in tree.items():
                write_file(folder, file, data, times.get(file))
    except OSError as error:
        raise MemtuiError(
            f"cannot copy the memory ({reason(error)})", part(state, task_id, ""), "check the disk"
        ) from error
    return tree


def write_file(folder: str, file: str, data: bytes | None, mtime_ns: int | None = None) -> None:
    """Make one file of a copy so; None removes it."""
    path = os.path.join(folder, *file.split("/"))
    if data is None:
        try:
            os.unlink(path)
        except FileNotFoundError:
            pass
        return
    private_folder(os.path.dirname(path))
    temporary = f"{path}.memtui.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
    if mtime_ns is not None:
        os.utime(temporary, ns=(mtime_ns, mtime_ns))
    os.rename(temporary, path)


def base_of(state: State, task_id: str) -> Tree:
    """The store as it was when the dream began, less what is decided since."""
    return read_tree(part(state, task_id, BASE))


def copy_of(state: State, task_id: str) -> Tree:
    """What the dream made of it."""
    return read_tree(part(state, task_id, COPY))


def drop_copies(state: State, task_id: str) -> None:
    """Nothing of a dream that is settled lies around: the history has it, and a secret should be in one place."""
    for name in (BASE, COPY):
        shutil.rmtree(part(state, task_id, name), ignore_errors=True)


def forget_file(state: State, file: str) -> int:
    """Remove a file from the copies of every result that still waits; in how many it was."""
    import glob

    count = 0
    for name in (BASE, COPY):
        for folder in glob.glob(os.path.join(glob.escape(state.folder), "dreams", "*", name)):
            if os.path.lexists(os.path.join(folder, file)):
                write_file(folder, file, None)
                count += name == COPY
    return count


def differing(base: Tree, copy: Tree) -> list[str]:
    """The files that a dream created, changed or deleted."""
    return sorted(file for file in base.keys() | copy.keys() if base.get(file) != copy.get(file))
