"""Medians of runs that take turns, so that a machine that slows down slows all of them."""

import gc
import statistics
import time
from collections.abc import Callable

Run = Callable[[], object]


def in_turn(rounds: int, *runs: Run, before: Run | None = None) -> list[float]:
    """The median seconds of each run. One round that does not count comes first; `before` is never timed."""
    taken: list[list[float]] = [[] for _ in runs]
    for number in range(rounds + 1):
        for run, times in zip(runs, taken, strict=True):
            if before is not None:
                before()
            gc.collect()  # what one run leaves is not for the next to sweep up
            start = time.perf_counter()
            result = run()
            elapsed = time.perf_counter() - start
            del result  # after the clock: a caller has its answer before it is thrown away
            if number:
                times.append(elapsed)
    return [statistics.median(times) for times in taken]
