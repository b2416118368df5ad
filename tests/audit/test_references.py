"""What counts as a name of something in a code base, and what does not."""

from collections.abc import Callable

import pytest

from memtui.audit.references import Reference, references
from tests.cost import is_linear

NAMED = [
    ("src/cart.py", "path", "src/cart.py"),
    ("./src/cart.py", "path", "src/cart.py"),
    ("src/cart.py:12", "path", "src/cart.py"),
    ("src/cart.py:12-20", "path", "src/cart.py"),
    ("src/cart.py:12:5", "path", "src/cart.py"),
    ("src/cart.py#L12", "path", "src/cart.py"),
    ("src/cart.py#L12-L20", "path", "src/cart.py"),
    ("tests/test_cart.py::test_total", "path", "tests/test_cart.py"),
    ("migrations/", "path", "migrations"),
    ("src/legacy/", "path", "src/legacy"),
    ("src/legacy", "path", "src/legacy"),
    (".github/workflows/ci.yml", "path", ".github/workflows/ci.yml"),
    ("web/käse-ui/app.tsx", "path", "web/käse-ui/app.tsx"),
    ("release/notes.md", "path", "release/notes.md"),
    ("clock.py", "file", "clock.py"),
    ("clock.py:40", "file", "clock.py"),
    ("docker-compose.override.yml", "file", "docker-compose.override.yml"),
    ("Makefile", "file", "Makefile"),
    ("Dockerfile", "file", "Dockerfile"),
    ("go.mod", "file", "go.mod"),
    (".gitignore", "file", ".gitignore"),
    ("retry_budget", "identifier", "retry_budget"),
    ("_private_total", "identifier", "_private_total"),
    ("CheckoutService", "identifier", "CheckoutService"),
    ("parseLine", "identifier", "parseLine"),
    ("HTTPServer", "identifier", "HTTPServer"),
    ("parse_line()", "identifier", "parse_line"),
    ("total()", "identifier", "total"),
    ("charge(amount, currency)", "identifier", "charge"),
    ("Cart.total", "identifier", "Cart.total"),
    ("Cart.total()", "identifier", "Cart.total"),
    ("shop.price_with_vat", "identifier", "shop.price_with_vat"),
    ("Cart::total", "identifier", "Cart::total"),
    ("SHOP_DB_URL", "identifier", "SHOP_DB_URL"),
]

NOT_NAMED = [
    "", " ", "word", "Word", "WORD", "API", "iOS", "db", "a_b", "f()", "12", "3.11", "v1.2.3", "1.2/3",
    "2026/04", "make check", "git push --force", "src/my file.py", "--no-verify", "-x", "--dry_run",
    "<div>", "<Cart_item/>", "https://example.org/a.py", "http://localhost:8000/health",
    "git@example.org:shop/app.git", "~/src/cart.py", "/etc/hosts", "../other/cart.py", "src/../cart.py",
    "src/./cart.py", "src//cart.py", "C:/shop/cart.py", "src/*.py", "src/**/x.py", "src/<name>.py",
    "src/{name}.py", "src/$NAME/x.py", "src/[id]/page.tsx", "src/…/x.py", "src/%s.py", "@scope/package",
    "origin/main", "feature/new-cart", "fix/1234", "refs/heads/main", "main", "new-cart", "example.org",
    "shop.example", "e.g.", "x = 1", "a && b_c", "SHOP_DB_URL=x", "$SHOP_DB_URL", "__init__", "_", "____",
    "key: some_value", "some_value!", "a" * 300 + "_b",
]  # fmt: skip


@pytest.mark.parametrize(("code", "kind", "token"), NAMED)
def test_names_are_found_in_back_ticks(code: str, kind: str, token: str) -> None:
    assert references(f"Look at `{code}`, please.") == [Reference(1, token, kind)]


@pytest.mark.parametrize(("code", "kind", "token"), NAMED)
def test_the_same_names_outside_back_ticks_are_not(code: str, kind: str, token: str) -> None:
    assert references(f"Look at {code}, please.") == []


@pytest.mark.parametrize("code", NOT_NAMED)
def test_other_code_is_not_a_name(code: str) -> None:
    assert references(f"Look at `{code}`, please.") == []


def test_lines_are_counted_from_the_given_first_line() -> None:
    body = "`one_thing`\n\n`two_things` and `src/three.py`\r\nlast `four.py`"
    assert references(body, first_line=7) == [
        Reference(7, "one_thing", "identifier"),
        Reference(9, "two_things", "identifier"),
        Reference(9, "src/three.py", "path"),
        Reference(10, "four.py", "file"),
    ]


def test_a_name_is_given_once_a_line_and_again_on_the_next() -> None:
    found = references("`one_thing` and `one_thing`\n`one_thing`")
    assert [reference.line for reference in found] == [1, 2]


@pytest.mark.parametrize(
    "block",
    [
        "```\n`in_code`\n```",
        "```python\n`in_code`\n```",
        "  ~~~~\n`in_code`\n```\n`in_code`\n~~~~",
        "- item\n  ```\n  `in_code`\n  ```",
        "```\n`in_code` and the fence never ends",
    ],
)
def test_fenced_code_is_left_alone(block: str) -> None:
    assert [reference.token for reference in references(f"`before_it`\n{block}")] == ["before_it"]


def test_what_follows_a_fence_counts_again() -> None:
    assert [found.token for found in references("```\n`in_code`\n```\n`after_it`")] == ["after_it"]


def test_three_back_ticks_within_a_line_are_no_fence() -> None:
    assert [found.token for found in references("```one_thing```\n`two_things`")] == [
        "one_thing",
        "two_things",
    ]


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("``with_two``", ["with_two"]),
        ("`` ` `` and `after_it`", ["after_it"]),
        ("a lone ` and then `` two_things", []),
        ("` one_thing `", ["one_thing"]),
        ("`open_only", []),
        ("``open_two` plain_word `one_thing`", ["plain_word"]),
    ],
)
def test_back_ticks_pair_up_as_in_markdown(line: str, tokens: list[str]) -> None:
    assert [found.token for found in references(line)] == tokens


def _growing_runs(length: int) -> str:
    """Runs of back-ticks of which no two are equal, so that none has a partner."""
    runs: list[str] = []
    left = length
    while left > 0:
        runs.append("`" * (len(runs) + 1) + " ")
        left -= len(runs[-1])
    return "".join(runs)


def _repeated(piece: str) -> Callable[[int], str]:
    return lambda length: piece * (length // len(piece))


HOSTILE = {
    "back-ticks": _repeated("`"),
    "pairs": _repeated("`a_b` "),
    "runs without a partner": _growing_runs,
    "slashes": _repeated("`" + "a/" * 40 + "` "),
    "never closed": _repeated("``a" + "_b" * 60 + "` ``` "),
    "fences": _repeated("```\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_hostile_text(name: str) -> None:
    assert is_linear(references, HOSTILE[name])
