"""Findings by severity and rule, by words, and what to do about each."""

import pytest

from memtui.audit.advice import ADVICE, advice
from memtui.audit.finding import REMOVE_LINE, Finding, Mend
from memtui.audit.groups import grouped, matching
from memtui.audit.rules import RULES

MEND = Mend("MEMORY.md", REMOVE_LINE, "removed it", 3)
SECRET = Finding("secret", "error", "a.md", 4, "AWS access key")
DEAD = Finding("dead-pointer", "error", "MEMORY.md", 3, "points to b.md", MEND)
LONG_ERROR = Finding("long-pointer", "error", "MEMORY.md", 7, "pointer of 220 characters")
LONG = Finding("long-pointer", "warning", "MEMORY.md", 9, "pointer of 160 characters")
STALE = Finding("stale", "warning", "A.md", None, "90 days old")
ALL = [STALE, SECRET, LONG, DEAD, LONG_ERROR]


def test_groups_are_worst_first_and_then_as_the_rules_are_listed() -> None:
    groups = grouped(ALL)
    assert [(group.severity, group.rule, len(group.findings)) for group in groups] == [
        ("error", "dead-pointer", 1),
        ("error", "long-pointer", 1),
        ("error", "secret", 1),
        ("warning", "long-pointer", 1),
        ("warning", "stale", 1),
    ]
    assert groups[0].fixable == 1 and groups[1].fixable == 0
    assert groups[2].about == "a key or password"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ALL),
        ("  ", ALL),
        ("STALE", [STALE]),
        ("a.md", [STALE, SECRET]),
        ("error pointer", [DEAD, LONG_ERROR]),
        ("pointer !long", [DEAD]),
        ("memory.md:9", [LONG]),
        ("fixable", [DEAD]),
        ("!", ALL),
        ("nowhere", []),
    ],
)
def test_words_choose(words: str, found: list[Finding]) -> None:
    assert list(matching(ALL, words)) == found


def test_every_rule_says_what_a_person_can_do() -> None:
    assert set(ADVICE) == {rule.id for rule in RULES}
    assert advice(DEAD) == "removed it"
    assert advice(LONG) == ADVICE["long-pointer"]
    assert "history purge" in advice(SECRET)
