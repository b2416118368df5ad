"""Where memtui keeps what it knows of a store: beside the user's other state, never in the memory directory.

Everything below is for the user's eyes only: folders 0700, files 0600.
"""

import os
import stat
from typing import NamedTuple

from memtui.memory.errors import MemtuiError, reason

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
_OTHERS = 0o077


class State(NamedTuple):
    """The folder of one store."""

    folder: str

    @property
    def history(self) -> str:
        """The repository with every past state."""
        return os.path.join(self.folder, "history.git")

    @property
    def trash(self) -> str:
        """What was deleted, as it was."""
        return os.path.join(self.folder, "trash")

    @property
    def drafts(self) -> str:
        """Edits that are not in the store: under way, or kept because the file changed meanwhile."""
        return os.path.join(self.folder, "drafts")

    @property
    def lock(self) -> str:
        """Held by the one process that writes."""
        return os.path.join(self.folder, "lock")

    @property
    def journal(self) -> str:
        """The write under way, for whoever finds it after a crash."""
        return os.path.join(self.folder, "journal.json")


def state_for(memory_dir: str, base: str | None = None) -> State:
    """The state folder of a store, by the real path of its directory. It may not exist yet."""
    import hashlib

    if base is None:
        from platformdirs import user_state_dir

        base = user_state_dir("memtui")
    real = os.path.realpath(memory_dir)
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:16]
    return State(os.path.join(base, "stores", digest))


def private_folder(path: str) -> str:
    """The folder, made if need be with those above it, with nobody else let in."""
    try:
        _make_private(path)
        status = os.stat(path)
        if stat.S_IMODE(status.st_mode) & _OTHERS and status.st_uid == os.geteuid():
            os.chmod(path, PRIVATE_FOLDER)
    except OSError as error:
        raise MemtuiError(
            f"cannot keep state ({reason(error)})", path, "make that place writable or set XDG_STATE_HOME"
        ) from error
    return path


def _make_private(path: str) -> None:
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent != path:
        _make_private(parent)
    try:
        os.mkdir(path, PRIVATE_FOLDER)
        os.chmod(path, PRIVATE_FOLDER)  # past the umask
    except FileExistsError:
        if not os.path.isdir(path):  # a file, not another process that was as quick
            raise


def write_private(path: str, data: bytes, *, durable: bool = False) -> None:
    """Replace a state file in one step; it stays what it was when that fails."""
    temporary = f"{path}.new"
    try:
        _write_new(temporary, data, durable)
        os.replace(temporary, path)
    except BaseException:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise
    if durable:
        sync_folder(os.path.dirname(path))


def _write_new(path: str, data: bytes, durable: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), PRIVATE_FILE)
    with os.fdopen(descriptor, "wb") as file:
        os.chmod(path, PRIVATE_FILE)  # past the umask, and past what a file left over may have
        file.write(data)
        if durable:
            file.flush()
            os.fsync(descriptor)


def sync_folder(path: str) -> None:
    """Make a rename in this folder survive a power cut, where the system can."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some file systems cannot sync a folder; the rename is still atomic
    finally:
        os.close(descriptor)
