"""`memtui recall`: the fields, exit codes, sessions, batches and reports that scripts rely on."""

import json
import os
from pathlib import Path

import pytest

from memtui.recall.suite import Case, keep, suite_path
from tests.cli.running import World, memtui, process
from tests.messages_api import say, serving

FIELDS = ["query", "selector", "skipped", "selected", "considered", "bytes", "tokens", "ms", "error"]
QUERY = "do tests use a real database?"


def test_the_fields_of_an_answer(world: World) -> None:
    done = memtui("recall", QUERY, "--json")
    assert done.code == 0
    assert list(done.data) == FIELDS
    (pick,) = done.data["selected"]
    assert list(pick) == ["file", "score", "why"]
    assert (pick["file"], done.data["selector"], done.data["considered"]) == ("feedback_tests.md", "local", 2)
    assert "database" in pick["why"]
    text = memtui("recall", QUERY, "--text").out
    assert (done.data["bytes"], done.data["tokens"]) == (len(text.encode()), -(-len(text.encode()) // 4))
    assert (done.data["skipped"], done.data["error"]) == (None, None)


def test_words_need_no_quotes_and_may_come_by_stdin(world: World) -> None:
    assert memtui("recall", *QUERY.split(), "--json").data["query"] == QUERY
    assert memtui("recall", "-", "--json", given=QUERY).data["query"] == QUERY


def test_nothing_selected_is_exit_1(world: World) -> None:
    done = memtui("recall", "who won the football cup", "--json")
    assert (done.code, done.data["selected"], done.data["bytes"]) == (1, [], 0)
    assert memtui("recall", "", "--json").code == 1
    assert "nothing selected" in memtui("recall", "who won the football cup").err


def test_text_is_exactly_what_is_injected(world: World) -> None:
    done = memtui("recall", QUERY, "--text")
    assert done.out == (
        f"<system-reminder>\nMemory (saved today): {world.memory}/feedback_tests.md:\n\n"
        f"{world.text('feedback_tests.md')}</system-reminder>\n"
    )


def test_one_word_is_ranked_but_not_injected(world: World) -> None:
    done = memtui("recall", "database", "--json")
    assert (done.code, done.data["selected"][0]["file"]) == (0, "feedback_tests.md")
    assert "two words" in done.data["skipped"]
    assert memtui("recall", "database", "--text").out == ""


def test_memory_that_is_off_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "1")
    assert "CLAUDE_CODE_DISABLE_AUTO_MEMORY" in memtui("recall", QUERY, "--json").data["skipped"]


def test_a_store_that_is_not_there_yet(world: World) -> None:
    empty = world.base / "empty"
    empty.mkdir()
    done = memtui("recall", QUERY, "--json", "--project", str(empty))
    assert (done.code, done.data["considered"], "no memory here yet" in done.err) == (1, 0, True)
    assert memtui("recall", QUERY, "--dir", str(world.base / "none")).code == 3


@pytest.mark.parametrize(
    "words",
    [
        ["recall"],
        ["recall", QUERY, "--limit", "0"],
        ["recall", QUERY, "--limit", "6"],
        ["recall", QUERY, "--selector", "other"],
        ["recall", QUERY, "--text", "--json"],
        ["recall", QUERY, "--batch"],
        ["recall", "--suite", "--reach"],
        ["recall", QUERY, "--session", ""],
    ],
)
def test_wrong_use_is_exit_2_in_one_line(world: World, words: list[str]) -> None:
    done = memtui(*words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


def test_excluded_by_file_or_name_and_unknown_ones_noted(world: World) -> None:
    for name in ("feedback_tests.md", "tests", str(world.memory / "feedback_tests.md")):
        assert memtui("recall", QUERY, "--exclude", name, "--json").data["selected"] == []
    done = memtui("recall", QUERY, "--exclude", "nobody", "--json")
    assert (len(done.data["selected"]), "no such memory" in done.err) == (1, True)


def test_a_tool_in_use_leaves_its_documentation_out(world: World) -> None:
    world.put(
        "reference_psql.md", "---\nname: psql\ndescription: psql usage and commands\ntype: reference\n---\nBy hand.\n"
    )
    query = ["recall", "psql usage and commands", "--json"]
    assert memtui(*query).data["selected"][0]["file"] == "reference_psql.md"
    assert memtui(*query, "--tool", "psql").data["selected"] == []


def test_a_session_gets_nothing_twice_and_the_store_nothing_at_all(world: World) -> None:
    before = world.files()
    first = memtui("recall", QUERY, "--session", "s1", "--json").data
    assert memtui("recall", QUERY, "--session", "s1", "--json").data["selected"] == []
    assert memtui("recall", QUERY, "--session", "s2", "--json").data["selected"] == first["selected"]
    assert memtui("recall", QUERY, "--json").data["selected"] == first["selected"]
    assert world.files() == before


def test_what_is_skipped_does_not_count_as_given(world: World) -> None:
    assert memtui("recall", "database", "--session", "s1", "--json").data["selected"]
    assert memtui("recall", QUERY, "--session", "s1", "--json").data["selected"]


def test_a_session_that_is_full_is_skipped(world: World) -> None:
    world.put("feedback_tests.md", world.text("feedback_tests.md") + "x\n" * 199)
    path = next((world.home / ".local/state/memtui/stores").glob("*/recall/*.json"), None)
    assert path is None
    assert memtui("recall", QUERY, "--session", "s1").code == 0
    path = next((world.home / ".local/state/memtui/stores").glob("*/recall/*.json"))
    data = json.loads(path.read_text())
    assert 400 < data["bytes"] == len(memtui("recall", QUERY, "--text").out.encode())
    path.write_text(json.dumps(data | {"bytes": 60_000, "surfaced": []}))
    done = memtui("recall", QUERY, "--session", "s1", "--json")
    assert (done.code, done.data["selected"]) == (1, [])
    assert "60,000 bytes" in done.data["skipped"]


def test_a_batch_answers_every_line_and_exits_0(world: World) -> None:
    lines = [
        json.dumps({"id": 1, "query": QUERY}),
        "",
        "no json",
        '{"id": "x"}',
        json.dumps({"id": {"a": 1}, "query": "who won the cup"}),
        '{"id": 5, "query": "real database\\ud800"}',
        "[1]",
    ]
    done = process("recall", "--batch", given="\n".join(lines).encode())
    found = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, [item["id"] for item in found]) == (0, [1, None, "x", {"a": 1}, 5, None])
    assert [bool(item["selected"]) for item in found] == [True, False, False, False, True, False]
    assert list(found[0]) == ["id", *FIELDS]
    assert all(item["error"] for item in (found[1], found[2], found[5]))


def test_a_batch_of_nothing(world: World) -> None:
    assert process("recall", "--batch") == (0, "", "")


def test_odd_questions_end_in_an_answer(world: World) -> None:
    for query in ("x" * 100_000, "\x1b[2J\x07 real database", "[red]database[/red] <b>tests</b>", "-- tests database"):
        done = memtui("recall", "--json", "--", query)
        assert done.code in (0, 1), done.err
        assert done.data["query"] == query
        assert "\x1b" not in memtui("recall", "--", query).out


def test_the_model_is_asked_where_the_user_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(say('{"selected_memories": ["user_role.md", "../x.md"]}')) as api:
        for name, value in api.env.items():
            monkeypatch.setenv(name, value)
        assert memtui("recall", QUERY, "--json").data["selector"] == "local"
        assert api.requests == []
        for selector in ("claude", "auto"):
            done = memtui("recall", QUERY, "--selector", selector, "--json")
            assert (done.code, done.data["selector"], done.data["error"]) == (0, "claude", None)
            assert [pick["file"] for pick in done.data["selected"]] == ["user_role.md"]
        assert memtui("--demo", "recall", QUERY, "--selector", "claude", "--json").data["error"]
        assert len(api.requests) == 2


def test_no_key_is_told_and_exits_3(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    done = memtui("recall", QUERY, "--selector", "claude", "--json")
    assert (done.code, done.data["selected"]) == (3, [])
    assert "ANTHROPIC_API_KEY" in done.data["error"]
    assert memtui("recall", QUERY, "--selector", "auto", "--json").data["selector"] == "local"


def test_the_dial_and_the_other_settings(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    config = world.base / "memtui.toml"
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    query = ["recall", "python wizards who never mock anybody, please", "--json"]
    config.write_text("[recall]\nabstain = 0\n")
    assert len(memtui(*query).data["selected"]) == 2
    config.write_text("[recall]\nabstain = 1\n")
    assert memtui(*query).data["selected"] == []
    config.write_text('[recall]\nabstain = 2\nselector = "who"\ntimeout_s = true\nmodel = 5\nx = 1\n')
    done = memtui(*query)
    assert done.err.count(f"{config}: recall.") == 5


def test_a_suite_is_a_test_of_ones_memory(world: World) -> None:
    path = suite_path(str(world.home / ".config/memtui/config.toml"), str(world.memory))
    assert memtui("recall", "--suite").code == 3
    keep(path, Case(QUERY, ("feedback_tests.md",)))
    done = memtui("recall", "--suite", "--json")
    assert (done.code, done.data["passed"], done.data["failed"], done.data["suite"]) == (0, 1, 0, path)
    assert done.data["cases"][0] == {
        "question": QUERY,
        "expect": ["feedback_tests.md"],
        "selected": ["feedback_tests.md"],
        "missing": [],
        "passed": True,
    }
    own = world.base / "own.yaml"
    own.write_text(f"- question: {QUERY}\n  expect: [user_role.md]\n- question: {QUERY}\n  expect: []\n")
    done = memtui("recall", "--suite", str(own))
    assert done.code == 1
    assert done.out == f"miss  {QUERY}  missing: user_role.md\nmiss  {QUERY}  unwanted: feedback_tests.md\n"


def test_reach_lists_what_no_question_brings(world: World) -> None:
    for number in range(8):
        world.put(f"copy{number}.md", "---\nname: copy\ndescription: export of the warehouse\ntype: project\n---\nx\n")
    done = memtui("recall", "--reach", "--json")
    rows = {row["file"]: row for row in done.data}
    assert (done.code, rows["feedback_tests.md"]["reached"]) == (1, True)
    assert sum(not row["reached"] for row in rows.values()) == 3
    assert "others win" in memtui("recall", "--reach").out


def test_usage_tells_what_the_agent_read(world: World) -> None:
    block = {"type": "tool_use", "name": "Read", "input": {"file_path": str(world.memory / "user_role.md")}}
    line = {"type": "assistant", "timestamp": "2026-11-16T12:00:00Z", "message": {"content": [block]}}
    Path(world.memory.parent, "session.jsonl").write_text(json.dumps(line) + "\n")
    done = memtui("recall", "--usage", "--json")
    rows = {row["file"]: row for row in done.data}
    assert done.code == 0
    role = rows["user_role.md"]
    assert (role["reads"], role["surfaced"], role["last"]) == (1, 0, "2026-11-16T12:00:00.000Z")
    assert (rows["feedback_tests.md"]["reads"], rows["feedback_tests.md"]["last"]) == (0, None)
    os.unlink(world.memory / "user_role.md")
    assert "(no longer there)" in memtui("recall", "--usage").out
