"""Showing another store in place of the one that is open: found in a thread, then every screen is made anew."""

import os
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.worker import get_current_worker

from memtui.memory.errors import MemtuiError
from memtui.memory.location import locate
from memtui.transcripts.opening import Which, open_directory, which_of
from memtui.ui.messages import ChangeFailed, StoreOpened

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

_BETWEEN = "between"  # the mode that stands while the others are made anew


def opened(memory_dir: str, current: Which) -> Which:
    """The store at a directory, as its project's agent sees it where that is known, else by itself."""
    which = open_directory(memory_dir, current.host, current.store.state_base)
    root = which.location.project_root
    if root:
        host = current.host._replace(cwd=root)
        location = locate(host)
        if os.path.realpath(location.memory_dir) == which.store.root:
            which = which_of(host, location, current.store.state_base)
    if current.location.source == "demo":
        which = which._replace(location=which.location._replace(source="demo"))
    return which


def find_store(app: "MemtuiApp", memory_dir: str) -> None:
    """Look for the store beside the app; it is told when found. Of two requests only the last one counts."""
    app.run_worker(
        partial(_find, app, memory_dir), thread=True, group="open", exclusive=True, exit_on_error=False, name="open"
    )


def _find(app: "MemtuiApp", memory_dir: str) -> None:
    worker = get_current_worker()
    try:
        message: StoreOpened | ChangeFailed = StoreOpened(opened(memory_dir, app.which))
    except MemtuiError as failure:
        message = ChangeFailed(str(failure))
    if not worker.is_cancelled:
        app.post_message(message)


async def renew_screens(app: "MemtuiApp") -> None:
    """Every mode begins anew: no cursor, filter, panel or late answer of the old store is left."""
    mode = app.current_mode
    app.add_mode(_BETWEEN, Screen)
    await app.switch_mode(_BETWEEN)
    for name, make in app.MODES.items():
        await app.remove_mode(name)
        app.add_mode(name, make)
    await app.switch_mode(mode)
    await app.remove_mode(_BETWEEN)
