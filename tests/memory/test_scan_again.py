"""A second look at a memory directory: what is unchanged is not opened, and races lose nothing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.memory import scan as scan_module
from memtui.memory.files import read_head
from memtui.memory.scan import Odd, Scan, Scanner
from tests.memory.storefiles import EPOCH, opened_files, write


def _scan(root: Path) -> Scan:
    return Scanner(str(root)).scan()


def _grow(path: Path) -> None:
    status = path.stat()
    path.write_text("---\nname: longer\n---\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _touch(path: Path) -> None:
    os.utime(path, (EPOCH + 5, EPOCH + 5))


def _replace(path: Path) -> None:
    status = path.stat()
    other = path.with_name("other")
    other.write_text(path.read_text())
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    os.replace(other, path)


def _same_size_and_time(path: Path) -> None:
    status = path.stat()
    path.write_text(path.read_text().swapcase())
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


class TestSecondLook:
    """Unchanged by (mtime, ctime, size, inode) means not opened again."""

    @pytest.fixture
    def scanner(self, tmp_path: Path) -> Scanner:
        for name in ("a.md", "b.md", "sub/c.md"):
            write(tmp_path, name, "---\nname: n\n---\n")
        made = Scanner(str(tmp_path))
        assert len(made.scan().memories) == 3
        return made

    def test_unchanged_files_are_not_opened(self, scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
        opened = opened_files(monkeypatch)
        assert len(scanner.scan().memories) == 3
        assert opened == []

    @pytest.mark.parametrize("change", [_grow, _touch, _replace, _same_size_and_time])
    def test_only_the_changed_file_is_opened(
        self, scanner: Scanner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
    ) -> None:
        opened = opened_files(monkeypatch)
        change(tmp_path / "b.md")
        scanner.scan()
        assert opened == ["b.md"]
        scanner.scan()
        assert opened == ["b.md"]

    def test_what_changed_is_seen(self, scanner: Scanner, tmp_path: Path) -> None:
        _grow(tmp_path / "b.md")
        assert [memory.name for memory in scanner.scan().memories] == ["n", "longer", "n"]
        _touch(tmp_path / "sub/c.md")
        assert scanner.scan().memories[0].file == "sub/c.md"

    def test_new_and_removed_files(self, scanner: Scanner, tmp_path: Path) -> None:
        os.remove(tmp_path / "a.md")
        write(tmp_path, "new.md")
        assert [memory.file for memory in scanner.scan().memories] == ["b.md", "new.md", "sub/c.md"]
        write(tmp_path, "a.md", "---\nname: again\n---\n")
        assert scanner.scan().memories[0].name == "again"

    def test_a_memory_that_becomes_a_link_is_no_memory_any_more(self, scanner: Scanner, tmp_path: Path) -> None:
        os.rename(tmp_path / "a.md", tmp_path / "away")
        os.symlink("away", tmp_path / "a.md")
        found = scanner.scan()
        assert "a.md" not in [memory.file for memory in found.memories]
        assert found.odd == [Odd("a.md", "symlink", "away")]

    def test_the_newest_first_then_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(4):
            write(tmp_path, f"m{number}.md", age=number)
        opened = opened_files(monkeypatch)
        scanner = Scanner(str(tmp_path))
        assert len(scanner.scan(newest=2).memories) == 2
        assert len(scanner.scan().memories) == 4
        assert opened == ["m0.md", "m1.md", "m2.md", "m3.md"]

    def test_stats_open_nothing(self, scanner: Scanner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path, "MEMORY.md", "x")
        opened = opened_files(monkeypatch)
        found = Scanner(str(tmp_path)).stats()
        assert (sorted(found), opened) == (["MEMORY.md", "a.md", "b.md", "sub/c.md"], [])
        assert found["a.md"][2] == 16 and found["a.md"] == scanner.stats()["a.md"]


class TestRaces:
    """Between the listing and the reading of a file, anything may happen to it."""

    def _meddle(self, monkeypatch: pytest.MonkeyPatch, name: str, meddle: Callable[[str], object]) -> None:
        def late(path: str, lines: int, most: int) -> str:
            if os.path.basename(path) == name:
                meddle(path)
            return read_head(path, lines, most)

        monkeypatch.setattr(scan_module, "read_head", late)

    def test_it_vanishes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path, "a.md")
        write(tmp_path, "b.md")
        self._meddle(monkeypatch, "a.md", os.remove)
        found = _scan(tmp_path)
        assert ([memory.file for memory in found.memories], found.odd) == (["b.md"], [])

    def test_it_changes_and_the_next_look_sees_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = write(tmp_path, "a.md", "---\nname: old\n---\n")
        scanner = Scanner(str(tmp_path))
        self._meddle(monkeypatch, "a.md", lambda _: write(tmp_path, "a.md", "---\nname: newer\n---\n", age=-9))
        scanner.scan()
        monkeypatch.undo()
        (found,) = scanner.scan().memories
        assert (found.name, found.size) == ("newer", path.stat().st_size)

    @pytest.mark.parametrize("kind", ["link", "folder"])
    def test_it_becomes_something_else(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
        write(tmp_path, "a.md")
        write(tmp_path, "secret", "---\nname: secret\n---\n")

        def swap(path: str) -> None:
            os.remove(path)
            os.symlink("secret", path) if kind == "link" else os.mkdir(path)

        self._meddle(monkeypatch, "a.md", swap)
        found = _scan(tmp_path)
        assert ([item.file for item in found.odd], found.memories) == (["a.md"], [])

    def test_it_becomes_a_pipe(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(tmp_path, "a.md", "---\nname: old\n---\n")

        def swap(path: str) -> None:
            os.remove(path)
            os.mkfifo(path)

        self._meddle(monkeypatch, "a.md", swap)
        scanner = Scanner(str(tmp_path))
        scanner.scan()  # does not hang
        monkeypatch.undo()
        assert [item.kind for item in scanner.scan().odd] == ["FIFO"]
