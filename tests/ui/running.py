"""Running the real app under test: on a copy of the sample or on a store made for the test, with no watcher.

`settle` waits until nothing is under way: no look at the store, no worker, no message.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from memtui.memory.config import read_config
from memtui.memory.host import this_host
from memtui.memory.location import locate
from memtui.sample.build import build
from memtui.transcripts.opening import Which, open_directory, which_of
from memtui.ui.app import MemtuiApp

NOW = "2026-11-18T12:00:00Z"
NOW_S = 1_795_003_200.0
WIDE, NARROW = (120, 40), (80, 24)
_ROUNDS = 1_000


def sample_which(folder: Path) -> Which:
    """A sample store of its own, with its project and its state."""
    sample = build(str(folder / "sample"), NOW_S)
    host = this_host(sample.project_root)
    host = host._replace(env={**host.env, "CLAUDE_CONFIG_DIR": sample.config_dir})
    return which_of(host, locate(host)._replace(source="demo"), state_base=str(folder / "state"))


def store_which(folder: Path, files: Mapping[str, str | bytes]) -> Which:
    """A store with these files, all of them written an hour ago, and no project."""
    root = folder / "memory"
    root.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        os.utime(path, (NOW_S - 3600, NOW_S - 3600))
    return open_directory(str(root), state_base=str(folder / "state"))


def app_on(which: Which, **settings: Any) -> MemtuiApp:
    """The app on a store, as a user opens it, but told of changes by hand."""
    return MemtuiApp(which, read_config(which.host)._replace(**settings), watch=False)


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until all that was begun is done."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    quiet = 0
    for _ in range(_ROUNDS):
        await pilot.pause(0.01)
        busy = [worker for worker in app.workers if not worker.is_finished and worker.group != "watch"]
        quiet = quiet + 1 if app.loader.idle and app.dream_watch.idle and not busy else 0
        if quiet >= 3:
            await pilot.pause()
            return
    raise AssertionError("the app does not come to rest")


def screen_text(app: MemtuiApp) -> str:
    """Everything in sight, as plain lines."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


def notes(app: MemtuiApp) -> list[str]:
    """What the app has told in toasts."""
    return [notification.message for notification in app._notifications]


def copy_sample(made: Which, folder: Path) -> Path:
    """The files of a sample store, elsewhere."""
    shutil.copytree(made.store.root, folder)
    return folder
