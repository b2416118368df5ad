"""memtui's own settings, `config.toml`. A bad value falls back to the default and leaves a note."""

import os
from typing import Any, NamedTuple

from memtui.memory.age import STALE_DAYS
from memtui.memory.dreamsettings import SETTINGS, DreamSettings, read_section
from memtui.memory.errors import reason
from memtui.memory.host import Host
from memtui.memory.modelsettings import read_models

ENV_CONFIG = "MEMTUI_CONFIG"
DEFAULT = "default"
DEFAULT_THEME = "memtui-dark"
_MAX_DAYS = 36_500
_MAX_SECONDS = 600
_SECTIONS = ("stale", "dream", "models", "ui", "keys", "recall")
_RECALL = {  # what each setting must be
    "selector": "auto, local or claude",
    "model": "the name of a model",
    "timeout_s": f"a number of seconds up to {_MAX_SECONDS}",
    "abstain": "a number from 0 (always five) to 1 (only when sure)",
}


class Value(NamedTuple):
    """One setting: where it comes from is `default` or the file's path."""

    name: str
    value: Any
    origin: str


class RecallConfig(NamedTuple):
    """How questions are answered unless the command says otherwise."""

    selector: str = "local"
    model: str = ""  # the selector's own default
    timeout_s: float = 20.0
    abstain: float = 0.5  # 0: always five; 1: only when sure


class Config(NamedTuple):
    """All settings, and what was wrong with the file."""

    path: str
    exists: bool
    stale_days: dict[str, int]
    dream: DreamSettings
    theme: str
    keys: dict[str, str]  # action -> key
    recall: RecallConfig
    values: tuple[Value, ...]
    notes: tuple[str, ...]


def config_path(host: Host) -> str:
    """Where the file is or would be."""
    named = host.env.get(ENV_CONFIG)
    if named:
        return os.path.abspath(named)
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("memtui"), "config.toml")


def read_config(host: Host) -> Config:
    """The settings that hold now."""
    path = config_path(host)
    data, notes = _read(path)
    notes += _strangers(data or {}, path)
    stale, origins = _stale_days(data, path, notes)
    values = [Value(f"stale.{kind}", stale[kind], origins[kind]) for kind in stale]
    dream, said = read_section(_section(data, "dream", path, notes), path, notes)
    values += [Value(f"dream.{name}", getattr(dream, name), path if name in said else DEFAULT) for name in SETTINGS]
    models = read_models(_section(data, "models", path, notes), path, notes)
    values += [Value(f"models.{name}.{key}", fact, path) for name, said in models.items() for key, fact in said.items()]
    dream = dream._replace(models=models)
    theme = _theme(data, path, notes)
    values.append(Value("ui.theme", theme or DEFAULT_THEME, path if theme else DEFAULT))
    keys = _keys(data, path, notes)
    values += [Value(f"keys.{action}", key, path) for action, key in keys.items()]
    recall = _recall(data, path, notes, values)
    found = os.path.lexists(path)
    return Config(path, found, stale, dream, theme or DEFAULT_THEME, keys, recall, tuple(values), tuple(notes))


def _read(path: str) -> tuple[dict[str, Any] | None, list[str]]:
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file), []
    except FileNotFoundError:
        return None, []
    except OSError as error:
        return None, [f"{path} cannot be read ({reason(error)}); defaults hold"]
    except RecursionError:
        return None, [f"{path} is nested too deeply; defaults hold"]
    except ValueError as error:  # not TOML, not UTF-8, or a number of thousands of digits
        return None, [f"{path} is not valid TOML ({error}); defaults hold"]


def _strangers(data: dict[str, Any], path: str) -> list[str]:
    """A name that nobody reads is a mistake, and told: a setting without its section, most often."""
    known = " ".join(f"[{section}]" for section in _SECTIONS)
    return [
        f"{path}: {name} is not a section, and nothing reads it; use {known}" for name in data if name not in _SECTIONS
    ]


def _stale_days(data: dict[str, Any] | None, path: str, notes: list[str]) -> tuple[dict[str, int], dict[str, str]]:
    days = dict(STALE_DAYS)
    origins = dict.fromkeys(days, DEFAULT)
    for kind, value in _section(data, "stale", path, notes).items():
        if kind not in days:
            notes.append(f"{path}: stale.{kind} is not a type; use {', '.join(days)}")
        elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MAX_DAYS:
            notes.append(f"{path}: stale.{kind} is not a number of days from 1 to {_MAX_DAYS}; {days[kind]} holds")
        else:
            days[kind], origins[kind] = value, path
    return days, origins


def _section(data: dict[str, Any] | None, name: str, path: str, notes: list[str]) -> dict[str, Any]:
    section = (data or {}).get(name, {})
    if isinstance(section, dict):
        return section
    notes.append(f"{path}: {name} is not a section; write [{name}] and one line a setting")
    return {}


def _theme(data: dict[str, Any] | None, path: str, notes: list[str]) -> str | None:
    """The theme's name; which themes there are is the app's to know."""
    section = _section(data, "ui", path, notes)
    notes += [f"{path}: ui.{name} is not a setting; use theme" for name in section if name != "theme"]
    theme = section.get("theme")
    if theme is None or (isinstance(theme, str) and theme.strip()):
        return theme
    notes.append(f"{path}: ui.theme is not a name; {DEFAULT_THEME} holds")
    return None


def _recall(data: dict[str, Any] | None, path: str, notes: list[str], values: list[Value]) -> RecallConfig:
    """The settings of recall; which models there are is the selector's to know."""
    section = _section(data, "recall", path, notes)
    default = RecallConfig()
    found: dict[str, Any] = {}
    for name, value in section.items():
        if name not in _RECALL:
            notes.append(f"{path}: recall.{name} is not a setting; use {', '.join(_RECALL)}")
        elif _fits_recall(name, value):
            found[name] = value
        else:
            notes.append(
                f"{path}: recall.{name} is not {_RECALL[name]}; {getattr(default, name) or 'its default'} holds"
            )
    settings = default._replace(**found)
    shown = {name: value for name, value in settings._asdict().items() if name in found or value != ""}
    values += [Value(f"recall.{name}", value, path if name in found else DEFAULT) for name, value in shown.items()]
    return settings


def _fits_recall(name: str, value: Any) -> bool:
    if name in ("selector", "model"):
        return isinstance(value, str) and (name == "model" or value in ("auto", "local", "claude"))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= 1 if name == "abstain" else 0 < value <= _MAX_SECONDS


def _keys(data: dict[str, Any] | None, path: str, notes: list[str]) -> dict[str, str]:
    """Keys by action; which actions there are is the app's to know."""
    keys = {}
    for action, key in _flat(_section(data, "keys", path, notes)).items():
        if isinstance(key, str) and key.strip():
            keys[action] = key.strip()
        else:
            notes.append(f"{path}: keys.{action} is not the name of a key; its default holds")
    return keys


def _flat(section: dict[str, Any]) -> dict[str, Any]:
    """`index.edit = "x"` without quotes is a table in TOML, and means the same here as with them."""
    found: dict[str, Any] = {}
    for name, value in section.items():
        if isinstance(value, dict) and value:
            found |= {f"{name}.{inner}": deeper for inner, deeper in value.items()}
        else:
            found[name] = value
    return found
