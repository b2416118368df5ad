"""When to name nothing, and where to stop: one dial from "always five" (0) to "only when sure" (1).

A memory's share says how much of what the question asks it carries. The best must reach a least share, or nothing is
selected; the others must come near the best. Both bounds grow with the dial. Gates that weighed many features
(coverage, gaps, unknown words, best line) were tried and refused no better on directories that they had not seen. In
the middle of the dial 4 in 100 answerable questions are refused, two thirds of those that belong to another store of
the same kind, and nine in ten of those about something else.
"""

from typing import NamedTuple

_LEAST_SHARE = 1.4  # at the dial's end; half of it in the middle
_CLOSE = 1.0
_CLOSEST = 0.9


class Gate(NamedTuple):
    """The bounds at one position of the dial."""

    least: float  # share of the best
    close: float  # to the best, as a part of it


def gate_at(dial: float) -> Gate:
    """The bounds for a dial from 0 to 1."""
    return Gate(_LEAST_SHARE * dial, min(_CLOSE * dial, _CLOSEST))
