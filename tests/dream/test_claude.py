"""Whole dreams of the claude engine, with the real client against a Messages API on this machine."""

import os
import random
import signal
import time
from typing import Any

import pytest

from memtui.dream import control
from memtui.dream.events import read_events
from memtui.dream.prompt import SYSTEM
from memtui.dream.recovery import recover
from memtui.dream.review import adopt_files
from memtui.dream.task import Task, part, read_task
from tests.audit.fake_keys import ALNUM, noise
from tests.dream.box import HOUR, DreamBox, memory
from tests.messages_api import KEY, Api, Fail, call, say, serving, use

INDEX = "- [A](feedback_a.md) — a\n- [Old](project_old.md) — old\n- [Kept](user_kept.md) — kept\n"
KILLS = 10


@pytest.fixture
def store(box: DreamBox) -> DreamBox:
    box.put("feedback_a.md", memory("a"))
    box.put("project_old.md", memory("old", kind="project", body="It is over since 2026-01-01."))
    box.put("user_kept.md", memory("kept", kind="user", more="pinned: true\n"))
    for number in range(4):
        box.put(f"reference_{number}.md", memory(f"r{number}", kind="reference"))
    rest = "".join(f"- [R{number}](reference_{number}.md) — r\n" for number in range(4))
    box.put("MEMORY.md", INDEX + rest)
    return box


def dream(box: DreamBox, api: Api, monkeypatch: pytest.MonkeyPatch, **wish: Any) -> Task:
    return box.ended(begin(box, api, monkeypatch, **wish))


def begin(box: DreamBox, api: Api, monkeypatch: pytest.MonkeyPatch, **wish: Any) -> Any:
    for name, value in api.env.items():
        monkeypatch.setenv(name, value)
    box.env = {**box.env, **api.env}
    return box.start(engine="claude", **wish)


def work() -> list[Any]:
    """A model that merges one memory into another, tries what it may not, and says so."""
    return [
        call(use("read", path="MEMORY.md"), use("read", path="project_old.md"), words="Looking around."),
        call(
            use("edit", path="feedback_a.md", old_text="All about a.",
                new_text="All about a.\nIt is over since 2026-01-01.", reason="keeps the one fact of project_old.md"),
            use("write", path="user_kept.md", content="x", reason="I want to"),
            words="Consolidating.",
        ),
        call(
            use("delete", path="project_old.md", reason="superseded", merged_into="feedback_a.md"),
            use("edit", path="MEMORY.md", old_text="- [Old](project_old.md) — old\n", new_text="", reason="it is gone"),
            words="Pruning.",
        ),
        say("Merged the old project into a."),
    ]  # fmt: skip


