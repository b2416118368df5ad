"""The dream commands as a user and a script meet them: words, JSON, exit codes, streams."""

import json
import os
import time

import pytest

from memtui.dream.recovery import running_task
from memtui.transcripts.opening import open_project
from tests.cli.running import World, memtui, process
from tests.messages_api import Hang, serving

TASK_FIELDS = {
    "id", "status", "phase", "review", "engine", "trigger", "started", "ended", "sessions", "turns", "tool_uses",
    "refusals", "touched", "created", "changed", "deleted", "error", "usage", "prior_mtime", "retry_of",
}  # fmt: skip


@pytest.fixture
def messy(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    world.put("MEMORY.md", world.text("MEMORY.md") + "- [Gone](gone.md) — nowhere\n")
    return world


def test_status_of_a_new_store(messy: World) -> None:
    done = memtui("dream", "status", "--json")
    assert done.code == 0 and done.err == ""
    assert set(done.data) == {"gates", "due", "lock", "task"}
    assert [set(gate) for gate in done.data["gates"]] == [{"name", "open", "detail"}] * 5
    assert done.data["due"] is False and done.data["task"] is None
    assert done.data["lock"] == {"held": False, "pid": None, "last_consolidated": None}
    words = memtui("dream").out.splitlines()
    assert words[0].endswith("never consolidated; 0 of 5 sessions; lock free; none comes by itself")
    assert words[-1] == "last consolidated never"


def test_run_follows_the_turns_and_ends_with_what_was_done(messy: World) -> None:
    closed = memtui("dream", "run")
    assert closed.code == 1 and closed.out == "" and closed.err.startswith("memtui: not due: dreaming is off")
    before = messy.files()
    done = memtui("dream", "run", "--force", "--engine", "rules")
    assert done.code == 0, done.err
    assert "Put the index in order: removed the dead pointer to gone.md" in done.out
    assert "1 changed; adopted" in done.out
    assert "gone.md" not in messy.text("MEMORY.md")
    task = memtui("dream", "list", "--json").data[0]
    assert set(task) == TASK_FIELDS
    assert (task["status"], task["review"], task["changed"]) == ("completed", "adopted", ["MEMORY.md"])
    assert (task["engine"], task["trigger"], task["prior_mtime"]) == ("rules", "manual", 0)
    assert memtui("dream", "show", "--json").data == task
    assert "nothing to do" in memtui("dream", "run", "--force").out
    undone = memtui("dream", "undo", task["id"])
    assert undone.code == 0 and undone.out == f"took back dream {task['id']}: MEMORY.md\n"
    assert {f: d for f, d in messy.files().items() if not f.startswith(".")} == before
    assert memtui("dream", "undo", task["id"]).code == 1


def test_review_from_the_command_line(messy: World) -> None:
    done = memtui("dream", "run", "--force", "--review", "--json")
    assert done.code == 0 and done.data["review"] == "waiting" and set(done.data) == TASK_FIELDS
    assert "gone.md" in messy.text("MEMORY.md")
    second = memtui("dream", "run", "--force")
    assert second.code == 1 and "waits for you" in second.err
    shown = memtui("dream", "review")
    assert shown.code == 0 and "    -- [Gone](gone.md) — nowhere" in shown.out.splitlines()
    data = memtui("dream", "review", done.data["id"][-4:], "--json").data
    assert data["waits"] == ["a person looks at it first, as asked"]
    assert set(data["files"][0]) == {"file", "kind", "reasons", "merged_into", "obstacle", "hunks", "diff"}
    assert memtui("dream", "review", done.data["id"], "--adopt", "nothing.md").code == 1
    assert memtui("dream", "review", "--adopt", "MEMORY.md", "--hunk", "9").code == 2
    adopted = memtui("dream", "review", done.data["id"], "--adopt", "MEMORY.md", "--json")
    assert adopted.code == 0 and adopted.data["review"] == "adopted"
    assert "gone.md" not in messy.text("MEMORY.md")


def test_discard_puts_everything_back(messy: World) -> None:
    before = messy.files()
    memtui("dream", "run", "--force", "--review")
    done = memtui("dream", "review", "--discard")
    assert done.code == 0 and "discarded" in done.out
    assert messy.files() == before  # no lock either: there was none


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("dream", "dance"), 2),
        (("dream", "run", "extra"), 2),
        (("dream", "status", "--force"), 2),
        (("dream", "send", "x"), 2),
        (("dream", "review", "--adopt", "--discard"), 2),
        (("dream", "run", "--engine", "magic"), 2),
        (("dream", "run", "--force", "--engine", "claude"), 3),
        (("dream", "show"), 1),
        (("dream", "kill"), 1),
        (("dream", "retry"), 1),
        (("dream", "watch", "nope"), 1),
        (("dream", "undo"), 1),
        (("dream", "review"), 1),
        (("--demo", "dream", "run", "--force", "--detach"), 2),
    ],
)
def test_exit_codes(messy: World, words: tuple[str, ...], code: int) -> None:
    done = memtui(*words)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("memtui: ") and done.err.count("\n") == 1


