"""The switcher: every store with its figures, what is odd and what to do, and opening another one for good."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from memtui.memory.host import this_host
from memtui.memory.location import locate
from memtui.memory.slug import slug
from memtui.transcripts.opening import Which, which_of
from memtui.ui import project_rows
from memtui.ui.messages import SnapshotChanged
from memtui.ui.project_rows import ProjectRow, tail
from memtui.ui.screens import projects as switcher
from memtui.ui.screens.projects import ProjectsScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, NOW_S, WIDE, app_on, notes, screen_text, settle

MEMORY = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\nOne.\n"
INDEX = "- [One](user_one.md) — first\n"


def store(base: Path, paths: list[str], files: dict[str, str], days: int = 1) -> str:
    """A store of these projects; its directory."""
    folder = base / "home" / ".claude" / "projects" / slug(paths[0]) / "memory"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text)
        os.utime(folder / name, (NOW_S - days * 86_400, NOW_S - days * 86_400))
    return f"{folder}/"


def world(base: Path) -> Which:
    """A machine with five stores: one open, one shared, one left behind, one without an index, one hostile."""
    home = base / "home"
    names = {"shop": "shop", "v1": "api.v2", "v2": "api-v2", "web": "web", "red": "[red]x[b]"}
    real = {key: str(base / "src" / name) for key, name in names.items()}
    for path in real.values():
        os.makedirs(path)
    gone = str(base / "src" / "left")
    store(base, [real["shop"]], {"MEMORY.md": INDEX, "user_one.md": MEMORY})
    store(base, [real["v1"]], {"MEMORY.md": INDEX + "- [Two](two.md) — none\n", "user_one.md": MEMORY}, 9)
    store(base, [gone], {"MEMORY.md": INDEX, "user_one.md": MEMORY}, 400)
    store(base, [real["web"]], {"user_one.md": MEMORY}, 2)
    store(base, [real["red"]], {})
    record: dict[str, object] = {"projects": {path: {} for path in [*real.values(), gone]}}
    (home / ".claude" / ".claude.json").write_text(json.dumps(record))
    host = this_host(real["shop"])
    host = host._replace(home=str(home), env={**host.env, "CLAUDE_CONFIG_DIR": str(home / ".claude")})
    return which_of(host, locate(host), state_base=str(base / "state"))


@pytest.fixture
def machine(tmp_path: Path) -> Which:
    """The machine of `world`."""
    return world(tmp_path.resolve())


@pytest.fixture(autouse=True)
def nothing_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test counts for itself."""
    monkeypatch.setattr(switcher, "_counted", {})


def rows(app: Any) -> dict[str, ProjectRow]:
    """What is listed, by the last part of the path."""
    return {row.name.rsplit("/", 1)[-1]: row for row in app.screen.query_one("#project-rows", Rows).rows}


async def shown(app: Any, pilot: Any) -> None:
    """Open the switcher and wait until everything is counted."""
    await settle(pilot)
    await pilot.press("p")
    await settle(pilot)


