"""A state: which files a store had, and how their names and contents are kept."""

import os
import subprocess

import pytest

from memtui.history.states import (
    FileState,
    blob_name,
    decode_states,
    encode_states,
    read_state,
    tree_path,
    walk,
)
from tests.history.box import Box

ODD_NAMES = (
    "new\nline.md",
    "quo\"te's.md",
    "back\\slash.md",
    "tab\there.md",
    " lead and trail .md ",
    "-dash.md",
    "..x",
    "...",
    ".hidden",
    ".gitmodules",
    ".gitattributes",
    ".GIT/x.md",
    "git~1",
    "sub/.gitignore",
    "percent%41.md",
    "A.md",
    "a.md",
    "☕ tea 🍵.md",
    "e\u0301.md",
    "\u00e9.md",
    "n" * 252 + ".md",
    "☕" * 84 + ".md",
    os.fsdecode(b"bytes \xff\xfe.md"),
    "con",
    "files",
    "states",
    "a b/c d/e f.md",
)


def test_blob_name_is_gits(tmp_path: object) -> None:
    for data in (b"", b"tea\n", b"\0\xff" * 900):
        said = subprocess.run(["git", "hash-object", "--stdin"], input=data, capture_output=True, check=True).stdout
        assert blob_name(data) == said.decode().strip()


def test_every_odd_name_is_kept_and_comes_back(box: Box) -> None:
    for number, name in enumerate(ODD_NAMES):
        box.write(name, f"content {number}\n")
    there = box.files()
    box.look()
    states = box.log.states(box.newest().commit)
    assert set(states) == set(there)
    assert {file: box.log.content(state) for file, state in states.items()} == there
    box.remove(*ODD_NAMES)
    assert box.look() == 2
    assert set(box.newest().deleted) == set(ODD_NAMES)


def test_names_in_the_tree_are_distinct_and_harmless() -> None:
    paths = [tree_path(name) for name in ODD_NAMES]
    assert len(set(paths)) == len(paths)
    for path in paths:
        assert path.isascii() and path.isprintable() and '"' not in path
        assert not any(part.startswith(".") or part == "" for part in path.split("/"))


def test_a_list_of_files_comes_back_as_it_was() -> None:
    states = {name: FileState(blob_name(name.encode("utf-8", "surrogateescape")), 3, -5, 0o640) for name in ODD_NAMES}
    assert decode_states(encode_states(states)) == states
    assert decode_states(encode_states({})) == {}


def test_walk_takes_plain_files_only(box: Box) -> None:
    box.write("sub/deep/x.md", "x")
    box.write(".consolidate-lock", "1")
    box.write(".0123.memtui.tmp", "half")
    box.write(".git/config", "no memory")
    os.symlink("tea.md", box.path("link.md"))
    os.symlink(box.root, box.path("loop"))
    os.mkfifo(box.path("fifo.md"))
    assert set(walk(box.root)) == {"MEMORY.md", "user_role.md", "tea.md", "sub/deep/x.md"}


def test_walk_of_no_folder_is_empty(box: Box) -> None:
    unreadable: list[str] = []
    assert walk(box.path("nowhere"), unreadable) == {} == walk(box.path("tea.md"), unreadable)
    assert unreadable == []


@pytest.mark.parametrize("extra", [0, 1])
def test_over_a_million_bytes_is_kept_by_hash_alone(box: Box, extra: int) -> None:
    data = b"0123456789" * 100_000 + b"x" * extra
    box.write("large.md", data)
    found = read_state(box.root, "large.md")
    assert found is not None
    assert found.state.blob == blob_name(data) and found.state.size == len(data)
    assert (found.data is None) == (not found.state.kept) == bool(extra)


def test_no_link_or_fifo_is_read(box: Box) -> None:
    os.symlink("tea.md", box.path("link.md"))
    os.mkfifo(box.path("fifo.md"))
    assert read_state(box.root, "link.md") is None
    assert read_state(box.root, "fifo.md") is None
    assert read_state(box.root, "nothing.md") is None
