"""Above the threshold: compaction by the SDK's means, the circuit breaker, and endpoints that lack it."""

from typing import Any

import pytest

from memtui.agent.context import threshold
from memtui.agent.loop import Limits
from memtui.agent.models import model_named
from memtui.agent.usage import Tokens
from tests.agent.box import Box
from tests.agent.running import Run
from tests.messages_api import Fail, Reply, Say, call, say, serving, use

SMALL = "claude-haiku-4-5"  # a window of 200,000
FULL = Tokens(167_500, 10)
SUMMARY: dict[str, Any] = {"type": "compaction", "content": "So far: nothing.", "encrypted_content": None}
LOOK = use("shell", use_id="toolu_look", command="ls")


def compacted(*blocks: dict[str, Any]) -> Say:
    return Say(blocks, stop="compaction", tokens=Tokens(5_000, 400))


def run(box: Box, *script: Reply) -> tuple[Run, list[dict[str, Any]]]:
    with serving(*script) as api:
        return Run(box, api, model=SMALL), api.requests


def test_the_threshold_leaves_room_for_the_summary() -> None:
    assert threshold(model_named(SMALL)) == 167_000
    assert threshold(model_named("anything[1m]")) == 967_000


def test_above_the_threshold_the_conversation_is_compacted_and_goes_on(box: Box) -> None:
    done, requests = run(box, call(LOOK, tokens=FULL), compacted(SUMMARY), say("Done."))
    assert done.outcome.status == "completed"
    assert requests[1]["compaction"] == {"type": "summarize"}
    assert requests[2]["messages"][0]["content"][0]["content"] == "So far: nothing."
    assert len(requests[2]["messages"]) == 1
    assert done.of("summary")[0]["trigger"] == "auto"
    assert done.of("summary")[0]["tokens_before"] > 167_500
    assert done.outcome.turns == 2
    assert done.outcome.usage.tokens.input == 167_500 + 5_000 + 100


def test_below_the_threshold_it_is_not(box: Box) -> None:
    _, requests = run(box, call(LOOK, tokens=Tokens(160_000, 10)), say("Done."))
    assert [("compaction" in request) for request in requests] == [False, False]


@pytest.mark.parametrize("failure", [Fail(500), compacted()], ids=["error", "no summary"])
def test_three_failures_in_a_row_end_it_cleanly(box: Box, failure: Reply) -> None:
    with serving(call(LOOK, tokens=FULL), failure) as api:
        done = Run(box, api, model=SMALL, limits=Limits(retries=0))
    assert (done.outcome.status, done.outcome.ended_by) == ("stopped", "context")
    assert "compaction failed (3 of 3)" in done.notes
    assert sum("compaction" in request for request in api.requests) == 3


def test_a_failure_or_two_are_forgotten_after_a_success(box: Box) -> None:
    done, _ = run(box, call(LOOK, tokens=FULL), compacted(), compacted(), compacted(SUMMARY), say("Done."))
    assert done.outcome.status == "completed"
    assert "compaction failed (2 of 3)" in done.notes


def test_an_endpoint_that_cannot_compact_ends_cleanly_at_the_threshold(box: Box) -> None:
    lacking = Fail(400, "invalid_request_error", "compaction: Extra inputs are not permitted")
    done, requests = run(box, call(LOOK, tokens=FULL), lacking)
    assert (done.outcome.status, done.outcome.ended_by) == ("stopped", "context")
    assert "cannot compact" in str(done.outcome.error)
    assert len(requests) == 2


def test_an_endpoint_without_the_extras_is_used_without_them(box: Box) -> None:
    lacking = Fail(400, "invalid_request_error", "context_management: Extra inputs are not permitted")
    done, requests = run(box, lacking, call(LOOK, tokens=FULL))
    assert (done.outcome.status, done.outcome.ended_by) == ("stopped", "context")
    assert "lacks clearing or compaction" in done.notes
    assert "context_management" not in requests[1]
    assert "cache_control" not in requests[1]
    assert requests[1]["system"][-1]["cache_control"] == {"type": "ephemeral"}


def test_a_window_that_overflows_ends_cleanly(box: Box) -> None:
    done, _ = run(box, Fail(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"))
    assert (done.outcome.status, done.outcome.ended_by) == ("stopped", "context")
    done, _ = run(box, say("so", stop="model_context_window_exceeded"))
    assert (done.outcome.status, done.outcome.ended_by) == ("stopped", "context")
