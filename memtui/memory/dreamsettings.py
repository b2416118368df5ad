"""The `[dream]` section of `config.toml`. A bad value leaves a note, and the default holds."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from memtui.memory.modelsettings import Facts

ENGINES = ("auto", "claude", "rules")
APPLIES = ("auto", "review")
_MOST_HOURS, _MOST_SESSIONS, _MOST_TURNS, _MOST_USD = 8_760, 10_000, 1_000, 1_000


class DreamSettings(NamedTuple):
    """How dreams run. None where nothing is said: then it depends (`apply` on the engine, `auto` on the agent's)."""

    engine: str = "auto"
    model: str | None = None
    min_hours: float = 24.0
    min_sessions: int = 5
    max_turns: int = 40
    budget_usd: float = 2.0
    apply: str | None = None
    auto: bool | None = None
    models: Mapping[str, Facts] = {}  # from `[models]`

    def applies_itself(self, engine: str) -> bool:
        """Whether a result is adopted without a person: by default only the rules', which read no transcripts."""
        return (self.apply or ("auto" if engine == "rules" else "review")) == "auto"


def _number(least: float, most: float, whole: bool) -> Callable[[Any], bool]:
    kinds = (int,) if whole else (int, float)
    return lambda value: isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most


_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "engine": (lambda value: value in ENGINES, f"one of {', '.join(ENGINES)}"),
    "model": (lambda value: isinstance(value, str) and bool(value.strip()), "the name of a model"),
    "min_hours": (_number(0, _MOST_HOURS, False), f"a number of hours from 0 to {_MOST_HOURS}"),
    "min_sessions": (_number(0, _MOST_SESSIONS, True), f"a whole number from 0 to {_MOST_SESSIONS}"),
    "max_turns": (_number(1, _MOST_TURNS, True), f"a whole number from 1 to {_MOST_TURNS}"),
    "budget_usd": (_number(0, _MOST_USD, False), f"a number of dollars from 0 to {_MOST_USD}"),
    "apply": (lambda value: value in APPLIES, f"one of {', '.join(APPLIES)}"),
    "auto": (lambda value: isinstance(value, bool), "true or false"),
}
SETTINGS = tuple(_CHECKS)


def read_section(section: dict[str, Any], path: str, notes: list[str]) -> tuple[DreamSettings, set[str]]:
    """The settings of a section, and which of them it sets."""
    given: dict[str, Any] = {}
    for name, value in section.items():
        if name not in _CHECKS:
            notes.append(f"{path}: dream.{name} is not a setting; use {', '.join(_CHECKS)}")
            continue
        fits, what = _CHECKS[name]
        if fits(value):
            given[name] = value
        else:
            notes.append(f"{path}: dream.{name} is not {what}; its default holds")
    return DreamSettings(**given), set(given)
