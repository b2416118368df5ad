"""Age in words, staleness by type, and the manifest's line."""

import time

import pytest

from memtui.memory import age, clock, topic
from memtui.memory.errors import UsageError
from memtui.memory.topic import Memory

NOON = 1_774_872_000  # 2026-03-30T12:00:00Z
DAY = 86_400


def _memory(block: str = "", file: str = "a.md", mtime_ns: int = NOON * 10**9) -> Memory:
    return topic.read(file, (mtime_ns, 0, 0, 0), f"---\n{block}\n---\n")


@pytest.mark.parametrize(
    ("elapsed", "days", "words"),
    [
        (0, 0, "today"),
        (DAY - 1, 0, "today"),
        (DAY, 1, "yesterday"),
        (2 * DAY - 1, 1, "yesterday"),
        (2 * DAY, 2, "2 days ago"),
        (400 * DAY, 400, "400 days ago"),
        (-1, 0, "today"),
        (-10 * DAY, 0, "today"),
    ],
)
def test_age_is_whole_days_elapsed(elapsed: int, days: int, words: str) -> None:
    assert age.days(NOON, NOON + elapsed) == days
    assert age.words(days) == words


def test_from_two_days_on_a_memory_carries_a_caveat() -> None:
    assert age.caveat(0) is None and age.caveat(1) is None
    caveat = age.caveat(2)
    assert caveat is not None and "2 days old" in caveat and "check" in caveat and "\n" not in caveat


@pytest.mark.parametrize("kind", ["project", "reference", "feedback", "user", "none"])
def test_a_memory_is_fresh_then_aging_then_stale(kind: str) -> None:
    limit = age.STALE_DAYS[kind]
    memory = _memory(f"name: a\ntype: {kind}")
    for days, grade in ((0, "fresh"), ((limit - 1) // 2, "fresh"), ((limit + 1) // 2, "aging"), (limit - 1, "aging")):
        assert age.grade(memory, NOON + days * DAY) == grade
    assert age.grade(memory, NOON + limit * DAY) == "stale"


def test_a_project_goes_stale_sooner_than_a_user() -> None:
    assert age.STALE_DAYS["project"] < age.STALE_DAYS["user"]
    later = NOON + age.STALE_DAYS["project"] * DAY
    assert age.grade(_memory("type: project"), later) == "stale"
    assert age.grade(_memory("type: user"), later) == "fresh"


def test_a_log_never_goes_stale() -> None:
    later = NOON + 900 * DAY
    assert age.grade(_memory("name: a", "logs/2026/03/2026-03-30.md"), later) == "fresh"
    assert age.grade(_memory("name: a", "logs.md"), later) == "stale"


def test_staleness_has_the_users_own_limits() -> None:
    limits = {**age.STALE_DAYS, "user": 3}
    assert age.grade(_memory("type: user"), NOON + 3 * DAY, limits) == "stale"


def test_age_counts_from_the_stamp_and_the_manifest_from_the_file() -> None:
    memory = _memory("type: project\nmodified: 2025-01-01")
    assert age.grade(memory, NOON) == "stale"
    assert "2026-03-30T12:00:00.000Z" in age.manifest_line(memory)


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("description: d\ntype: user", "- [user] a.md (2026-03-30T12:00:00.000Z): d"),
        ("description: d", "- a.md (2026-03-30T12:00:00.000Z): d"),
        ("description: d\ntype: odd", "- a.md (2026-03-30T12:00:00.000Z): d"),
        ("type: user", "- [user] a.md (2026-03-30T12:00:00.000Z)"),
        ("metadata:\n  type: project", "- [project] a.md (2026-03-30T12:00:00.000Z)"),
        ("", "- a.md (2026-03-30T12:00:00.000Z)"),
        ("description: '\\t'", "- a.md (2026-03-30T12:00:00.000Z): \\t"),
        ('description: "\\t\\x01"', "- a.md (2026-03-30T12:00:00.000Z)"),
    ],
)
def test_the_manifest_line(block: str, line: str) -> None:
    assert age.manifest_line(_memory(block)) == line


@pytest.mark.parametrize(
    "gap", ["\\n", "\\r", "\\t", "\\x00", "\\x1b", "\\x7f", "\\x85", "\\u2028", "\\u2029", "\\v", "\\xa0"]
)
def test_no_description_forges_a_second_line(gap: str) -> None:
    memory = _memory(f'description: "x{gap} {gap}- [user] forged.md"')
    assert age.manifest_line(memory) == "- a.md (2026-03-30T12:00:00.000Z): x - [user] forged.md"


def test_no_name_forges_a_second_line() -> None:
    memory = _memory(file="a\n- [user] b\x1b\u2028c.md")
    assert age.manifest_line(memory) == "- a - [user] b c.md (2026-03-30T12:00:00.000Z)"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (NOON + 0.25, "2026-03-30T12:00:00.250Z"),
        (-1, "1969-12-31T23:59:59.000Z"),
        (-60_000_000_000, "0068-09-03T13:20:00.000Z"),
        (1e18, "1970-01-01T00:00:00.000Z"),
        (-1e18, "1970-01-01T00:00:00.000Z"),
    ],
)
def test_any_time_of_a_file_has_a_text(seconds: float, text: str) -> None:
    assert clock.iso(seconds) == text


class TestClock:
    @pytest.mark.parametrize("text", ["2026-03-30T12:00:00Z", "2026-03-30T14:00+02:00", str(NOON), f" {NOON}.0 "])
    def test_the_environment_fixes_the_time(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("MEMTUI_NOW", text)
        assert clock.now() == NOON

    @pytest.mark.parametrize("text", ["soon", "nan", "inf", "-inf", "1e30", " ", "2026-13-01"])
    def test_a_time_that_is_none_is_wrong_use(self, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setenv("MEMTUI_NOW", text)
        with pytest.raises(UsageError, match="MEMTUI_NOW is not a time"):
            clock.now()

    def test_without_it_the_system_tells(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("MEMTUI_NOW", raising=False)
        before = time.time()
        assert before <= clock.now() <= time.time()
        monkeypatch.setenv("MEMTUI_NOW", "")
        assert before <= clock.now()
