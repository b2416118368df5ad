"""The audit without drift, which asks the project's whole history: cold by the memory, warm against reading."""

import os
import random
import time
from collections.abc import Iterator

from memtui.audit.auditor import Audit, Auditor
from memtui.history.dating import Dating
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from tests.bench.stores import make_store, memory, write
from tests.bench.table import Row, apiece, times
from tests.bench.timing import in_turn

_COUNT = 2_000
_COLD_ROUNDS, _WARM_ROUNDS = 3, 9
_COLD_MS, _WARM = 1.0, 10.0
_RULES_LINES = 150


def rows(folder: str) -> Iterator[Row]:
    """Both of the same store, whose project has a CLAUDE.md to compare with."""
    root = os.path.join(folder, "audit")
    paths = make_store(root, _COUNT)
    store = Store(root, _project(folder, paths), os.path.join(folder, "config"), os.path.join(folder, "audit-state"))
    yield _cold(store, paths)
    yield _warm(store, paths)


def _project(folder: str, paths: list[str]) -> str:
    """A project whose CLAUDE.md says some of what the memories say."""
    project = os.path.join(folder, "project")
    os.mkdir(project)
    with open(paths[0], encoding="utf-8") as file:
        said = file.read()
    chance = random.Random(11)
    lines = [memory(chance, number, "").split("\n")[2] for number in range(_RULES_LINES)]
    write(os.path.join(project, "CLAUDE.md"), said + "\n".join(lines) + "\n", time.time())
    return project


def _audit(store: Store, scanner: Scanner, auditor: Auditor) -> Audit:
    return auditor.audit(scanner.scan(), time.time(), dating=Dating(store.state), with_drift=False)


def _cold(store: Store, paths: list[str]) -> Row:
    found: set[str] = set()

    def run() -> None:
        audit = _audit(store, Scanner(store.root), Auditor(store))
        found.update(finding.rule for finding in audit.findings)

    floor, ours = in_turn(_COLD_ROUNDS, lambda: _read_all(paths), run)
    if not {"near-duplicate", "repeats-claudemd"} <= found:
        raise RuntimeError("the store has no copies to find, so nothing was measured")
    return Row(f"audit of {len(paths):,}, cold", "reading all", floor, ours, apiece(len(paths), _COLD_MS))


def _warm(store: Store, paths: list[str]) -> Row:
    scanner, auditor = Scanner(store.root), Auditor(store)
    chance = random.Random(13)

    def change_one() -> None:
        number = chance.randrange(len(paths))
        write(paths[number], memory(chance, number, f"Changed {chance.random()}.\n"), chance.randrange(10**9))

    floor, ours = in_turn(
        _WARM_ROUNDS, lambda: _read_all(paths), lambda: _audit(store, scanner, auditor), before=change_one
    )
    return Row(f"audit of {len(paths):,}, one changed", "reading all", floor, ours, times(floor, _WARM))


def _read_all(paths: list[str]) -> None:
    for path in paths:
        with open(path, "rb") as file:
            file.read()
