"""How a piece of text looks, by the name that comes with it: colours of the theme, weight and slant.

The lines of every list and bar are drawn with these. Component classes of a style sheet would say the same, but Textual
makes a node of each, for each widget, whenever it applies styles: for two dozen names that was a fifth of the time to
the first screen.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from textual.color import Color


class Ink(NamedTuple):
    """Colours by their names in the theme; none where it is that of what surrounds it."""

    colour: str = ""
    background: str = ""
    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None


INKS: Mapping[str, Ink] = {
    "muted": Ink("muted"),
    "strong": Ink(bold=True),
    "title": Ink(bold=True),
    "accent": Ink("accent"),
    "primary": Ink("primary"),
    "faint": Ink("panel"),
    "good": Ink("success"),
    "warn": Ink("warning"),
    "bad": Ink("error"),
    "info": Ink("secondary"),
    "user": Ink("kind-user"),
    "feedback": Ink("kind-feedback"),
    "project": Ink("kind-project"),
    "reference": Ink("kind-reference"),
    "none": Ink("muted", italic=True),
    "heading": Ink("primary", bold=True),
    "rule": Ink("error"),
    "added": Ink("diff-added"),
    "removed": Ink("diff-removed"),
    "place": Ink("diff-place"),
    "link": Ink("primary", underline=True),
    "code": Ink("secondary"),
    "match": Ink("accent", bold=True, underline=True),
    "key": Ink("accent", bold=True),
    "here": Ink("background", "primary", bold=True),
    "cursor": Ink("cursor-foreground", "cursor-background"),
    "cursor-idle": Ink("foreground", "panel"),
    "cursor-none": Ink(),
    "chosen": Ink("cursor-foreground", "cursor-background", bold=True),
}


def ink(variables: Mapping[str, str], name: str) -> Style:
    """The style of a name, by the colours of a theme; none for no name."""
    if not name:
        return Style.null()
    found = INKS[name]
    return _style(found, variables.get(found.colour, ""), variables.get(found.background, ""))


@lru_cache(maxsize=512)
def _style(look: Ink, colour: str, background: str) -> Style:
    return Style(
        color=Color.parse(colour).rich_color if colour else None,
        bgcolor=Color.parse(background).rich_color if background else None,
        bold=look.bold,
        italic=look.italic,
        underline=look.underline,
    )
