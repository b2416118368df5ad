"""The editor under test: a store to edit, the editor on a file of it, and waiting until the keys have rested."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.running import settle

INDEX = "- [One](user_one.md) — the first one of them all\n"
ONE = (
    "---\nname: user_one # why\nzebra: 1\ndescription: the first one of them all\ntype: user\n---\nOne.\nTwo.\nThree.\n"
)
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE}
KEY = "gh" + "p_" + "9kL2mN4pQ6rS8tU0vW1xY3zA5bC7dE9fG1hJ"


def text_of(which: Which, file: str) -> str:
    """A file as it is on disk."""
    return Path(which.store.root, file).read_bytes().decode()


async def opened(pilot: Pilot[Any], file: str | None, line: int = 1) -> EditorScreen:
    """The editor on a file."""
    await settle(pilot)
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    app.edit_memory(file, line)
    await rested(pilot)
    return next(each for each in app.screen_stack if isinstance(each, EditorScreen))


async def rested(pilot: Pilot[Any]) -> None:
    """All that waits for the keys to rest is done."""
    await settle(pilot)
    await pilot.pause(0.06)
    await settle(pilot)


def problems(screen: EditorScreen) -> list[tuple[str, int | None]]:
    """What is listed as wrong."""
    return [(row.finding.rule, row.finding.line) for row in screen.query_one("#problem-rows", Rows).rows]  # type: ignore[attr-defined]
