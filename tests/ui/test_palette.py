"""The palette: every action, theme and memory is in it, and each does what its key does."""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from memtui.transcripts.opening import Which
from memtui.ui.keys import ACTIONS, ANYWHERE, EDITOR, MODES, READER, TITLES, Action, every_action
from memtui.ui.palette import _MOST_MEMORIES, Item, items
from memtui.ui.settings import THEME_NAMES
from memtui.ui.widgets.strip import KeyBar
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle, store_which

HOSTILE = "[@click=app.quit]q[/] [x]"


def name_of(screen: str, action: Action, here: str) -> str:
    """What the palette calls it."""
    return action.label if screen in (here, ANYWHERE) else f"{TITLES[screen]}: {action.label}"


@pytest.mark.parametrize("mode", MODES)
async def test_every_action_is_in_it_with_its_key_and_every_theme(sample: Which, mode: str) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await app.switch_mode(mode)
        names = [item.name for item in items(app, app.screen)]
        wanted = [
            (screen, action)
            for screen, action in every_action()
            if screen not in (EDITOR, READER) and action.id != "palette"
        ]
        assert {name_of(screen, action, mode) for screen, action in wanted} <= set(names)
        assert {f"Theme: {name}" for name in THEME_NAMES} <= set(names)


@pytest.mark.parametrize("mode", MODES)
async def test_every_action_has_something_that_does_it(sample: Which, mode: str) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await app.switch_mode(mode)
        for action in (*ACTIONS[mode], *ACTIONS[ANYWHERE]):
            name = f"action_{action.call.partition('(')[0]}"
            assert hasattr(app.screen, name) or hasattr(app, name), action.id


async def test_choosing_an_action_does_it(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p", *"exact text", "enter")
        await settle(pilot)
        assert "as the agent gets it" in screen_text(app)


async def test_an_action_of_the_app_and_one_of_another_screen(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        found = {item.name: item for item in items(app, app.screen)}
        await done(found["Topics"])
        await settle(pilot)
        assert app.current_mode == "topics"
        found = {item.name: item for item in items(app, app.screen)}
        await done(found["Index: As loaded"])
        await settle(pilot)
        assert app.current_mode == "index" and "as the agent gets it" in screen_text(app)


async def still(pilot: Any) -> None:
    """Wait until the palette has gathered all it offers, and its cursor no longer blinks."""
    await settle(pilot)
    for field in pilot.app.screen.query(Input):
        field.cursor_blink = False
    before, same = "", 0
    while same < 5:
        await pilot.pause(0.1)
        now = screen_text(pilot.app)
        same = same + 1 if now == before and "go to the memory" in now else 0
        before = now
    await settle(pilot)


async def done(item: Item) -> None:
    """Do it."""
    result = item.run()
    if result is not None:
        await result


async def test_choosing_a_theme_remembers_it(sample: Which, tmp_path: Path) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p", *"memtui-sand", "enter")
        await settle(pilot)
        assert app.theme == "memtui-sand"
    assert "memtui-sand" in (tmp_path / "config.toml").read_text()


async def test_choosing_a_memory_goes_there(sample: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(sample)
    went = []

    async def show(file: str) -> None:
        went.append(file)

    monkeypatch.setattr(app, "show_memory", show)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p", *"grafana")
        await settle(pilot)
        await pilot.pause(0.3)
        assert "Memory: reference_grafana.md" in screen_text(app)
        await pilot.press("enter")
        await settle(pilot)
        assert went == ["reference_grafana.md"]


async def test_hostile_names_stay_text_and_thousands_are_cut(tmp_path: Path) -> None:
    files = {f"user_{number}.md": f"---\nname: {HOSTILE}\ndescription: {HOSTILE}\n---\n" for number in range(60)}
    app = app_on(store_which(tmp_path, files))
    async with app.run_test(size=(120, 200)) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p", *"user_")
        await settle(pilot)
        await pilot.pause(0.5)
        text = screen_text(app)
        assert HOSTILE in text
        assert text.count("Memory: user_") == _MOST_MEMORIES


async def test_a_click_on_the_key_bar_does_what_the_key_does(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        bar = app.screen.query_one(KeyBar)
        line = screen_text(app).splitlines()[-1]
        await pilot.click(KeyBar, offset=(line.index("Help"), 0))
        await settle(pilot)
        assert "In focus" in screen_text(app)
        await pilot.press("escape")
        await pilot.click(KeyBar, offset=(line.index("As loaded"), 0))
        await settle(pilot)
        assert bar.is_attached and "as the agent gets it" in screen_text(app)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def open_it(pilot: Any) -> None:
        await settle(pilot)
        await pilot.press("ctrl+p")
        await still(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=open_it)
