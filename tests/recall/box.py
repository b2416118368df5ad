"""A store of a small team for the tests of recall, and ways to ask it."""

import os
from pathlib import Path

from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.memory.topic import Memory
from memtui.recall.local import LocalSelector
from memtui.recall.result import Selection

DAY = 86_400
NOW = 1_795_003_200.0  # 2026-11-18T12:00:00Z

MEMORIES = {
    "feedback_real_database.md": (
        "feedback",
        "Integration tests use a real PostgreSQL, never a mock",
        "A mocked session hid a broken migration in March. Start the container with `make db`.",
    ),
    "feedback_commit_messages.md": (
        "feedback",
        "Commit subjects are imperative and under 60 characters",
        "Write `Add the ledger`, not `Added`. The body says why.",
    ),
    "project_ledger_rewrite.md": (
        "project",
        "The ledger moves to double entry before 2026-12-04",
        "Invoices are posted by `post_invoice_entry` in `ledger/posting.py`; the old `InvoicePoster` goes away.",
    ),
    "reference_grafana.md": (
        "reference",
        "Grafana board for latency of the checkout API",
        "https://grafana.example/d/checkout shows p95 latency. Python 3.11.4 exporters.",
    ),
    "reference_kubectl.md": (
        "reference",
        "kubectl usage: contexts, namespaces and common commands",
        "Use `kubectl --context staging get pods`.",
    ),
    "reference_kubectl_traps.md": (
        "reference",
        "kubectl warning: apply on the shared namespace breaks other teams",
        "Never run apply without --namespace.",
    ),
    "user_role.md": ("user", "Backend developer from Lyon, new to Kubernetes", "Explain cluster concepts briefly."),
    "project_geburtstag.md": ("project", "Überraschung für Zoë: Café am 3. Mai", "Torte bestellen, Gäste einladen."),
    "project_tokyo.md": ("project", "東京オフィスの引っ越し", "新しい住所は渋谷区です。六月に移転します。"),
}


def text_of(kind: str, description: str, body: str, name: str = "") -> str:
    """A memory as the agent writes it."""
    named = f"name: {name}\n" if name else ""
    return f"---\n{named}description: {description}\ntype: {kind}\n---\n{body}\n"


def put(root: Path, file: str, text: str | bytes, age_days: float = 0) -> Path:
    """Write a memory of this age."""
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (NOW - age_days * DAY, NOW - age_days * DAY))
    return path


def team(base: Path) -> Store:
    """The team's store."""
    root = base / "config" / "projects" / "team" / "memory"
    for file, (kind, description, body) in MEMORIES.items():
        put(root, file, text_of(kind, description, body, file.removesuffix(".md")))
    return Store(str(root), None, str(base / "config"), str(base / "state"))


def memories(store: Store) -> list[Memory]:
    """What recall sees."""
    return Scanner(store.root).scan().visible()


def select(store: Store, query: str, **more: object) -> Selection:
    """Ask the local selector afresh."""
    return LocalSelector(store.root).select(query, memories(store), **more)  # type: ignore[arg-type]


def files(selection: Selection) -> list[str]:
    """The files that were picked."""
    return [pick.file for pick in selection.picks]
