"""What the agent is told: everything that the contract names is in it, and nothing that changes by itself."""

import shlex

import pytest

from memtui.memory.prompt import build_prompt

DIRECTORY = "/home/ana/.claude/projects/-home-ana-shop/memory/"


def _prompt(index: str = "", *, extra: str = "", search: bool = False, daily_log: bool = False) -> str:
    return build_prompt(DIRECTORY, index, extra=extra, search=search, daily_log=daily_log)


@pytest.mark.parametrize(
    "words",
    [
        DIRECTORY,
        "**user**",
        "**feedback**",
        "**project**",
        "**reference**",
        "## What not to keep",
        "## How to keep it: two steps",
        "MEMORY.md",
        "- [Title](file.md) — one-line hook",
        "## When to look things up",
        "## Before you recommend from memory",
        "## Memory beside plans and tasks",
        "save it at once",
        "forget something, find it and remove it",
        "You must look",
        "as if the index were empty",
        "by topic, not by time",
        "update that one",
        "surprising",
        "200 lines or 25,000 characters",
        "**Why:**",
        "**How to apply:**",
        "Never write a judgement",
        "absolute one",
    ],
)
def test_what_it_tells(words: str) -> None:
    assert words in " ".join(_prompt().split("\n")) or words in _prompt()


def test_every_type_has_when_to_save_and_how_to_use_it() -> None:
    types = _prompt().partition("## What to keep")[2].partition("## What not")[0]
    parts = types.split("\n- **")[1:]
    assert [part.split("*")[0] for part in parts] == ["user", "feedback", "project", "reference"]
    assert all("Save when" in part and "Use it" in part for part in parts)


def test_it_ends_with_the_index_as_loaded() -> None:
    assert _prompt("\n<!-- x -->\n- [A](a.md) — hook\n\n").endswith("\n## MEMORY.md\n\n- [A](a.md) — hook\n")
    assert "> WARNING: MEMORY.md is 300 lines (limit: 200)" in _prompt("x\n" * 300)


def test_an_empty_index_is_said_to_be_empty() -> None:
    assert "`MEMORY.md` is empty" in _prompt("\n\n")
    assert "is empty" not in _prompt("- [A](a.md)")


def test_braces_in_any_text_are_only_text() -> None:
    text = build_prompt("/srv/{index}/{0}/", "{directory} {", extra="{aim}", search=True)
    assert "/srv/{index}/{0}/" in text and "{directory} {" in text and "{aim}" in text
    assert "{directory}" not in _prompt(search=True, daily_log=True) and "{index}" not in _prompt()


def test_extra_guidelines_are_added_before_the_index() -> None:
    text = _prompt("- [A](a.md)", extra="  Write in verse.\n")
    assert "\n\nWrite in verse.\n\n## MEMORY.md\n" in text
    assert _prompt(extra=" \n") == _prompt()


def test_search_is_only_told_when_switched_on_and_memory_comes_first() -> None:
    assert "grep" not in _prompt()
    text = _prompt(search=True)
    memory = text.index(f'grep -rn "<words>" {DIRECTORY} --include="*.md"')
    transcripts = text.index('grep -rn "<words>" /home/ana/.claude/projects/-home-ana-shop/ --include="*.jsonl"')
    assert memory < transcripts and "narrow" in text


def test_the_search_works_for_a_path_with_spaces() -> None:
    text = build_prompt("/srv/my $(x) 'memory'/memory/", "", search=True)
    commands = [line for line in text.split("\n") if line.startswith("  grep")]
    assert shlex.split(commands[0])[3] == "/srv/my $(x) 'memory'/memory/"
    assert shlex.split(commands[1])[3] == "/srv/my $(x) 'memory'/"


def test_a_directory_of_another_name_has_no_transcripts_beside_it() -> None:
    commands = [line for line in build_prompt("/srv/notes/", "", search=True).split("\n") if "jsonl" in line]
    assert "/srv/notes/" in commands[0]


def test_the_folder_of_the_transcripts_can_be_given() -> None:
    text = build_prompt("/srv/notes/memory/", "", search=True, transcripts="/home/ana/.claude/projects/-srv/")
    commands = [line for line in text.split("\n") if "jsonl" in line]
    assert shlex.split(commands[0])[3] == "/home/ana/.claude/projects/-srv/"


def test_with_daily_logs_the_path_is_a_pattern_and_the_index_is_left_alone() -> None:
    text = _prompt(daily_log=True)
    assert f"`{DIRECTORY}logs/YYYY/MM/YYYY-MM-DD.md`" in text
    assert "two steps" not in text and "leave `MEMORY.md` alone" in text


def test_it_is_the_same_over_midnight(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = set()
    for moment in ("2026-03-30T23:59:59Z", "2026-03-31T00:00:01Z"):
        monkeypatch.setenv("MEMTUI_NOW", moment)
        texts.add(_prompt("- [A](a.md)", search=True, daily_log=True))
    assert len(texts) == 1
