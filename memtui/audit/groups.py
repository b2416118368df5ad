"""Findings in the order a person works through them: by severity and rule; and those that have certain words."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memtui.audit.finding import SEVERITIES, Finding
from memtui.audit.rules import BY_ID, RULES

_PLACES = {rule.id: at for at, rule in enumerate(RULES)}


class Group(NamedTuple):
    """The findings of one rule that are equally bad."""

    severity: str
    rule: str
    findings: Sequence[Finding]

    @property
    def about(self) -> str:
        """What the rule means."""
        return BY_ID[self.rule].about

    @property
    def fixable(self) -> int:
        """How many can be mended mechanically."""
        return sum(1 for finding in self.findings if finding.fixable)


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """Worst first, then in the order of the rules; within a group the findings keep their order."""
    found: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.severity, finding.rule), []).append(finding)
    keys = sorted(found, key=lambda key: (SEVERITIES.index(key[0]), _PLACES[key[1]]))
    return [Group(severity, rule, found[severity, rule]) for severity, rule in keys]


def matching(findings: Sequence[Finding], words: str) -> Sequence[Finding]:
    """Those that have every word somewhere, and none of those after a `!`. `fixable` is a word of its own."""
    wanted = words.lower().split()
    if not wanted:
        return findings
    has = [word for word in wanted if not word.startswith("!")]
    lacks = [word[1:] for word in wanted if len(word) > 1 and word.startswith("!")]
    return [finding for finding in findings if _matches(finding, has, lacks)]


def _matches(finding: Finding, has: list[str], lacks: list[str]) -> bool:
    place = f"{finding.file}:{finding.line}" if finding.line else finding.file
    fixable = "fixable" if finding.fixable else ""
    text = f"{finding.severity} {finding.rule} {place} {finding.message} {fixable}".lower()
    return all(word in text for word in has) and not any(word in text for word in lacks)
