"""What recall answers with: plain data, the same for the command line, the app and the tests."""

from typing import Any, NamedTuple


class Pick(NamedTuple):
    """One memory with how well it fits (the share of what was asked that it carries; None from a model) and why."""

    file: str
    score: float | None
    why: str
    words: tuple[str, ...] = ()  # of the question, the weightiest first


class Usage(NamedTuple):
    """What a side query cost."""

    model: str
    input_tokens: int
    output_tokens: int


class Selection(NamedTuple):
    """What a selector says. Picking nothing is an answer, with its reason; so is a failure, with its error."""

    selector: str
    picks: tuple[Pick, ...] = ()
    lost: tuple[Pick, ...] = ()  # the next few, each with why it lost
    reason: str | None = None
    error: str | None = None
    usage: Usage | None = None
    request: dict[str, Any] | None = None  # as it was sent


class Recall(NamedTuple):
    """One question answered: all that the playground shows."""

    query: str
    skipped: str | None  # why the agent would not even ask
    selection: Selection
    considered: int
    left_out: tuple[Pick, ...]  # not offered to the selector, each with why
    manifest: str  # as the selector saw it
    text: str  # as it would be put before the model
    ms: float

    @property
    def bytes(self) -> int:
        """Of the injected text."""
        return len(self.text.encode("utf-8", "surrogatepass"))
