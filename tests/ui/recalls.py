"""The recall screen under test: a small store, questions, answers of Claude's, and what the screen shows."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.memory.topic import Memory
from memtui.recall import recaller
from memtui.recall import surface as surfacing
from memtui.recall.surface import Surfaced
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.recall import RecallScreen
from memtui.ui.screens.recall_rows import PickRow
from memtui.ui.widgets.questionbar import QuestionInput
from memtui.ui.widgets.rows import Rows
from tests.messages_api import Api, say
from tests.ui.running import settle, store_which

FILES = {
    "MEMORY.md": "- [Tea](user_tea.md) — tea\n",
    "user_tea.md": "---\nname: tea\ndescription: Likes black tea in the morning\ntype: user\n---\nNo sugar.\n",
    "feedback_cup.md": "---\nname: cup\ndescription: Wash the cup at once\ntype: feedback\n---\nHot water.\n",
    "project_pot.md": "---\nname: pot\ndescription: The iron pot keeps black tea warm\ntype: project\n---\nHeavy.\n",
    "reference_kettle.md": "---\nname: kettle\ndescription: Kettle manual and flags\ntype: reference\n---\nBoil.\n",
}
QUESTION = "which black tea do I like"


def tea(folder: Path) -> Which:
    """A store of four memories."""
    return store_which(folder, FILES)


def same_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The injected text names paths; those of a test are of another length every time. Times differ, too."""

    def surface(root: str, memories: list[Memory], now: float) -> tuple[list[Surfaced], list[str]]:
        shown, gone = surfacing.surface(root, memories, now)
        return [item._replace(text=item.text.replace(root, "/memory")) for item in shown], gone

    monkeypatch.setattr(recaller, "surface", surface)
    monkeypatch.setattr(recaller, "time", SimpleNamespace(perf_counter=lambda: 0.0))


def keyed(which: Which, api: Api) -> Which:
    """The same with a key, and the way to a server on this machine."""
    return which._replace(host=which.host._replace(env={**which.host.env, **api.env}))


def names(*files: str) -> Any:
    """An answer of Claude's."""
    return say(json.dumps({"selected_memories": files}))


async def opened(pilot: Pilot[Any], question: str = "") -> RecallScreen:
    """The recall screen of a running app, with a question typed."""
    await settle(pilot)
    await pilot.press("6")
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, RecallScreen)
    if question:
        await typed(pilot, question)
    return screen


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Put a question in at once, as a paste does."""
    pilot.app.screen.query_one(QuestionInput).value = text
    await settle(pilot)


def rows_of(app: MemtuiApp, which: str = "local") -> list[PickRow]:
    """The rows of one answer."""
    return [row for row in app.screen.query_one(f"#{which}-rows", Rows).rows if isinstance(row, PickRow)]


def picks(app: MemtuiApp, which: str = "local") -> list[str]:
    """The files that were picked."""
    return [row.key for row in rows_of(app, which) if not row.lost]
