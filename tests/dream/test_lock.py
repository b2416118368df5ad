"""The lock by the agent's own rules, with real processes: racers, dead holders, recycled numbers, clocks, garbage."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from memtui.dream import lock as locks
from memtui.dream import worker
from memtui.dream.lock import FOREIGN, FREE, OURS, Holder, Lock, holder_of
from memtui.dream.processes import Process, find_process, is_alive, own_process
from memtui.dream.recovery import holder, recover
from memtui.dream.starting import refuse_held
from memtui.dream.task import read_task
from memtui.memory.errors import NegativeError
from tests.dream.box import HOUR, DreamBox

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RACERS, ROUNDS = 32, 100


def _yes(process: Process) -> bool:
    return True


def _no(process: Process) -> bool:
    return False


def sleeper() -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])


def test_of_many_racers_exactly_one_gets_the_lock(box: DreamBox) -> None:
    words = [sys.executable, "-m", "tests.dream.racing", os.path.join(box.base, "race"), str(RACERS), str(ROUNDS)]
    done = subprocess.run(words, capture_output=True, check=False, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    rounds = json.loads(done.stdout)
    assert len(rounds) == ROUNDS
    assert [len(winners) for winners, _ in rounds] == [1] * ROUNDS
    assert all(winners == [pid] for winners, pid in rounds)
    assert len({winners[0] for winners, _ in rounds}) > 1


def test_no_file_means_never_and_free(box: DreamBox) -> None:
    assert locks.read_lock(box.root) == Lock(None, 0)
    assert holder(box.store).kind == FREE
    assert locks.last_consolidated(box.root) is None


def test_a_fresh_lock_of_a_living_process_is_the_agents(box: DreamBox) -> None:
    box.lock(f"{os.getpid()}")
    assert box.held() == f"agent, PID {os.getpid()}: dreaming, or done within the hour"


def test_a_killed_holder_holds_nothing_even_before_it_is_collected(box: DreamBox) -> None:
    process = sleeper()
    box.lock(f"{process.pid}\n")
    assert holder(box.store) == Holder(FOREIGN, process.pid)
    process.send_signal(signal.SIGKILL)
    while find_process(process.pid) is not None:
        time.sleep(0.002)
    assert holder(box.store).kind == FREE  # dead, though still in the list of processes
    process.wait()
    assert holder(box.store).kind == FREE


def test_a_lock_over_an_hour_old_may_be_reclaimed_from_a_living_holder(box: DreamBox) -> None:
    me = own_process()
    for age, kind in ((HOUR - 5, OURS), (HOUR + 1, FREE)):
        mtime_ns = time.time_ns() - int(age * 1e9)
        assert holder_of(Lock(me.pid, mtime_ns), _yes).kind == kind
    box.lock(f"{os.getpid()}", age=HOUR + 1)
    assert holder(box.store).kind == FREE


def test_a_number_that_went_to_another_process_is_not_the_holder(box: DreamBox) -> None:
    process = sleeper()
    try:
        box.lock(f"{process.pid}", age=600)  # written long before this process began
        assert holder(box.store).kind == FREE
    finally:
        process.kill()
        process.wait()


def test_a_running_dream_is_known_by_its_start_not_by_its_number(box: DreamBox) -> None:
    me = own_process()
    task = box.record(pid=me.pid, born=me.born)
    box.lock(f"{me.pid}")
    assert holder(box.store) == Holder(OURS, me.pid)
    recycled = box.record(pid=me.pid, born="another boot:1")
    assert is_alive(recycled.pid, recycled.born) is False
    assert recover(box.store, thorough=True) != []  # the recycled one is settled, and nobody is signalled
    assert read_task(box.state, recycled.id).status == "failed"  # type: ignore[union-attr]
    assert read_task(box.state, task.id).status == "running"  # type: ignore[union-attr]


@pytest.mark.parametrize("body", [b"", b"garbage", b"-5", b"0", b"\xff\xfe\x00", b"1e3", b"9" * 40, "١٢".encode()])
def test_a_body_that_is_no_pid_is_nobodys(box: DreamBox, body: bytes) -> None:
    box.lock(body)
    assert holder(box.store).kind == FREE
    assert locks.last_consolidated(box.root) is not None


def test_a_lock_that_is_a_link_is_nobodys_and_is_not_written_through(box: DreamBox) -> None:
    target = os.path.join(box.base, "precious")
    with open(target, "w") as out:
        out.write(f"{os.getpid()}")
    os.symlink(target, locks.lock_path(box.root))
    assert holder(box.store).kind == FREE
    assert locks.write_lock(box.root, os.getpid())
    with open(target) as kept:
        assert kept.read() == f"{os.getpid()}"
    assert not os.path.islink(locks.lock_path(box.root))


def test_a_clock_that_was_set_back_leaves_a_living_holder_its_lock(box: DreamBox) -> None:
    box.lock(f"{os.getpid()}", age=-5 * HOUR)
    assert holder(box.store).kind == FOREIGN
    box.lock("999999999", age=-5 * HOUR)
    assert holder(box.store).kind == FREE


def test_taking_and_rolling_back_restores_the_time_to_the_nanosecond(box: DreamBox) -> None:
    prior = box.lock("999999999", age=30 * HOUR)
    prior += 7 - prior % 10
    os.utime(locks.lock_path(box.root), ns=(prior, prior))
    task = worker.take(box.store, box.record())
    assert task.prior_ns == prior
    assert box.lock_state() == (f"{os.getpid()}\n".encode(), locks.read_lock(box.root).mtime_ns)
    assert abs(locks.read_lock(box.root).mtime_ns - time.time_ns()) < 20e9
    assert locks.roll_back(box.root, os.getpid(), task.prior_ns)
    assert box.lock_state() == (b"", prior)


def test_rolling_back_to_nothing_removes_the_file(box: DreamBox) -> None:
    task = worker.take(box.store, box.record())
    assert task.prior_ns == 0
    assert locks.roll_back(box.root, os.getpid(), 0)
    assert box.lock_state() is None


def test_another_ones_lock_is_never_rolled_back(box: DreamBox) -> None:
    worker.take(box.store, box.record())
    theirs = box.lock("12345")
    assert not locks.roll_back(box.root, os.getpid(), 0)
    assert locks.finish(box.root, os.getpid(), 1) == 0
    assert not locks.refresh(box.root, os.getpid())
    assert box.lock_state() == (b"12345", theirs)


def test_a_long_dream_keeps_its_lock_fresh(box: DreamBox) -> None:
    worker.take(box.store, box.record())
    old = time.time_ns() - int(2 * HOUR * 1e9)
    os.utime(locks.lock_path(box.root), ns=(old, old))
    assert locks.refresh(box.root, os.getpid())
    assert time.time_ns() - locks.read_lock(box.root).mtime_ns < 20e9


def test_force_twice_goes_past_the_agent_and_never_past_memtui() -> None:
    refuse_held(Holder(FREE), 0)
    refuse_held(Holder(FOREIGN, 7), 2)
    for held, force in ((Holder(FOREIGN, 7), 0), (Holder(FOREIGN, 7), 1), (Holder(OURS, 7), 9)):
        with pytest.raises(NegativeError, match="lock held"):
            refuse_held(held, force)


def test_a_worker_of_another_state_is_still_memtuis(box: DreamBox) -> None:
    code = "import time; time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", code, "memtui.dream.worker"])
    try:
        box.lock(f"{process.pid}")
        assert holder(box.store) == Holder(OURS, process.pid)
    finally:
        process.kill()
        process.wait()


def test_what_memtui_knows_to_have_ended_holds_nothing() -> None:
    me = own_process()
    now_ns = time.time_ns()
    assert holder_of(Lock(me.pid, now_ns), _no).kind == FREE
    assert holder_of(Lock(me.pid, now_ns), _yes).kind == OURS
