"""Lines from a person, requests to end, stops, what is never told (the key), and stored results."""

import json
import os
import threading
import time

import pytest

from memtui.agent.context import ResultStore
from memtui.agent.loop import Prompt, run_agent
from memtui.agent.mailbox import Mailbox
from memtui.agent.tools import Toolbox
from tests.agent.box import Box
from tests.agent.running import MODEL, PROMPT, Run
from tests.messages_api import KEY, Fail, Say, call, say, serving, text, use


def test_a_line_from_the_person_comes_with_the_next_tool_round(box: Box) -> None:
    mailbox = Mailbox(os.path.join(box.folder, "mailbox"))
    mailbox.send("leave the deploy notes alone")
    with serving(call(use("shell", command="ls")), say("ok")) as api:
        run = Run(box, api, mailbox=mailbox)
    kinds = [part["type"] for part in api.requests[1]["messages"][-1]["content"]]
    assert kinds == ["tool_result", "text"]
    assert "leave the deploy notes alone" in api.requests[1]["messages"][-1]["content"][1]["text"]
    assert run.of("message")[0]["from"] == "person"
    assert mailbox.take() == []


def test_a_line_that_comes_at_the_end_is_still_read(box: Box) -> None:
    mailbox = Mailbox(os.path.join(box.folder, "mailbox"))
    mailbox.send("one more thing")
    with serving(say("Done."), say("That too.")) as api:
        run = Run(box, api, mailbox=mailbox)
    assert run.outcome.text == "That too."
    assert "one more thing" in api.requests[1]["messages"][-1]["content"][0]["text"]


def test_a_request_to_shut_down_ends_it_politely(box: Box) -> None:
    mailbox = Mailbox(os.path.join(box.folder, "mailbox"))
    mailbox.shutdown()
    edit = use("edit", path="deploy.md", old_text="Tuesdays", new_text="Mondays", reason="it moved")
    with serving(call(edit)) as api:
        run = Run(box, api, mailbox=mailbox)
    assert (run.outcome.status, run.outcome.ended_by) == ("stopped", "shutdown")
    assert [event["type"] for event in run.of("message")] == ["shutdown_request", "shutdown_response"]
    assert len(box.toolbox.changes) == 1  # the round under way was finished


def test_stop_ends_it_at_once_in_the_middle_of_a_slow_stream(box: Box) -> None:
    stop = threading.Event()
    with serving(Say(tuple(text("slow") for _ in range(50)), pause=0.1)) as api:
        waiting = threading.Thread(target=lambda: stop.set() if api.asked.wait(5) else None)
        waiting.start()
        started = time.monotonic()
        run = Run(box, api, stop=stop)
        waiting.join()
    assert (run.outcome.status, run.outcome.ended_by) == ("stopped", "stop")
    assert time.monotonic() - started < 5


def test_no_key_is_anywhere_but_in_the_request(box: Box) -> None:
    echo = f"my key is {KEY}"
    write = use("write", path="new.md", content="x", reason=echo)
    with serving(call(write, use("read", path=echo), words=echo), Fail(400, text=f"bad key {KEY}")) as api:
        run = Run(box, api)
    assert KEY in api.headers[0]["authorization"]
    assert KEY not in json.dumps(run.events)
    assert KEY not in repr(run.outcome)
    assert not any(KEY.encode() in data for _, _, data in box.everything().values())


def test_without_a_key_it_fails_with_what_to_do(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    outcome = run_agent(Prompt("s", "t"), Toolbox(box.spaces), MODEL)
    assert outcome.status == "failed"
    assert outcome.error == "no key to ask a model with; set ANTHROPIC_API_KEY, or use the rules engine"


def test_a_wrong_key_says_which_variable_to_check(box: Box) -> None:
    with serving(Fail(401, "authentication_error", "invalid x-api-key")) as api:
        run = Run(box, api, prompt=PROMPT)
    assert run.outcome.error == "the endpoint answered 401: invalid x-api-key; check ANTHROPIC_API_KEY"


def test_a_stored_result_gives_the_same_bytes_ever_after(box: Box) -> None:
    note = ResultStore(box.results).fitted("toolu_1", "first " * 10_000)
    assert ResultStore(box.results).fitted("toolu_1", "first " * 10_000) == note
    assert ResultStore(box.results).fitted("toolu_1", "short") == note  # decided once, also for a task that is resumed
    assert ResultStore(box.results).fitted("toolu_2", "short") == "short"


def test_an_id_that_is_a_path_is_never_a_file(box: Box) -> None:
    before = box.everything()
    cut = ResultStore(box.results).fitted("../../copy/MEMORY", "x" * 40_000)
    assert cut.endswith("[cut off here]")
    assert box.everything() == before
