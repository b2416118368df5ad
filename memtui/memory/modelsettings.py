"""The `[models."NAME"]` sections of `config.toml`: what memtui's own table does not know of a model, or has wrong.

A house endpoint has its own models; with a window and prices here, compaction and budget work for them too.
"""

from collections.abc import Mapping
from typing import Any

FACTS = {  # setting -> (least, most, whether it must be whole, what it is)
    "window": (40_000, 100_000_000, True, "a number of tokens from 40000"),
    "output": (1_000, 10_000_000, True, "a number of tokens from 1000"),
    "input_usd": (0, 10_000, False, "dollars per million tokens"),
    "output_usd": (0, 10_000, False, "dollars per million tokens"),
}
Facts = Mapping[str, float]


def read_models(section: Mapping[str, Any], path: str, notes: list[str]) -> dict[str, Facts]:
    """What is said of each model; a bad value leaves a note and counts as not said."""
    found: dict[str, Facts] = {}
    for name, given in section.items():
        if not isinstance(given, dict):
            notes.append(f'{path}: models.{name} is not a section; write [models."{name}"] and one line a setting')
            continue
        said = {key: value for key, value in given.items() if _fits(name, key, value, path, notes)}
        if ("input_usd" in said) != ("output_usd" in said):
            notes.append(f"{path}: models.{name} needs both input_usd and output_usd; the price is not used")
            said = {key: value for key, value in said.items() if not key.endswith("_usd")}
        if said:
            found[name] = said
    return found


def _fits(name: str, key: str, value: object, path: str, notes: list[str]) -> bool:
    if key not in FACTS:
        notes.append(f"{path}: models.{name}.{key} is not a setting; use {', '.join(FACTS)}")
        return False
    least, most, whole, what = FACTS[key]
    kinds = (int,) if whole else (int, float)
    if isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most:
        return True
    notes.append(f"{path}: models.{name}.{key} is not {what}; memtui's own table holds")
    return False
