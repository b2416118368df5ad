"""How a phrase that takes command of a model is described: where to look and what must stand there.

All patterns are for lower-case text. A phrase is looked up by its needles, plain strings that ordinary
memories seldom hold; `lead` must end right before the needle and `tail` begins with it. Repeats are bounded,
so the cost of a needle does not depend on the length of the text.
"""

import re
from typing import NamedTuple

# How a phrase must stand in its sentence to be an order and not a report or a rule against it.
CLAUSE = "clause"  # it begins a clause, as an imperative does
DENIED = "denied"  # "never …" before it turns it into a good rule
CONDITION = "condition"  # "for hotfixes, …" limits it to a case, as working agreements do
PERMITTED = "permitted"  # the user allowed it, or it is a harmless step
RISKY = "risky"  # its sentence orders a step that changes or gives away something


class Phrase(NamedTuple):
    """One way to give an order; `reach` is how far before the needle `lead` may begin."""

    why: str
    needles: tuple[str, ...]
    tail: re.Pattern[str]
    lead: re.Pattern[str] | None = None
    guards: frozenset[str] = frozenset()
    reach: int = 120


EARLIER = "tells the model to drop its earlier instructions"
ROLE = "gives the model another role"
SECRECY = "tells the model to keep something from the user"
UNASKED = "tells the model to act without the user's consent"
SAFETY = "tells the model to drop its safeguards"
REVEAL = "asks the model to reveal its instructions"
SEND = "tells the model to send private data to an address"
PRECEDENCE = "claims to stand above all other instructions"

# The object ends here, or goes on with what addresses the model; "… in docs/setup.md" is about a document.
END = (
    r"(?=[_'’]{0,2}\s*(?:\Z|[.!?;:,)\]\n—–]|-{1,2}\s)"
    r"|\s+(?:and|or|but|then|because|now|completely|entirely|altogether|from now|at all|immediately|instead"
    r"|und|et|y)\b"
    r"|\s+(?:(?:that\s+)?you(?:'ve| have| were)\b|given to you|(?:from|of|by|in)\s+(?:the\s+|your\s+"
    r"|this\s+)?"
    r"(?:user|system|developer|operator|anthropic|claude|conversation|chat|session|context|human|admin)))"
)

ORDER = frozenset((CLAUSE, DENIED))
AGREEMENT = frozenset((CLAUSE, DENIED, CONDITION))

# Strings that several needles share: where one is absent, none of its needles needs a look.
GATES = (
    "the user", "you", "system", "instructions", "follow", "precedence", "priority", "ignor", "olvid", "dem ",
    "utilisateur",
)  # fmt: skip
