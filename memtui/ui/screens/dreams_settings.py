"""How dreams run, changed from the dreams screen: one setting at a time, kept in the config file, true from then on."""

from collections.abc import Sequence
from typing import Any

from memtui.memory.config_file import set_value
from memtui.memory.dreamsettings import APPLIES, ENGINES, DreamSettings, read_section
from memtui.ui.screens.dialogs import Choice, Field, FormDialog, PickDialog
from memtui.ui.screens.dreams_review import DreamsReview
from memtui.ui.text import fit, plain

_ABOUT = {
    "auto": "start one that is due while memtui is open",
    "engine": "who dreams; auto: claude if a key is set",
    "model": "which one the claude engine asks",
    "min_hours": "since the last dream, before one is due",
    "min_sessions": "since the last dream, before one is due",
    "max_turns": "that end a dream of claude's",
    "budget_usd": "dollars that end a dream of claude's",
    "apply": "auto adopts what is harmless, review none",
}
_ON, _OFF = "on", "off"
_VALUES = {"engine": ENGINES, "apply": APPLIES, "auto": (_ON, _OFF)}
_NAME_CELLS, _VALUE_CELLS = 14, 10


class SettingsDialog(PickDialog):
    """Every setting of dreams, with what holds now."""


class DreamsSettings(DreamsReview):
    """Changing how dreams run."""

    def action_settings(self) -> None:
        """Choose a setting, then a value for it."""
        dialog = SettingsDialog("How dreams run", setting_rows(self.memtui.config.dream))
        self.app.push_screen(dialog, self._chosen_setting)

    def _chosen_setting(self, name: str | None) -> None:
        if name is None:
            return
        if name in _VALUES:
            rows = [Choice(value, ((value, "title"),)) for value in _VALUES[name]]
            self.app.push_screen(PickDialog(f"{name}: {_ABOUT[name]}", rows), lambda value: self._take(name, value))
            return

        def answered(values: dict[str, str] | None) -> None:
            self._take(name, None if values is None else values["value"])

        before = getattr(self.memtui.config.dream, name)
        fields = [Field("value", _ABOUT[name], "" if before is None else f"{before}")]
        self.app.push_screen(FormDialog(name, fields, check=lambda values: problem(name, values["value"])), answered)

    def _take(self, name: str, text: str | None) -> None:
        """Keep it in the file first: what is not kept does not hold either."""
        if text is None:
            return
        app, value = self.memtui, parsed(name, text)

        def make() -> str:
            set_value(app.config.path, "dream", name, value)
            settings = app.config.dream._replace(**{name: value})
            app.config = app.config._replace(dream=settings)
            app.dream_watch.use(settings)
            return f"dream.{name} is {plain(text)} from now on, in {app.config.path}"

        self.do(make)


def setting_rows(settings: DreamSettings) -> Sequence[Choice]:
    """A row for each: its name, what holds, what it is about."""
    return [
        Choice(
            name,
            (
                (fit(name, _NAME_CELLS), "title"),
                (fit(plain(_shown(getattr(settings, name))), _VALUE_CELLS), "accent"),
                (about, "muted"),
            ),
        )
        for name, about in _ABOUT.items()
    ]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _ON if value else _OFF
    return "not set" if value is None else f"{value:g}" if isinstance(value, float) else f"{value}"


def parsed(name: str, text: str) -> Any:
    """A typed value; what is no number stays text, for `problem` to say so."""
    if name == "auto":
        return text == _ON
    if isinstance(getattr(DreamSettings(), name), int | float):
        for kind in (int, float):
            try:
                return kind(text)
            except ValueError:
                continue
    return text


def problem(name: str, text: str) -> str:
    """What is wrong with a value; empty when nothing is."""
    notes: list[str] = []
    read_section({name: parsed(name, text)}, "", notes)
    return notes[0].removeprefix(": ").partition(";")[0] if notes else ""
