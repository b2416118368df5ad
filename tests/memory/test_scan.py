"""What is in a memory directory: order, memory of what was read, and things that are no plain file."""

import os
import shutil
import socket
from pathlib import Path

import pytest

from memtui.memory.age import manifest_line
from memtui.memory.errors import MemtuiError
from memtui.memory.scan import Odd, Scan, Scanner
from tests.memory.ids import short
from tests.memory.storefiles import opened_files, write
from tests.memory.unprivileged import open_folder, run_unprivileged


def _scan(root: Path) -> Scan:
    return Scanner(str(root)).scan()


def _files(root: Path) -> list[str]:
    return [memory.file for memory in _scan(root).memories]


class TestWhatCounts:
    def test_newest_first_then_by_name(self, tmp_path: Path) -> None:
        for name, age in (("b.md", 5), ("a.md", 5), ("new.md", 1), ("sub/old.md", 9)):
            write(tmp_path, name, age=age)
        assert _files(tmp_path) == ["new.md", "a.md", "b.md", "sub/old.md"]

    def test_every_folder_counts_and_no_index_does(self, tmp_path: Path) -> None:
        for name in ("MEMORY.md", "team/MEMORY.md", "team/a.md", "logs/2026/04/2026-04-09.md", "x/y/z/deep.md"):
            write(tmp_path, name)
        assert sorted(_files(tmp_path)) == ["logs/2026/04/2026-04-09.md", "team/a.md", "x/y/z/deep.md"]
        assert sorted(_scan(tmp_path).indexes) == ["MEMORY.md", "team/MEMORY.md"]

    def test_only_md_files_are_memories(self, tmp_path: Path) -> None:
        for name in ("a.md", "a.txt", "b.MD", "md", "c.md.bak", ".consolidate-lock", "memory.md"):
            write(tmp_path, name)
        assert sorted(_files(tmp_path)) == ["a.md", "memory.md"]
        assert _scan(tmp_path).odd == []

    def test_a_folder_that_is_called_like_a_memory_is_a_folder(self, tmp_path: Path) -> None:
        write(tmp_path, "x.md/a.md")
        write(tmp_path, "sub/MEMORY.md/b.md")
        assert sorted(_files(tmp_path)) == ["sub/MEMORY.md/b.md", "x.md/a.md"]

    def test_the_newest_200_are_visible(self, tmp_path: Path) -> None:
        for number in range(203):
            write(tmp_path, f"m{number}.md", age=number)
        found = _scan(tmp_path)
        assert len(found.memories) == 203
        assert [memory.file for memory in found.visible()] == [f"m{number}.md" for number in range(200)]

    def test_asked_for_the_newest_no_other_is_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(9):
            write(tmp_path, f"m{number}.md", age=number)
        opened = opened_files(monkeypatch)
        found = Scanner(str(tmp_path)).scan(newest=3)
        assert [memory.file for memory in found.memories] == ["m0.md", "m1.md", "m2.md"]
        assert opened == ["m0.md", "m1.md", "m2.md"]

    def test_what_a_memory_says_of_itself_is_read(self, tmp_path: Path) -> None:
        write(tmp_path, "a.md", "---\nname: n\ndescription: d\ntype: user\n---\nBody\n")
        (found,) = _scan(tmp_path).memories
        assert (found.name, found.description, found.type, found.size) == ("n", "d", "user", 47)

    def test_the_directory_itself_may_be_reached_by_a_link(self, tmp_path: Path) -> None:
        write(tmp_path, "real/a.md")
        os.symlink("real", tmp_path / "link")
        assert _files(tmp_path / "link") == ["a.md"]


