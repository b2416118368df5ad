"""The audit screen under test: a store with something of every kind wrong, and ways to its list."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.audit_rows import FindingRow
from memtui.ui.widgets.rows import Rows
from tests.audit.fake_keys import AWS_ID
from tests.ui.running import notes, settle, store_which

INDEX = (
    "- [One](user_one.md) — first\n- [Gone](user_gone.md) — nothing\n"
    "- [Two](user_two.md) — second\n- [Lost](user_lost.md) — nothing\n"
)
ONE = (
    "---\nname: one\ndescription: how the kettle is cleaned and by whom\ntype: user\n---\n"
    f"The key is {AWS_ID}.\nSee [[nowhere]].\n"
)
TWO = "---\nname: two\ndescription: where the tea comes from and who orders it\n---\nFrom Assam.\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE, "user_two.md": TWO}
CLEAN = {
    "MEMORY.md": "- [Two](user_two.md) — tea\n",
    "user_two.md": TWO.replace("---\nFrom", "type: user\n---\nFrom"),
}


def small(folder: Path) -> Which:
    """A store with two dead pointers, a secret, a memory without type and a dead link."""
    return store_which(folder, FILES)


def text(which: Which, file: str = "MEMORY.md") -> str:
    """A file as it is on disk."""
    return Path(which.store.root, file).read_text(encoding="utf-8")


def rows(app: MemtuiApp) -> Rows:
    """The list of findings."""
    return app.screen.query_one("#findings-rows", Rows)


def here(app: MemtuiApp) -> tuple[str, str, int | None]:
    """Rule, file and line of the finding under the cursor."""
    row = rows(app).current
    assert isinstance(row, FindingRow)
    return row.finding.rule, row.finding.file, row.finding.line


def told(app: MemtuiApp, words: str) -> bool:
    """Whether a toast said so."""
    return any(words in note for note in notes(app))


async def audit(pilot: Pilot[Any], *keys: str) -> None:
    """Go to the screen and press keys, waiting after each for what it does."""
    await settle(pilot)
    for key in ("3", *keys):
        await pilot.press(key)
        await settle(pilot)


async def audit_keys(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys on whatever is shown, waiting after each."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)
