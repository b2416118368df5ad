"""The local selector on a coding agent's store. Typos, joined words and other languages were mended with it in view,
so it guards against going back; it is no measure of quality."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from memtui.memory.scan import Scanner
from memtui.recall.local import LocalSelector
from memtui.recall.result import Selection
from tests.recall.box import files, put, text_of

DATA = yaml.safe_load(Path(__file__).with_name("workshop.yaml").read_text(encoding="utf-8"))
ASKED = {question: [f"{file}.md" for file in wanted] for question, wanted in DATA["asked"].items()}


class Workshop(NamedTuple):
    """The store, read once for all questions."""

    selector: LocalSelector
    scanner: Scanner

    def ask(self, question: str, **more: Any) -> Selection:
        """Ask it."""
        return self.selector.select(question, self.scanner.scan().visible(), **more)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    root = tmp_path_factory.mktemp("workshop")
    for file, (kind, description, body) in DATA["memories"].items():
        put(root, f"{file}.md", text_of(kind, f'"{description}"', body, file.split("/")[-1]))
    yield Workshop(LocalSelector(str(root)), Scanner(str(root)))


def share(found: list[bool]) -> float:
    return sum(found) / len(found)


def test_what_is_asked_for_is_among_five_and_mostly_first(workshop: Workshop) -> None:
    picked = {question: files(workshop.ask(question, dial=0)) for question in ASKED}
    assert [question for question, wanted in ASKED.items() if not set(wanted) <= set(picked[question])] == []
    assert share([picked[question][0] == wanted[0] for question, wanted in ASKED.items()]) >= 0.93


def test_by_default_little_else_comes_and_little_is_refused(workshop: Workshop) -> None:
    picked = {question: files(workshop.ask(question)) for question in ASKED}
    assert share([wanted[0] in picked[question] for question, wanted in ASKED.items()]) >= 0.92
    assert share([not chosen for chosen in picked.values()]) <= 0.06
    assert sum(map(len, picked.values())) <= 1.6 * len(picked)


@pytest.mark.parametrize("question", DATA["unanswerable"])
def test_what_nobody_wrote_down_brings_nothing(workshop: Workshop, question: str) -> None:
    found = workshop.ask(question)
    assert (files(found), bool(found.reason)) == ([], True)


@pytest.mark.parametrize(
    ("question", "first", "word"),
    [
        ("terrafrom state bucket", "reference_terraform.md", "terrafrom (~terraform)"),
        ("graphana latency bord", "reference_grafana.md", "graphana (~grafana)"),
        ("who is on call this week", "reference_oncall.md", "call"),
        ("who audits us in the second week", "project_soc2.md", "audits (~auditor)"),
        ("which dashboard has the booking latency", "reference_grafana.md", "booking"),
    ],
)
def test_words_written_another_way(workshop: Workshop, question: str, first: str, word: str) -> None:
    pick = workshop.ask(question, dial=0).picks[0]
    assert (pick.file, word in pick.words) == (first, True)


def test_the_dial_only_ever_takes_away(workshop: Workshop) -> None:
    """From always five to only when sure: what a higher dial picks, a lower one picks too, in the same order."""
    dials = [number / 20 for number in range(21)]
    for question in [*ASKED, *DATA["unanswerable"]]:
        picked = [files(workshop.ask(question, dial=dial)) for dial in dials]
        for more, fewer in pairwise(picked):
            assert more[: len(fewer)] == fewer, question
    counts = [sum(len(files(workshop.ask(question, dial=dial))) for question in ASKED) for dial in (0.0, 0.5, 1.0)]
    assert counts[0] > 3 * counts[1] > 3 * counts[2] > 0
