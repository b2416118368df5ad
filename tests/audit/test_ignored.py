"""Findings that a person lives with: what is remembered, when it comes back, and what is never mended."""

import json
import os
import stat
from pathlib import Path

import pytest

from memtui.audit.finding import Finding
from memtui.audit.ignored import Ignored
from memtui.memory.errors import MemtuiError
from tests.audit.storebox import StoreBox

ZERO_WIDTH = "\u200b"


def ignored(box: StoreBox) -> Ignored:
    """As the next process reads it."""
    return Ignored(box.root, box.store.state)


def counting(box: StoreBox) -> list[tuple[str, str, int | None]]:
    """(rule, file, line) of what counts now."""
    return [(item.rule, item.file, item.line) for item in ignored(box).parted(box.findings())[0]]


@pytest.fixture
def dated(box: StoreBox) -> StoreBox:
    """A store with two things wrong: a relative date and a dead link."""
    box.memory("reference_a.md", "Written yesterday.\nSee [[nothing]].")
    box.point("reference_a.md")
    return box


def test_what_is_ignored_is_told_apart_and_remembered(dated: StoreBox) -> None:
    date, link = dated.findings()
    ignored(dated).ignore([date])
    assert ignored(dated).parted([date, link]) == ([link], [date])
    path = os.path.join(dated.store.state.folder, "ignored.json")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert list(json.loads(Path(path).read_text())["ignored"].values()) == ["relative-date: reference_a.md"]


def test_what_is_heeded_counts_again(dated: StoreBox) -> None:
    found = dated.findings()
    ignored(dated).ignore(found)
    assert counting(dated) == []
    ignored(dated).heed(found[:1])
    assert counting(dated) == [("relative-date", "reference_a.md", 6)]


def test_it_stays_ignored_when_lines_above_come_and_returns_when_its_line_changes(dated: StoreBox) -> None:
    ignored(dated).ignore(dated.findings("relative-date"))
    dated.memory("reference_a.md", "A new first line.\n\n  Written yesterday.\nSee [[nothing]].")
    assert ("relative-date", "reference_a.md", 8) not in counting(dated)
    dated.memory("reference_a.md", "Written by Ann yesterday.\nSee [[nothing]].")
    assert ("relative-date", "reference_a.md", 6) in counting(dated)


def test_another_file_with_the_same_line_is_another_matter(dated: StoreBox) -> None:
    ignored(dated).ignore(dated.findings("relative-date"))
    dated.memory("reference_b.md", "Written yesterday.", description="Where the tea comes from and who orders it")
    assert ("relative-date", "reference_b.md", 6) in counting(dated)


def test_of_a_whole_file_the_count_does_not_matter_but_what_is_said_does(box: StoreBox) -> None:
    def near(score: int, other: str) -> Finding:
        return Finding("near-duplicate", "warning", "a.md", None, f"is {score}% the same as {other}; merge them")

    ignored(box).ignore([near(92, "b2.md")])
    assert ignored(box).parted([near(97, "b2.md"), near(92, "b3.md")]) == ([near(92, "b3.md")], [near(97, "b2.md")])


def test_on_frontmatter_what_is_said_stands_in_for_the_line(box: StoreBox) -> None:
    box.memory("reference_a.md", description="notes")
    box.point("reference_a.md")
    ignored(box).ignore(box.findings("vague-description"))
    assert counting(box) == []
    box.memory("reference_a.md", description="stuff")
    assert counting(box) == [("vague-description", "reference_a.md", 1)]


def test_a_fix_that_would_clean_an_ignored_line_too_is_not_offered(box: StoreBox) -> None:
    box.memory("reference_a.md", f"One{ZERO_WIDTH}.\nTwo{ZERO_WIDTH}.")
    box.memory("reference_b.md", f"Tea{ZERO_WIDTH}.", description="Where the tea comes from and who orders it")
    first, second, elsewhere = box.findings("hidden-text")
    assert first.fixable and second.fixable
    ignored(box).ignore([first])
    count, known = ignored(box).parted([first, second, elsewhere])
    assert known == [first]
    assert [(item.line, item.fixable) for item in count] == [(7, False), (6, True)]


def test_only_files_with_something_ignored_are_read(dated: StoreBox, monkeypatch: pytest.MonkeyPatch) -> None:
    date, link = dated.findings()
    ignored(dated).ignore([link])
    remembered = ignored(dated)
    read: list[str] = []
    lines = remembered._lines

    def counted(file: str) -> list[str]:
        read.append(file)
        return lines(file)

    monkeypatch.setattr(remembered, "_lines", counted)
    remembered.parted([date, link._replace(file="reference_z.md"), link])
    assert read == ["reference_a.md"]


@pytest.mark.parametrize("data", [b"", b"no json", b"[]", b'{"ignored": 5}', b'{"ignored": {"x": 1}}', b"[" * 100_000])
def test_a_damaged_file_ignores_nothing_and_is_written_anew(dated: StoreBox, data: bytes) -> None:
    os.makedirs(dated.store.state.folder)
    path = Path(dated.store.state.folder, "ignored.json")
    path.write_bytes(data)
    assert len(counting(dated)) == 2
    ignored(dated).ignore(dated.findings())
    assert counting(dated) == []


def test_a_name_that_is_no_text_can_be_ignored(box: StoreBox) -> None:
    finding = Finding("symlink", "error", "a\udcff.md", None, "symlink out of the store")
    ignored(box).ignore([finding])
    assert ignored(box).parted([finding]) == ([], [finding])


def test_a_disk_that_refuses_is_told(dated: StoreBox) -> None:
    os.makedirs(os.path.join(dated.store.state.folder, "ignored.json.new"))
    with pytest.raises(MemtuiError, match="cannot remember it"):
        ignored(dated).ignore(dated.findings())
