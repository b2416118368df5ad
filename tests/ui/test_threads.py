"""Leaving while threads are at work: those that may write are waited for, those that only look are not."""

import asyncio
import re
import threading
from pathlib import Path

import pytest
from textual.app import App

import memtui.ui
from memtui.ui.threads import ONLY_LOOK, Threads

_LONG_S = 20.0


class Working(App[None]):
    """An app that is left while its one thread is still at work."""

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group, self.begun, self.go_on, self.done = group, threading.Event(), threading.Event(), False

    def on_mount(self) -> None:
        self.run_worker(self._work, group=self.group, thread=True, exit_on_error=False)

    def _work(self) -> None:
        self.begun.set()
        self.go_on.wait(_LONG_S)
        self.done = True

    async def run_and_leave(self) -> None:
        asyncio.get_running_loop().set_default_executor(Threads())
        async with self.run_test() as pilot:
            while not self.begun.is_set():
                await pilot.pause(0.01)
            self.exit()


def test_nobody_who_leaves_waits_for_a_look() -> None:
    app = Working("projects")
    asyncio.run(app.run_and_leave())
    assert not app.done
    app.go_on.set()


def test_what_may_write_is_waited_for() -> None:
    app = Working("write")
    threading.Timer(0.2, app.go_on.set).start()
    asyncio.run(app.run_and_leave())
    assert app.done


def test_a_failure_reaches_who_waits() -> None:
    with pytest.raises(ZeroDivisionError):
        Threads().submit(lambda: 1 / 0).result(_LONG_S)
    assert Threads().submit(divmod, 7, 2).result(_LONG_S) == (3, 1)


def test_every_group_is_one_that_looks_or_one_that_writes() -> None:
    """A new kind of work is waited for until somebody has thought about it."""
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(memtui.ui.__path__[0]).rglob("*.py"))
    assert set(re.findall(r'group="(\w+)"', sources)) - ONLY_LOOK == {"write", "config", "draft"}
