"""The model as selector: the real client against a server on this machine, and every way to fail."""

import json
import socket
import sys
import time
from pathlib import Path

import pytest

from memtui.agent.models import DEFAULT_MODEL
from memtui.memory.store import Store
from memtui.recall import claude
from memtui.recall.claude import build_request
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.result import Selection
from tests.messages_api import KEY, Fail, Hang, Reply, Say, say, serving
from tests.recall.box import MEMORIES, files, memories, put, text_of


def names(*chosen: object) -> Say:
    return say(json.dumps({"selected_memories": chosen}))


def ask(store: Store, reply: Reply, limit: int = 5) -> Selection:
    with serving(reply) as api:
        return claude.select("do we mock the database?", memories(store), api.env, limit=limit)


def test_one_small_request_with_the_manifest_and_no_memory_in_it(store: Store) -> None:
    with serving(names("user_role.md", "feedback_real_database.md")) as api:
        found = claude.select("do we mock?", memories(store), api.env, tools=["Bash", "kubectl"], model="claude-x")
    assert files(found) == ["user_role.md", "feedback_real_database.md"]
    assert (found.error, found.reason) == (None, None)
    assert found.usage == ("claude-x", 100, 20)
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
    ("reply", "picked"),
    [
        (names("user_role.md", "user_role.md", "user_role.md"), ["user_role.md"]),
        (names("../../etc/passwd", "nothing.md", "user_role.md", "USER_ROLE.md"), ["user_role.md"]),
        (names("./user_role.md", "x/../user_role.md", "/user_role.md", "user_role", "user_role.md"), ["user_role.md"]),
        (names("user_role.md", 5, None, ["x"], {"file": "user_role.md"}), ["user_role.md"]),
        (names(*sorted(MEMORIES), *(f"n{number}.md" for number in range(50))), sorted(MEMORIES)[:5]),
        (names(*(f"n{number}.md" for number in range(50)), "user_role.md"), ["user_role.md"]),
    ],
)
def test_what_it_may_not_name_is_dropped(store: Store, reply: Reply, picked: list[str]) -> None:
    found = ask(store, reply)
    assert (files(found), found.error) == (picked, None)


def test_names_that_differ_in_case_only_are_told_apart(store: Store) -> None:
    put(Path(store.root), "User_Role.md", text_of("user", "another", "x"))
    assert files(ask(store, names("User_Role.md"))) == ["User_Role.md"]
    assert files(ask(store, names("user_role.md", "User_Role.md"))) == ["user_role.md", "User_Role.md"]


def test_fewer_when_asked(store: Store) -> None:
    found = ask(store, names(*sorted(MEMORIES)), limit=2)
    assert files(found) == sorted(MEMORIES)[:2]
    assert found.lost[0].why == "behind the first 2"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (say("I would take user_role.md."), "not a list of names"),
        (say(""), "not a list of names"),
        (Say(), "not a list of names"),
        (say("[" * 100_000), "not a list of names"),
        (say('["user_role.md"]'), "not a list of names"),
        (say("null"), "not a list of names"),
        (say('{"selected_memories": "user_role.md"}'), "not a list of names"),
        (say('{"selected_memories": ["user', stop="max_tokens"), "cut off"),
        (say("no", stop="refusal"), "declined"),
        (Fail(401, text=f"bad key {KEY}"), "answered 401: bad key …"),
        (Fail(403, text="two\nlines"), "answered 403: two lines"),
        (Fail(429, text="slow down"), "answered 429: slow down"),
        (Fail(500, text=""), "answered 500: no reason given"),
        (Fail(529, text="x" * 5_000), "answered 529: xxx"),
        (Hang(0.01), "cannot be reached"),
        (names("user_role.md")._replace(cut_after=40), "cannot be reached"),
    ],
)
def test_every_failure_is_a_result_with_its_reason(store: Store, reply: Reply, said: str) -> None:
    found = ask(store, reply)
    assert found.picks == ()
    assert found.error is not None
    assert said in found.error
    assert KEY not in found.error
    assert "\n" not in found.error
    assert len(found.error) <= 300


@pytest.mark.parametrize("reply", [names(), names("gone.md")])
def test_nothing_is_an_answer(store: Store, reply: Reply) -> None:
    found = ask(store, reply)
    assert (found.picks, found.error) == ((), None)
    assert found.reason is not None
    assert found.reason.startswith("the model named ")


@pytest.mark.parametrize("reply", [Hang(30), names("user_role.md")._replace(drip=0.02)])
def test_it_takes_no_longer_than_given(store: Store, reply: Reply) -> None:
    claude.select("a b", memories(store), {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://127.0.0.1:1"})
    with serving(reply) as api:
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
    with serving(Fail(500, text="no")) as api:
        asked = Recaller(store, api.env).ask(query, Asking("auto"))
        assert (asked.selection.selector, files(asked.selection)[0]) == ("local", "feedback_real_database.md")
        assert "answered 500" in (asked.selection.error or "")
        assert Recaller(store, api.env).ask(query, Asking("claude")).selection.picks == ()
