"""What others change while the app is open: on every screen, with a quiet note. Fed by hand, and once for real."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.memory.config import read_config
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.keys import MODES
from memtui.ui.screens.base import ModeScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.pasts import FILES, INDEX, ONE, put, read
from tests.ui.running import WIDE, app_on, notes, screen_text, settle, store_which

NEW = INDEX + "- [New](user_new.md) — just written\n"
_SOON_S = 15.0


@pytest.fixture
def which(tmp_path: Path) -> Which:
    """A store of two memories."""
    return store_which(tmp_path, FILES)


def save_one(which: Which) -> None:
    """What the agent does when it remembers something: the memory, then its pointer."""
    put(which, "user_new.md", ONE.replace("one", "new"))
    put(which, "MEMORY.md", NEW)


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + _SOON_S
    while not holds():
        assert time.monotonic() < end, screen_text(pilot.app)  # type: ignore[arg-type]
        await pilot.pause(0.01)


# Fed by hand


@pytest.mark.parametrize("at", range(len(MODES)), ids=MODES)
async def test_a_change_is_on_every_screen(which: Which, at: int) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press(str(at + 1))
        await settle(pilot)
        save_one(which)
        app.loader.request()
        await settle(pilot)
        assert notes(app) == ["user_new.md new; MEMORY.md changed"]
        shown = screen_text(app)
        assert "2 Topics 3" in shown and "4 History 2" in shown
        assert isinstance(app.screen, ModeScreen)
        assert app.screen._drawn == app.snapshot.number


async def test_nothing_moves_under_the_cursor(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("down")
        put(which, "MEMORY.md", INDEX.replace("\n\n", "\n\n- [First](user_new.md) — above the others\n"))
        app.loader.request()
        await settle(pilot)
        assert app.query_one(Rows).current.line.entry.title == "Two"


async def test_own_changes_are_no_news(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert read(which, "MEMORY.md") == INDEX.replace("- [One](user_one.md) — first\n", "")
        assert [note for note in notes(app) if "changed" in note] == []
        await pilot.press("u")
        await settle(pilot)
        assert [note for note in notes(app) if "changed" in note] == []
        assert "4 History 3" in screen_text(app)


async def test_a_store_that_goes_and_comes_back(which: Which) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        shutil.rmtree(which.store.root)
        app.loader.request()
        await settle(pilot)
        assert "No memory here yet." in screen_text(app)
        assert any(note.endswith("and 2 more gone") for note in notes(app))
        store_which(Path(which.store.root).parent, FILES)
        app.loader.request()
        await settle(pilot)
        assert "2 Topics 2" in screen_text(app)
        assert "4 History 3" in screen_text(app)


async def test_what_cannot_be_recorded_is_told_and_shown_all_the_same(
    which: Which, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        monkeypatch.setenv("PATH", "")
        save_one(which)
        app.loader.request()
        await settle(pilot)
        assert any("git is not installed" in note for note in notes(app))
        assert "2 Topics 3" in screen_text(app)


# For real


def live_app(which: Which) -> MemtuiApp:
    """The app as a user has it open, with its watcher."""
    return MemtuiApp(which, read_config(which.host))


def elsewhere(code: str, *words: str) -> None:
    """Somebody else's program."""
    subprocess.run([sys.executable, "-c", f"import sys\n{code}", *words], check=True)


async def test_another_process_writes(which: Which) -> None:
    app = live_app(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        elsewhere("open(sys.argv[1], 'w').write(sys.argv[2])", which.store.path("user_new.md"), ONE)
        await until(pilot, lambda: "2 Topics 3" in screen_text(app))
        await until(pilot, lambda: "4 History 2" in screen_text(app))
        await until(pilot, lambda: any("user_new.md new" in note for note in notes(app)))
        await pilot.press("4")
        await until(pilot, lambda: "+ name: user_one" in screen_text(app))
        elsewhere("import os; os.unlink(sys.argv[1])", which.store.path("user_new.md"))
        await until(pilot, lambda: "- name: user_one" in screen_text(app) and "4 History 3" in screen_text(app))


async def test_own_changes_are_no_news_to_the_real_watcher(which: Which) -> None:
    app = live_app(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        for key in ("d", "u", "K", "J"):
            await pilot.press(key)
            await pilot.pause(0.2)  # for the watcher to tell what the app did
            await settle(pilot)
        assert [note for note in notes(app) if "changed" in note] == []
        assert read(which, "MEMORY.md") == INDEX


async def test_under_a_stream_of_changes_every_key_counts(which: Which) -> None:
    """A change before each key, told at once, as fast as the app takes them: none is lost, none waits for the end."""
    app = app_on(which)
    seen = []
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("2")
        for number in range(30):
            put(which, f"user_{number:02}.md", ONE.replace("one", f"{number:02}"))
            app.loader.request()
            await pilot.press("down" if number % 2 == 0 else "up")
            rows = app.screen.query_one("#topic-rows", Rows)
            seen.append((len(app.snapshot.memories), rows.current.key))
        await settle(pilot)
        assert "2 Topics 32" in screen_text(app)
        assert len(notes(app)) < 15  # gathered, not one for each
    counts = [count for count, _ in seen]
    keys = [key for _, key in seen]
    assert counts == sorted(counts) and len(set(counts)) > 2  # the list grew between the keys, not only at the end
    assert all(one != other for one, other in pairwise(keys))  # and every key moved the cursor


async def test_another_process_writes_without_end(which: Which) -> None:
    app = live_app(which)
    code = "import time\nfor n in range(100):\n    open(f'{sys.argv[1]}/user_{n % 7}.md', 'w').write(str(n))\n"
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        writer = subprocess.Popen([sys.executable, "-c", f"import sys\n{code}    time.sleep(0.01)\n", which.store.root])
        await until(pilot, lambda: "2 Topics 9" in screen_text(app))
        await pilot.press("down")
        assert app.query_one(Rows).current.line.entry.title == "Two"
        writer.wait()
        await until(pilot, lambda: all(_holds(which, app, number) for number in range(7)))
        await settle(pilot)
        assert len(notes(app)) <= 4  # gathered, not one for each


def _holds(which: Which, app: MemtuiApp, number: int) -> bool:
    """Whether the app has seen the last state of a file."""
    file = f"user_{number}.md"
    memory = app.snapshot.by_file.get(file)
    return memory is not None and memory.key[0] == os.stat(which.store.path(file)).st_mtime_ns
