"""Whole runs of the agent: the real client, a scripted endpoint, real files."""

import json
import os

import pytest

from memtui.agent.limits import RESULT_MAX_CHARS
from memtui.agent.loop import Limits
from memtui.agent.usage import Tokens
from tests.agent.box import Box
from tests.agent.running import Run, results
from tests.messages_api import KEY, Fail, Hang, Say, call, say, serving, text, thought, use

MILLION = 1_000_000
SHORT = Limits(retries=2, timeout=5)


def test_a_run_reads_edits_and_ends(box: Box) -> None:
    edit = use("edit", path="deploy.md", old_text="Tuesdays", new_text="Mondays", reason="it moved")
    with serving(call(use("read", path="MEMORY.md"), words="Orienting."), call(edit), say("Done.")) as api:
        run = Run(box, api)
    assert (run.outcome.status, run.outcome.ended_by, run.outcome.error) == ("completed", "done", None)
    assert (run.outcome.turns, run.outcome.tool_uses, run.outcome.refusals, run.outcome.text) == (3, 2, 0, "Done.")
    with open(os.path.join(box.copy, "deploy.md")) as file:
        assert "We ship on Mondays." in file.read()
    assert run.of("turn")[0] == {"kind": "turn", "text": "Orienting.", "tool_use_count": 1, "paths": []}
    assert run.of("turn")[1]["paths"] == ["deploy.md"]
    assert [(event["activity"], event["touched"]) for event in run.of("tool")] == [
        ("Reading the index", None),
        ("Editing the deploy", "deploy.md"),
    ]
    assert "[Deploy](deploy.md)" in results(api, 1)[0]["content"]


def test_parallel_calls_are_all_answered_in_order(box: Box) -> None:
    uses = [use("read", use_id=f"toolu_{n}", path=name) for n, name in enumerate(("deploy.md", "gone.md", "tests.md"))]
    with serving(call(*uses), say("ok")) as api:
        run = Run(box, api)
    answered = results(api, 1)
    assert [result["tool_use_id"] for result in answered] == ["toolu_0", "toolu_1", "toolu_2"]
    assert [result.get("is_error", False) for result in answered] == [False, True, False]
    assert run.outcome.tool_uses == 3


def test_the_prefix_stays_the_same_bytes_and_is_marked(box: Box) -> None:
    script = [call(use("shell", use_id=f"toolu_{n}", command="ls")) for n in range(4)]
    with serving(*script, say("ok")) as api:
        Run(box, api)
    prefixes = {json.dumps([request["system"], request["tools"]]) for request in api.requests}
    assert len(prefixes) == 1
    for before, after in zip(api.requests, api.requests[1:], strict=False):
        sent = json.dumps(before["messages"])[:-1]
        assert json.dumps(after["messages"]).startswith(sent)
    first = api.requests[0]
    assert first["system"][-1]["cache_control"] == first["tools"][-1]["cache_control"] == first["cache_control"]
    assert [tool["name"] for tool in first["tools"]] == ["read", "grep", "glob", "edit", "write", "delete", "shell"]
    assert "thread" not in first


def test_two_forks_send_the_same_tools_and_system(box: Box, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = Box(str(tmp_path_factory.mktemp("other")))
    with serving(say("ok")) as api:
        Run(box, api)
        Run(other, api)
    one, two = (json.dumps([request["system"], request["tools"]]) for request in api.requests)
    assert one == two


def test_the_api_is_asked_to_clear_old_results_and_thinking(box: Box) -> None:
    with serving(say("ok")) as api:
        Run(box, api)
        Run(box, api, model="some-other-model")
    thinking, tools = api.requests[0]["context_management"]["edits"]
    assert thinking == {"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns", "value": 1}}
    assert tools["trigger"]["value"] == 180_000
    assert tools["clear_at_least"]["value"] == 140_000
    assert api.requests[1]["context_management"]["edits"] == [tools]
    assert "context-management-2025-06-27" in api.headers[0]["anthropic-beta"]


def test_refused_calls_are_counted_and_shown(box: Box) -> None:
    with serving(call(use("read", path="/etc/passwd")), say("ok")) as api:
        run = Run(box, api)
    assert run.outcome.refusals == 1
    assert "outside what this task may read" in run.of("refused")[0]["reason"]
    assert results(api, 1)[0]["is_error"] is True


def test_an_unknown_tool_is_refused_and_shown(box: Box) -> None:
    with serving(call(use("bash", command="rm -rf /")), say("ok")) as api:
        run = Run(box, api)
    assert run.outcome.refusals == 1
    assert run.of("refused")[0]["name"] == "bash"
    assert "there is no tool 'bash'; use read, grep" in results(api, 1)[0]["content"]


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_the_sdk_retries_and_each_retry_is_shown(box: Box, status: int) -> None:
    with serving(Fail(status), Fail(status), say("ok")) as api:
        run = Run(box, api, limits=SHORT)
    assert run.outcome.status == "completed"
    assert len(api.requests) == 3
    assert "attempt 2 of 3" in run.notes
    assert "attempt 3 of 3" in run.notes


