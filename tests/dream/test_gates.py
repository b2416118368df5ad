"""The gates: each open and closed, in words that a person understands, and no dearer than they must be."""

import os
import subprocess
import time

import pytest

from memtui.dream import gates
from memtui.dream.gates import evaluate, is_due
from memtui.dream.lock import FOREIGN, FREE, Holder
from memtui.memory.clock import parse_iso
from memtui.memory.dreamsettings import DreamSettings
from memtui.memory.location import Location
from memtui.memory.settings import Settings, SettingsFile
from memtui.transcripts.sessions import safe_folders, sessions_since
from tests.dream.box import HOUR, ID, DreamBox
from tests.dream.looks import looks

NOBODY = Holder(FREE)
NO_SETTINGS = Settings(())


def gate(box: DreamBox, name: str, settings: DreamSettings | None = None, agents: Settings = NO_SETTINGS) -> gates.Gate:
    found = evaluate(box.which, settings or box.settings, NOBODY, agents)
    return next(item for item in found.gates if item.name == name)


def agents(value: object) -> Settings:
    return Settings((SettingsFile("user", "settings.json", {"autoDreamEnabled": value}, None),))


@pytest.mark.parametrize(
    ("auto", "said", "is_open"),
    [(None, None, False), (None, True, True), (None, False, False), (True, None, True), (False, True, False),
     (True, False, True), (None, "yes", False)],
)  # fmt: skip
def test_dreaming_is_off_until_somebody_says_on(box: DreamBox, auto: bool | None, said: object, is_open: bool) -> None:
    settings = NO_SETTINGS if said is None else agents(said)
    assert gate(box, "on", DreamSettings(auto=auto), settings).open is is_open


def test_memory_off_and_remote_sessions_close_the_first_gate(box: DreamBox) -> None:
    box.env = {"CLAUDE_CODE_REMOTE": "1"}
    assert gate(box, "on") == gates.Gate("on", False, "a remote session (env CLAUDE_CODE_REMOTE)")
    box.env = {}
    off: Location = box.which.location._replace(enabled=False, enabled_by="user settings")
    found = evaluate(box.which._replace(location=off), box.settings, NOBODY, NO_SETTINGS)
    assert found.gates[0] == gates.Gate("on", False, "memory is off (user settings)")


def test_time_since_the_last_consolidation(box: DreamBox) -> None:
    assert gate(box, "time") == gates.Gate("time", True, "never consolidated")
    box.lock("1", age=13.5 * HOUR)
    assert gate(box, "time") == gates.Gate("time", False, "13 h of 24 h")
    assert gate(box, "time", DreamSettings(min_hours=13)).open
    box.lock("1", age=24.01 * HOUR)
    assert gate(box, "time") == gates.Gate("time", True, "24 h of 24 h")
    box.lock("1", age=-3 * HOUR)
    assert not gate(box, "time").open
    assert "clock set back" in gate(box, "time").detail


def test_the_summary_says_what_is_missing_and_when(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-18T10:40:00Z")
    moment = parse_iso("2026-11-17T21:40:00Z")
    assert moment is not None
    box.lock("1")
    os.utime(os.path.join(box.root, ".consolidate-lock"), (moment, moment))
    for number in range(3):
        path = box.session(number)
        os.utime(path, (moment + 60, moment + 60))
    found = evaluate(box.which, box.settings, NOBODY, NO_SETTINGS)
    assert found.summary == "13 h of 24 h; 3 of 5 sessions; lock free; next at about 21:40"
    assert not found.due
    assert [item.name for item in found.gates] == ["on", "time", "scan", "sessions", "lock"]


def test_due_when_all_are_open(box: DreamBox) -> None:
    for number in range(5):
        box.session(number)
    found = evaluate(box.which, box.settings, NOBODY, NO_SETTINGS)
    assert found.due and found.summary.endswith("due now")
    assert is_due(box.which, box.settings, NO_SETTINGS, NOBODY)
    assert not is_due(box.which, box.settings, NO_SETTINGS, Holder(FOREIGN, 1))
    held = evaluate(box.which, box.settings, Holder(FOREIGN, 7), NO_SETTINGS)
    assert held.gates[4] == gates.Gate("lock", False, "agent, PID 7: dreaming, or done within the hour")


def test_with_the_time_not_come_being_due_costs_one_stat(box: DreamBox) -> None:
    box.lock("1", age=HOUR)
    for number in range(5):
        box.session(number)
    which = box.which
    with looks() as seen:
        assert not is_due(which, box.settings, NO_SETTINGS, NOBODY)
    assert seen == ["lstat"]


def test_the_scan_is_throttled_for_ten_minutes(box: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    start = time.time()
    monkeypatch.setenv("MEMTUI_NOW", str(start))
    box.session(1)
    assert gate(box, "sessions").detail == "1 of 5 sessions"
    box.session(2)
    monkeypatch.setenv("MEMTUI_NOW", str(start + 599))
    assert gate(box, "sessions").detail == "1 of 5 sessions"
    assert gate(box, "scan").detail == "sessions counted 9 min ago, again after 10"
    monkeypatch.setenv("MEMTUI_NOW", str(start + 601))
    assert gate(box, "sessions").detail == "2 of 5 sessions"


def test_sessions_of_subfolders_and_worktrees_count_and_no_others(box: DreamBox) -> None:
    subprocess.run(["git", "init", "-q", box.project], check=True)
    subprocess.run(
        [
            "git",
            "-C",
            box.project,
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "x",
        ],
        check=True,
    )
    tree = os.path.join(box.base, "elsewhere")
    subprocess.run(["git", "-C", box.project, "worktree", "add", "-q", tree], check=True)
    inside = os.path.join(box.project, "api")
    os.mkdir(inside)
    twin = os.path.join(box.base, "shop-api")  # its folder of transcripts has the same name as that of shop/api
    os.mkdir(twin)
    box.session(1)
    box.session(2, cwd=inside)
    box.session(3, cwd=tree)
    box.session(4, cwd=twin)
    box.session(5, isSidechain=True)
    box.session(6, cwd=os.path.join(box.project, "gone-since"))
    with open(os.path.join(box.sessions, "agent-1.jsonl"), "w") as out:
        out.write("{}\n")
    found = {session.id for session in sessions_since(box.which, 0.0)}
    assert found == {ID.format(number) for number in (1, 2, 3, 6)}
    assert {session.id for session in sessions_since(box.which, 0.0, ID.format(2))} == {
        ID.format(number) for number in (1, 3, 6)
    }
    folders = {os.path.basename(folder) for folder in safe_folders(box.which)}
    assert os.path.basename(os.path.dirname(box.session(7, cwd=twin))) not in folders  # shared with another repository
    assert os.path.basename(box.sessions) in folders


def test_only_sessions_after_the_last_consolidation_and_not_the_current_one(box: DreamBox) -> None:
    box.session(1)
    old = box.session(2)
    box.session(3)
    box.lock("1", age=HOUR)
    os.utime(old, (time.time() - 2 * HOUR,) * 2)
    box.env = {"CLAUDE_CODE_SESSION_ID": ID.format(3)}
    assert gate(box, "sessions").detail == "1 of 5 sessions"
