"""What is known of models, what they cost, and what the config says instead."""

import pytest

from memtui.agent.context import UPDATES_BETA, betas
from memtui.agent.models import Price, cost_of, cost_words, model_named
from memtui.agent.usage import Tokens, Usage, estimate
from memtui.memory.modelsettings import read_models

MILLION = 1_000_000


def test_a_dated_name_is_the_same_model() -> None:
    dated = model_named("claude-haiku-4-5-20251001")
    assert (dated.name, dated.price) == ("claude-haiku-4-5-20251001", Price(1, 5))
    assert model_named("claude-haiku-4-50").price is None


def test_an_unknown_model_has_the_usual_window_and_no_price() -> None:
    assert model_named("house-model").window == 200_000
    long = model_named("house-model[1m]")
    assert (long.name, long.window, long.price) == ("house-model", 1_000_000, None)
    assert cost_of(None, MILLION, 1, 1, 1) is None
    assert (cost_words(None), cost_words(0.01234), cost_words(2.5)) == ("cost unknown", "$0.0123", "$2.50")


@pytest.mark.parametrize(
    ("name", "price", "read"),
    [
        ("claude-fable-5-2", (8, 40), 0.20),
        ("claude-fable-5-1", (10, 50), 0.25),
        ("claude-opus-5-5", (4, 20), 0.20),
        ("claude-opus-5", (5, 25), 0.50),
        ("claude-sonnet-5-5", (2, 10), 0.10),
        ("claude-sonnet-5", (2, 10), 0.20),
        ("claude-sonnet-4-6", (3, 15), 0.30),
        ("claude-haiku-4-5", (1, 5), 0.10),
    ],
)
def test_prices(name: str, price: tuple[float, float], read: float) -> None:
    known = model_named(name).price
    assert cost_of(known, MILLION, 0, 0, 0) == price[0]
    assert cost_of(known, 0, MILLION, 0, 0) == price[1]
    assert cost_of(known, 0, 0, MILLION, 0) == pytest.approx(read)
    assert cost_of(known, 0, 0, 0, MILLION) == pytest.approx(price[0] * 1.25)


def test_a_price_that_depends_on_the_prompt_is_taken_reply_by_reply() -> None:
    haiku = model_named("claude-haiku-5-5")
    assert cost_of(haiku.price, 100_000, 0, 0, 0) == pytest.approx(0.01)
    assert cost_of(haiku.price, 100_001, 0, 0, 0) == pytest.approx(0.0500005)
    usage = Usage()
    for _ in range(3):
        usage = usage.plus(Tokens(60_000, 0), haiku, False)
    assert usage.cost == pytest.approx(3 * 0.006)  # together they would be over the limit of one prompt


def test_windows_and_replies() -> None:
    assert model_named("claude-sonnet-4-6").window == 1_000_000
    assert model_named("claude-sonnet-4-5").window == 200_000
    assert model_named("claude-sonnet-5-5").reply == 32_000
    assert model_named("house-model").reply == 16_000
    assert UPDATES_BETA in betas(model_named("claude-sonnet-5-5"))
    assert UPDATES_BETA not in betas(model_named("claude-opus-4-6"))


def test_an_estimate_grows_with_the_turns() -> None:
    model = model_named("claude-opus-5")
    tokens, short = estimate(model, "a" * 4_000, "", "", 1)
    assert tokens == 1_000
    assert short == pytest.approx((1_000 * 1.25 * 5 + 500 * 25) / MILLION)
    _, long = estimate(model, "a" * 4_000, "", "", 100)
    assert long is not None
    assert short is not None
    assert long > 10 * short


def test_the_config_goes_first() -> None:
    said = {"window": 64_000, "input_usd": 0.5, "output_usd": 1.5}
    model = model_named("house-model", said)
    assert (model.window, model.output, model.price) == (64_000, 16_000, Price(0.5, 1.5))
    assert model_named("claude-opus-5", {"window": 300_000}).price == Price(5, 25)


def test_bad_facts_leave_a_note_and_the_table_holds() -> None:
    notes: list[str] = []
    found = read_models(
        {
            "good": {"window": 50_000},
            "half": {"input_usd": 1, "window": 60_000},
            "bad": {"window": True, "colour": 1, "output": 10**9},
            "none": 3,
        },
        "config.toml",
        notes,
    )
    assert found == {"good": {"window": 50_000}, "half": {"window": 60_000}}
    assert [note.split(" ")[1] for note in notes] == [
        "models.half",
        "models.bad.window",
        "models.bad.colour",
        "models.bad.output",
        "models.none",
    ]
