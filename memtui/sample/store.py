"""The sample's memory directory: texts from `memories/`, ages from the table below.

Ages are in days before now and become each file's mtime. The problems in it are planted on purpose; the tests
keep the list of them, and everything that is not on that list is meant to be fine.
"""

import os

from memtui.memory.clock import iso
from memtui.memory.limits import INDEX_NAME, LOGS_DIR, TEAM_DIR
from memtui.sample.placeholders import DAY_SECONDS, expand

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "memories")

AGES: dict[str, float] = {
    INDEX_NAME: 0.12,
    "user_role.md": 350.0,
    "user_python_background.md": 33.0,  # copied from another machine: `modified` is older than the mtime
    "user_languages.md": 240.0,
    "user_reviews_on_phone.md": 27.1,
    "feedback_fake_clock.md": 74.0,
    "feedback_whole_cents.md": 60.0,
    "feedback_short_answers.md": 147.0,
    "feedback_no_new_packages.md": 139.0,
    "feedback_migration_first.md": 82.0,
    "feedback_plain_sql.md": 2.3,
    "feedback_refunds_need_a_yes.md": 11.6,
    "feedback_no_db_mocks.md": 133.0,
    "feedback_real_database.md": 2.2,
    "feedback_deploy.md": 131.0,
    "feedback_receipt_mail.md": 80.5,
    "feedback_make_check.md": 59.9,
    "feedback_error_messages.md": 26.9,
    "project_gift_cards.md": 0.13,
    "project_vat_abroad.md": 18.1,
    "project_stock_file.md": 13.5,
    "project_checkout_freeze.md": 5.0,
    "project_tax_rounding.md": 9.4,
    "project_search.md": 18.1,
    "project_stripe_move.md": 120.5,
    "project_launch_list.md": 540.0,
    "project_incident_double_charge.md": 10.9,
    "notes_warehouse.md": 3.2,
    "todo_newsletter.md": 6.3,
    "reference_grafana.md": 84.0,
    "reference_issue_tracker.md": 88.0,
    "reference_gateway_sandbox.md": 8.2,
    "reference_carrier_api.md": 1.1,
    "reference_figma.md": 0.12,
    "reference_status_page.md": 83.5,
    "reference_outages.md": 11.5,
    "reference_staging.md": 8.1,
    "reference_vendor_tips.md": 8.0,
    "suppliers/reference_stock_feed.md": 13.5,
    "suppliers/reference_customs_codes.md": 86.0,
    "people/reference_warehouse_people.md": 13.4,
    f"{TEAM_DIR}/{INDEX_NAME}": 4.9,
    f"{TEAM_DIR}/project_release_train.md": 18.0,
    f"{TEAM_DIR}/feedback_api_errors.md": 66.0,
    f"{TEAM_DIR}/reference_on_call.md": 11.5,
    f"{TEAM_DIR}/project_holiday_cutoff.md": 4.9,
}

LOG_AGES: dict[str, float] = {"first.md": 4.0, "second.md": 2.0, "third.md": 1.0}
"""Daily logs by the name of their text; where a log goes is its day."""


def log_name(when: float) -> str:
    """Where the log of that day is, below the memory directory."""
    day = iso(when)[:10]
    return f"{LOGS_DIR}/{day[:4]}/{day[5:7]}/{day}.md"


def write_store(memory_dir: str, now: float) -> dict[str, str]:
    """Writes every file of the store, and returns their texts by name."""
    texts: dict[str, str] = {}
    for name, age in AGES.items():
        texts[name] = _write(memory_dir, name, name, now, age)
    for source, age in LOG_AGES.items():
        name = log_name(now - age * DAY_SECONDS)
        texts[name] = _write(memory_dir, name, f"{LOGS_DIR}/{source}", now, age)
    return texts


def _write(memory_dir: str, name: str, source: str, now: float, age: float) -> str:
    saved = now - age * DAY_SECONDS
    with open(os.path.join(SOURCE, source), encoding="utf-8", newline="") as file:
        text = expand(file.read(), now, saved)
    write_dated(os.path.join(memory_dir, name), text, saved)
    return text


def write_dated(path: str, text: str, saved: float) -> None:
    """Writes `text` as UTF-8, byte for byte, with `saved` as its mtime."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    os.utime(path, (saved, saved))