@pytest.mark.parametrize(
    "name",
    [
        "new\nline.md",
        "tab\tand\x1b[31mcolour.md",
        "quo'te\".md",
        "[brackets](x).md",
        "😀.md",
        "日" * 84 + ".md",  # 255 bytes
        "a" * 252 + ".md",
        " .md",
        "-rf.md",
        "%20.md",
        "back\\slash.md",
        ".hidden.md",
        os.fsdecode(b"bad \xff byte.md"),
    ],
    ids=short,
)
def test_any_name_that_a_file_system_takes(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, "---\nname: n\n---\n")
    (found,) = _scan(tmp_path).memories
    assert (found.file, found.name) == (name, "n")
    line = manifest_line(found)
    assert "\n" not in line and line.replace("\udcff", "").isprintable()


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", "missing"),
        (b"\0" * 5_000, "missing"),
        (b"\xff\xfe" * 999, "missing"),
        (b"---\nname: \0\n---\n", "broken"),
        (b"---\nname: \xff\n---\n", "ok"),
        (b"---\r\nname: n\r\n---\r\n", "ok"),
        (b"\xef\xbb\xbf---\nname: n\n---\n", "ok"),
        (b"---\nname: n\n", "broken"),
        (b"---\nname: " + b"[" * 60_000 + b"\n---\n", "broken"),
        (b"---\nname: " + b"n" * 70_000 + b"\n---\n", "broken"),  # its end is past what is read
        (b"---\n" + b"k: v\n" * 40 + b"---\n", "broken"),
    ],
    ids=short,
)
def test_any_content(tmp_path: Path, content: bytes, status: str) -> None:
    write(tmp_path, "a.md", content)
    assert [memory.status for memory in _scan(tmp_path).memories] == [status]


def test_a_file_of_100_megabytes_is_listed_and_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "huge.md", "---\nname: n\n---\n")
    os.truncate(path, 100_000_000)
    write(tmp_path, "line.md", "")
    os.truncate(tmp_path / "line.md", 100_000_000)
    asked: list[int] = []
    real = os.read

    def counted(descriptor: int, size: int) -> bytes:
        asked.append(size)
        return real(descriptor, size)

    monkeypatch.setattr(os, "read", counted)
    found = {memory.file: memory for memory in _scan(tmp_path).memories}
    assert (found["huge.md"].name, found["huge.md"].size) == ("n", 100_000_000)
    assert 0 < sum(asked) < 200_000


class TestOddities:
    @pytest.mark.parametrize("suffix", [".md", ".txt", ""])
    def test_links_pipes_sockets_are_shown_and_never_opened(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
    ) -> None:
        root = tmp_path / "m"
        write(root, "a.md")
        write(tmp_path, "outside/secret.md")
        os.symlink("../outside", root / f"folder{suffix}")
        os.symlink("../outside/secret.md", root / f"file{suffix}")
        os.symlink("nowhere", root / f"dangling{suffix}")
        os.symlink(f"loop{suffix}", root / f"loop{suffix}")
        os.mkfifo(root / f"pipe{suffix}")
        monkeypatch.chdir(root)  # the name of a socket must be short
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(f"sock{suffix}")
        opened = opened_files(monkeypatch)
        found = _scan(root)
        assert found.odd == [
            Odd(f"dangling{suffix}", "symlink", "nowhere"),
            Odd(f"file{suffix}", "symlink", "../outside/secret.md"),
            Odd(f"folder{suffix}", "symlink", "../outside"),
            Odd(f"loop{suffix}", "symlink", f"loop{suffix}"),
            Odd(f"pipe{suffix}", "FIFO", ""),
            Odd(f"sock{suffix}", "socket", ""),
        ]
        assert opened == [memory.file for memory in found.memories] == ["a.md"]

    def test_an_index_that_is_a_link_is_odd(self, tmp_path: Path) -> None:
        os.symlink("/etc/passwd", tmp_path / "MEMORY.md")
        found = _scan(tmp_path)
        assert (found.indexes, [item.kind for item in found.odd]) == ({}, ["symlink"])

    def test_links_that_form_a_circle_of_folders(self, tmp_path: Path) -> None:
        write(tmp_path, "x/a.md")
        os.symlink("..", tmp_path / "x" / "up")
        found = _scan(tmp_path)
        assert [memory.file for memory in found.memories] == ["x/a.md"]
        assert [item.file for item in found.odd] == ["x/up"]

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root makes devices")
    def test_a_device(self, tmp_path: Path) -> None:
        try:
            os.mknod(tmp_path / "zero.md", 0o20666, os.makedev(1, 5))
        except PermissionError:
            pytest.skip("no devices may be made here")
        assert _scan(tmp_path).odd == [Odd("zero.md", "device", "")]

    def test_folders_nested_hundreds_deep(self, tmp_path: Path) -> None:
        deep = "d/" * 600 + "a.md"
        write(tmp_path, deep)
        assert _files(tmp_path) == [deep]


