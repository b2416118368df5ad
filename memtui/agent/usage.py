"""What a run used: turns, tools, tokens by kind, the share that came from the prompt cache, and what it cost."""

from typing import NamedTuple

from memtui.agent.models import Model, cost_of
from memtui.memory.tokens import JSON_BYTES_A_TOKEN, estimate_tokens

CACHEABLE_TOKENS = 1_024  # shorter prefixes are never cached
_MISS_SHARE = 0.5  # of what was in the cache a turn ago: less than this read back is a miss
_USUAL_TURNS = 20
_USUAL_NEW_TOKENS = 3_000  # a turn adds: results of its tools,
_USUAL_OUTPUT_TOKENS = 500  # and its own words


class Tokens(NamedTuple):
    """The tokens of one reply or of a whole run."""

    input: int = 0  # fresh: neither read from the cache nor written to it
    output: int = 0
    cache_read: int = 0
    cache_created: int = 0

    def plus(self, other: "Tokens") -> "Tokens":
        """Both together."""
        return Tokens(*(one + more for one, more in zip(self, other, strict=True)))

    @property
    def context(self) -> int:
        """How much of the window a reply and all before it take."""
        return self.input + self.cache_read + self.cache_created + self.output

    @property
    def cached(self) -> int:
        """How much of the prefix is in the cache afterwards."""
        return self.cache_read + self.cache_created

    @property
    def hit_rate(self) -> float:
        """The share of the input that came from the cache."""
        sent = self.input + self.cache_read + self.cache_created
        return self.cache_read / sent if sent else 0.0


class Usage(NamedTuple):
    """A whole run so far."""

    tokens: Tokens = Tokens()
    turns: int = 0
    misses: int = 0
    cost: float | None = None  # dollars; None where the price is not known

    def plus(self, tokens: Tokens, model: Model, missed: bool) -> "Usage":
        """With one more reply."""
        cost = cost_of(model.price, *tokens)  # reply by reply: a long prompt may cost more a token
        total = None if cost is None else (self.cost or 0.0) + cost
        return Usage(self.tokens.plus(tokens), self.turns + 1, self.misses + missed, total)


def missed(before: Tokens | None, now: Tokens) -> bool:
    """Whether a prefix that was in the cache a turn ago was paid for again."""
    if before is None or before.cached < CACHEABLE_TOKENS:
        return False
    return now.cache_read < before.cached * _MISS_SHARE


def estimate(model: Model, system: str, task: str, tools: str, max_turns: int) -> tuple[int, float | None]:
    """Tokens of the first request, and what a run of usual length may cost."""
    first = estimate_tokens(system) + estimate_tokens(task) + estimate_tokens(tools, JSON_BYTES_A_TOKEN)
    turns = min(max_turns, _USUAL_TURNS)
    added = _USUAL_NEW_TOKENS + _USUAL_OUTPUT_TOKENS
    usage = Usage()
    for turn in range(turns):  # each turn after the first reads all before it
        before = first + added * (turn - 1) if turn else 0
        usage = usage.plus(Tokens(0, _USUAL_OUTPUT_TOKENS, before, added if turn else first), model, False)
    return first, usage.cost
