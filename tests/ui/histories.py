"""The history screen under test: ways to it and to what it lists."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.widgets.panel import Panel
from memtui.ui.widgets.rows import Rows
from tests.ui.running import settle


async def go(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, one by one, each when the one before is done."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def to_history(pilot: Pilot[Any], *keys: str) -> None:
    """To the history screen, and on from there."""
    await settle(pilot)
    await go(pilot, "4", *keys)


def rows(app: MemtuiApp, name: str) -> Rows:
    """One of the lists."""
    return app.screen.query_one(f"#{name}-rows", Rows)


def lines(app: MemtuiApp, name: str) -> list[str]:
    """A list as text."""
    return ["".join(text for text, _ in row.pieces(110)).rstrip() for row in rows(app, name).rows]


def panel(app: MemtuiApp, name: str) -> Panel:
    """One of the panels."""
    return app.screen.query_one(f"#{name}", Panel)


def damage(which: Which) -> None:
    """The history is there and cannot be read."""
    Path(which.store.state.history, "refs", "heads", "main").write_text("no name at all\n", encoding="ascii")
