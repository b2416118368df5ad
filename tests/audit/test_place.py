"""The lines around a finding: which one is marked, what of it, and that nothing secret is shown."""

import os

import pytest

from memtui.audit.finding import REPLACE_SPAN, Finding, Mend
from memtui.audit.place import AROUND, Extract, read_place
from memtui.audit.secrets import mask_lines
from tests.audit.fake_keys import AWS_ID, key_block
from tests.audit.storebox import StoreBox


def marked(extract: Extract) -> list[tuple[int, list[str]]]:
    """The lines that are marked, each with its marked parts."""
    return [(line.number, [text for text, is_it in line.parts if is_it]) for line in extract.lines if line.here]


def text_of(extract: Extract) -> str:
    return "\n".join("".join(text for text, _ in line.parts) for line in extract.lines)


def place(box: StoreBox, rule: str) -> Extract:
    (finding, *_) = box.findings(rule)
    return read_place(box.store, finding)[0]


def test_the_line_and_the_words_that_the_message_names(box: StoreBox) -> None:
    box.memory("reference_a.md", "The kettle was bought   next   Thursday, see [[nothing]].")
    box.point("reference_a.md", "reference_gone.md")
    assert marked(place(box, "dead-link")) == [(6, ["nothing"])]
    assert marked(place(box, "dead-pointer")) == [(2, ["reference_gone.md"])]


def test_the_span_that_will_be_replaced(box: StoreBox) -> None:
    box.memory("reference_a.md", "Not yesterday, but yesterday.")
    mend = Mend("reference_a.md", REPLACE_SPAN, "wrote the date", 6, 19, 28, "2026-11-17")
    finding = Finding("relative-date", "warning", "reference_a.md", 6, "'yesterday' was written today", mend)
    (line,) = [line for line in read_place(box.store, finding)[0].lines if line.here]
    assert line.parts == (("Not yesterday, but ", False), ("yesterday", True), (".", False))


def test_a_value_of_the_frontmatter_is_marked_where_it_stands(box: StoreBox) -> None:
    box.memory("reference_a.md", description="notes")
    assert marked(place(box, "vague-description")) == [(3, ["notes"])]


def test_of_a_whole_file_the_beginning_and_then_the_other_file(box: StoreBox) -> None:
    body = "The kettle is cleaned every second week by whoever comes first in the morning."
    box.memory("reference_a.md", body, days=2)
    box.memory("reference_b.md", body, description="Where the tea comes from and who orders it")
    (finding,) = box.findings("duplicate-content")
    mine, its = read_place(box.store, finding)
    assert (mine.file, its.file) == ("reference_b.md", "reference_a.md")
    assert mine.lines[0].number == its.lines[0].number == 1
    assert marked(mine) == marked(its) == []


def test_secrets_stay_masked_and_the_mask_is_marked(box: StoreBox) -> None:
    box.memory("reference_a.md", f"The key is {AWS_ID} for all.\nAgain {AWS_ID}.")
    extract = place(box, "secret")
    assert AWS_ID not in text_of(extract)
    assert marked(extract) == [(6, ["AKIA…(20 characters)"])]


def test_a_key_block_leaves_the_lines_below_it_where_they_were() -> None:
    block = key_block("PRIVATE KEY")
    lines = mask_lines(f"one\n{block}\nafter")
    assert len(lines) == block.count("\n") + 3
    assert lines[0] == "one" and lines[-1] == "after"
    assert block.split("\n")[1] not in lines


def test_hidden_characters_are_written_out(box: StoreBox) -> None:
    box.memory("reference_a.md", "Plain\u200b\ufeff text with \U000e0041.")
    assert marked(place(box, "hidden-text")) == [(6, ["‹U+200B›‹U+FEFF›", "‹U+E0041›"])]


def test_only_lines_around_are_given(box: StoreBox) -> None:
    lines = [f"line {number}" for number in range(1, 301)]
    lines[149] = "see [[nothing]]"
    box.write("a.md", "\n".join(lines) + "\n")
    extract = place(box, "dead-link")
    assert (extract.lines[0].number, extract.lines[-1].number) == (150 - AROUND, 150 + AROUND)
    assert extract.total == 300


def test_of_a_very_long_line_the_part_with_the_words(box: StoreBox) -> None:
    box.memory("reference_a.md", f"{'word ' * 2_000}see [[nothing]] {'word ' * 2_000}")
    (line,) = [line for line in place(box, "dead-link").lines if line.here]
    assert [text for text, is_it in line.parts if is_it] == ["nothing"]
    assert sum(len(text) for text, _ in line.parts) < 2_000
    assert line.parts[0][0] == "…" and line.parts[-1][0].endswith("…")


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe\x00", b"a\r\nb\r\n", b"\r"])
def test_any_bytes_can_be_shown(box: StoreBox, data: bytes) -> None:
    box.write("a.md", data)
    for line in (None, 1, 99):
        (extract,) = read_place(box.store, Finding("not-utf8", "error", "a.md", line, "byte 0xff 'x'"))
        assert extract.lines and not extract.problem


def test_what_cannot_be_read_says_why(box: StoreBox) -> None:
    os.symlink("/etc/hostname", box.path("link.md"))
    (finding,) = box.findings("symlink")
    assert read_place(box.store, finding)[0].problem
    assert read_place(box.store, finding._replace(file="gone.md"))[0].problem == "no such file or directory"
