"""Watching the dreams of a store beside the app, in one thread: what changed is posted as facts.

Without a dream, and with nobody looking at the list of them, it costs one failed `open` now and then. While one runs,
its folder is watched and its events are read as they are appended, so that any number of terminals see the same.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.message import Message

from memtui.memory.clock import now
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.dreaming import Dreams
from memtui.ui.dreamwaking import Waking
from memtui.ui.messages import ChangeFailed, ChangeMade, DreamsChanged

if TYPE_CHECKING:
    from memtui.dream.digest import Digest, Live
    from memtui.dream.events import Reader
    from memtui.dream.task import Task

_QUIET_S = 0.5  # between two looks whether one runs
_OPEN_S = 0.2  # the same, once somebody has wanted to see the dreams
_LOOK_S = 30.0  # the gates open by themselves, too
_AUTO_S = 60.0
_TICK_S = 1.0


class DreamWatch:
    """Keeps the app's picture of one store's dreams true."""

    def __init__(self, which: Which, settings: DreamSettings, post: Callable[[Message], object]) -> None:
        self._which = which
        self._settings = settings
        self._post = post
        self._wanted = threading.Event()
        self._stopped = threading.Event()
        self._idle = threading.Event()
        self._full = False
        self._watching = False
        self._looked_at = self._told_at = float("-inf")
        self._asked_at = float("-inf")
        self._stamp: tuple[int, ...] = ()
        self._reader: tuple[str, Reader, Digest] | None = None
        self._waking: Waking | None = None
        self._dreams = Dreams(which, now())
        self._since = self._dreams.now
        self._refused_auto = False
        self._thread = threading.Thread(target=self._work, name="memtui-dreams", daemon=True)

    def start(self, *, watch: bool = True) -> None:
        """Begin; without `watch`, look only when asked to, and while a dream runs."""
        self._watching = watch
        self._wanted.set()
        self._thread.start()

    def stop(self) -> None:
        """Post nothing from now on."""
        self._stopped.set()
        self._wanted.set()

    def request(self, *, full: bool = False) -> None:
        """Look again, now; `full` from now on also at the gates and at every dream there was."""
        self._full = self._full or full
        self._looked_at = float("-inf")
        self._idle.clear()
        self._wanted.set()

    def use(self, settings: DreamSettings) -> None:
        """Judge by other settings from now on."""
        self._settings = settings
        self._asked_at, self._refused_auto = float("-inf"), False

    @property
    def idle(self) -> bool:
        """Whether all that was asked for is told."""
        return not self._wanted.is_set() and self._idle.is_set()

    def _work(self) -> None:
        while not self._stopped.is_set():
            self._wanted.wait(self._pause())
            self._wanted.clear()
            if self._stopped.is_set():
                break
            try:
                self._look()
            except MemtuiError as failure:
                self._fail(str(failure))
            except Exception as failure:  # nobody expected it; a thread that died in silence would freeze the picture
                self._fail(f"unexpected failure ({type(failure).__name__}: {failure})")
            self._idle.set()
        self._listen("")

    def _pause(self) -> float | None:
        if self._dreams.running is not None:
            return _TICK_S  # for the time that goes by: what it tells wakes by itself
        return (_OPEN_S if self._full else _QUIET_S) if self._watching else None

    def _listen(self, folder: str) -> None:
        """Be woken by what is told in this folder; in none, by nothing."""
        if self._waking is not None and self._waking.folder != folder:
            self._waking.stop()
            self._waking = None
        if folder and self._waking is None:
            self._waking = Waking(folder, self._wanted.set)

    def _fail(self, words: str) -> None:
        if words != self._dreams.failed:
            self._tell(Dreams(self._which, now(), failed=words, tasks=self._dreams.tasks, status=self._dreams.status))

    # Looking

    def _look(self) -> None:
        from memtui.dream.task import current

        self._dream_by_itself()
        state = self._which.store.state
        busy = current(state) is not None or self._dreams.running is not None
        old = time.monotonic() - self._looked_at >= _LOOK_S  # also when one was asked for
        if self._full and (old or self._is_news()):
            self._look_at_all()
        elif busy:
            self._look_at_running()
        elif not self._full and self._looked_at == float("-inf"):
            self._looked_at = time.monotonic()
            self._tell(Dreams(self._which, now()))

    def _is_news(self) -> bool:
        """Whether something is new beside a dream that runs, whose own record changes all the time."""
        before, self._stamp = self._stamp, self._stamps()
        return self._dreams.running is None and self._stamp != before

    def _stamps(self) -> tuple[int, ...]:
        """What tells without reading that something is new: the folder of dreams, the newest record, the lock."""
        from memtui.dream.lock import lock_path
        from memtui.dream.task import dreams_folder, part

        state = self._which.store.state
        known = [part(state, task.id, "task.json") for task in (self._dreams.tasks or ())[:1]]
        waiting = self._dreams.status.waiting if self._dreams.status is not None else None
        known += [part(state, waiting.id, "task.json")] if waiting is not None else []
        return tuple(_mtime(path) for path in (dreams_folder(state), lock_path(self._which.store.root), *known))

    def _look_at_all(self) -> None:
        from memtui.dream.status import status
        from memtui.dream.task import list_tasks

        found = status(self._which, self._settings)
        self._looked_at = time.monotonic()
        tasks = tuple(list_tasks(self._which.store.state))
        self._read(found.task)
        self._tell_dead(found.notes)
        self._tell_end(found.task)
        self._tell(Dreams(self._which, now(), found.task, self._live(), found, tasks))

    def _look_at_running(self) -> None:
        """The events since the last look. A dream that is over makes the whole be looked at."""
        from memtui.dream.recovery import recover, running_task

        task = running_task(self._which.store)
        if task is None:
            self._tell_dead(recover(self._which.store))
            if self._full:
                self._look_at_all()
            else:
                self._read(None)
                self._tell_end(None)
                self._tell(Dreams(self._which, now()))
            return
        news = self._read(task)
        if news or time.monotonic() - self._told_at >= _TICK_S:
            before = self._dreams
            tasks = before.tasks
            if tasks is not None:
                tasks = (task, *(other for other in tasks if other.id != task.id))
            self._tell(Dreams(self._which, now(), task, self._live(), before.status, tasks))

    def _tell_dead(self, notes: Sequence[str]) -> None:
        """What was found out about dreams whose process is gone; nothing more is said of the one that ran."""
        told = [words for words in notes if words]
        for words in told:
            self._post_if(ChangeFailed(words))
        if told:
            self._dreams = replace(self._dreams, running=None)

    def _tell_end(self, runs: "Task | None") -> None:
        """Say how a dream ended that ran a moment ago; what was killed is told by whoever killed it."""
        from memtui.dream.task import COMPLETED, FAILED, read_task
        from memtui.dream.words import result_words

        before = self._dreams.running
        if before is None or (runs is not None and runs.id == before.id):
            return
        task = read_task(self._which.store.state, before.id)
        if task is not None and task.status == COMPLETED:
            self._post_if(ChangeMade(f"the dream has ended: {result_words(task)}"))
        elif task is not None and task.status == FAILED and task.error:
            self._post_if(ChangeFailed(f"the dream {result_words(task)}"))

    def _read(self, task: "Task | None") -> bool:
        """Take in what a running dream told; whether there was anything."""
        if task is None:
            self._reader = None
            self._listen("")
            return False
        if self._reader is None or self._reader[0] != task.id:
            from memtui.dream.digest import Digest
            from memtui.dream.events import Reader, events_path
            from memtui.dream.task import task_folder

            self._reader = (task.id, Reader(events_path(self._which.store.state, task.id)), Digest())
            self._listen(task_folder(self._which.store.state, task.id))
            self._told_at = float("-inf")
        return self._reader[2].take(self._reader[1].stream()) > 0

    def _live(self) -> "Live | None":
        return self._reader[2].live if self._reader is not None else None

    def _tell(self, dreams: Dreams) -> None:
        self._dreams, self._told_at = dreams, time.monotonic()
        self._post_if(DreamsChanged(dreams))

    def _post_if(self, message: Message) -> None:
        if not self._stopped.is_set():
            self._post(message)

    # Dreaming by itself

    def _dream_by_itself(self) -> None:
        """Only where the configuration switches it on, only when one is due, and never first to a new host."""
        if self._settings.auto is not True or not self._watching:
            return
        if time.monotonic() - self._asked_at < _AUTO_S:
            return
        self._asked_at = time.monotonic()
        from memtui.ui.autodream import dream_if_due

        try:
            said = dream_if_due(self._which, self._settings, self._since)
        except MemtuiError as failure:
            if not self._refused_auto:
                self._refused_auto = True
                self._post_if(ChangeFailed(f"no dream by itself: {failure}"))
            return
        if said:
            self._post_if(ChangeMade(said))


def _mtime(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0
