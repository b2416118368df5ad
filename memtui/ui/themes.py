"""How it looks: memtui's own themes, and the colours of its own words (types, grades, severities, diffs).

Colours appear here and nowhere else; style sheets use the names. No colour says anything alone: each comes with a
word or a glyph.
"""

from textual.theme import Theme

THEMES: tuple[Theme, ...] = (
    Theme(
        name="memtui-dark",
        primary="#7aa2f7",
        secondary="#9d8cd6",
        accent="#e0af68",
        foreground="#c9d1e0",
        background="#14161c",
        surface="#1a1d25",
        panel="#232733",
        success="#8fc77c",
        warning="#e0af68",
        error="#f0717a",
        dark=True,
    ),
    Theme(
        name="memtui-light",
        primary="#2d5fb8",
        secondary="#6a4fb0",
        accent="#8a5a00",
        foreground="#22262e",
        background="#fbfaf7",
        surface="#f2f0ea",
        panel="#e5e2d9",
        success="#286b2b",
        warning="#8a5a00",
        error="#b3261e",
        dark=False,
    ),
    Theme(
        name="memtui-forest",
        primary="#7fb88f",
        secondary="#b8a67f",
        accent="#d9a15b",
        foreground="#d5dcd0",
        background="#11170f",
        surface="#182017",
        panel="#212b20",
        success="#8fc77c",
        warning="#d9a15b",
        error="#e07a6a",
        dark=True,
        variables={"cursor-background": "#2c4a35", "kind-project": "#b4d98b"},
    ),
    Theme(
        name="memtui-sand",
        primary="#7a4a1e",
        secondary="#5b5a1f",
        accent="#9c3d12",
        foreground="#33291c",
        background="#f6efe0",
        surface="#efe6d2",
        panel="#e3d7bd",
        success="#3a6419",
        warning="#84510a",
        error="#a32a1c",
        dark=False,
        variables={"muted": "#665a48", "cursor-background": "#d9c394", "kind-reference": "#84510a"},
    ),
    Theme(
        name="memtui-contrast",
        primary="#ffff00",
        secondary="#00ffff",
        accent="#ffff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#505050",
        success="#00ff00",
        warning="#ffff00",
        error="#ff8a8a",
        dark=True,
        variables={
            "muted": "#d8d8d8",
            "kind-user": "#00ffff",
            "kind-feedback": "#ff9cff",
            "kind-project": "#00ff00",
            "kind-reference": "#ffff00",
            "cursor-background": "#ffff00",
            "cursor-foreground": "#000000",
            "diff-added": "#00ff00",
            "diff-removed": "#ff8a8a",
            "diff-place": "#00ffff",
        },
    ),
    Theme(
        name="memtui-contrast-light",
        primary="#0000b8",
        secondary="#6a0080",
        accent="#7a3000",
        foreground="#000000",
        background="#ffffff",
        surface="#ffffff",
        panel="#c4c4c4",
        success="#005a00",
        warning="#6b4000",
        error="#a00000",
        dark=False,
        variables={
            "muted": "#3a3a3a",
            "kind-user": "#003c8a",
            "kind-feedback": "#6a0080",
            "kind-project": "#005a00",
            "kind-reference": "#6b4000",
            "cursor-background": "#000000",
            "cursor-foreground": "#ffffff",
            "diff-added": "#005a00",
            "diff-removed": "#a00000",
            "diff-place": "#6a0080",
        },
    ),
)

ABOUT = {
    "memtui-dark": "dark, blue and amber",
    "memtui-light": "light, for bright rooms",
    "memtui-forest": "dark and green",
    "memtui-sand": "light and warm",
    "memtui-contrast": "black, as much contrast as can be",
    "memtui-contrast-light": "white, as much contrast as can be",
}

# What style sheets may name beyond Textual's own; a theme may set any of them otherwise.
DEFAULTS = {
    "muted": "#8a93a6",
    "kind-user": "#7dcfff",
    "kind-feedback": "#c99bf0",
    "kind-project": "#9fd88b",
    "kind-reference": "#e0af68",
    "cursor-background": "#2f3a5c",
    "cursor-foreground": "#ffffff",
    "diff-added": "#8fc77c",
    "diff-removed": "#f0717a",
    "diff-place": "#9d8cd6",
}
LIGHT = {
    "muted": "#5d6470",
    "kind-user": "#1f5fa8",
    "kind-feedback": "#8a3fa0",
    "kind-project": "#286b2b",
    "kind-reference": "#8a5a00",
    "cursor-background": "#c8d8f5",
    "cursor-foreground": "#000000",
    "diff-added": "#286b2b",
    "diff-removed": "#b3261e",
    "diff-place": "#6a4fb0",
}


def variables(dark: bool) -> dict[str, str]:
    """The colours of memtui's own words for a dark or a light theme, also one of Textual's."""
    return dict(DEFAULTS if dark else LIGHT)