def test_a_lock_of_the_agents_is_named_and_passed_only_when_told_twice(
    messy: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMTUI_NOW")
    (messy.memory / ".consolidate-lock").write_text(str(os.getpid()))
    held = f"agent, PID {os.getpid()}: dreaming, or done within the hour"
    lock = memtui("dream", "status", "--json").data["lock"]
    assert (lock["held"], lock["pid"]) == (True, os.getpid())
    once = memtui("dream", "run", "--force")
    assert once.code == 1 and held in once.err and "--force --force" in once.err
    assert memtui("dream", "run", "--force", "--force").code == 0


def test_detach_watch_and_kill_from_another_terminal(messy: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMTUI_NOW")
    before = messy.files()
    with serving(Hang(30)) as api:
        for name, value in api.env.items():
            monkeypatch.setenv(name, value)
        started = time.monotonic()
        done = process("dream", "run", "--force", "--detach", "--engine", "claude")
        assert done.code == 0 and time.monotonic() - started < 20, done.err
        task_id = done.out.strip()
        assert running_task(open_project(None).store) is not None
        status = memtui("dream", "status", "--json").data
        assert status["lock"]["held"] and status["task"]["id"] == task_id and status["task"]["status"] == "running"
        assert memtui("dream", "send", task_id, "leave", "it").code == 0
        killed = memtui("dream", "kill")
        assert killed.code == 0 and "was killed; memory is unchanged" in killed.out
    assert messy.files() == before
    watched = memtui("dream", "watch", task_id, "--json")
    assert watched.code == 1 and watched.data["status"] == "killed"
    assert "killed; memory as it was" in memtui("dream", "list").out


def test_any_command_that_looks_settles_a_dream_that_died(messy: World) -> None:
    store = open_project(None).store
    from memtui.dream.task import Task, save, set_current

    save(store.state, Task("20261118-120000-dead", "rules", "manual", 1.0, pid=999_999_999, born="x", prior_ns=0))
    set_current(store.state, "20261118-120000-dead")
    (messy.memory / ".consolidate-lock").write_text("999999999\n")
    done = memtui("list")
    assert "dream 20261118-120000-dead failed: its process ended without a word" in done.err
    assert not (messy.memory / ".consolidate-lock").exists()
    assert memtui("list").err == ""
    assert memtui("dream", "list", "--json").data[0]["status"] == "failed"


def test_the_demo_dreams_offline_and_leaves_nothing(messy: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "made-up")
    done = memtui("--demo", "dream", "run", "--force", "--json")
    assert done.code == 0 and json.loads(done.out)["engine"] == "rules"
    refused = memtui("--demo", "dream", "run", "--force", "--engine", "claude")
    assert refused.code == 3 and "never goes on the network" in refused.err
