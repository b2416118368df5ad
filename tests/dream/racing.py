"""Racers for one lock: living processes that all try at once, round after round. Run as a module.

Each round every racer waits at the barrier, then tries to take the lock as a dream does; the parent counts who says
that it got it, looks at the lock, and makes it free again. Prints a JSON list: for each round the winners and the PID
in the lock.
"""

import json
import multiprocessing
import os
import shutil
import sys
from multiprocessing.connection import Connection
from typing import Any

from memtui.dream import lock as locks
from memtui.dream import worker
from memtui.dream.task import Task, read_task, save, update
from memtui.memory.errors import MemtuiError
from memtui.memory.store import Store
from tests.memory.killing import no_wait


def racer(barrier: Any, pipe: Connection, store: Store, number: int, rounds: int) -> None:
    for at in range(rounds):
        task = Task(f"racer-{number:02}-{at:03}", "rules", "manual", 0.0, order={"force": 0}, starter=os.getpid())
        save(store.state, task, durable=False)
        barrier.wait()
        try:
            taken = worker.take(store, task)
        except MemtuiError:
            pipe.send(None)
        else:
            pipe.send((os.getpid(), taken.id, taken.prior_ns))
        barrier.wait()  # the parent has looked


def main(base: str, racers: int, rounds: int) -> None:
    os.fsync = no_wait
    store = Store(os.path.join(base, "memory"), None, base, os.path.join(base, "state"))
    os.makedirs(store.root)
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(racers + 1)
    pipes, children = [], []
    for number in range(racers):
        mine, theirs = context.Pipe()
        child = context.Process(target=racer, args=(barrier, theirs, store, number, rounds), daemon=True)
        child.start()
        pipes.append(mine)
        children.append(child)
    results = []
    for _ in range(rounds):
        barrier.wait()
        winners = [found for found in (pipe.recv() for pipe in pipes) if found is not None]
        results.append([[winner[0] for winner in winners], locks.read_lock(store.root).pid])
        for pid, task_id, prior in winners:
            locks.roll_back(store.root, pid, prior)
            task = read_task(store.state, task_id)
            if task is not None:
                update(store.state, task, status="failed")
        shutil.rmtree(os.path.join(store.state.folder, "dreams"))
        barrier.wait()
    for child in children:
        child.join()
    print(json.dumps(results))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
