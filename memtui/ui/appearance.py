"""Choosing a theme: each shows itself while the cursor is on it; the chosen one is remembered in the config file."""

from functools import partial
from typing import TYPE_CHECKING

from textual import on

from memtui.memory.config_file import set_value
from memtui.memory.errors import MemtuiError
from memtui.ui import themes
from memtui.ui.messages import ChangeFailed, ChangeMade
from memtui.ui.screens.dialogs import Choice, PickDialog
from memtui.ui.text import fit
from memtui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

_NAME_CELLS = 24


class ThemeDialog(PickDialog):
    """The themes; escape leaves the one that was."""

    HELP = "Move to see each theme at once. Enter takes and remembers it, escape brings the one before back."

    def __init__(self, before: str) -> None:
        super().__init__("Theme", theme_choices(before), "No theme of that name. escape leaves it as it was.")
        self._before = before

    def on_mount(self) -> None:
        """The cursor begins on the theme that holds."""
        self.query_one("#choices", Rows).set_rows(self._all, key=self._before)

    @on(Rows.Highlighted)
    def _preview(self, event: Rows.Highlighted) -> None:
        if event.row is not None and self.is_current:
            self.app.theme = event.row.key

    def action_cancel(self) -> None:
        """As it was."""
        self.app.theme = self._before
        super().action_cancel()


def theme_choices(current: str) -> list[Choice]:
    """Each theme with what it is like."""
    return [
        Choice(
            theme.name,
            (
                ("● " if theme.name == current else "  ", "accent"),
                (fit(theme.name, _NAME_CELLS), "title"),
                (themes.ABOUT[theme.name], "muted"),
            ),
        )
        for theme in themes.THEMES
    ]


def choose_theme(app: "MemtuiApp") -> None:
    """Pick a theme and remember it."""

    def take(name: str | None) -> None:
        if name is not None:
            use_theme(app, name)

    app.push_screen(ThemeDialog(app.theme), take)


def use_theme(app: "MemtuiApp", name: str) -> None:
    """Show a theme from now on, also next time."""
    app.theme = name
    app.run_worker(partial(_remember, app, name), thread=True, group="config", exit_on_error=False)


def _remember(app: "MemtuiApp", name: str) -> None:
    try:
        set_value(app.config.path, "ui", "theme", name)
        message: ChangeMade | ChangeFailed = ChangeMade(f"{name} is remembered in {app.config.path}")
    except MemtuiError as failure:
        message = ChangeFailed(f"{name} holds until you leave, but is not remembered: {failure}")
    app.post_message(message)
