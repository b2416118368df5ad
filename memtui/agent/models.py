"""What is known of models: window, room for a reply, prices. The one table; any other model works too, at unknown cost.

Prices are dollars per million tokens, as the vendor's pages had them in November 2026: a cache entry costs a quarter
more to write than plain input, and a share of it to read that differs between models. Which model is used, and what
another one costs, is for the config to say.
"""

from collections.abc import Mapping
from typing import NamedTuple

from memtui.agent.limits import DEFAULT_WINDOW, LONG_WINDOW, LONG_WINDOW_MARK, REPLY_TOKENS

DEFAULT_MODEL = "claude-sonnet-5-5"
DEFAULT_OUTPUT = 16_000
CACHE_WRITE, CACHE_READ = 1.25, 0.1  # of the price of plain input
UNKNOWN_COST = "cost unknown"
_MILLION = 1_000_000
SUMMARIZED, UPDATES = "summarized", "updates"  # how much of its thinking a model shows; the latter: what it does now


class Price(NamedTuple):
    """Dollars per million tokens; for prompts beyond a size, where those cost more, `above` it."""

    input: float
    output: float
    read: float = CACHE_READ
    most: int | None = None  # tokens of a prompt at this price
    above: tuple[float, float] | None = None  # input and output beyond


class Model(NamedTuple):
    """One model as requests need to know it."""

    name: str  # as it is sent
    window: int = DEFAULT_WINDOW
    output: int = DEFAULT_OUTPUT  # the longest reply
    price: Price | None = None
    thinks: str | None = None  # decides itself when to think, and shows so much of it

    @property
    def reply(self) -> int:
        """The longest reply that is asked for: a dream edits, and has no use for a book."""
        return min(self.output, REPLY_TOKENS)


_LONG, _SHORT = 128_000, 64_000  # replies
_KNOWN = {
    model.name: model
    for model in (
        Model("claude-fable-5-2", LONG_WINDOW, _LONG, Price(8, 40, 0.025), UPDATES),
        Model("claude-fable-5-1", LONG_WINDOW, _LONG, Price(10, 50, 0.025), UPDATES),
        Model("claude-fable-5", LONG_WINDOW, _LONG, Price(10, 50), SUMMARIZED),
        Model("claude-opus-5-5", LONG_WINDOW, _LONG, Price(4, 20, 0.05), UPDATES),
        Model("claude-opus-5", LONG_WINDOW, _LONG, Price(5, 25), SUMMARIZED),
        Model("claude-opus-4-8", LONG_WINDOW, _LONG, Price(5, 25), SUMMARIZED),
        Model("claude-opus-4-7", LONG_WINDOW, _LONG, Price(5, 25), SUMMARIZED),
        Model("claude-opus-4-6", LONG_WINDOW, _LONG, Price(5, 25), SUMMARIZED),
        Model("claude-opus-4-5", DEFAULT_WINDOW, _SHORT, Price(5, 25)),
        Model("claude-sonnet-5-5", LONG_WINDOW, _LONG, Price(2, 10, 0.05), UPDATES),
        Model("claude-sonnet-5", LONG_WINDOW, _LONG, Price(2, 10), SUMMARIZED),
        Model("claude-sonnet-4-6", LONG_WINDOW, _LONG, Price(3, 15), SUMMARIZED),
        Model("claude-sonnet-4-5", DEFAULT_WINDOW, _SHORT, Price(3, 15)),
        Model("claude-haiku-5-5", LONG_WINDOW, _LONG, Price(0.1, 0.5, most=100_000, above=(0.5, 2.5)), SUMMARIZED),
        Model("claude-haiku-4-5", DEFAULT_WINDOW, _SHORT, Price(1, 5)),
    )
}


def model_named(name: str, said: Mapping[str, float] | None = None) -> Model:
    """What is known of a model; `[1m]` in its name asks for the long window and is not sent.

    `said` is what the config says of it (`window`, `output`, `input_usd`, `output_usd`), which goes first.
    """
    plain = name.replace(LONG_WINDOW_MARK, "").strip()
    known = _KNOWN.get(plain) or next(
        (model for key, model in _KNOWN.items() if plain.startswith(f"{key}-20")), None
    )  # a dated name is the same model
    found = known._replace(name=plain) if known else Model(plain)
    found = found._replace(window=LONG_WINDOW) if LONG_WINDOW_MARK in name else found
    return _overridden(found, said) if said else found


def _overridden(model: Model, said: Mapping[str, float]) -> Model:
    price = Price(said["input_usd"], said["output_usd"]) if "input_usd" in said else model.price
    window, output = int(said.get("window", model.window)), int(said.get("output", model.output))
    return model._replace(window=window, output=output, price=price)


def cost_of(price: Price | None, fresh: int, output: int, cache_read: int, cache_created: int) -> float | None:
    """Dollars for the tokens of one reply; None where the price is not known."""
    if price is None:
        return None
    base, words = price.input, price.output
    if price.most is not None and price.above is not None and fresh + cache_read + cache_created > price.most:
        base, words = price.above
    read = fresh + cache_read * price.read + cache_created * CACHE_WRITE
    return (read * base + output * words) / _MILLION


def cost_words(dollars: float | None) -> str:
    """A cost as a person reads it."""
    return UNKNOWN_COST if dollars is None else f"${dollars:.2f}" if dollars >= 1 else f"${dollars:.4f}"
