"""The filter language: what terms mean, which mean nothing, and what only a body can tell."""

import pytest

from memtui.memory.age import grade
from memtui.memory.filter import FIELDS, Facts, Filter, Term, folded, head_of, parse
from memtui.memory.topic import Memory, read

NOW = 1_795_003_200.0
DAY = 86_400


def memory(file: str, head: str = "", age: float = 0) -> Memory:
    """A memory of that age."""
    return read(file, (int((NOW - age * DAY) * 1e9), 0, 10, 1), f"---\n{head}\n---\n" if head else "")


ROLE = memory("user_role.md", "name: user_role\ndescription: Backend developer\ntype: user\npinned: true", 2)
LAUNCH = memory("project_launch.md", "name: Launch\ndescription: Ship it\ntype: project", 40)
TEAM = memory("team/feedback_api.md", "type: feedback", 10)
LOG = memory("logs/2026/11/2026-11-17.md", "", 1)
FACTS = Facts(
    NOW,
    lambda item: grade(item, NOW),
    lambda file: {"relative-date", "warning"} if file == "project_launch.md" else set(),
    {"user_role.md"},
    {"project_launch.md"},
)


def names(text: str) -> list[str]:
    """Which of the four a filter means, bodies being empty."""
    wanted = parse(text)
    assert wanted.problems == ()
    every = {"role": ROLE, "launch": LAUNCH, "team": TEAM, "log": LOG}
    return [name for name, item in every.items() if wanted.passes(item, FACTS, head_of(item), "")]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", ["role", "launch", "team", "log"]),
        ("type:user", ["role"]),
        ("type:user,project", ["role", "launch"]),
        ("type:none", ["log"]),
        ("!type:user", ["launch", "team", "log"]),
        ("TYPE:User", ["role"]),
        ("stale:yes", ["launch"]),
        ("stale:no", ["role", "team", "log"]),
        ("stale:fresh", ["role", "team", "log"]),
        ("stale:aging", []),
        ("age:today", []),
        ("age:week", ["role", "log"]),
        ("age:>9", ["launch", "team"]),
        ("age:<10", ["role", "log"]),
        ("age:<2,>30", ["launch", "log"]),
        ("folder:team", ["team"]),
        ("folder:logs", ["log"]),
        ("folder:logs/2026/", ["log"]),
        ("folder:log", []),
        ("folder:top", ["role", "launch"]),
        ("problem:yes", ["launch"]),
        ("problem:no", ["role", "team", "log"]),
        ("problem:relative-date", ["launch"]),
        ("problem:date", ["launch"]),
        ("problem:warning", ["launch"]),
        ("problem:error", []),
        ("pinned:yes", ["role"]),
        ("index:yes", ["role"]),
        ("index:no", ["launch"]),
        ("recall:no", ["launch"]),
        ("DEVELOPER", ["role"]),
        ("!developer !launch", ["team", "log"]),
        ("api type:feedback", ["team"]),
        ("api type:user", []),
        ("2026/11", ["log"]),
    ],
)
def test_what_a_filter_means(text: str, meant: list[str]) -> None:
    assert names(text) == meant


@pytest.mark.parametrize("text", ["!", "type:", "type:,", "stale: ", "  "])
def test_what_is_not_typed_out_asks_nothing(text: str) -> None:
    assert parse(text) == Filter()


@pytest.mark.parametrize("text", ["https://a.b", "12:30", "[x]", "a_b:c"])
def test_a_colon_alone_makes_no_field(text: str) -> None:
    assert parse(text).terms == (Term("", (folded(text),)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("typ:user", "typ: is no field; use type, stale"),
        ("type:usr", "type:usr means nothing; use user, feedback"),
        ("type:user,usr", "type:usr means nothing"),
        ("stale:maybe", "stale:maybe means nothing; use yes, no"),
        ("age:>x", "age:>x means nothing; use today, week"),
        ("age:>", "age:> means nothing"),
    ],
)
def test_terms_that_mean_nothing_say_so_and_are_left_out(text: str, said: str) -> None:
    wanted = parse(f"{text} word")
    assert wanted.problems[0].startswith(said)
    assert wanted.terms == (Term("", ("word",)),)


def test_only_a_body_can_tell_of_words_that_the_head_lacks() -> None:
    head = head_of(LAUNCH)
    assert parse("kiosk").passes(LAUNCH, FACTS, head) is None
    assert parse("kiosk").passes(LAUNCH, FACTS, head, "a kiosk") is True
    assert parse("kiosk").passes(LAUNCH, FACTS, head, "none") is False
    assert parse("!kiosk").passes(LAUNCH, FACTS, head) is None
    assert parse("!kiosk").passes(LAUNCH, FACTS, head, "a kiosk") is False
    assert parse("ship").passes(LAUNCH, FACTS, head) is True
    assert parse("!ship").passes(LAUNCH, FACTS, head) is False
    assert parse("kiosk type:user").passes(LAUNCH, FACTS, head) is False  # no body need be read


def test_words_to_mark_are_the_wanted_ones() -> None:
    assert parse("Tea !coffee type:user CUP").words == ("tea", "cup")


def test_every_field_has_its_question() -> None:
    for field, known in FIELDS.items():
        wanted = parse(f"{field}:{known[0] if known else 'x'}")
        assert wanted.passes(ROLE, FACTS, head_of(ROLE)) in (True, False)
