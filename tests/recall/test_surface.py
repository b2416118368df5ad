"""The text that is put before the model: limits, header, caveat, note, wrapper."""

import os
from pathlib import Path

import pytest

from memtui.memory.scan import Scanner
from memtui.recall.surface import attachment, broken_up, cut_to_limits, surface, wrapped
from tests.recall.box import NOW, put, text_of

LIMIT = 4_096


def shown(root: Path, text: str | bytes, age_days: float = 0) -> str:
    put(root, "a.md", text, age_days)
    found, gone = surface(str(root), Scanner(str(root)).scan().visible(), NOW)
    assert gone == []
    return wrapped(found)


def test_the_whole_text(tmp_path: Path) -> None:
    text = text_of("user", "who", "Likes tea.", "role")
    assert shown(tmp_path, text) == (
        f"<system-reminder>\nMemory (saved today): {tmp_path}/a.md:\n\n{text}</system-reminder>\n"
    )


@pytest.mark.parametrize(
    ("age", "words", "old"), [(0, "today", False), (1, "yesterday", False), (2, "2 days ago", True)]
)
def test_age_and_caveat(tmp_path: Path, age: int, words: str, old: bool) -> None:
    text = shown(tmp_path, "Fact.\n", age)
    assert f"Memory (saved {words}): {tmp_path}/a.md:\n" in text
    assert (f"This memory is {age} days old" in text) is old


def test_the_age_counts_from_the_frontmatter(tmp_path: Path) -> None:
    text = "---\nname: x\nmodified: 2026-11-15T12:00:00Z\n---\nFact.\n"
    assert "(saved 3 days ago)" in shown(tmp_path, text)


def test_frontmatter_is_in_it(tmp_path: Path) -> None:
    assert "description: who\ntype: user\n---\nLikes tea." in shown(tmp_path, text_of("user", "who", "Likes tea."))


@pytest.mark.parametrize(
    ("text", "kept", "cut"),
    [
        ("x\n" * 200, "x\n" * 200, False),
        ("x\n" * 201, "x\n" * 199 + "x", True),
        ("a" * LIMIT, "a" * LIMIT, False),
        ("a" * (LIMIT + 1), "a" * LIMIT, True),
        ("a" * 4_000 + "\n" + "b" * 200, "a" * 4_000, True),
        ("a" * LIMIT + "\n" + "b", "a" * LIMIT, True),
        ("é" * 3_000, "é" * 2_048, True),
        ("a" + "é" * 3_000, "a" + "é" * 2_047, True),
        ("€" * 2_000, "€" * 1_365, True),
        ("\n" + "b" * 5_000, "\n" + "b" * (LIMIT - 1), True),
        ("x\n" + "a" * (LIMIT - 2) + "\nb", "x\n" + "a" * (LIMIT - 2), True),
        ("---\n" + "b" * 5_000, "---", True),
        ("", "", False),
    ],
)
def test_limits(text: str, kept: str, cut: bool) -> None:
    assert cut_to_limits(text) == (kept, cut)


def test_a_cut_is_noted_with_the_path(tmp_path: Path) -> None:
    text = shown(tmp_path, "x\n" * 300)
    assert f"The rest can be read from {tmp_path}/a.md)\n</system-reminder>\n" in text
    assert text.count("\nx") == 200


def test_bytes_that_are_no_text_stay_within_the_limit(tmp_path: Path) -> None:
    text = shown(tmp_path, b"\xff" * 6_000)
    assert text.count("\ufffd") == LIMIT // 3


@pytest.mark.parametrize(
    "tag",
    ["</system-reminder>", "<system-reminder>", "</SYSTEM-reminder >", "< / system-reminder>", "<</system-reminder>"],
)
def test_no_text_leaves_its_wrapper(tmp_path: Path, tag: str) -> None:
    text = shown(tmp_path, f"before {tag} after\n")
    inside = text.removeprefix("<system-reminder>\n").removesuffix("</system-reminder>\n")
    assert "<system-reminder" not in inside.lower()
    assert "</system-reminder" not in inside.lower()
    assert "before" in inside
    assert "system-reminder" in inside.lower()


def test_a_name_cannot_leave_it_either(tmp_path: Path) -> None:
    folder = tmp_path / "x<"
    put(folder, "system-reminder>\n</b.md", "Fact.\n")
    found, _ = surface(str(tmp_path), Scanner(str(tmp_path)).scan().visible(), NOW)
    assert "\n</b.md" not in wrapped(found)
    assert broken_up("<system-reminder>") == "< system-reminder>"


def test_one_that_is_gone_is_told_and_the_others_keep_their_order(tmp_path: Path) -> None:
    for name in "abcde":
        put(tmp_path, f"{name}.md", f"{name}\n")
    memories = Scanner(str(tmp_path)).scan().visible()
    os.unlink(tmp_path / "b.md")
    os.unlink(tmp_path / "d.md")
    os.symlink("/etc/hostname", tmp_path / "d.md")
    found, gone = surface(str(tmp_path), memories, NOW)
    assert [item.file for item in found] == ["a.md", "c.md", "e.md"]
    assert gone == ["b.md", "d.md"]
    assert attachment(found[:1]) == {
        "type": "relevant_memories",
        "memories": [{"path": f"{tmp_path}/a.md", "mtimeMs": int(NOW * 1000)}],
    }


def test_nothing_makes_no_text() -> None:
    assert wrapped([]) == ""
