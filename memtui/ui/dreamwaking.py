"""Telling at once when a running dream tells something: its folder is watched in a thread of its own."""

import threading
from collections.abc import Callable


class Waking:
    """Calls `wake` after each change in the folder of one dream, and now and then, until stopped."""

    def __init__(self, folder: str, wake: Callable[[], object]) -> None:
        self.folder = folder
        self._wake = wake
        self._stop = threading.Event()
        threading.Thread(target=self._work, name="memtui-dream-waking", daemon=True).start()

    def stop(self) -> None:
        """Call no more."""
        self._stop.set()

    def _work(self) -> None:
        from memtui.dream.events import wakings

        for _ in wakings(self.folder, self._stop):
            if self._stop.is_set():
                return
            self._wake()
