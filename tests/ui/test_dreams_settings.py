"""How dreams run, changed from the dreams screen and kept in the config file."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from memtui.memory.config import read_config
from memtui.ui.screens.dialogs import FormDialog, PickDialog
from memtui.ui.screens.dreams import DreamsScreen
from memtui.ui.screens.dreams_settings import parsed, problem
from tests.ui.dreaming import dreams, index, newest, over, press, small, told, until
from tests.ui.running import NARROW, WIDE, app_on, screen_text


def kept(folder: Path) -> Any:
    path = folder / "config.toml"
    return tomllib.loads(path.read_text()).get("dream") if path.exists() else None


async def test_switched_on_a_due_dream_starts_by_itself(tmp_path: Path) -> None:
    which = small(tmp_path)
    app = app_on(which)
    app._watch = True
    async with app.run_test(size=WIDE) as pilot:
        await dreams(pilot)
        assert "no: only d starts one" in screen_text(app)
        await press(pilot, "o", *"min_s", "enter", "backspace", "0", "enter")
        assert kept(tmp_path) == {"min_sessions": 0}
        await press(pilot, "o", *"auto", "enter")
        assert isinstance(app.screen, PickDialog) and "auto: start one that is due" in screen_text(app)
        await press(pilot, "enter")
        assert kept(tmp_path) == {"min_sessions": 0, "auto": True}
        await until(pilot, over(which))
        assert newest(which).trigger == "auto" and "user_gone" not in index(which)
        await until(pilot, lambda: "yes: one that is due starts" in screen_text(app))
    assert read_config(which.host).dream.auto is True


async def test_a_bad_value_is_not_taken(tmp_path: Path) -> None:
    app = app_on(small(tmp_path))
    async with app.run_test(size=WIDE) as pilot:
        await dreams(pilot, "o", *"budget", "enter", *"x", "enter")
        assert isinstance(app.screen, FormDialog)
        assert "dream.budget_usd is not a number of dollars from 0 to 1000" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, DreamsScreen) and kept(tmp_path) is None


async def test_a_file_that_cannot_be_understood_stays(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[dream\n")
    app = app_on(small(tmp_path))
    async with app.run_test(size=WIDE) as pilot:
        await dreams(pilot, "o", *"engine", "enter", "down", "down", "enter")
        assert told(app, "not valid TOML")
        assert app.config.dream.engine == "auto" and (tmp_path / "config.toml").read_text() == "[dream\n"


def test_how_it_looks(snap_compare: Any, tmp_path: Path) -> None:
    app = app_on(small(tmp_path))
    assert snap_compare(app, terminal_size=NARROW, run_before=lambda pilot: dreams(pilot, "o"))


@pytest.mark.parametrize(
    ("name", "text", "value", "wrong"),
    [
        ("min_hours", "12", 12, ""),
        ("min_hours", "0.5", 0.5, ""),
        ("min_hours", "nan", None, "dream.min_hours is not a number of hours from 0 to 8760"),
        ("min_sessions", "1.5", 1.5, "dream.min_sessions is not a whole number from 0 to 10000"),
        ("max_turns", "", "", "dream.max_turns is not a whole number from 1 to 1000"),
        ("model", "some-model", "some-model", ""),
        ("model", "", "", "dream.model is not the name of a model"),
        ("auto", "off", False, ""),
    ],
)
def test_values(name: str, text: str, value: object, wrong: str) -> None:
    assert problem(name, text) == wrong
    assert value is None or parsed(name, text) == value
