"""The model as selector: the real client against a server on this machine, and every way to fail."""

import json
import socket
import sys
import time
from typing import Any

import pytest

from memtui.agent.models import DEFAULT_MODEL
from memtui.memory.store import Store
from memtui.recall import claude
from memtui.recall.claude import build_request
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.result import Selection
from tests.recall.box import MEMORIES, files, memories
from tests.recall.server import KEY, serving


def names(*chosen: str) -> str:
    return json.dumps({"selected_memories": chosen})


def ask(store: Store, text: str, **more: Any) -> Selection:
    limit = more.pop("limit", 5)
    with serving(text, **more) as api:
        return claude.select("do we mock the database?", memories(store), api.env, limit=limit)


def test_one_small_request_with_the_manifest_and_no_memory_in_it(store: Store) -> None:
    with serving(names("user_role.md", "feedback_real_database.md")) as api:
        found = claude.select("do we mock?", memories(store), api.env, tools=["Bash", "kubectl"], model="claude-x")
    assert files(found) == ["user_role.md", "feedback_real_database.md"]
    assert (found.error, found.reason) == (None, None)
    assert found.usage == ("claude-x", 321, 12)
    (sent,) = api.requests
    assert sent == found.request
    assert (sent["model"], sent["max_tokens"]) == ("claude-x", 256)
    assert sent["output_config"]["format"]["type"] == "json_schema"
    assert sent["output_config"]["format"]["schema"]["properties"] == {
        "selected_memories": {"type": "array", "items": {"type": "string"}}
    }
    said = sent["messages"][0]["content"]
    assert all(f"{file} (2026-11-18T" in said for file in MEMORIES)
    assert "Tools in recent use: Bash, kubectl" in said
    assert "hid a broken migration" not in json.dumps(sent)
    assert [name for name, value in api.headers[0].items() if KEY in value] in (["x-api-key"], ["authorization"])


def test_a_token_instead_of_a_key(store: Store) -> None:
    with serving(names()) as api:
        env = {"ANTHROPIC_BASE_URL": api.url, "ANTHROPIC_AUTH_TOKEN": KEY}
        assert claude.select("a b", memories(store), env).error is None
    assert api.headers[0]["authorization"] == f"Bearer {KEY}"


def test_the_default_is_of_the_sonnet_class() -> None:
    assert "sonnet" in build_request("q", [], (), DEFAULT_MODEL)["model"]


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        (names("user_role.md", "user_role.md", "user_role.md"), ["user_role.md"]),
        (names("../../etc/passwd", "nothing.md", "user_role.md", "USER_ROLE.md"), ["user_role.md"]),
        (json.dumps({"selected_memories": ["user_role.md", 5, None, ["x"]]}), ["user_role.md"]),
        (names(*sorted(MEMORIES), *(f"n{number}.md" for number in range(50))), sorted(MEMORIES)[:5]),
    ],
)
def test_what_it_may_not_name_is_dropped(store: Store, text: str, picked: list[str]) -> None:
    found = ask(store, text)
    assert (files(found), found.error) == (picked, None)


def test_fewer_when_asked(store: Store) -> None:
    found = ask(store, names(*sorted(MEMORIES)), limit=2)
    assert files(found) == sorted(MEMORIES)[:2]
    assert found.lost[0].why == "behind the first 2"


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("I would take user_role.md.", {}, "not a list of names"),
        ("", {}, "not a list of names"),
        ("[" * 100_000, {}, "not a list of names"),
        ('["user_role.md"]', {}, "not a list of names"),
        ('{"selected_memories": "user_role.md"}', {}, "not a list of names"),
        ('{"selected_memories": ["user', {"stop": "max_tokens"}, "cut off"),
        ("no", {"stop": "refusal"}, "declined"),
        (f"bad key {KEY}", {"status": 401}, "answered 401: bad key …"),
        ("slow down", {"status": 429}, "answered 429: slow down"),
        ("overloaded", {"status": 529}, "answered 529"),
    ],
)
def test_every_failure_is_a_result_with_its_reason(store: Store, text: str, more: dict[str, Any], said: str) -> None:
    found = ask(store, text, **more)
    assert found.picks == ()
    assert found.error is not None
    assert said in found.error
    assert KEY not in found.error
    assert "\n" not in found.error


