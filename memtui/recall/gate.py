"""When to name nothing, and where to stop: one dial from "always five" (0) to "only when sure" (1).

A memory's share says how much of what the question asks it carries. The best must reach a least share, or nothing is
selected; the others must come near the best. Both bounds grow with the dial, so a higher one only ever takes away from
the end of what a lower one picks.

In the middle of the dial 4 in 100 answerable questions of two public sets are refused, two thirds of those that belong
to another store of the same kind, and 94 in 100 of those about something else. Chosen without one of the five stores
and tried on that one, the least share refuses as well, within two in a hundred: it lies on a plateau. Gates that
weighed many features (coverage, gaps, unknown words, best line, fitted by regression) refused no better on stores that
they had not seen.
"""

from typing import NamedTuple

_LEAST_SHARE = 1.42  # at the dial's end; half of it in the middle
_CLOSE = 1.0
_CLOSEST = 0.9


class Gate(NamedTuple):
    """The bounds at one position of the dial."""

    least: float  # share of the best
    close: float  # to the best, as a part of it


def gate_at(dial: float) -> Gate:
    """The bounds for a dial from 0 to 1."""
    return Gate(_LEAST_SHARE * dial, min(_CLOSE * dial, _CLOSEST))
