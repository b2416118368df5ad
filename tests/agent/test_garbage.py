"""An endpoint that answers nonsense under a good status: asked again, then failed, with a line that says so."""

import json
from collections.abc import Mapping

import pytest

from memtui.agent.loop import Limits
from tests.agent.box import Box
from tests.agent.running import Run
from tests.messages_api import KEY, Raw, say, serving


def events(*lines: Mapping[str, object]) -> bytes:
    return b"".join(f"event: {line['type']}\ndata: {json.dumps(line)}\n\n".encode() for line in lines)


OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": f"Overloaded {KEY}"}}
GARBAGE = {
    "no JSON": b"event: message_start\ndata: {nonsense\n\n",
    "half a message": events({"type": "message_start", "message": {"id": "x"}}),
    "nothing": b"",
    "a page": b"<html><body>Please log in</body></html>",
    "bytes": bytes(range(256)) * 40,
    "unknown events": events({"type": "sung"}, {"type": "danced", "index": 99}),
    "an error in the stream": events(OVERLOADED),
    "a block that never began": events({"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta"}}),
    "only a stop": events({"type": "message_stop"}),
    "one endless line": b"data: " + b"x" * 3_000_000,
}


@pytest.mark.parametrize("body", GARBAGE.values(), ids=GARBAGE)
def test_garbage_is_asked_for_again_and_then_told(box: Box, body: bytes) -> None:
    before = box.everything()
    with serving(Raw(body)) as api:
        run = Run(box, api, limits=Limits(retries=1, timeout=5))
    assert (run.outcome.status, run.outcome.ended_by) == ("failed", "error")
    assert run.outcome.error
    assert KEY not in repr((run.events, run.outcome))
    assert len(api.requests) <= 8
    assert box.everything() == before


@pytest.mark.parametrize("body", GARBAGE.values(), ids=GARBAGE)
def test_garbage_that_passes_does_no_harm(box: Box, body: bytes) -> None:
    with serving(Raw(body), say("Done.")) as api:
        run = Run(box, api, limits=Limits(retries=1, timeout=5))
    assert (run.outcome.status, run.outcome.text) == ("completed", "Done."), run.notes
    assert run.of("message"), "it is shown"


def test_another_kind_of_content_is_no_reply(box: Box) -> None:
    with serving(Raw(b'{"ok": true}', "application/json")) as api:
        run = Run(box, api, limits=Limits(retries=0, timeout=5))
    assert run.outcome.status == "failed"