class TestNoStore:
    def test_a_directory_that_is_not_there_is_missing_and_no_error(self, tmp_path: Path) -> None:
        found = _scan(tmp_path / "nowhere")
        assert (found.missing, found.memories, found.indexes, found.odd) == (True, [], {}, [])

    def test_an_empty_directory_is_not_missing(self, tmp_path: Path) -> None:
        assert _scan(tmp_path).missing is False

    def test_a_file_where_a_directory_should_be(self, tmp_path: Path) -> None:
        write(tmp_path, "file")
        with pytest.raises(MemtuiError, match=r"^not a directory: .*/file; give the directory"):
            _scan(tmp_path / "file")
        with pytest.raises(MemtuiError, match=r"^not a directory"):
            _scan(tmp_path / "file" / "below")

    def test_a_directory_that_is_a_link_to_itself(self, tmp_path: Path) -> None:
        os.symlink("x", tmp_path / "x")
        with pytest.raises(MemtuiError, match="cannot list"):
            _scan(tmp_path / "x")

    def test_it_may_come_and_go_between_two_looks(self, tmp_path: Path) -> None:
        scanner = Scanner(str(tmp_path / "m"))
        assert scanner.scan().missing
        write(tmp_path, "m/a.md")
        found = scanner.scan()
        assert (found.missing, len(found.memories)) == (False, 1)
        shutil.rmtree(tmp_path / "m")
        found = scanner.scan()
        assert (found.missing, found.memories) == (True, [])


_SCAN_CODE = """
from memtui.memory.scan import Scanner
drop()
try:
    found = Scanner(sys.argv[1]).scan()
    print([memory.file for memory in found.memories], [tuple(item) for item in found.odd])
except Exception as error:
    print(error)
"""


class TestUnreadable:
    def test_a_file_and_a_folder_are_odd_and_the_rest_is_read(self) -> None:
        with open_folder() as folder:
            for name in ("a.md", "shut.md", "sub/b.md"):
                write(Path(folder), name)
            os.chmod(os.path.join(folder, "shut.md"), 0)
            os.chmod(os.path.join(folder, "sub"), 0)
            told = run_unprivileged(_SCAN_CODE, folder)
        odd = [("shut.md", "unreadable", "permission denied"), ("sub/", "unreadable", "permission denied")]
        assert told == f"{['a.md']} {odd}\n"

    def test_a_folder_that_may_be_listed_but_not_entered(self) -> None:
        with open_folder() as folder:
            write(Path(folder), "sub/b.md")
            os.chmod(os.path.join(folder, "sub"), 0o444)
            told = run_unprivileged(_SCAN_CODE, folder)
        assert told == f"{[]} {[('sub/b.md', 'unreadable', 'permission denied')]}\n"

    def test_the_directory_itself_is_one_clear_line(self) -> None:
        with open_folder() as folder:
            root = os.path.join(folder, "m")
            os.mkdir(root)
            os.chmod(root, 0)
            told = run_unprivileged(_SCAN_CODE, root)
        assert told == f"cannot list (permission denied): {root}; check its permissions\n"
