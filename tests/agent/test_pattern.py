"""The search patterns: the same lines as Python's own engine finds, and never longer than the text is."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.agent.allowance import Allowance
from memtui.agent.automaton import Automaton
from memtui.agent.globs import matches
from memtui.agent.limits import CALL_SECONDS
from memtui.agent.pattern import parse
from memtui.agent.refusal import FailedError, RefusedError

ATOMS = ["a", "b", "c", ".", "[ab]", "[^a]", "[a-c]", r"\w", r"\d", r"\s", r"\b", "^", "$", r"\.", " ", "A", "_"]
simple = st.sampled_from(ATOMS)
patterns = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{,2}", "{1,}"])).map(
            lambda p: f"({p[0]}){p[1]}"
        ),
    ),
    max_leaves=6,
)
lines = st.text(alphabet="abcA1_ .\t-é", max_size=12)


@settings(max_examples=400, deadline=None)
@given(patterns, lines, st.booleans())
def test_it_finds_what_re_finds(pattern: str, line: str, ignore_case: bool) -> None:
    expected = re.search(pattern.replace("{,2}", "{0,2}").replace("$", r"\Z"), line, re.I if ignore_case else 0)
    automaton = Automaton(parse(pattern), ignore_case=ignore_case)
    assert automaton.found_in(line, Allowance()) is (expected is not None)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+b", "(a|a)*b", "(a*)*b", "(.*)*x", "a*a*a*a*a*a*b", "(a?){50}a{50}b", "(a|aa)+$b", "([a-z]+)*1", "(.+)+\\d"],
)
def test_patterns_that_never_end_elsewhere_end_here(pattern: str) -> None:
    started = time.monotonic()
    assert not Automaton(parse(pattern)).found_in("a" * 20_000, Allowance())
    assert time.monotonic() - started < 2


def test_a_search_out_of_time_says_so() -> None:
    with pytest.raises(RefusedError, match="narrow the folder or the pattern"):
        Automaton(parse("[ab]*c")).matches("ab" * 50_000, Allowance(seconds=0.05))
    assert CALL_SECONDS == 10


@pytest.mark.parametrize(
    ("pattern", "line", "pieces"),
    [
        ("a+", "baab a", ["aa", "a"]),
        ("x*", "aaxxb", ["xx"]),
        (r"\bon\b", "on only on", ["on", "on"]),
        ("a|ab", "ab", ["ab"]),
    ],
)
def test_the_pieces_that_match(pattern: str, line: str, pieces: list[str]) -> None:
    assert Automaton(parse(pattern)).matches(line, Allowance()) == pieces


def test_basic_syntax_turns_the_signs_round() -> None:
    def found(pattern: str, line: str) -> bool:
        return Automaton(parse(pattern, basic=True)).found_in(line, Allowance())

    assert found(r"a\|b", "b")
    assert not found("a|b", "b")
    assert found("a|b", "a|b")
    assert found(r"\(ab\)\{2\}", "abab")
    assert found("a{2}", "a{2}")
    assert found("a^b$c", "a^b$c")
    assert found("*a", "*a")
    with pytest.raises(FailedError):
        parse(r"\(a", basic=True)


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("**/*.md", "a/b/c.md", True), ("**/*.md", "c.md", True), ("*.md", "a/c.md", False), ("a/**", "a/b/c", True),
        ("a/**/c", "a/c", True), ("**/**/x", "x", True), ("a/*/c", "a/b/c", True), ("a/*/c", "a/b/d/c", False),
        ("**", "q", True),
    ],
)  # fmt: skip
def test_globs(pattern: str, path: str, fits: bool) -> None:
    assert matches(pattern.split("/"), path.split("/")) is fits
