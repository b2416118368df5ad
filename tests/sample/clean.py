"""A second, smaller store without any problem at all, full of things that a hasty audit would report."""

import os

from memtui.sample.placeholders import DAY_SECONDS, expand
from memtui.sample.store import log_name, write_dated

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clean_store")

AGES: dict[str, float] = {
    "MEMORY.md": 0.4,
    "user_role.md": 200.0,
    "user_emoji.md": 40.0,
    "feedback_real_database.md": 41.0,
    "feedback_absolute_dates.md": 120.0,
    "feedback_keys_in_env.md": 16.0,
    "feedback_short_mails.md": 95.0,
    "project_label_today.md": 9.0,
    "project_paper_price.md": 0.4,
    "reference_mill_amalfi.md": 70.0,
    "reference_mill_gmund.md": 69.0,
    "reference_release_numbers.md": 15.0,
    "reference_type cases.md": 80.0,
}
LOG_AGE = 1.0


def build_clean(target: str, now: float) -> str:
    """Writes the store to `target/memory` and returns that directory."""
    memory = os.path.join(os.path.realpath(target), "memory")
    for name, age in AGES.items():
        _write(name, os.path.join(memory, name), now, age)
    _write("logs/day.md", os.path.join(memory, log_name(now - LOG_AGE * DAY_SECONDS)), now, LOG_AGE)
    return memory


def _write(source: str, path: str, now: float, age: float) -> None:
    saved = now - age * DAY_SECONDS
    with open(os.path.join(SOURCE, source), encoding="utf-8", newline="") as file:
        write_dated(path, expand(file.read(), now, saved), saved)
