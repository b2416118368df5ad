"""The auditor between two audits: what did not change is not read again, what did is judged anew."""

import os
from pathlib import Path

import pytest

from memtui.audit.auditor import Auditor
from memtui.audit.finding import Finding, order
from memtui.audit.likeness import contained
from memtui.audit.reading import Reading, read_memory
from memtui.audit.rules import BY_ID
from memtui.memory.scan import Scanner
from memtui.memory.topic import Memory
from tests.audit.fake_keys import AWS_ID
from tests.audit.storebox import INDEX, NOW, StoreBox

RULE = "Run make check before every commit, and mend whatever it finds before you ask for a review of the change."
OTHER = "Tea is served at four in the kitchen of the second floor, and whoever comes last has to wash the cups."


class Watched:
    """An auditor of a store, with what it read at the last audit."""

    def __init__(self, box: StoreBox, patch: pytest.MonkeyPatch) -> None:
        self.read: list[str] = []
        self.compared: list[str] = []
        self._auditor = Auditor(box.store)
        self._scanner = Scanner(box.root)

        def read(root: str, memory: Memory) -> Reading:
            self.read.append(memory.file)
            return read_memory(root, memory)

        def compare(body: str, whole: set[str]) -> float:
            self.compared.append(body)
            return contained(body, whole)

        patch.setattr("memtui.audit.auditor.read_memory", read)
        patch.setattr("memtui.audit.repeats.contained", compare)

    def audit(self) -> list[tuple[str, str, int | None]]:
        self.read.clear()
        self.compared.clear()
        findings = self._auditor.audit(self._scanner.scan(), NOW, with_drift=False).findings
        return [(item.rule, item.file, item.line) for item in findings]


@pytest.fixture
def watched(box: StoreBox, monkeypatch: pytest.MonkeyPatch) -> Watched:
    box.memory("rule.md", RULE)
    box.memory("tea.md", OTHER)
    box.point("rule.md", "tea.md")
    return Watched(box, monkeypatch)


def claudemd(box: StoreBox, text: str) -> None:
    with open(os.path.join(box.config, "CLAUDE.md"), "w", encoding="utf-8") as file:
        file.write(text)


def test_what_did_not_change_is_not_read_again(watched: Watched) -> None:
    assert watched.audit() == []
    assert sorted(watched.read) == ["rule.md", "tea.md"]
    assert watched.audit() == []
    assert watched.read == []


def test_a_changed_file_is_judged_anew_and_no_other(box: StoreBox, watched: Watched) -> None:
    watched.audit()
    box.memory("tea.md", f"{OTHER}\n{AWS_ID}")
    assert watched.audit() == [("secret", "tea.md", 7)]
    assert watched.read == ["tea.md"]
    box.memory("tea.md", OTHER)
    assert watched.audit() == []


def test_the_same_time_and_size_hide_no_change(box: StoreBox, watched: Watched) -> None:
    watched.audit()
    before = os.stat(box.path("tea.md"))
    content = box.read("tea.md").replace(b"four in the kitchen", b"gettysburg next to\xff")
    box.write("tea.md", content)
    os.utime(box.path("tea.md"), ns=(before.st_atime_ns, before.st_mtime_ns))
    assert os.stat(box.path("tea.md")).st_size == before.st_size
    assert watched.audit() == [("not-utf8", "tea.md", 6)]


def test_what_is_found_stays_found(box: StoreBox, watched: Watched) -> None:
    box.memory("copy.md", OTHER, days=0.5)
    box.memory("near.md", f"{RULE} Always.", days=0.5)
    box.point("rule.md", "tea.md", "copy.md", "near.md")
    found = [("duplicate-content", "copy.md", None), ("near-duplicate", "near.md", None)]
    assert watched.audit() == found
    assert watched.audit() == found
    assert watched.read == []


def test_a_removed_file_is_forgotten(box: StoreBox, watched: Watched) -> None:
    box.memory("copy.md", OTHER, days=0.5)
    box.point("rule.md", "tea.md", "copy.md")
    assert watched.audit() == [("duplicate-content", "copy.md", None)]
    os.remove(box.path("tea.md"))
    assert watched.audit() == [("dead-pointer", INDEX, 2)]
    assert watched.read == []


