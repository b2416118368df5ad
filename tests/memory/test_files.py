"""Opening a file of the store: never through a link, never blocking, never more than asked."""

import os
import socket
from pathlib import Path

import pytest

from memtui.memory.errors import MemtuiError
from memtui.memory.files import NotRegularError, must_read, open_regular, read_bytes, read_head
from memtui.memory.limits import HEAD_MAX_BYTES, SCAN_HEAD_LINES
from tests.memory.unprivileged import open_folder, run_unprivileged


def _head(path: Path) -> str:
    return read_head(str(path), SCAN_HEAD_LINES, HEAD_MAX_BYTES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "a.md"


class TestHead:
    @pytest.mark.parametrize("size", [0, 1, 1_023, 1_024, 1_025, 5_000])
    def test_a_short_file_is_read_whole(self, file: Path, size: int) -> None:
        file.write_text("a" * size)
        assert _head(file) == "a" * size

    def test_frontmatter_longer_than_one_chunk_is_read_to_its_end(self, file: Path) -> None:
        text = "---\nname: a\ndescription: " + "d" * 20_000 + "\ntype: user\n---\nBody\n"
        file.write_text(text)
        assert _head(file).startswith(text)

    def test_a_file_with_carriage_returns_is_read_to_the_end_of_its_frontmatter(self, file: Path) -> None:
        text = "---\r\nname: a\r\ndescription: " + "d" * 2_000 + "\r\n---\r\n"
        file.write_bytes(text.encode() + b"x" * 2_000)
        assert _head(file).startswith(text)

    def test_never_more_than_its_bound(self, file: Path) -> None:
        file.write_bytes(b"x" * 1_000_000)
        assert len(_head(file)) == HEAD_MAX_BYTES

    def test_a_huge_file_is_not_read_whole(self, file: Path) -> None:
        with open(file, "wb") as huge:
            huge.write(b"---\nname: a\n---\n")
            huge.truncate(100_000_000)
        assert len(_head(file)) <= HEAD_MAX_BYTES

    def test_bad_bytes_are_replaced(self, file: Path) -> None:
        file.write_bytes(b"---\nname: \xff\xfe\0\n---\n")
        assert _head(file) == "---\nname: \ufffd\ufffd\0\n---\n"

    def test_a_character_across_the_first_chunk_is_whole(self, file: Path) -> None:
        file.write_text("a" * 1_023 + "é" + "b" * 100, encoding="utf-8")
        assert _head(file) == "a" * 1_023 + "é" + "b" * 100

    def test_a_pipe_that_nobody_writes_to_does_not_block(self, file: Path) -> None:
        os.mkfifo(file)
        assert _head(file) == ""
        writer = os.open(file, os.O_RDWR)
        try:
            with pytest.raises(BlockingIOError):
                _head(file)
        finally:
            os.close(writer)

    def test_a_link_is_not_followed(self, file: Path, tmp_path: Path) -> None:
        (tmp_path / "secret").write_text("secret")
        os.symlink("secret", file)
        with pytest.raises(OSError):
            _head(file)

    def test_a_folder_is_an_error_and_leaks_no_descriptor(self, tmp_path: Path) -> None:
        before = len(os.listdir("/dev/fd"))
        for _ in range(3):
            with pytest.raises(IsADirectoryError):
                _head(tmp_path)
        assert len(os.listdir("/dev/fd")) == before


class TestOpening:
    def test_a_plain_file(self, file: Path) -> None:
        file.write_bytes(b"\0\xff\r\n")
        assert read_bytes(str(file)) == b"\0\xff\r\n"
        assert read_bytes(str(file), 2) == b"\0\xff"

    @pytest.mark.parametrize("kind", ["fifo", "socket", "folder", "link", "link to itself", "dangling link"])
    def test_anything_else_is_refused_and_nothing_hangs(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
    ) -> None:
        monkeypatch.chdir(tmp_path)  # the name of a socket must be short
        if kind == "fifo":
            os.mkfifo("x")
        elif kind == "socket":
            with socket.socket(socket.AF_UNIX) as bound:
                bound.bind("x")
        elif kind == "folder":
            os.mkdir("x")
        elif kind == "link":
            Path("y").write_text("secret")
            os.symlink("y", "x")
        else:
            os.symlink("x" if kind == "link to itself" else "nowhere", "x")
        before = len(os.listdir("/dev/fd"))
        with pytest.raises(OSError):
            open_regular("x")
        with pytest.raises(MemtuiError) as error:
            must_read("x", "shown")
        assert "shown" in str(error.value) and "\n" not in str(error.value)
        assert len(os.listdir("/dev/fd")) == before

    def test_a_device_is_refused(self) -> None:
        with pytest.raises(NotRegularError, match="not a plain file"):
            open_regular("/dev/zero")

    def test_a_file_that_is_gone(self, file: Path) -> None:
        with pytest.raises(MemtuiError, match=r"no such file: a\.md; it may just have been removed"):
            must_read(str(file), "a.md")

    def test_a_file_that_may_not_be_read(self) -> None:
        with open_folder() as folder:
            path = os.path.join(folder, "a.md")
            Path(path).write_text("secret")
            os.chmod(path, 0)
            code = """
from memtui.memory.files import must_read
drop()
try:
    must_read(sys.argv[1], "a.md")
except Exception as error:
    print(error)
"""
            assert run_unprivileged(code, path) == (
                "cannot read (permission denied): a.md; check what it is and its permissions\n"
            )
