"""Events: appended whole, numbered on, masked, and followed by any number of watchers that wait for half a line."""

import json
import os
import threading
import time
from typing import Any

from memtui.dream.events import Events, Reader, events_path, follow, newest_turns, read_events, tell_once
from memtui.dream.processes import own_process
from memtui.dream.task import Task, save, update
from tests.audit.fake_keys import ALNUM, noise
from tests.dream.box import DreamBox


def running(box: DreamBox) -> Task:
    me = own_process()
    return box.record(pid=me.pid, born=me.born)


def turn(number: int) -> dict[str, Any]:
    return {"kind": "turn", "text": f"turn {number}", "tool_use_count": 0}


def test_events_are_numbered_and_timed(box: DreamBox) -> None:
    task = running(box)
    events = Events(events_path(box.state, task.id))
    events.tell({"kind": "started", "engine": "rules"})
    events.tell(turn(1))
    events.close()
    tell_once(box.state, task.id, {"kind": "adopted", "files": []})  # from another process, later
    with open(events_path(box.state, task.id), "rb") as opened:
        lines = [json.loads(line) for line in opened.read().splitlines()]
    assert [(line["v"], line["seq"], line["kind"]) for line in lines] == [
        (1, 1, "started"), (1, 2, "turn"), (1, 3, "adopted")
    ]  # fmt: skip
    assert all(line["t"].endswith("Z") for line in lines)
    assert os.stat(events_path(box.state, task.id)).st_mode & 0o077 == 0


def test_a_half_line_is_waited_for_and_unknown_kinds_are_passed_over(box: DreamBox) -> None:
    path = os.path.join(box.base, "events.jsonl")
    reader = Reader(path)
    assert reader.read() == []
    whole = b'{"v":1,"seq":1,"t":"x","kind":"turn","text":"one"}\n'
    with open(path, "ab", buffering=0) as out:
        out.write(whole + b'{"v":1,"seq":2,"t":"x","ki')
        assert [event["text"] for event in reader.read()] == ["one"]
        assert reader.read() == []
        out.write(b'nd":"turn","text":"two"}\n{"v":1,"seq":3,"kind":"dance"}\nnot json\n[1]\n')
        assert [event["text"] for event in reader.read()] == ["two"]


def test_a_writer_goes_on_after_a_line_that_was_cut_short(box: DreamBox) -> None:
    task = running(box)
    path = events_path(box.state, task.id)
    with open(path, "wb") as out:
        out.write(b'{"v":1,"seq":7,"t":"x","kind":"turn","text":"one"}\n{"v":1,"se')
    tell_once(box.state, task.id, turn(2))
    assert [(event["seq"], event["text"]) for event in read_events(box.state, task.id)] == [(7, "one"), (8, "turn 2")]


def test_no_secret_is_written(box: DreamBox) -> None:
    task = running(box)
    secret = "ghp_" + noise(ALNUM, 36)
    tell_once(box.state, task.id, {"kind": "turn", "text": f"found {secret}", "deep": [{"x": secret}]})
    with open(events_path(box.state, task.id), "rb") as opened:
        assert secret.encode() not in opened.read()


def test_two_watchers_see_the_same_turns_as_they_come(box: DreamBox) -> None:
    task = running(box)
    events = Events(events_path(box.state, task.id))
    seen: list[list[str]] = [[], []]
    here = [threading.Event(), threading.Event()]

    def watch(which: int) -> None:
        for event in follow(box.state, task.id):
            seen[which].append(str(event.get("text", event["kind"])))
            here[which].set()

    watchers = [threading.Thread(target=watch, args=(number,), daemon=True) for number in (0, 1)]
    events.tell(turn(0))
    for watcher in watchers:
        watcher.start()
    assert all(arrived.wait(10) for arrived in here)  # what was told before they came
    for arrived in here:
        arrived.clear()
    told = time.monotonic()
    events.tell(turn(1))
    assert all(arrived.wait(10) for arrived in here)
    assert time.monotonic() - told < 2.0
    for number in range(2, 40):
        events.tell(turn(number))
    update(box.state, task, status="completed")
    events.tell({"kind": "ended", "status": "completed"})
    for watcher in watchers:
        watcher.join(10)
    assert seen[0][:40] == [f"turn {number}" for number in range(40)]
    assert seen[1][:40] == seen[0][:40]


def test_following_ends_when_told_to_and_when_the_process_is_gone(box: DreamBox) -> None:
    task = running(box)
    tell_once(box.state, task.id, turn(1))
    stop = threading.Event()
    found = []
    for event in follow(box.state, task.id, stop):
        found.append(event)
        stop.set()
    assert len(found) == 1
    save(box.state, task.__class__(**{**task.__dict__, "pid": 999_999_999, "born": "never"}))
    assert len(list(follow(box.state, task.id))) == 1


def test_the_newest_thirty_turns_are_kept_for_display(box: DreamBox) -> None:
    found = newest_turns([{**turn(number), "seq": number} for number in range(50)])
    assert [event["text"] for event in found] == [f"turn {number}" for number in range(20, 50)]
