"""The README's pictures, taken from the running app on the sample: the same bytes on every machine.

`python -m tests.shoot` writes screenshots/*.svg; a test compares.
"""

import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from memtui.transcripts.opening import Which

ROOT = Path(__file__).resolve().parents[1]
SCREENSHOTS = ROOT / "screenshots"
NOW = "2026-11-18T12:00:00Z"
SIZE = (120, 36)
_SETTINGS = {"MEMTUI_NOW": NOW, "TZ": "UTC", "TEXTUAL_ANIMATIONS": "none"}
_ROLE = "---\nname: user_role\ndescription: writes the backend alone and knows it well\ntype: user\n---\nAlone.\n"
_UNSET = ("NO_COLOR", "COLORTERM", "TEXTUAL_THEME", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL")

_QUESTION = tuple("space" if key == " " else key for key in "how do we test the database")


class Shot(NamedTuple):
    """One picture: the keys that lead there from the first screen."""

    name: str
    keys: tuple[str, ...]


SHOTS = (
    Shot("index", ()),
    Shot("topics", ("2",)),
    Shot("audit", ("3",)),
    Shot("history", ("4", "down", "down", "down")),
    Shot("dreams", ("5", "v", "down")),
    Shot("recall", ("6", *_QUESTION)),
    Shot("editor", ("2", "e")),
    Shot("projects", ("p", "down", "down")),
)


@contextmanager
def same_everywhere(folder: Path) -> Iterator[None]:
    """Clock, zone and settings that no machine differs in."""
    before = dict(os.environ)
    os.environ.update(_SETTINGS, MEMTUI_CONFIG=str(folder / "config.toml"), HOME=str(folder))
    for name in _UNSET:
        os.environ.pop(name, None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


async def shoot(shot: Shot, folder: Path) -> str:
    """One picture of the app on a sample of its own."""
    from memtui.sample.past import write_past
    from memtui.ui import project_rows
    from tests.ui.running import NOW_S, app_on, sample_which, settle

    which = sample_which(folder)
    write_past(which.store.root, which.store.state, NOW_S)
    _add_neighbours(Path(which.host.config_dir), folder / "sample")
    if shot.name == "dreams":
        _dream(which)
    app = app_on(which)
    with patch.object(project_rows, "shortened", partial(_shown, folder=str(folder))):
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            for key in shot.keys:
                await pilot.press(key)
                await settle(pilot)
            return re.sub(r"terminal-\d+", f"terminal-{shot.name}", app.export_screenshot(title="memtui"))


def _dream(which: Which) -> None:
    """A dream of the rules, whose result waits."""
    from memtui.dream.starting import Wish, start
    from memtui.memory.dreamsettings import DreamSettings

    with patch("memtui.dream.starting.new_id", lambda _: "20261118-120000-7ea5"):
        start(which, DreamSettings(), Wish(engine="rules", force=1, review=True)).process.wait(30)


def _add_neighbours(config: Path, home: Path) -> None:
    """Stores beside the sample's: one that two projects share, one whose project is gone, one that is fine."""
    from memtui.memory.slug import slug
    from tests.ui.running import NOW_S

    neighbours = (("notes",), ("api.v2", "api-v2"), ("old-shop",))
    record = config / ".claude.json"
    known = json.loads((config.parent / ".claude.json").read_text(encoding="utf-8"))
    for days, names in enumerate(neighbours, 3):
        memory = config / "projects" / slug(str(home / names[0])) / "memory"
        memory.mkdir(parents=True)
        pointers = "- [Role](user_role.md) — who they are\n" + "- [Gone](gone.md) — nothing\n" * (days - 3)
        (memory / "MEMORY.md").write_text(pointers, encoding="utf-8")
        (memory / "user_role.md").write_text(_ROLE, encoding="utf-8")
        for file in memory.iterdir():
            os.utime(file, (NOW_S - days * days * 86_400,) * 2)
        for name in names:
            known["projects"][str(home / name)] = {}
            if name != "old-shop":
                (home / name).mkdir()
    record.write_text(json.dumps(known), encoding="utf-8")


def _shown(path: str, _: str, folder: str) -> str:
    """A path as it would be in somebody's home."""
    from memtui.memory.slug import slug

    return (
        path.replace(slug(f"{folder}/sample"), "-home-you")
        .replace(f"{folder}/sample/home", "~")
        .replace(f"{folder}/sample", "~")
    )


def taken() -> dict[str, str]:
    """Every picture by its name."""
    pictures = {}
    for shot in SHOTS:
        with tempfile.TemporaryDirectory(prefix="memtui-shot-") as name:
            folder = Path(name).resolve()
            with same_everywhere(folder):
                pictures[shot.name] = asyncio.run(shoot(shot, folder))
    return pictures


if __name__ == "__main__":
    SCREENSHOTS.mkdir(exist_ok=True)
    for picture, svg in taken().items():
        (SCREENSHOTS / f"{picture}.svg").write_text(svg, encoding="utf-8")
        sys.stdout.write(f"screenshots/{picture}.svg\n")