def test_an_error_that_stays_ends_the_run_with_a_line_to_act_on(box: Box) -> None:
    with serving(Fail(529, "overloaded_error", "Overloaded")) as api:
        run = Run(box, api, limits=Limits(retries=1))
    assert run.outcome.status == "failed"
    assert run.outcome.error == "the endpoint answered 529: Overloaded; the endpoint is overloaded; retry later"


def test_a_time_out_is_retried_then_told(box: Box) -> None:
    with serving(Hang(0.5)) as api:
        run = Run(box, api, limits=Limits(retries=1, timeout=0.1))
    assert run.outcome.error == "the endpoint did not answer in time; retry later"
    assert len(api.requests) == 2


def test_a_stream_cut_midway_is_asked_for_again(box: Box) -> None:
    write = use("write", path="new.md", content="Once.", reason="new")
    with serving(call(write, cut_after=3), call(write), say("ok")) as api:
        run = Run(box, api)
    assert run.outcome.status == "completed"
    assert "the stream broke off; asking again (1 of 3)" in run.notes
    assert api.bodies[0] == api.bodies[1]
    assert [change.file for change in box.toolbox.changes] == ["new.md"]


def test_a_stream_that_always_breaks_fails(box: Box) -> None:
    with serving(call(use("read", path="MEMORY.md"), cut_after=2)) as api:
        run = Run(box, api)
    assert run.outcome.status == "failed"
    assert "3 times in a row" in str(run.outcome.error)
    assert len(api.requests) == 3


def test_a_malformed_tool_call_is_asked_for_again_and_shown(box: Box) -> None:
    with serving(call(use("write", raw='{"path": "a.md", ]]')), say("ok")) as api:
        run = Run(box, api)
    assert run.outcome.status == "completed"
    assert "a malformed reply (a tool call that is not valid JSON); asking again" in run.notes
    assert box.toolbox.changes == []


@pytest.mark.parametrize("raw", ["[1, 2]", "7", "{}", '{"path": 5}', '{"path": "MEMORY.md", "extra": 1}'])
def test_a_call_of_the_wrong_shape_is_answered_with_what_is_wrong(box: Box, raw: str) -> None:
    with serving(call(use("read", raw=raw)), say("ok")) as api:
        run = Run(box, api)
    assert run.outcome.status == "completed"
    assert results(api, 1)[0]["is_error"] is True
    assert "read" in results(api, 1)[0]["content"]


def test_a_declined_task_fails_and_says_so(box: Box) -> None:
    with serving(say("I cannot.", stop="refusal")) as api:
        run = Run(box, api)
    assert (run.outcome.status, run.outcome.ended_by) == ("failed", "refusal")
    assert "declined" in run.notes


def test_a_reply_cut_at_its_length_goes_on_without_its_calls(box: Box) -> None:
    half = use("write", raw='{"path": "half.md", "reason": "r", "content": "half a te')
    with serving(call(half, words="Writing.", stop="max_tokens"), say("Done.")) as api:
        run = Run(box, api)
    assert run.outcome.status == "completed"
    assert box.toolbox.changes == []
    assert "cut off at its length limit" in run.notes
    assert api.requests[1]["messages"][-2] == {"role": "assistant", "content": [{"type": "text", "text": "Writing."}]}


def test_replies_cut_again_and_again_fail(box: Box) -> None:
    with serving(say("So long", stop="max_tokens")) as api:
        run = Run(box, api)
    assert (run.outcome.status, run.outcome.ended_by, len(api.requests)) == ("failed", "max_tokens", 3)


def test_an_empty_reply_is_asked_about_once(box: Box) -> None:
    with serving(Say(), say("Nothing to do.")) as api:
        run = Run(box, api)
    assert (run.outcome.status, run.outcome.text) == ("completed", "Nothing to do.")
    assert "an empty reply" in run.notes
    with serving(Say()) as api:
        assert Run(box, api).outcome.ended_by == "empty"


def test_the_turn_limit_ends_it_cleanly(box: Box) -> None:
    with serving(call(use("shell", command="ls"))) as api:
        run = Run(box, api, limits=Limits(max_turns=4))
    assert (run.outcome.status, run.outcome.ended_by, run.outcome.turns) == ("stopped", "turns", 4)
    assert len(api.requests) == 4


def test_the_budget_ends_it_cleanly_after_the_tools_of_the_turn(box: Box) -> None:
    edit = use("edit", path="deploy.md", old_text="Tuesdays", new_text="Mondays", reason="it moved")
    with serving(call(edit, tokens=Tokens(1_000_000, 10_000))) as api:
        run = Run(box, api, limits=Limits(budget_usd=2.0))
    assert (run.outcome.status, run.outcome.ended_by) == ("stopped", "budget")
    assert run.outcome.usage.cost == pytest.approx(2.1)
    assert len(api.requests) == len(box.toolbox.changes) == 1