def test_a_changed_index_is_judged_anew(box: StoreBox, watched: Watched) -> None:
    watched.audit()
    box.point("rule.md", more="- [Tea](tea.md) — it starts tomorrow\n")
    assert watched.audit() == [("relative-date", INDEX, 2)]
    assert watched.audit() == [("relative-date", INDEX, 2)]
    box.point("rule.md", "tea.md")
    assert watched.audit() == []


def test_a_changed_claudemd_changes_the_verdict(box: StoreBox, watched: Watched) -> None:
    claudemd(box, "# Ours\n\nBe brief.")
    assert watched.audit() == []
    claudemd(box, f"# Ours\n\n- {RULE}\n- Be brief.")
    assert watched.audit() == [("repeats-claudemd", "rule.md", None)]
    assert watched.read == []
    assert len(watched.compared) == 2
    assert watched.audit() == [("repeats-claudemd", "rule.md", None)]
    assert watched.compared == []
    claudemd(box, "# Ours")
    assert watched.audit() == []


def test_with_claudemd_unchanged_only_a_changed_memory_is_compared(box: StoreBox, watched: Watched) -> None:
    claudemd(box, RULE)
    watched.audit()
    box.memory("tea.md", f"So it is. {RULE}", days=0.5)
    assert ("repeats-claudemd", "tea.md", None) in watched.audit()
    assert watched.compared == [f"So it is. {RULE}\n"]


@pytest.mark.parametrize(
    ("body", "said", "repeats_it"),
    [
        (RULE, RULE.upper(), True),
        (f"{RULE}\n**Why:** it broke.", f"Ours.\n{RULE}\nMore.", True),
        (RULE, OTHER, False),
        (f"{RULE} {OTHER} {OTHER.replace('Tea', 'Coffee')} And more of it, in words of its own.", RULE, False),
        ("Run make check first.", "Run make check first.", False),  # too short to tell
        (RULE, "", False),
    ],
)
def test_repeats(box: StoreBox, body: str, said: str, repeats_it: bool) -> None:
    box.memory("rule.md", body)
    box.write("logs/2026/11/2026-11-17.md", body)
    box.point("rule.md")
    claudemd(box, said)
    wanted = [("repeats-claudemd", "warning", "rule.md", None)] if repeats_it else []
    assert [(item.rule, item.severity, item.file, item.line) for item in box.findings()] == wanted


def test_the_project_s_own_claudemd_counts(tmp_path: Path) -> None:
    project = os.path.join(tmp_path, "shop")
    os.makedirs(os.path.join(project, ".claude"))
    box = StoreBox(os.path.join(tmp_path, "box"), project)
    box.memory("rule.md", RULE)
    box.point("rule.md")
    for name in ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"):
        path = os.path.join(project, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(RULE)
        assert [item.message.split(" says")[0] for item in box.findings()] == [name]
        os.remove(path)


def test_the_worst_comes_first_then_the_place() -> None:
    found = [
        Finding("b", severity, file, line, "")
        for severity in ("info", "error", "warning")
        for file in ("b.md", "a.md")
        for line in (2, None)
    ]
    assert [(item.severity, item.file, item.line) for item in sorted(found, key=order)] == [
        (severity, file, line)
        for severity in ("error", "warning", "info")
        for file in ("a.md", "b.md")
        for line in (None, 2)
    ]


def test_every_finding_is_of_a_listed_rule_and_as_severe(box: StoreBox) -> None:
    """Those of the sample are checked in the golden tests; here the rest."""
    box.write("x.md", b"\0")
    os.symlink("/", box.path("out"))
    os.mkfifo(box.path("pipe"))
    box.write("h.md", b"x" * 1_000_001)
    for item in box.findings():
        assert item.severity == BY_ID[item.rule].severity
        assert BY_ID[item.rule].fixable or not item.fixable
    assert {item.rule for item in box.findings()} >= {"binary", "symlink", "special-file", "huge"}
