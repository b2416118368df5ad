"""What is known of models: window, room for a reply, prices. The one table; any other model works too, at unknown cost.

Prices are dollars per million tokens, as published; a cache entry costs a quarter more to write than plain input, and
a tenth to read. Which model is used is for the config to say.
"""

from typing import NamedTuple

from memtui.agent.limits import DEFAULT_WINDOW, LONG_WINDOW, LONG_WINDOW_MARK

DEFAULT_MODEL = "claude-sonnet-5-5"
DEFAULT_OUTPUT = 16_000
CACHE_WRITE, CACHE_READ = 1.25, 0.1
UNKNOWN_COST = "cost unknown"
_MILLION = 1_000_000


class Price(NamedTuple):
    """Dollars per million tokens."""

    input: float
    output: float


class Model(NamedTuple):
    """One model as requests need to know it."""

    name: str  # as it is sent
    window: int = DEFAULT_WINDOW
    output: int = DEFAULT_OUTPUT
    price: Price | None = None
    thinks: bool = False  # decides itself when to think


_KNOWN = {
    model.name: model
    for model in (
        Model("claude-fable-5-1", LONG_WINDOW, 32_000, Price(10, 50), thinks=True),
        Model("claude-opus-5-5", LONG_WINDOW, 32_000, Price(4, 20), thinks=True),
        Model("claude-opus-5", LONG_WINDOW, 32_000, Price(5, 25), thinks=True),
        Model("claude-sonnet-5-5", LONG_WINDOW, 32_000, Price(2, 10), thinks=True),
        Model("claude-haiku-5-5", LONG_WINDOW, 32_000, None, thinks=True),  # its price depends on how it is used
        Model("claude-opus-4-6", LONG_WINDOW, 32_000, Price(5, 25), thinks=True),
        Model("claude-opus-4-5", DEFAULT_WINDOW, 32_000, Price(5, 25)),
        Model("claude-sonnet-4-6", DEFAULT_WINDOW, 32_000, Price(3, 15)),
        Model("claude-sonnet-4-5", DEFAULT_WINDOW, 32_000, Price(3, 15)),
        Model("claude-haiku-4-5", DEFAULT_WINDOW, 32_000, Price(1, 5)),
    )
}


def model_named(name: str) -> Model:
    """What is known of a model; `[1m]` in its name asks for the long window and is not sent."""
    plain = name.replace(LONG_WINDOW_MARK, "").strip()
    known = _KNOWN.get(plain) or next(
        (model for key, model in _KNOWN.items() if plain.startswith(f"{key}-20")), None
    )  # a dated name is the same model
    found = known._replace(name=plain) if known else Model(plain)
    return found._replace(window=LONG_WINDOW) if LONG_WINDOW_MARK in name else found


def cost_of(price: Price | None, fresh: int, output: int, cache_read: int, cache_created: int) -> float | None:
    """Dollars for so many tokens; None where the price is not known."""
    if price is None:
        return None
    read = fresh + cache_read * CACHE_READ + cache_created * CACHE_WRITE
    return (read * price.input + output * price.output) / _MILLION


def cost_words(dollars: float | None) -> str:
    """A cost as a person reads it."""
    return UNKNOWN_COST if dollars is None else f"${dollars:.2f}" if dollars >= 1 else f"${dollars:.4f}"
