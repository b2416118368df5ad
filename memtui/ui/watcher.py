"""Telling when files of the store change, in a thread of its own. Where there is no directory yet, it waits for one."""

import os
import stat
import threading
from collections.abc import Callable, Iterable

_DEBOUNCE_MS = 100
_STEP_MS = 10  # watchfiles' default holds a burst back for up to 1.6 s
_POLL_S = 0.5
_LOOK_MS = 1_000  # how often, without any change, it is looked whether the directory is still the same
_DELETED = 3  # as watchfiles numbers the kinds of change
_NOISE = (".tmp", ".new", ".lock", "~")


class Watcher:
    """Calls `changed` after each batch of changes below the root."""

    def __init__(self, root: str, changed: Callable[[], None]) -> None:
        self._root = root
        self._changed = changed
        self._stopping = threading.Event()

    def start(self) -> None:
        """Watch from now on, until the app ends or `stop` is called."""
        threading.Thread(target=self._work, name="memtui-watcher", daemon=True).start()

    def stop(self) -> None:
        """Stop soon."""
        self._stopping.set()

    def _work(self) -> None:
        while not self._stopping.is_set():
            if os.path.isdir(self._root):
                self._follow()
            self._wait_for_directory()

    def _follow(self) -> None:
        """Watch until another directory, or none, is there, or it can no longer be watched."""
        from watchfiles import watch  # late: it takes as long to import as a first screen may take

        watched = _identity(self._root)
        sure = False  # that nothing changed before the watch began
        try:
            for batch in watch(
                self._root,
                debounce=_DEBOUNCE_MS,
                step=_STEP_MS,
                stop_event=self._stopping,
                rust_timeout=_LOOK_MS,
                yield_on_timeout=True,
                watch_filter=None,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                if not sure or any(matters(path) for _, path in batch):
                    sure = True
                    self._changed()
                if _lost(self._root, watched, batch):
                    self._changed()
                    return
        except (OSError, RuntimeError):  # the directory went away under it, or the system has no watches left
            self._changed()
            self._stopping.wait(_POLL_S)

    def _wait_for_directory(self) -> None:
        while not os.path.isdir(self._root):
            if self._stopping.wait(_POLL_S):
                return
        if not self._stopping.is_set():
            self._changed()


def _identity(path: str) -> tuple[int, int] | None:
    """Which directory a path leads to; None when to none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else None


def _lost(root: str, watched: tuple[int, int] | None, batch: Iterable[tuple[int, str]]) -> bool:
    """Whether another directory, or none, is at the root now. One made anew may have the old one's number."""
    gone = any(change == _DELETED and os.path.normpath(path) == os.path.normpath(root) for change, path in batch)
    return gone or _identity(root) != watched


def matters(path: str) -> bool:
    """Whether a change of this path can be seen in the app: memories and the lock of a dream, no temporary files."""
    name = os.path.basename(path)
    return not name.endswith(_NOISE)
