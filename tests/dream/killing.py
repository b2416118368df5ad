"""Kills dreams at random points, each followed by what the next memtui process does. Run as a module.

A warm parent forks one child a try. The child dreams, adopts and ends; it is killed with SIGKILL either just before a
random one of its calls that could change the disk, or, with all it started, after a random time; or it is told there
to end, with SIGTERM. Printed is a JSON list of what was wrong, empty when nothing was, after a line with the figures.
"""

import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable

from memtui.dream import worker
from memtui.dream.recovery import recover
from memtui.dream.task import Task, list_tasks
from memtui.history.change import look_now
from tests.dream.box import HOUR, DreamBox, messy
from tests.memory.killing import die_at, no_wait

RETRIED = 10  # one in so many is tried again to its end
NEW = 0.1  # the share of stores that memtui has never looked at
TIMED = 5  # one in so many is killed by the clock


class Tries:
    """All tries over one messy store."""

    def __init__(self, base: str, seed: int, sign: signal.Signals = signal.SIGKILL) -> None:
        self.base = base
        self.sign = sign
        self.chance = random.Random(seed)
        self.wrong: list[str] = []
        self.ends: dict[str, int] = {}
        box = self.fresh()
        self.before = box.tree()
        assert box.dream().status == "completed"  # also warms what is imported late
        self.after = {file: data for file, (data, _) in box.tree().items()}
        started = time.monotonic()
        self.calls = self.count()
        self.seconds = time.monotonic() - started

    def fresh(self) -> DreamBox:
        """The messy store: mostly with a history, with or without a lock of long ago."""
        shutil.rmtree(self.base, ignore_errors=True)
        if self.chance.random() < NEW:
            box = DreamBox(self.base)
            messy(box)
        else:
            box = self.template()
        if self.chance.random() < 0.5:
            box.lock("999999999", age=30 * HOUR)
        return box

    def template(self) -> DreamBox:
        """One that memtui has looked at, copied from the first of its kind: that saves starting git."""
        kept = f"{self.base}.kept"
        if not os.path.isdir(kept):
            box = DreamBox(self.base)
            messy(box)
            look_now(box.root, box.state)
            shutil.copytree(self.base, kept)
            return box
        shutil.copytree(kept, self.base)
        return DreamBox(self.base)

    def count(self) -> int:
        """How many calls of one dream could change the disk."""
        box = self.fresh()
        reading, writing = os.pipe()

        def counted() -> None:
            made = die_at(-1, box.base)
            dream(box)
            os.write(writing, str(made()).encode())

        fork(counted, None)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            return int(pipe.read())

    def one(self, number: int) -> None:
        """One kill, the look after it, and what must then be so."""
        box = self.fresh()
        lock = box.lock_state()
        by_clock = number % TIMED == 0 and self.sign == signal.SIGKILL
        at = self.chance.randint(1, self.calls)
        delay = self.chance.uniform(0.0, self.seconds * 1.1)

        def victim() -> None:
            os.setsid()
            if self.sign == signal.SIGTERM:
                signal.signal(self.sign, worker._stop)  # as `worker.main` does
            if not by_clock:
                die_at(at, box.base, self.sign)
            dream(box)

        fork(victim, delay if by_clock else None)
        recover(box.store, thorough=True)
        self.judge(f"try {number} ({f'{delay:.3f} s' if by_clock else f'call {at}'})", box, lock)
        if number % RETRIED == 0:
            self.retry(f"retry of try {number}", box)

    def judge(self, name: str, box: DreamBox, lock: tuple[bytes, int] | None) -> None:
        tree = box.tree()
        after = {file: data for file, (data, _) in tree.items()} == self.after
        if tree != self.before and not after:
            self.wrong.append(f"{name}: neither before nor after: {sorted(tree)}")
        tasks = list_tasks(box.state)
        statuses = [task.status for task in tasks]
        end = f"{statuses[0] if statuses else 'no task'}, {'after' if after else 'before'}"
        self.ends[end] = self.ends.get(end, 0) + 1
        if len(tasks) > 1 or "running" in statuses:
            self.wrong.append(f"{name}: tasks are {statuses}")
        if tasks and tasks[0].status == "completed":
            if not after or box.lock_state() != (f"{tasks[0].pid}\n".encode(), tasks[0].started_ns):
                self.wrong.append(f"{name}: completed, but after={after}, lock {box.lock_state()}")
        elif not rolled_back(box.lock_state(), lock):
            self.wrong.append(f"{name}: lock {box.lock_state()} was {lock}; {statuses}")
        if tasks and tasks[0].status in ("failed", "killed") and (tasks[0].review == "adopted") != after:
            self.wrong.append(f"{name}: says {tasks[0].review}, but after={after}")
        if os.path.exists(box.state.journal) or os.path.exists(os.path.join(box.state.folder, "dreams", "current")):
            self.wrong.append(f"{name}: something is still marked as under way")

    def retry(self, name: str, box: DreamBox) -> None:
        task: Task = box.dream()
        tree = {file: data for file, (data, _) in box.tree().items()}
        if task.status != "completed" or tree != self.after:
            self.wrong.append(f"{name}: {task.status}, {task.error}, {sorted(tree)}")


def rolled_back(now: tuple[bytes, int] | None, before: tuple[bytes, int] | None) -> bool:
    """As it was, or with its body cleared."""
    return now == before or (before is not None and now == (b"", before[1]))


def dream(box: DreamBox) -> None:
    worker.work(box.store, worker.take(box.store, box.record()))


def fork(action: Callable[[], None], kill_after: float | None) -> None:
    """Do it in a child, killed after a while with all that it started."""
    child = os.fork()
    if child == 0:
        try:
            action()
        finally:
            os._exit(0)
    if kill_after is not None:
        time.sleep(kill_after)
        try:
            os.killpg(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def main(base: str, seed: int, tries: int, sign: signal.Signals) -> None:
    os.fsync = no_wait
    print(f"seed {seed}", flush=True)
    run = Tries(base, seed, sign)
    for number in range(tries):
        run.one(number)
    print(json.dumps({"seed": seed, "calls": run.calls, "ends": run.ends, "wrong": run.wrong}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), signal.Signals[sys.argv[4]])
