"""What an audit finds in the sample store, word for word, and that it finds nothing in the clean one.

Each line of golden.txt was read and agreed to: it is true, plain, and says what to do. To accept a change, edit it.
"""

import os
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from memtui.audit.auditor import Auditor
from memtui.audit.finding import Finding
from memtui.audit.rules import BY_ID
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.sample.build import build
from tests.audit.storebox import NOW
from tests.sample.clean import build_clean
from tests.sample.planted import PLANTED

GOLDEN_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.txt")
HEAD = {rule for rule in BY_ID if rule.endswith(("-frontmatter", "-type", "-description"))} | {"duplicate-name"}
WHOLE = {"no-pointer", "duplicate-content", "near-duplicate", "stale", "repeats-claudemd"}


class Golden(NamedTuple):
    severity: str
    rule: str
    file: str
    line: int | None
    fixable: bool
    message: str


def golden() -> list[Golden]:
    found = []
    with open(GOLDEN_FILE, encoding="utf-8") as file:
        for row in file:
            severity, rule, place, fixable, message = row.rstrip("\n").split(" ", 4)
            name, _, line = place.rpartition(":")
            found.append(Golden(severity, rule, name, int(line) if line else None, fixable == "fixable", message))
    return found


GOLDEN = golden()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    folder = str(tmp_path_factory.mktemp("sample"))
    sample = build(os.path.join(folder, "demo"), NOW)
    store = Store(sample.memory_dir, sample.project_root, sample.config_dir, os.path.join(folder, "state"))
    audit = Auditor(store).audit(Scanner(sample.memory_dir).scan(), NOW)
    assert audit.notes == []
    return audit.findings


def test_the_sample_has_exactly_what_was_agreed_to(found: list[Finding]) -> None:
    told = [Golden(i.severity, i.rule, i.file, i.line, i.fixable, i.message) for i in found]
    assert told == GOLDEN


def test_all_of_it_was_planted_and_all_that_was_planted_is_found() -> None:
    planted = {(item.rule, item.file) for item in PLANTED}
    assert {(item.rule, item.file) for item in GOLDEN} == planted
    wanted = Counter((item.rule, item.file) for item in PLANTED)
    wanted["orders", "reference_vendor_tips.md"] += 1  # one line with two orders
    assert Counter((item.rule, item.file) for item in GOLDEN) == wanted


def test_each_is_told_of_the_line_that_has_it(tmp_path: Path) -> None:
    sample = build(str(tmp_path), NOW)
    for planted in PLANTED:
        with open(os.path.join(sample.memory_dir, planted.file), encoding="utf-8", newline="") as file:
            lines = file.read().split("\n")
        told = [item.line for item in GOLDEN if (item.rule, item.file) == (planted.rule, planted.file)]
        if planted.rule in HEAD:
            assert told == [1]
        elif planted.rule in WHOLE:
            assert told == [None]
        else:
            assert any(planted.mark in lines[line - 1] for line in told if line), planted


def test_messages_are_plain_and_say_what_to_do(found: list[Finding]) -> None:
    for item in found:
        rule = BY_ID[item.rule]
        assert item.message.isprintable()
        assert len(item.message) < 170
        assert not item.message.endswith(".")
        assert item.severity == rule.severity or item.rule == "long-pointer"
        assert rule.fixable or not item.fixable
        assert item.severity == "info" or any(mark in item.message for mark in (";", ":", ",")), item


def test_the_clean_store_is_clean(tmp_path: Path) -> None:
    memory = build_clean(str(tmp_path), NOW)
    store = Store(memory, str(tmp_path), str(tmp_path / "config"), str(tmp_path / "state"))
    audit = Auditor(store).audit(Scanner(memory).scan(), NOW)
    assert audit.findings == []
