"""What several commands need to know of a store: a scan, its pointers, and each memory as plain facts."""

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from memtui.cli import output
from memtui.cli.which import Which, choose, settle_dreams, tell
from memtui.memory.age import days, grade, one_line, words
from memtui.memory.clock import iso, now
from memtui.memory.config import Config, read_config
from memtui.memory.folded import folded_targets
from memtui.memory.index import entries
from memtui.memory.limits import INDEX_NAME, SCAN_MAX_FILES, TEAM_DIR
from memtui.memory.scan import Scan, Scanner
from memtui.memory.topic import Memory

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memtui.audit.finding import Finding


class View(NamedTuple):
    """A store as it is now, with memtui's settings."""

    which: Which
    scan: Scan
    config: Config
    now: float


def look(args: argparse.Namespace) -> View:
    """Scan the chosen store, and tell what is worth a note."""
    which = choose(args)
    config = read_config(which.host)
    for text in config.notes:
        output.note(text)
    settle_dreams(which)
    scan = Scanner(which.store.root).scan()
    tell(which, scan.missing)
    return View(which, scan, config, now())


def pointed(view: View) -> set[str]:
    """The memories that an index points to."""
    found = set()
    for index_file, folder in ((INDEX_NAME, ""), (f"{TEAM_DIR}/{INDEX_NAME}", f"{TEAM_DIR}/")):
        if index_file in view.scan.indexes:
            text = (view.which.store.read_index(index_file) or b"").decode("utf-8", "replace")
            direct = [entry for entry in entries(text) if not entry.external]
            found |= {folder + entry.file for entry in direct}
            found |= {folder + file for file in folded_targets(direct, partial(_folded, view, folder))}
    return found


def heeded(view: View, findings: "Iterable[Finding]") -> "tuple[list[Finding], list[Finding]]":
    """The findings that count, and those that were ignored in the app."""
    from memtui.audit.ignored import Ignored

    return Ignored(view.which.store.root, view.which.store.state).parted(findings)


def _folded(view: View, folder: str, name: str) -> str:
    return (view.which.store.read_index(folder + name) or b"").decode("utf-8", "replace")


def problems(view: View) -> dict[str, list[str]]:
    """The rules that each file breaks, drift left out: that asks the project's whole history."""
    from memtui.audit.auditor import Auditor

    found: dict[str, list[str]] = {}
    audit = Auditor(view.which.store, view.config.stale_days).audit(view.scan, view.now, with_drift=False)
    for finding in heeded(view, audit.findings)[0]:
        rules = found.setdefault(finding.file, [])
        if finding.rule not in rules:
            rules.append(finding.rule)
    return found


def facts(view: View, memory: Memory, position: int, in_index: bool, broken: list[str]) -> dict[str, Any]:
    """One memory as JSON; `position` is its place among the newest, from 0."""
    age = days(memory.modified, view.now)
    level = grade(memory, view.now, view.config.stale_days)
    return {
        "file": memory.file,
        "name": memory.name,
        "description": memory.description,
        "type": memory.type,
        "modified": iso(memory.modified),
        "modified_from": memory.modified_from,
        "age_days": age,
        "age": words(age),
        "stale": level == "stale",
        "grade": level,
        "bytes": memory.size,
        "in_index": in_index,
        "visible": position < SCAN_MAX_FILES,
        "problems": broken,
    }


def shown(file: str) -> str:
    """A file's name on one line of a list."""
    return one_line(file)
