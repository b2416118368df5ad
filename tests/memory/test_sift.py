"""Finding memories by their texts, and who links to whom."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from memtui.memory import texts as reading
from memtui.memory.filter import Facts, parse
from memtui.memory.scan import Scanner
from memtui.memory.sift import search, sift
from memtui.memory.texts import Texts
from memtui.memory.topic import Memory

FACTS = Facts(0.0, lambda _: "fresh", lambda _: (), (), ())
HEAD = "---\nname: {}\ndescription: about {}\ntype: user\n---\n"


def scanned(folder: Path, bodies: dict[str, str]) -> Sequence[Memory]:
    """A store of memories with these bodies."""
    for name, body in bodies.items():
        (folder / f"{name}.md").write_text(HEAD.format(name, name) + body, encoding="utf-8")
    return sorted(Scanner(str(folder)).scan().memories, key=lambda memory: memory.file)


def always(answer: bool) -> "Answer":
    """Whether to stop."""
    return Answer(answer)


class Answer:
    """Always the same."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer

    def __call__(self) -> bool:
        return self.answer


def test_heads_at_once_and_bodies_after(tmp_path: Path) -> None:
    memories = scanned(tmp_path, {"tea": "hot\n", "cup": "for Tea\n", "pot": "iron\n"})
    texts, wanted = Texts(str(tmp_path)), parse("tea")
    sifted = sift(memories, wanted, FACTS, texts)
    assert sifted.hits == {"tea.md"}
    assert [memory.file for memory in sifted.unsure] == ["cup.md", "pot.md"]
    assert list(search(sifted.unsure, wanted, FACTS, texts, always(False))) == [["cup.md"]]
    assert list(search(sifted.unsure, wanted, FACTS, texts, always(True))) == []


def test_the_frontmatter_is_no_body(tmp_path: Path) -> None:
    memories = scanned(tmp_path, {"tea": "hot\n"})
    assert Texts(str(tmp_path)).searchable(memories[0]) == "hot\n"
    assert not list(search(memories, parse("type"), FACTS, Texts(str(tmp_path)), always(False)))


def test_finds_come_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memories = scanned(tmp_path, dict.fromkeys(("a", "b", "c", "d", "e"), "found\n"))
    clock = iter(number / 10 for number in range(100))
    monkeypatch.setattr("memtui.memory.sift.time.monotonic", lambda: next(clock))
    batches = list(search(memories, parse("found"), FACTS, Texts(str(tmp_path)), always(False)))
    assert [file for batch in batches for file in batch] == [memory.file for memory in memories]
    assert len(batches) > 1


def test_a_changed_file_is_read_again_and_an_unchanged_one_is_not(tmp_path: Path) -> None:
    memory = scanned(tmp_path, {"tea": "hot [[cup]]\n"})[0]
    texts = Texts(str(tmp_path))
    assert texts.searchable(memory) == "hot [[cup]]\n"
    assert [link.target for link in texts.links(memory)] == ["cup"]
    path = tmp_path / "tea.md"
    path.write_text(HEAD.format("tea", "tea") + "cold [[pot]]\n", encoding="utf-8")
    assert texts.searchable(memory) == "hot [[cup]]\n"  # by its key it is the same
    os.utime(path, (1, 1))
    changed = Scanner(str(tmp_path)).scan().memories[0]
    assert texts.searchable(changed) == "cold [[pot]]\n"
    assert [(link.target, link.line) for link in texts.links(changed)] == [("pot", 6)]


def test_what_is_over_the_limit_is_read_but_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_KEPT_CHARS", 5)
    memories = scanned(tmp_path, {"a": "four", "b": "fives", "c": "c"})
    texts = Texts(str(tmp_path))
    assert [texts.searchable(memory) for memory in memories] == ["four", "fives", "c"]
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.md").unlink()
    assert [texts.searchable(memory) for memory in memories] == ["four", "", "c"]


def test_gone_large_and_special_files_have_no_text(tmp_path: Path) -> None:
    memory = scanned(tmp_path, {"tea": "hot"})[0]
    texts = Texts(str(tmp_path))
    assert texts.read(memory._replace(key=(0, 0, 2_000_000, 0))) == ""
    (tmp_path / "tea.md").unlink()
    assert texts.read(memory) == ""
    (tmp_path / "tea.md").symlink_to("/etc/passwd")
    assert texts.read(memory) == ""


def test_who_links_to_whom(tmp_path: Path) -> None:
    memories = scanned(tmp_path, {"tea": "[[cup]] [[nothing]] [[tea]]", "pot": "[[CUP]]", "cup": "`[[tea]]`"})
    web = Texts(str(tmp_path)).web(memories, always(False))
    assert web is not None
    assert web.back == {"cup.md": ["pot.md", "tea.md"]}
    found = web.names.find("pot")
    assert found is not None
    assert found.file == "pot.md"
    assert Texts(str(tmp_path)).web(memories, always(True)) is None
