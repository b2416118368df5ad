"""A store for the tests of the audit: its directory, its state, and short ways to fill and judge it."""

import os

from memtui.audit.auditor import Audit, Auditor
from memtui.audit.finding import Finding
from memtui.history.change import change, look_now
from memtui.history.dating import Dating
from memtui.history.log import CHANGE
from memtui.memory.age import DAY
from memtui.memory.save import Step
from memtui.memory.scan import Scan, Scanner
from memtui.memory.store import Store

NOW = 1_795_003_200.0
"""Noon, UTC, on the 18th of November 2026."""

DESCRIPTION = "How the kettle is cleaned and who has the spare filter"
INDEX = "MEMORY.md"


class StoreBox:
    """One store below a folder of its own."""

    def __init__(self, folder: str, project: str | None = None) -> None:
        self.root = os.path.join(folder, "memory")
        self.config = os.path.join(folder, "config")
        os.makedirs(self.root)
        os.makedirs(self.config)
        self.store = Store(self.root, project, self.config, os.path.join(folder, "state"))

    def path(self, file: str) -> str:
        return os.path.join(self.root, file)

    def write(self, file: str, content: str | bytes, days: float = 1.0) -> None:
        """As the agent would: no lock, no history; last written so many days before now."""
        path = self.path(file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as opened:
            opened.write(content if isinstance(content, bytes) else content.encode())
        os.utime(path, (NOW - days * DAY, NOW - days * DAY))

    def memory(self, file: str, body: str = "", days: float = 1.0, **front: str) -> None:
        """A memory with nothing wrong but what is asked for; a value of "" leaves the key out."""
        stem = os.path.basename(file).removesuffix(".md")
        values = {"name": stem, "description": DESCRIPTION, "type": "reference", **front}
        head = "".join(f"{key}: {value}\n" for key, value in values.items() if value)
        self.write(file, f"---\n{head}---\n{body or f'The subject of {stem}.'}\n", days)

    def point(self, *files: str, more: str = "") -> None:
        """An index with one pointer to each of these, and whatever else it shall hold."""
        self.write(INDEX, "".join(f"- [Title of it]({file}) — a hook\n" for file in files) + more)

    def read(self, file: str) -> bytes:
        with open(self.path(file), "rb") as opened:
            return opened.read()

    def scan(self) -> Scan:
        return Scanner(self.root).scan()

    def judge(self, *, now: float = NOW, stale_days: dict[str, int] | None = None, with_drift: bool = False) -> Audit:
        auditor = Auditor(self.store, stale_days)
        return auditor.audit(self.scan(), now, dating=Dating(self.store.state), with_drift=with_drift)

    def findings(self, *rules: str, stale_days: dict[str, int] | None = None) -> list[Finding]:
        """What is found now; only of these rules where any are given."""
        return [item for item in self.judge(stale_days=stale_days).findings if not rules or item.rule in rules]

    def places(self, *rules: str) -> list[tuple[str, str, int | None]]:
        """(rule, file, line) of what is found."""
        return [(item.rule, item.file, item.line) for item in self.findings(*rules)]

    def files(self, *rules: str) -> list[str]:
        return [item.file for item in self.findings(*rules)]

    def look(self) -> None:
        look_now(self.root, self.store.state)

    def apply(self, steps: list[Step], kind: str = CHANGE, undoes: int | None = None) -> None:
        """One recorded change."""
        with change(self.root, self.store.state, "tester", "audit --fix", start=True) as work:
            work.kind, work.undoes = kind, undoes
            work.apply(steps)

    def contents(self) -> dict[str, tuple[bytes, int]]:
        """Every plain file with its bytes and its time."""
        found = {}
        for folder, _, names in os.walk(self.root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as opened:
                    found[os.path.relpath(path, self.root)] = opened.read(), os.stat(path).st_mtime_ns
        return found
