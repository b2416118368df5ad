"""The topics screen under test: a small store, what is listed, chosen and previewed."""

import os
from typing import Any

from textual.pilot import Pilot

from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.topics import TopicsScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NOW_S, settle

FILES = {
    "MEMORY.md": "- [Tea](user_tea.md) — tea\n",
    "user_tea.md": "---\nname: user_tea\ndescription: Likes black tea\ntype: user\npinned: true\n---\nSee [[cup]].\n",
    "feedback_cup.md": "---\nname: cup\ndescription: Wash the cup at once\ntype: feedback\n---\nHot *kettle*.\n",
    "project_pot.md": "---\nname: pot\ndescription: A pot\ntype: project\n---\n# Pot\n\n- iron, see [[cup]] [[lid]]\n",
    "team/reference_shop.md": "---\nname: shop\ndescription: Sells tea\ntype: reference\n---\nAround the corner.\n",
    "logs/2026/11/2026-11-17.md": "- bought a kettle\n",
}


def aged(which: Which, **days: float) -> Which:
    """The files' times set to so many days ago."""
    for name in FILES:
        stem = name.rsplit("/", 1)[-1].removesuffix(".md").split("_")[-1]
        when = NOW_S - 86_400 * days.get(stem, 1)
        os.utime(os.path.join(which.store.root, name), (when, when))
    return which


async def opened(pilot: Pilot[Any]) -> TopicsScreen:
    """The topics screen of a running app."""
    await settle(pilot)
    await pilot.press("2")
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, TopicsScreen)
    return screen


def listed(app: MemtuiApp) -> list[str]:
    """The list as it is: files, and headings and rules in brackets."""
    rows = app.screen.query_one("#topic-rows", Rows).rows
    return [row.key if row.selectable else f"[{getattr(row, 'text', '')}]" for row in rows]


def chosen(app: MemtuiApp) -> str:
    """The file under the cursor."""
    return str(app.screen.query_one("#topic-rows", Rows).current.key)


def previewed(app: MemtuiApp) -> str:
    """What the preview says, as plain lines."""
    rows = app.screen.query_one("#preview-rows", Rows).rows
    return "\n".join("".join(text for text, _ in row.pieces(200)) for row in rows)