def test_usage_is_added_up_with_hit_rate_and_cost(box: Box) -> None:
    first, second = Tokens(100, 50, 0, 2_000), Tokens(10, 20, 2_000, 300)
    with serving(call(use("shell", command="ls"), tokens=first), say("ok", tokens=second)) as api:
        run = Run(box, api)
    assert run.outcome.usage.tokens == Tokens(110, 70, 2_000, 2_300)
    last = run.of("usage")[-1]
    assert last["hit_rate"] == round(2_000 / 4_410, 4)
    assert last["cost_usd"] == pytest.approx((110 * 2 + 70 * 10 + 2_000 * 0.1 + 2_300 * 2.5) / 1e6)
    assert (last["miss"], run.outcome.usage.misses) == (None, 0)
    assert run.of("usage")[0]["estimate_tokens"] > 500
    assert run.of("usage")[0]["estimate_usd"] > 0


def test_an_unexpected_cache_miss_is_pointed_out(box: Box) -> None:
    first, second = Tokens(100, 50, 0, 8_000), Tokens(8_200, 20, 0, 0)
    with serving(call(use("shell", command="ls"), tokens=first), say("ok", tokens=second)) as api:
        run = Run(box, api)
    assert run.of("usage")[-1]["miss"] == "unexpected cache miss: 0 of 8,000 cached tokens were read back"
    assert run.outcome.usage.misses == 1


def test_the_cost_of_an_unknown_model_is_unknown(box: Box) -> None:
    with serving(say("ok")) as api:
        run = Run(box, api, model="llama-of-the-house", limits=Limits(budget_usd=1))
    assert run.of("usage")[-1]["cost"] == "cost unknown"
    assert run.outcome.usage.cost is None
    assert "not the budget" in run.notes


def test_a_long_result_is_stored_and_stands_as_a_note(box: Box) -> None:
    box.write(os.path.join(box.project, "long.txt"), "line of text\n" * 5_000)
    read = use("read", use_id="toolu_long", path=os.path.join(box.project, "long.txt"), limit=5_000)
    stored = os.path.join(box.results, "toolu_long.txt")
    again = use("shell", use_id="toolu_2", command=f"tail -1 {stored}")
    with serving(call(read), call(again), say("ok")) as api:
        Run(box, api)
    note = results(api, 1)[0]["content"]
    assert note.startswith("<persisted-output>")
    assert stored in note
    assert len(note) < 2_600
    assert os.path.getsize(stored) > RESULT_MAX_CHARS
    assert oct(os.stat(stored).st_mode & 0o777) == "0o600"
    assert results(api, 2)[0]["content"] == "line of text"
    assert api.requests[2]["messages"][2] == api.requests[1]["messages"][2]


def test_what_a_model_says_only_in_its_thinking_is_its_turn(box: Box) -> None:
    with serving(
        Say((thought("A plan."), thought("Looking at the deploy notes."), use("shell", command="ls")), stop="tool_use"),
        Say((thought("Hm."), text("Done."))),
    ) as api:
        run = Run(box, api)
    assert [event["text"] for event in run.of("turn")] == ["Looking at the deploy notes.", "Done."]
    assert api.requests[0]["thinking"] == {"type": "adaptive", "display": "updates"}
    assert "thinking-display-updates-2026-08-18" in api.headers[0]["anthropic-beta"]
    assert api.requests[1]["messages"][1]["content"][0]["signature"] == "c2lnbmVk"


def test_a_thought_alone_is_an_empty_reply(box: Box) -> None:
    with serving(Say((thought("Hm."),)), say("Done.")) as api:
        run = Run(box, api)
    assert "an empty reply" in run.notes
    assert (run.outcome.status, run.outcome.text, len(api.requests)) == ("completed", "Done.", 2)


def test_the_key_is_in_no_event_and_no_result(box: Box) -> None:
    path = os.path.join(box.project, "notes.txt")
    box.write(path, f"the token of the house is {KEY}\n" * 2_000)
    read = use("read", use_id="toolu_key", path=path)
    seek = use("grep", pattern=KEY, path=f"/{KEY}")
    with serving(call(read, seek, use("read", path=f"/etc/{KEY}"), words=f"I saw {KEY}."), say("ok")) as api:
        run = Run(box, api)
    assert KEY not in repr(run.events)
    assert KEY not in repr(results(api, 1))
    with open(os.path.join(box.results, "toolu_key.txt"), encoding="utf-8") as file:
        assert KEY not in file.read()


def test_a_budget_of_nothing_asks_nobody(box: Box) -> None:
    with serving(say("ok")) as api:
        run = Run(box, api, limits=Limits(budget_usd=0))
    assert (run.outcome.status, run.outcome.ended_by, api.requests) == ("stopped", "budget", [])


def test_a_budget_also_ends_a_run_of_replies_that_were_cut_off(box: Box) -> None:
    with serving(say("so", stop="max_tokens", tokens=Tokens(MILLION, 0))) as api:
        run = Run(box, api, limits=Limits(budget_usd=1))
    assert (run.outcome.ended_by, len(api.requests)) == ("budget", 1)
