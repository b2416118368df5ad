"""Where sessions ran, read from the edges of their transcripts."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memtui.transcripts.places import count_transcripts, working_directories
from tests.cost import is_linear
from tests.memory.ids import short
from tests.memory.unprivileged import open_folder, run_unprivileged


def _line(cwd: object, **more: object) -> str:
    return json.dumps({"type": "user", "cwd": cwd, "sessionId": "s", **more}) + "\n"


def _write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_every_directory_once_and_sorted(tmp_path: Path) -> None:
    _write(tmp_path, "1.jsonl", _line("/srv/b") + _line("/srv/a"))
    _write(tmp_path, "2.jsonl", _line("/srv/b"))
    assert working_directories(str(tmp_path)) == ["/srv/a", "/srv/b"]
    assert count_transcripts(str(tmp_path)) == 2


@pytest.mark.parametrize("cwd", ["/srv/é 日本 😀", '/srv/quo"te', "/srv/back\\slash", "/srv/new\nline", "/srv/a/"])
def test_a_directory_is_read_as_json_writes_it(tmp_path: Path, cwd: str) -> None:
    _write(tmp_path, "1.jsonl", _line(cwd))
    _write(tmp_path, "2.jsonl", json.dumps({"cwd": cwd}, ensure_ascii=False, indent=1))
    assert working_directories(str(tmp_path)) == [cwd]


@pytest.mark.parametrize(
    "cwd", ["relative", "", None, 7, ["/srv/x"], {"cwd": 1}, "/srv/\0", "/" + "x" * 5_000], ids=short
)
def test_what_is_no_directory_is_left_out(tmp_path: Path, cwd: object) -> None:
    _write(tmp_path, "1.jsonl", _line(cwd))
    assert working_directories(str(tmp_path)) == []


@pytest.mark.parametrize(
    "noise", [b"", b"\0" * 999, b"\xff\xfe", b"{", b"[" * 99_999, b'{"cwd": "/srv/open', b"null\n"], ids=short
)
def test_broken_lines_hide_no_other_line(tmp_path: Path, noise: bytes) -> None:
    _write(tmp_path, "1.jsonl", noise + b"\n" + _line("/srv/a").encode())
    assert "/srv/a" in working_directories(str(tmp_path))


def test_what_a_message_quotes_is_no_directory(tmp_path: Path) -> None:
    _write(tmp_path, "1.jsonl", _line("/srv/a", message=_line("/srv/quoted"), note='{"cwd": "/srv/quoted"}'))
    assert working_directories(str(tmp_path)) == ["/srv/a"]


def test_both_ends_of_a_large_transcript_are_looked_at(tmp_path: Path) -> None:
    path = _write(tmp_path, "1.jsonl", _line("/srv/first"))
    with open(path, "r+b") as file:
        file.truncate(100_000_000)
        file.seek(100_000_000)
        file.write(b"\n" + _line("/srv/last").encode())
    assert working_directories(str(tmp_path)) == ["/srv/first", "/srv/last"]


@pytest.mark.parametrize("size", [65_530, 65_536, 65_537, 131_000, 131_072, 131_080, 200_000])
def test_the_last_line_is_seen_at_any_size(tmp_path: Path, size: int) -> None:
    last = _line("/srv/last").encode()
    _write(tmp_path, "1.jsonl", b"x" * (size - len(last) - 1) + b"\n" + last)
    assert working_directories(str(tmp_path)) == ["/srv/last"]


def test_hostile_lines_are_read_in_no_time(tmp_path: Path) -> None:
    def read(size: int) -> None:
        for number, piece in enumerate(
            ['"cwd":"', '"cwd":"\\', '"cwd"', '"cwd": ', '"cwd":"' + "\\" * 5_000, '"cwd"' + " " * 999]
        ):
            _write(tmp_path, f"{number}.jsonl", piece * (size // len(piece)))
        assert working_directories(str(tmp_path)) == []

    assert is_linear(read, lambda size: size, 131_072)


def test_the_newest_200_tell_enough(tmp_path: Path) -> None:
    for number in range(202):
        path = _write(tmp_path, f"{number}.jsonl", _line(f"/srv/{number:03}"))
        os.utime(path, (1_000 + number, 1_000 + number))
    found = working_directories(str(tmp_path))
    assert (len(found), found[0]) == (200, "/srv/002")
    assert count_transcripts(str(tmp_path)) == 202


def test_only_plain_jsonl_files_are_transcripts(tmp_path: Path) -> None:
    _write(tmp_path, "secret", _line("/srv/secret"))
    _write(tmp_path, "notes.json", _line("/srv/notes"))
    os.symlink("secret", tmp_path / "link.jsonl")
    os.symlink("loop.jsonl", tmp_path / "loop.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    assert working_directories(str(tmp_path)) == []
    assert count_transcripts(str(tmp_path)) == 0


@pytest.mark.parametrize("name", ["nowhere", "file", "file/below", "loop"])
def test_a_folder_that_is_none_holds_nothing(tmp_path: Path, name: str) -> None:
    _write(tmp_path, "file", "x")
    os.symlink("loop", tmp_path / "loop")
    assert working_directories(str(tmp_path / name)) == []
    assert count_transcripts(str(tmp_path / name)) == 0


def test_a_transcript_that_vanishes_while_listing_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, "1.jsonl", _line("/srv/a"))
    gone = _write(tmp_path, "2.jsonl", _line("/srv/b"))
    real = os.scandir

    @contextmanager
    def late(folder: str) -> Iterator[list["os.DirEntry[str]"]]:
        """The folder as listed, with one file removed before anybody asks for more than its name."""
        with real(folder) as entries:
            found = list(entries)
        gone.unlink()
        yield found

    monkeypatch.setattr(os, "scandir", late)
    assert working_directories(str(tmp_path)) == ["/srv/a"]


def test_a_transcript_that_may_not_be_read_is_counted_and_tells_nothing() -> None:
    code = """
from memtui.transcripts.places import count_transcripts, working_directories
drop()
print(working_directories(sys.argv[1]), count_transcripts(sys.argv[1]))
"""
    with open_folder() as folder:
        _write(Path(folder), "1.jsonl", _line("/srv/a"))
        os.chmod(_write(Path(folder), "2.jsonl", _line("/srv/b")), 0)
        assert run_unprivileged(code, folder) == "['/srv/a'] 2\n"
        os.chmod(folder, 0)
        assert run_unprivileged(code, folder) == "[] 0\n"
