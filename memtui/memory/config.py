"""memtui's own settings, `config.toml`. A bad value falls back to the default and leaves a note."""

import os
from typing import Any, NamedTuple

from memtui.memory.age import STALE_DAYS
from memtui.memory.errors import reason
from memtui.memory.host import Host

ENV_CONFIG = "MEMTUI_CONFIG"
_MAX_DAYS = 36_500


class Value(NamedTuple):
    """One setting: where it comes from is `default` or the file's path."""

    name: str
    value: Any
    origin: str


class Config(NamedTuple):
    """All settings, and what was wrong with the file."""

    path: str
    exists: bool
    stale_days: dict[str, int]
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
    stale, origins = _stale_days(data, path, notes)
    values = tuple(Value(f"stale.{kind}", stale[kind], origins[kind]) for kind in stale)
    return Config(path, data is not None, stale, values, tuple(notes))


def _read(path: str) -> tuple[dict[str, Any] | None, list[str]]:
    import tomllib

    try:
        with open(path, "rb") as file:
            return tomllib.load(file), []
    except FileNotFoundError:
        return None, []
    except OSError as error:
        return None, [f"{path} cannot be read ({reason(error)}); defaults hold"]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return None, [f"{path} is not valid TOML ({error}); defaults hold"]


def _stale_days(data: dict[str, Any] | None, path: str, notes: list[str]) -> tuple[dict[str, int], dict[str, str]]:
    days = dict(STALE_DAYS)
    origins = dict.fromkeys(days, "default")
    section = (data or {}).get("stale", {})
    if not isinstance(section, dict):
        notes.append(f"{path}: stale is not a section; write [stale] and one line a type")
        return days, origins
    for kind, value in section.items():
        if kind not in days:
            notes.append(f"{path}: stale.{kind} is not a type; use {', '.join(days)}")
        elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MAX_DAYS:
            notes.append(f"{path}: stale.{kind} = {value!r} is not a number of days; {days[kind]} holds")
        else:
            days[kind], origins[kind] = value, path
    return days, origins