async def test_every_store_with_its_figures_and_what_is_odd(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        found = rows(app)
        assert list(found) == ["shop", "web", "api.v2", "left", "[red]x[b]"]
        assert found["shop"].open and not found["web"].open
        text = screen_text(app)
        assert text.count("⚠ collision") == 1 and text.count("✝ orphan") == 1 and text.count("∅ no index") == 1
        assert found["api.v2"].counts == {"error": 1, "warning": 0, "info": 0}
        assert found["shop"].counts == {"error": 0, "warning": 0, "info": 0}
        assert "5 stores" in text and "open now" in text


@pytest.mark.parametrize(
    ("down", "words"),
    [(1, "the agent loads nothing of it"), (2, "autoMemoryDirectory"), (3, "no such project any more")],
)
async def test_the_detail_says_what_to_do(machine: Which, down: int, words: str) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        await pilot.press(*["down"] * down)
        await settle(pilot)
        assert words in screen_text(app)


async def test_typing_finds_and_escape_first_takes_the_words_away(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        await pilot.press(*"orphan")
        await settle(pilot)
        assert list(rows(app)) == ["left"] and "1 of 5" in screen_text(app)
        await pilot.press(*"zzz", "enter")
        await settle(pilot)
        assert "None of 5 projects matches" in screen_text(app)
        assert any("no project to open" in note for note in notes(app))
        await pilot.press("escape")
        await settle(pilot)
        assert len(rows(app)) == 5
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(app.screen, ProjectsScreen)


async def test_opening_another_store_begins_anew(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        before, loader, old = app.screen_stack[0], app.loader, app.snapshot
        await pilot.press(*"api", "enter")
        await settle(pilot)
        assert "api-v2" in app.which.store.root
        assert app.screen is not before and not before.is_running
        assert loader._stopped and app.loader is not loader
        text = screen_text(app)
        assert "Two" in text and "missing" in text and "✖ 1" in text
        assert app.screen.query_one("#index-rows", Rows).current.line.number == 1
        assert app.which.location.source == "default"  # as its agent sees it
        app.post_message(SnapshotChanged(old, "late"))  # of the store that was open before
        await settle(pilot)
        assert app.snapshot.which is app.which and "late" not in notes(app)


async def test_changes_after_the_switch_are_made_in_the_new_store(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        await pilot.press(*"api", "enter")
        await settle(pilot)
        await pilot.press("down", "d")
        await settle(pilot)
        assert Path(app.which.store.root, "MEMORY.md").read_text() == INDEX
        assert Path(machine.store.root, "MEMORY.md").read_text() == INDEX
        await pilot.press("u")
        await settle(pilot)
        assert "two.md" in Path(app.which.store.root, "MEMORY.md").read_text()


async def test_the_open_one_is_not_opened_again(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert any("open already" in note for note in notes(app))
        assert isinstance(app.screen, ProjectsScreen)


async def test_one_that_went_away_meanwhile_is_told(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        app.open_store("/nowhere/memory")
        await settle(pilot)
        assert any("no such directory: /nowhere/memory" in note for note in notes(app))
        assert app.which is machine


async def test_what_was_counted_is_not_counted_again(machine: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        await pilot.press("escape")
        monkeypatch.setattr(switcher, "Desk", lambda *_: pytest.fail("counted again"))
        await pilot.press("p")
        await settle(pilot)
        assert rows(app)["api.v2"].counts == {"error": 1, "warning": 0, "info": 0}


async def test_a_machine_without_stores(tmp_path: Path) -> None:
    host = this_host(str(tmp_path))
    host = host._replace(env={**host.env, "CLAUDE_CONFIG_DIR": str(tmp_path / "none")})
    app = app_on(which_of(host, locate(host), state_base=str(tmp_path / "state")))
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        assert "No project has a memory yet" in screen_text(app)


async def test_a_list_that_cannot_be_made(machine: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise OSError(5, "the disk is gone")

    monkeypatch.setattr(switcher, "list_projects", fail)
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        assert "cannot be listed" in screen_text(app) and "the disk is gone" in screen_text(app)


async def test_a_double_click_opens(machine: Which) -> None:
    app = app_on(machine)
    async with app.run_test(size=WIDE) as pilot:
        await shown(app, pilot)
        await pilot.click("#project-rows", offset=(5, 1), times=2)
        await settle(pilot)
        assert app.which.store.root.endswith("web/memory")


def test_a_path_is_cut_at_its_beginning() -> None:
    assert tail("/home/you/src/shop", 10) == "…/src/shop"
    assert tail("short", 10) == "short"


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, machine: Which, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    async def open_it(pilot: Any) -> None:
        await shown(pilot.app, pilot)
        await pilot.press("down", "down")
        await settle(pilot)

    base = str(Path(machine.host.home).parent)
    real = project_rows.shortened
    monkeypatch.setattr(  # as on every other machine
        project_rows, "shortened", lambda path, _: real(path, base).replace(slug(base), "-home-you")
    )
    assert snap_compare(app_on(machine), terminal_size=size, run_before=open_it)
