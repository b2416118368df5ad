"""The sample's transcripts have the shape that was observed."""

import json
import os
from itertools import pairwise
from typing import Any

import pytest

from memtui.memory.clock import parse_iso
from memtui.sample.build import Sample
from memtui.sample.placeholders import DAY_SECONDS, session_id
from memtui.sample.sessions import SESSIONS

SPOKEN = {"uuid", "parentUuid", "isSidechain", "timestamp", "sessionId", "cwd", "gitBranch", "version"}
Line = dict[str, Any]


def read(path: str) -> list[Line]:
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    assert text.endswith("\n")
    return [json.loads(line) for line in text.split("\n")[:-1]]


@pytest.fixture(scope="module")
def told(sample: Sample) -> dict[str, list[Line]]:
    """Each session's lines, by its number."""
    top = os.path.dirname(sample.memory_dir)
    return {name[:-6]: read(os.path.join(top, name)) for name in os.listdir(top) if name.endswith(".jsonl")}


def spoken(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line["type"] in ("user", "assistant", "attachment")]


def uses(lines: list[Line]) -> list[Line]:
    """Every tool_use block."""
    blocks = [block for line in lines if line["type"] == "assistant" for block in line["message"]["content"]]
    return [block for block in blocks if block["type"] == "tool_use"]


def results(lines: list[Line]) -> list[str]:
    return [line["message"]["content"][0]["tool_use_id"] for line in lines if "toolUseResult" in line]


def test_there_are_a_dozen(told: dict[str, list[Line]]) -> None:
    assert set(told) == {session_id(session.name) for session in SESSIONS}
    assert len(told) == 12


def test_every_line_has_the_observed_fields(told: dict[str, list[Line]], sample: Sample) -> None:
    for number, lines in told.items():
        for line in spoken(lines):
            assert line.keys() >= SPOKEN
            assert (line["sessionId"], line["cwd"], line["isSidechain"]) == (
                number,
                sample.project_root,
                False,
            )
        for line in lines:
            if line["type"] in ("user", "assistant"):
                assert line["message"]["role"] == line["type"]


def test_lines_hang_together_and_are_unique(told: dict[str, list[Line]]) -> None:
    every: list[str] = []
    for lines in told.values():
        numbers = [line["uuid"] for line in spoken(lines)]
        assert [line["parentUuid"] for line in spoken(lines)] == [None, *numbers[:-1]]
        every += numbers
    assert len(set(every)) == len(every)


def test_a_reply_is_one_block_a_line(told: dict[str, list[Line]]) -> None:
    several = 0
    for lines in told.values():
        replies = [line["message"] for line in lines if line["type"] == "assistant"]
        assert all(len(message["content"]) == 1 for message in replies)
        for one, two in pairwise(replies):
            if one["id"] == two["id"]:
                several += 1
                assert one["stop_reason"] is None
                assert one["usage"] == two["usage"]
            else:
                assert one["stop_reason"] in ("tool_use", "end_turn")
        assert replies[-1]["stop_reason"] == "end_turn"
    assert several >= 5


def test_every_tool_use_has_its_result(told: dict[str, list[Line]]) -> None:
    for lines in told.values():
        assert [use["id"] for use in uses(lines)] == results(lines)
        assert len(set(results(lines))) == len(results(lines))


def test_each_begins_queued_and_ends_with_its_last_prompt(told: dict[str, list[Line]]) -> None:
    for lines in told.values():
        assert (lines[0]["type"], lines[0]["operation"]) == ("queue-operation", "enqueue")
        asked = [line["message"]["content"] for line in lines if "promptId" in line]
        assert lines[0]["content"] == asked[0]
        (last,) = [line for line in lines if line["type"] == "last-prompt"]
        assert (last["lastPrompt"], last["leafUuid"]) == (asked[-1], spoken(lines)[-1]["uuid"])
    assert any(lines[-1]["type"] == "summary" for lines in told.values())


def test_times_run_from_the_session_s_start_to_the_file_s(
    told: dict[str, list[Line]], sample: Sample, now: float
) -> None:
    for session in SESSIONS:
        number = session_id(session.name)
        times = [parse_iso(line["timestamp"]) or 0.0 for line in told[number] if "timestamp" in line]
        assert times == sorted(times)
        assert 0 < times[0] - (now - session.days * DAY_SECONDS) < 60
        mtime = os.stat(os.path.join(os.path.dirname(sample.memory_dir), f"{number}.jsonl")).st_mtime
        assert abs(times[-1] - mtime) < 1
        assert times[-1] < now


def test_memories_are_written_read_and_surfaced(told: dict[str, list[Line]], sample: Sample) -> None:
    by_tool: dict[str, set[str]] = {"Read": set(), "Write": set(), "Edit": set()}
    for lines in told.values():
        for use in uses(lines):
            path = str(use["input"].get("file_path", ""))
            if path.startswith(sample.memory_dir):
                by_tool[use["name"]].add(os.path.relpath(path, sample.memory_dir))
    assert "feedback_fake_clock.md" in by_tool["Write"]
    assert by_tool["Edit"] == {"MEMORY.md", "team/MEMORY.md"}
    assert len(by_tool["Read"]) >= 4
    attached = [line["attachment"] for lines in told.values() for line in lines if line["type"] == "attachment"]
    assert {kind["type"] for kind in attached} == {"relevant_memories"}
    for memory in (memory for kind in attached for memory in kind["memories"]):
        assert memory["mtimeMs"] == int(os.stat(memory["path"]).st_mtime * 1000)


def test_a_written_memory_is_the_one_in_the_store_but_for_its_stamps(
    told: dict[str, list[Line]], sample: Sample
) -> None:
    (written,) = [use["input"]["content"] for use in uses(told[session_id("fake-clock")]) if use["name"] == "Write"]
    with open(os.path.join(sample.memory_dir, "feedback_fake_clock.md"), encoding="utf-8") as file:
        stored = file.read()
    assert "originSessionId" in stored
    assert "originSessionId" not in written
    assert written.split("---\n")[2] == stored.split("---\n")[2]


def test_a_subagent_has_a_file_of_its_own(told: dict[str, list[Line]], sample: Sample) -> None:
    number = session_id("stock-import")
    folder = os.path.join(os.path.dirname(sample.memory_dir), number, "subagents")
    meta, lines_file = sorted(os.listdir(folder), key=lambda name: name.endswith(".jsonl"))
    assert meta == lines_file.replace(".jsonl", ".meta.json")
    with open(os.path.join(folder, meta), encoding="utf-8") as file:
        assert json.load(file)["agentType"] == "general-purpose"
    lines = read(os.path.join(folder, lines_file))
    assert all(line.keys() >= SPOKEN and line["isSidechain"] and line["sessionId"] == number for line in lines)
    assert [use["id"] for use in uses(lines)] == results(lines)
    own = {line["uuid"] for line in spoken(told[number])}
    assert own.isdisjoint(line["uuid"] for line in lines)
    assert "Task" in {use["name"] for use in uses(told[number])}
