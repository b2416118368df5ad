"""How the cost of a function grows with what it is given, as a ratio measured in one run."""

import time
from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")
_GROWTH = 16
_LARGE = 320_000
_TRIES = 4


def is_linear(function: Callable[[Given], object], of_length: Callable[[int], Given], large: int = _LARGE) -> bool:
    """Whether sixteen times the size costs far less than the two hundred and fifty times of a square.

    Time of this process only, and the best of some tries: a busy machine must not look like a slow function.
    """
    small_text, large_text = of_length(large // _GROWTH), of_length(large)
    small = min(_time(function, small_text) for _ in range(3))
    return any(_time(function, large_text) < 4 * _GROWTH * small + 0.01 for _ in range(_TRIES))


def _time(function: Callable[[Given], object], given: Given) -> float:
    start = time.process_time()
    function(given)
    return time.process_time() - start
