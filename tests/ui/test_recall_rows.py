"""The rows of recall by themselves: bars, marked words, moves, reasons, and text that stays text."""

import pytest

from memtui.recall.result import Pick, Recall, Selection
from memtui.ui.screens.recall_matching import marked, wanted
from memtui.ui.screens.recall_moves import Place, Start, marks, places
from memtui.ui.screens.recall_rows import bar, reason_of


def test_a_bar_stays_in_its_cells() -> None:
    assert [bar(share, 4) for share in (-1, 0, 0.125, 0.5, 1, 9)] == ["    ", "    ", "╸   ", "━━  ", "━━━━", "━━━━"]


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        (("tests", "run"), "Run the test, then testing_stops", ["Run", "test", "testing"]),
        (("cafe",), "Le Café est fermé", ["Café"]),
        (("wash (~clean)",), "Cleaning day", ["Cleaning"]),
        (("渋谷",), "新しい渋谷区です", ["渋谷"]),
        (("3.11",), "Python 3.11.4, not 2.7", ["3.11.4"]),
        (("bold",), "[bold]x[/bold]", ["bold", "bold"]),
        ((), "nothing", []),
    ],
)
def test_words_are_marked_as_the_selector_compares_them(words: tuple[str, ...], text: str, found: list[str]) -> None:
    pieces = marked(text, wanted(words), "muted")
    assert "".join(part for part, _ in pieces) == text
    assert [part for part, style in pieces if style == "match"] == found


def test_why_a_memory_lost() -> None:
    assert reason_of(Pick("a.md", 0.1, "far behind the best (47% of it); words: tests")) == (
        "far behind the best",
        "47%",
    )
    assert reason_of(Pick("a.md", 0.1, "behind the best 5; words: a; b")) == ("behind the best 5", "")
    assert reason_of(Pick("a.md", None, "gone since it was selected")) == ("gone since it was selected", "")


def answer(picked: str, lost: str) -> Recall:
    """An answer that lists these files, one letter each."""
    picks = tuple(Pick(file, 1.0, "") for file in picked)
    return Recall("a b", None, Selection("local", picks, tuple(Pick(f, 0.1, "") for f in lost)), 9, (), "", "", 0.0)


def test_moves_are_marked() -> None:
    start = Start(places(answer("ab", "cd")), {})
    assert start.places["c"] == Place(3, False, 0.1)
    assert marks(start, answer("ab", "cd")) == {}
    moved = {file: mark for file, (mark, _) in marks(start, answer("cae", "bd")).items()}
    assert moved == {"c": "▲2", "a": "▼1", "e": "new", "b": "▼2", "d": "▼1"}
    assert marks(start, answer("abc", "d")) == {"c": ("▲", "good")}
    assert marks(start, answer("a", "bcd")) == {"b": ("▼", "warn")}
