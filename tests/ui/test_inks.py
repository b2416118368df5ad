"""The looks of pieces of text: each has its colours in every theme, and a change of theme reaches what is drawn."""

import pytest
from textual.app import App
from textual.theme import Theme

from memtui.ui import themes
from memtui.ui.inks import INKS, ink


def colours_of(theme: Theme) -> dict[str, str]:
    """What a style may name under this theme."""
    app = App[None]()
    app.register_theme(theme)
    app.set_reactive(App.theme, theme.name)
    return {**themes.variables(theme.dark), **app.get_css_variables()}


@pytest.mark.parametrize("theme", themes.THEMES, ids=lambda theme: theme.name)
def test_every_theme_has_the_colours_of_every_ink(theme: Theme) -> None:
    known = colours_of(theme)
    for name, look in INKS.items():
        assert {look.colour, look.background} - {""} <= known.keys(), name
        style = ink(known, name)
        assert (style.color is not None) == bool(look.colour), name
        assert (style.bgcolor is not None) == bool(look.background), name


def test_another_theme_gives_another_colour() -> None:
    dark, light = (colours_of(theme) for theme in themes.THEMES[:2])
    assert ink(dark, "bad") != ink(light, "bad")
    assert ink(dark, "strong") == ink(light, "strong")


def test_no_name_changes_nothing() -> None:
    assert not ink({}, "")
