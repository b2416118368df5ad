"""Themes: readable in numbers, chosen with a look at each, remembered in the config file."""

from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.theme import Theme

from memtui.memory.config import DEFAULT_THEME
from memtui.transcripts.opening import Which
from memtui.ui import themes
from memtui.ui.settings import THEME_NAMES
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle

TEXTS = ("foreground", "muted", "primary", "secondary", "accent", "success", "warning", "error", *(
    name for name in themes.DEFAULTS if name.startswith(("kind-", "diff-"))
))  # fmt: skip
GROUNDS = ("background", "surface")
ENOUGH, HIGH = 4.5, 7.0


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG counts it."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(value) for value in Color.parse(colour).normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG's ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours(theme: Theme) -> dict[str, str]:
    """Every colour of a theme by its name."""
    own = {
        name: str(getattr(theme, name)) for name in (*TEXTS[:2], *TEXTS[2:8], *GROUNDS, "panel") if hasattr(theme, name)
    }
    return {**themes.variables(theme.dark), **own, **theme.variables}


def test_there_are_enough_themes_of_each_kind() -> None:
    assert tuple(theme.name for theme in themes.THEMES) == THEME_NAMES == tuple(themes.ABOUT)
    assert len(THEME_NAMES) >= 4 and DEFAULT_THEME in THEME_NAMES
    assert {theme.dark for theme in themes.THEMES} == {True, False}
    assert any("contrast" in theme.name for theme in themes.THEMES)


def test_the_ratio_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", themes.THEMES, ids=lambda theme: theme.name)
def test_every_text_can_be_read(theme: Theme) -> None:
    found = colours(theme)
    pairs = [(text, ground) for text in TEXTS for ground in GROUNDS]
    pairs += [("foreground", "panel"), ("cursor-foreground", "cursor-background"), ("background", "primary")]
    least = HIGH if "contrast" in theme.name else ENOUGH
    weak = {pair: round(contrast(found[pair[0]], found[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < least} == {}


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_picture(snap_compare: Any, sample: Which, theme: str) -> None:
    assert snap_compare(app_on(sample, theme=theme), terminal_size=NARROW, run_before=settle)


async def test_moving_shows_a_theme_and_escape_brings_the_old_one_back(sample: Which, tmp_path: Path) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+t")
        await settle(pilot)
        assert app.theme == "memtui-dark"
        assert "white, as much contrast as can be" in screen_text(app)
        await pilot.press("down", "down")
        await settle(pilot)
        assert app.theme == "memtui-forest"
        await pilot.press("escape")
        await settle(pilot)
        assert app.theme == "memtui-dark"
        assert not (tmp_path / "config.toml").exists()


async def test_enter_takes_a_theme_and_remembers_it(sample: Which, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("# mine\n[ui]\ntheme = 'memtui-sand' # so warm\n")
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        assert app.theme == "memtui-sand"
        await pilot.press("ctrl+t", *"bright", "enter")
        await settle(pilot)
        assert app.theme == "memtui-light"
        assert any("memtui-light is remembered" in note for note in notes(app))
    assert (tmp_path / "config.toml").read_text() == '# mine\n[ui]\ntheme = "memtui-light" # so warm\n'


async def test_a_broken_file_is_not_written_and_the_theme_holds_for_now(sample: Which, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[ui\n")
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+t", "down", "enter")
        await settle(pilot)
        assert app.theme == "memtui-light"
        assert any("is not remembered: not valid TOML" in note for note in notes(app))
    assert (tmp_path / "config.toml").read_text() == "[ui\n"


async def test_a_name_that_no_theme_has(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+t", *"zzz")
        await settle(pilot)
        assert "No theme of that name" in screen_text(app)
        await pilot.press("enter", "escape")
        await settle(pilot)
        assert app.theme == "memtui-dark"


async def test_a_theme_chosen_later_draws_as_one_chosen_first(sample: Which) -> None:
    pictures = []
    for first, then in (("memtui-dark", "memtui-sand"), ("memtui-sand", "memtui-sand")):
        app = app_on(sample, theme=first)
        async with app.run_test(size=NARROW) as pilot:
            await settle(pilot)
            app.theme = then
            await settle(pilot)
            pictures.append(app.screen.query_one("#index-rows", Rows).render_line(4))
            assert app.has_class("-light-mode") and not app.has_class("-dark-mode")
    assert list(pictures[0]) == list(pictures[1])
