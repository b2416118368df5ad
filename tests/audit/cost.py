"""How the cost of a function grows with its text, as a ratio measured in one run."""

import time
from collections.abc import Callable

_GROWTH = 16
_LARGE = 1_000_000


def is_linear(function: Callable[[str], object], text_of_length: Callable[[int], str]) -> bool:
    """Whether sixteen times the text costs far less than the two hundred and fifty times of a square."""
    small_text, large_text = text_of_length(_LARGE // _GROWTH), text_of_length(_LARGE)
    small = min(_time(function, small_text) for _ in range(3))
    return _time(function, large_text) < 4 * _GROWTH * small + 0.01


def _time(function: Callable[[str], object], text: str) -> float:
    start = time.perf_counter()
    function(text)
    return time.perf_counter() - start