@pytest.mark.parametrize("text", [names(), names("gone.md")])
def test_nothing_is_an_answer(store: Store, text: str) -> None:
    found = ask(store, text)
    assert (found.picks, found.error) == ((), None)
    assert found.reason is not None
    assert found.reason.startswith("the model named ")


@pytest.mark.parametrize("slow", [{"pause": 30.0}, {"drip": 0.02}])
def test_it_takes_no_longer_than_given(store: Store, slow: dict[str, Any]) -> None:
    claude.select("a b", memories(store), {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://127.0.0.1:1"})
    with serving(names("user_role.md"), **slow) as api:
        started = time.perf_counter()
        found = claude.select("a b", memories(store), api.env, timeout=0.3)
        assert time.perf_counter() - started < 3
    assert found.error is not None
    assert found.error.endswith("did not answer in time")


def test_nobody_there(store: Store) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        env = {"ANTHROPIC_BASE_URL": f"http://127.0.0.1:{taken.getsockname()[1]}", "ANTHROPIC_API_KEY": KEY}
        found = claude.select("a b", memories(store), env)
    assert found.error is not None
    assert "cannot be reached" in found.error


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({}, "set ANTHROPIC_API_KEY"),
        ({"ANTHROPIC_API_KEY": "  "}, "set ANTHROPIC_API_KEY"),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://example.com"}, "plain http"),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://127.0.0.1.example.com"}, "plain http"),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "ftp://127.0.0.1"}, "not a web address"),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "https://user:pw@example.com"}, "not a web address"),
        ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://[::1"}, "not a web address"),
    ],
)
def test_no_request_without_a_key_or_to_the_wrong_place(store: Store, env: dict[str, str], said: str) -> None:
    found = claude.select("a b", memories(store), env)
    assert (found.picks, found.request) == ((), None)
    assert found.error is not None
    assert said in found.error


def test_without_the_package_it_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    found = claude.select("a b", memories(store), {"ANTHROPIC_API_KEY": KEY})
    assert "not installed" in (found.error or "")


def test_no_memories_no_request(store: Store) -> None:
    with serving(names()) as api:
        assert claude.select("a b", [], api.env).reason
    assert api.requests == []


def test_a_question_of_half_characters_can_be_sent(store: Store) -> None:
    with serving(names("user_role.md")) as api:
        found = claude.select("caf\ud800 " + "x" * 100_000, memories(store), api.env)
    assert files(found) == ["user_role.md"]
    assert len(api.requests[0]["messages"][0]["content"]) < 20_000


def test_auto_asks_the_model_only_with_a_key_and_falls_back(store: Store) -> None:
    query = "do we mock the database?"
    assert Recaller(store, {}).ask(query, Asking("auto")).selection.selector == "local"
    with serving(names("user_role.md")) as api:
        asked = Recaller(store, api.env).ask(query, Asking("auto"))
        assert (asked.selection.selector, files(asked.selection)) == ("claude", ["user_role.md"])
        assert "Likes" not in asked.manifest
        offline = Recaller(store, api.env, network=False)
        assert offline.ask(query, Asking("auto")).selection.selector == "local"
        assert offline.ask(query, Asking("claude")).selection.error
        assert len(api.requests) == 1
    with serving("no", status=500) as api:
        asked = Recaller(store, api.env).ask(query, Asking("auto"))
        assert (asked.selection.selector, files(asked.selection)[0]) == ("local", "feedback_real_database.md")
        assert "answered 500" in (asked.selection.error or "")
        assert Recaller(store, api.env).ask(query, Asking("claude")).selection.picks == ()
