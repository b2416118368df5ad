"""Threads for the work beside the app: leaving waits for those that may write, never for those that only look.

Python's own pool waits for every thread before the program ends: a look at 300 MB of transcripts, or at every store
of a machine, would hold the terminal for as long as it takes.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from textual.worker import NoActiveWorker, get_current_worker

# Groups of workers that leave nothing half done, wherever they stand. Any other is waited for.
ONLY_LOOK = frozenset(
    {
        "claude",
        "diff",
        "dream",
        "drafts",
        "growth",
        "history",
        "judge",
        "look",
        "open",
        "place",
        "plan",
        "preview",
        "projects",
        "reach",
        "recall",
        "search",
        "suite",
        "usage",
    }
)

P = ParamSpec("P")
T = TypeVar("T")


class Threads(ThreadPoolExecutor):
    """The loop's executor: one thread a task, so that none waits for another."""

    def __init__(self) -> None:
        super().__init__()
        self._at_work: set[threading.Thread] = set()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Begin at once."""
        future: Future[T] = Future()

        def task() -> None:
            try:
                if future.set_running_or_notify_cancel():
                    _fulfil(future, lambda: fn(*args, **kwargs))
            finally:
                self._at_work.discard(threading.current_thread())

        thread = threading.Thread(target=task, name=f"memtui-{_group() or 'task'}", daemon=True)
        if _group() not in ONLY_LOOK:
            self._at_work.add(thread)
        thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what may be writing."""
        for thread in list(self._at_work) if wait else ():
            thread.join()
        super().shutdown(wait, cancel_futures=cancel_futures)


def _group() -> str:
    """The group of the worker that asks for a thread; nothing when no worker does."""
    try:
        return get_current_worker().group
    except NoActiveWorker:
        return ""


def _fulfil(future: "Future[Any]", call: Callable[[], Any]) -> None:
    try:
        result = call()
    except BaseException as failure:  # told to whoever waits, as Python's own pool does
        future.set_exception(failure)
    else:
        future.set_result(result)
