"""An audit that takes its time: how far it is, and stopping it."""

import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.audit import auditor
from memtui.audit.reading import Reading, read_memory
from memtui.memory.topic import Memory
from memtui.transcripts.opening import Which
from memtui.ui import loader
from memtui.ui.app import MemtuiApp
from tests.ui.audits import FILES, TWO, rows
from tests.ui.pasts import put
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle, store_which

_SOON = 1_000


class Slowly:
    """Reads one memory, then waits to be let go on."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self._reads = 0

    def __call__(self, root: str, memory: Memory) -> Reading:
        self._reads += 1
        if self._reads == 2:
            self.go_on.wait(60)
        return read_memory(root, memory)


@pytest.fixture
def which(tmp_path: Path) -> Which:
    """A store of three memories."""
    return store_which(tmp_path, {**FILES, "user_three.md": TWO.replace("two", "three")})


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slowly:
    """An audit that stands still after its first memory."""
    slowly = Slowly()
    monkeypatch.setattr(auditor, "read_memory", slowly)
    monkeypatch.setattr(loader, "_PROGRESS_EVERY_S", 0.0)
    return slowly


async def until(pilot: Pilot[Any], words: str) -> None:
    """Wait for words on the screen."""
    assert isinstance(pilot.app, MemtuiApp)
    for _ in range(_SOON):
        if words in screen_text(pilot.app):
            return
        await pilot.pause(0.01)
    raise AssertionError(screen_text(pilot.app))


async def halfway(pilot: Pilot[Any]) -> None:
    """The audit screen while the audit is under way."""
    await pilot.press("3")
    await until(pilot, "1 of 3 memories read, 33%")


def test_picture(snap_compare: Any, which: Which, slow: Slowly) -> None:
    app = app_on(which)
    assert snap_compare(app, terminal_size=NARROW, run_before=halfway)
    slow.go_on.set()


async def test_it_says_how_far_it_is_and_goes_on(which: Which, slow: Slowly) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await until(pilot, "auditing… 33%")  # in the line of every screen
        await halfway(pilot)
        assert "escape stops it" in screen_text(app)
        slow.go_on.set()
        await settle(pilot)
        assert rows(app).rows and "auditing" not in screen_text(app)


async def test_escape_stops_it_until_somebody_asks(which: Which, slow: Slowly) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await halfway(pilot)
        await pilot.press("escape")
        put(which, "user_four.md", "---\nname: four\n---\nFour.\n")
        slow.go_on.set()
        await until(pilot, "The audit was stopped")
        app.loader.request()  # what others change does not begin it again
        await settle(pilot)
        assert app.snapshot.findings is None and "not audited" in screen_text(app)
        assert "4 History 1" in screen_text(app)  # all else goes on
        await pilot.press("ctrl+r")
        await settle(pilot)
        assert app.snapshot.findings and "not audited" not in screen_text(app)


async def test_a_stop_that_comes_too_late_stops_no_later_audit(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        before = app.snapshot.findings
        app.loader.stop_audit()
        put(which, "user_four.md", "just text\n")
        app.loader.request()
        await settle(pilot)
        assert app.snapshot.findings != before