def test_a_whole_dream_waits_for_review_by_default(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.tree()
    with serving(*work()) as api:
        task = dream(store, api, monkeypatch)
    assert (task.status, task.review, task.phase) == ("completed", "waiting", "updating"), task.error
    assert store.tree() == before
    assert (task.turns, task.tool_uses, task.refusals) == (4, 6, 1)
    assert (task.changed, task.deleted) == (("MEMORY.md", "feedback_a.md"), ("project_old.md",))
    assert task.merged == {"project_old.md": "feedback_a.md"}
    assert task.reasons["feedback_a.md"] == ["keeps the one fact of project_old.md"]
    assert task.usage["turns"] == 4 and task.usage["input"] == 400
    (refusal,) = (e["reason"] for e in read_events(store.state, task.id) if e["kind"] == "refused")
    assert "pinned" in refusal and not refusal.startswith("refused")  # the event's kind says so already
    turns = [(e["text"], e["tool_use_count"]) for e in read_events(store.state, task.id) if e["kind"] == "turn"]
    assert turns == [
        ("Looking around.", 2), ("Consolidating.", 2), ("Pruning.", 2), ("Merged the old project into a.", 0)
    ]  # fmt: skip
    task, _ = adopt_files(store.store, task)
    assert task.review == "adopted" and not store.has("project_old.md")
    assert "over since 2026-01-01" in store.read("feedback_a.md")
    control.undo(store.store, task)
    assert store.tree() == before


def test_adopted_by_itself_where_the_config_says_so(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    store.settings = store.settings._replace(apply="auto")
    with serving(*work()) as api:
        task = dream(store, api, monkeypatch)
    assert task.review == "adopted" and not store.has("project_old.md")
    assert store.read("user_kept.md") == memory("kept", kind="user", more="pinned: true\n")


def test_what_the_model_is_told(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    store.session(1)
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-18T12:00:00Z")
    with serving(say("Nothing to change.")) as api:
        task = dream(store, api, monkeypatch)
    assert task.nothing_to_do and task.review == "none"
    request = api.requests[0]
    assert request["system"][0]["text"] == SYSTEM
    told = request["messages"][0]["content"][0]["text"]
    assert "Today is Wednesday, 2026-11-18" in told
    assert "- user_kept.md" in told.split("Pinned by their owner")[1]
    assert "- [feedback] feedback_a.md (2023-11-14T22:13:20.123Z): what is known of a" in told
    assert "- [Old](project_old.md) — old" in told
    assert "/copy" in told and store.root not in told and store.sessions in told
    code = told.split("The code of this task is ")[1][:8]
    assert told.count(f"<index-{code}>") == told.count(f"</manifest-{code}>") == 1
    assert "You have 40 turns at most" in told
    for word in ("Orient", "Gather", "Consolidate", "Prune and index", "merged_into", "absolute", "CLAUDE.md"):
        assert word in SYSTEM


def test_a_model_that_fails_leaves_everything_as_it_was(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    prior = store.lock("1", age=30 * HOUR)
    before = store.tree()
    with serving(work()[0], work()[1], Fail(400, "invalid_request_error", "no")) as api:
        task = dream(store, api, monkeypatch)
    assert task.status == "failed" and task.error and task.turns == 2
    assert store.tree() == before and store.lock_state() == (b"", prior)


def test_a_run_that_is_ended_early_waits_for_a_person(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    store.settings = store.settings._replace(apply="auto", max_turns=2)
    with serving(*work()) as api:
        task = dream(store, api, monkeypatch)
    assert task.status == "completed" and task.review == "waiting"
    assert task.waits == ("it was ended before it was done: the limit of 2 turns is reached",)


def test_a_line_sent_to_a_running_dream_arrives(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    first = work()[0]._replace(pause=0.05)
    with serving(first, say("As you wish.")) as api:
        started = begin(store, api, monkeypatch)
        control.send(store.store, read_task(store.state, started.task.id) or started.task, "leave a alone")
        store.ended(started)
    assert "leave a alone" in str(api.requests[1]["messages"])
    told = api.requests[0]["messages"][0]["content"][0]["text"]
    code = told.split("The code of this task is ")[1][:8]
    assert f'<message-from-the-user code="{code}">' in str(api.requests[1]["messages"][-1])
    with pytest.raises(Exception, match="does not run"):
        control.send(store.store, read_task(store.state, started.task.id) or started.task, "too late")


def test_killed_at_random_moments(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = int(os.environ.get("MEMTUI_TEST_SEED") or time.time())
    print(f"MEMTUI_TEST_SEED={seed}")
    chance = random.Random(seed)
    store.settings = store.settings._replace(apply="auto")
    before = store.tree()
    for _ in range(KILLS):
        script = [reply._replace(pause=0.004) for reply in work()]
        with serving(*script) as api:
            started = begin(store, api, monkeypatch)
            api.asked.wait(chance.choice([0.0, 20.0]))
            time.sleep(chance.uniform(0.0, 0.5))
            try:
                os.killpg(started.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            started.process.wait()
        recover(store.store, thorough=True)
        task = read_task(store.state, started.task.id)
        assert task is not None and task.status in ("failed", "completed"), seed
        if store.tree() != before:
            assert task.review == "adopted" and not store.has("project_old.md"), seed
            control.undo(store.store, task)
        assert store.tree() == before, seed
        if task.status == "failed":
            assert store.lock_state() is None or store.lock_state()[0] == b"", seed  # type: ignore[index]
        if store.lock_state() is not None:
            os.unlink(os.path.join(store.root, ".consolidate-lock"))
    with serving(*work()) as api:
        assert dream(store, api, monkeypatch).review == "adopted", seed


def test_no_secret_stays_in_what_is_kept_of_a_dream(store: DreamBox, monkeypatch: pytest.MonkeyPatch) -> None:
    token = "ghp_" + noise(ALNUM, 36)
    store.put("reference_ci.md", memory("ci", kind="reference", body=f"The token is {token}.\n" * 2_000))
    store.put("MEMORY.md", store.read("MEMORY.md") + f"- [CI](reference_ci.md) — {token}\n")
    store.session(1, message=f"use {token}")
    script = (
        call(use("read", use_id="toolu_ci", path="reference_ci.md"), words=f"I see {token} and {KEY}."),
        call(use("grep", pattern=token, path=store.sessions), use("read", path=f"/etc/{token}"), pause=0.03),
        call(use("write", path=f"project_{token}.md", content=token, reason=f"because of {token}")),
        call(use("write", path="project_new.md", content="x", reason=f"because of {token}")),
        Fail(400, "invalid_request_error", f"bad key {KEY} {token}"),
    )
    with serving(*script) as api:
        started = begin(store, api, monkeypatch)
        control.send(store.store, read_task(store.state, started.task.id) or started.task, f"the token is {token}")
        task = store.ended(started)
    assert task.status == "failed" and task.tool_uses == 5
    sent = [message for message in api.requests[-1]["messages"] if message["role"] == "user"]  # the rest are its words
    assert token not in str(sent) and os.listdir(part(store.state, task.id, "tool-results"))
    for folder, _, names in os.walk(part(store.state, task.id, "")):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read()
            assert token.encode() not in data and KEY.encode() not in data, os.path.join(folder, name)
