"""A dream that does not get off the ground leaves nothing behind, and says why with the right exit code."""

import os
import signal
import sys
import time

import pytest

from memtui.dream import starting
from memtui.dream.task import COMPLETED, list_tasks, read_task
from memtui.memory.errors import MemtuiError, NegativeError
from tests.dream.box import HOUR, DreamBox, messy

# A worker that takes the lock and then says nothing.
MUTE = """
import sys, time
sys.path.insert(0, {root!r})
from memtui.dream.worker import read_task, store_of, take
from memtui.memory.state import State
task = read_task(State(sys.argv[2]), sys.argv[3])
take(store_of(task), task)
time.sleep(60)
"""
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_a_worker_that_took_the_lock_and_fell_silent_gives_it_back(
    box: DreamBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    messy(box)
    prior = box.lock("1", age=30 * HOUR)
    script = os.path.join(box.base, "mute.py")
    with open(script, "w") as out:
        out.write(MUTE.format(root=ROOT))
    python = os.path.join(box.base, "python")
    with open(python, "w") as out:
        out.write(f'#!/bin/sh\nshift\nexec {sys.executable} {script} "$@"\n')
    os.chmod(python, 0o700)
    monkeypatch.setattr(sys, "executable", python)
    monkeypatch.setattr(starting, "START_TIMEOUT_S", 4.0)
    with pytest.raises(MemtuiError, match="did not start"):
        box.start()
    assert box.lock_state() == (b"", prior)
    assert list_tasks(box.state) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_cannot_be_written_to_is_no_answer_but_a_failure(box: DreamBox) -> None:
    messy(box)
    os.chmod(box.root, 0o500)
    try:
        with pytest.raises(MemtuiError, match="cannot write the lock") as caught:
            box.start()
        assert not isinstance(caught.value, NegativeError)
    finally:
        os.chmod(box.root, 0o700)
    assert list_tasks(box.state) == []


def test_a_lock_that_is_a_folder_is_a_failure_too(box: DreamBox) -> None:
    messy(box)
    os.mkdir(os.path.join(box.root, ".consolidate-lock"))
    with pytest.raises(MemtuiError, match="cannot write the lock") as caught:
        box.start()
    assert not isinstance(caught.value, NegativeError)
    assert list_tasks(box.state) == []


def test_a_terminal_that_closes_does_not_end_it(box: DreamBox) -> None:
    messy(box)
    started = box.start()
    for _ in range(20):
        try:
            os.kill(started.process.pid, signal.SIGHUP)
        except ProcessLookupError:
            break
        time.sleep(0.01)
    started.process.wait(30)
    task = read_task(box.state, started.task.id)
    assert task is not None and task.status == COMPLETED
