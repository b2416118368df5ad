"""A dream in words, and what a person has agreed to send."""

import pytest

from memtui.dream.consent import agree, has_agreed
from memtui.dream.task import Task
from memtui.dream.words import result_words, span_words, usage_words
from tests.dream.box import DreamBox

ID = "20261118-120000-ab00"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "running, starting"),
        ({"status": "completed"}, "nothing to do"),
        ({"status": "failed", "error": "no\ndisk"}, "failed: no disk"),
        ({"status": "failed"}, "failed: no reason given"),
        ({"status": "killed"}, "killed; memory as it was"),
        ({"status": "killed", "change": 4}, "killed after change 4"),
        ({"status": "completed", "changed": ("a",), "review": "waiting"}, "1 changed; waiting for your review"),
        ({"status": "completed", "changed": ("a", "b"), "review": "waiting", "change": 3, "adopted": ("a",)},
         "2 changed; 1 adopted, the rest waiting for your review"),
        ({"status": "completed", "changed": ("a", "b"), "review": "waiting", "change": 3},
         "2 changed; taken back, the rest waiting for your review"),
        ({"status": "completed", "created": ("a",), "deleted": ("b",), "review": "partly"},
         "1 created, 1 deleted; partly adopted"),
        ({"status": "completed", "changed": ("a",), "review": "discarded"}, "1 changed; discarded"),
        ({"status": "completed", "changed": ("a",), "review": "discarded", "change": 3}, "1 changed; taken back"),
    ],
)  # fmt: skip
def test_results(values: dict[str, object], words: str) -> None:
    assert result_words(Task(ID, "rules", "manual", 0.0, **values)) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seconds", "words"), [(-1, "0s"), (8.9, "8s"), (60, "1m 0s"), (72, "1m 12s"), (3_600, "1h 0m"), (7_500, "2h 5m")]
)
def test_spans(seconds: float, words: str) -> None:
    assert span_words(seconds) == words


def test_usage() -> None:
    assert usage_words({}) == "no tokens"
    assert usage_words({"estimate_tokens": 9, "cost": "$0.1"}) == "about $0.1 to come"
    assert usage_words({"input": 1_000, "cache_read": 5, "cost": "$0.2"}) == "1,005 tokens, $0.2"
    assert usage_words({"output": 3}) == "3 tokens, cost unknown"


def test_a_host_is_agreed_to_by_itself_and_kept(box: DreamBox) -> None:
    assert not has_agreed(box.state, "one.example")
    agree(box.state, "one.example")
    agree(box.state, "two.example:8")
    assert has_agreed(box.state, "one.example") and has_agreed(box.state, "two.example:8")
    assert not has_agreed(box.state, "example")
    with open(f"{box.state.folder}/hosts.json", "w") as file:
        file.write("{broken")
    assert not has_agreed(box.state, "one.example")
