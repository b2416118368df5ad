"""The loss cap: what counts as lost, and what does not."""

import pytest

from memtui.dream.copying import Tree
from memtui.dream.losscap import loss
from tests.dream.box import memory


def tree(**files: str) -> Tree:
    return {f"{name}.md": text.encode() for name, text in files.items()}


FOUR = tree(**{name: memory(name, body=f"{name} says something of its own.\n" * 3) for name in "abcd"})


def without(base: Tree, *names: str) -> Tree:
    return {file: data for file, data in base.items() if file not in {f"{name}.md" for name in names}}


def test_nothing_lost() -> None:
    assert loss(FOUR, FOUR) == (0.0, 0.0, ())
    assert loss({}, {}) == (0.0, 0.0, ())


@pytest.mark.parametrize(("gone", "over"), [("a", False), ("ab", True)])
def test_more_than_a_quarter_of_the_memories(gone: str, over: bool) -> None:
    kept = without(FOUR, *gone)
    kept["new.md"] = b"more\n" + b"\n".join(FOUR[f"{name}.md"] for name in gone)  # every line survives
    found = loss(FOUR, kept)
    assert found.memories == len(gone) / 4
    assert found.bytes == 0.0
    assert found.over is over


def test_more_than_a_quarter_of_the_bytes() -> None:
    base = {"a.md": b"keep\n" * 10 + b"x" * 10, "b.md": b"y" * 10}
    result = {"a.md": b"keep\n", "b.md": b"y" * 10}
    found = loss(base, result)
    assert (found.memories, found.over) == (0.0, False)  # 10 of 60
    found = loss({"a.md": b"k" * 10, "b.md": b"y" * 10}, {"a.md": b"k" * 10, "b.md": b"z"})
    assert found.bytes == 0.5 and found.over
    assert "50% of what they say" in found.words


def test_a_line_that_moved_survives_wherever_it_is() -> None:
    base = {"a.md": b"a fact worth keeping\n", "b.md": b"another\n"}
    assert loss(base, {"a.md": b"", "b.md": b"another\n  a fact worth keeping  \n"}).bytes == 0.0
    assert loss(base, {"a.md": b"", "b.md": b"another\n", "MEMORY.md": b"a fact worth keeping"}).bytes == 0.0


def test_index_and_logs_do_not_count() -> None:
    base = {**FOUR, "MEMORY.md": b"- x\n" * 500, "logs/2026/11/2026-11-18.md": b"long\n" * 500, "notes.txt": b"n" * 900}
    assert loss(base, FOUR) == (0.0, 0.0, ())


def test_one_of_two_exact_duplicates_does_not_count_but_the_second_does() -> None:
    twins = {"a.md": FOUR["a.md"], "b.md": memory("other", "what is known of a and nothing else").encode()}
    twins["b.md"] = FOUR["a.md"].replace(b"name: a\n", b"name: another\n")
    base = {**twins, "c.md": FOUR["c.md"]}
    assert loss(base, without(base, "b")) == (0.0, 0.0, ())
    assert loss(base, without(base, "a")).over is False
    gone = loss(base, without(base, "a", "b"))
    assert gone.memories == 0.5 and gone.lost == ("a.md",) and gone.over


def test_a_description_that_differs_makes_two_memories() -> None:
    base = {"a.md": memory("x", "one thing", "same").encode(), "b.md": memory("x", "another thing", "same").encode()}
    assert loss(base, without(base, "b")).memories == 0.5
