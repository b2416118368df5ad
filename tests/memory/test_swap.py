"""Trading two names: nothing is lost on any kind of file system, and a file in use is noticed."""

import os
import sys
from pathlib import Path

import pytest

from memtui.memory import swap

MODES = ["exchange", "links", "bare"]


@pytest.fixture(params=MODES)
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on a file system that can do everything, or less."""

    def refuse(*_: object) -> None:
        raise OSError(95, "not supported")

    if request.param != "exchange":
        monkeypatch.setattr(swap, "_rename", lambda *_: False)
    if request.param == "bare":
        monkeypatch.setattr(os, "link", refuse)
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / "theirs").write_bytes(b"theirs")
    return tmp_path


def found(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir()}


def test_a_trade_leaves_each_name_with_the_others_file(place: Path) -> None:
    inodes = {name: (place / name).stat().st_ino for name in ("mine", "theirs")}
    swap.trade(str(place / "mine"), str(place / "theirs"))
    assert found(place) == {"mine": b"theirs", "theirs": b"mine"}
    assert (place / "theirs").stat().st_ino == inodes["mine"]


def test_a_trade_with_nothing_says_so_and_changes_nothing(place: Path) -> None:
    with pytest.raises(FileNotFoundError):
        swap.trade(str(place / "mine"), str(place / "nothing"))
    assert found(place) == {"mine": b"mine", "theirs": b"theirs"}


def test_a_name_that_is_free_is_given(place: Path) -> None:
    swap.create(str(place / "mine"), str(place / "new"))
    assert found(place) == {"new": b"mine", "theirs": b"theirs"}


@pytest.mark.parametrize("kind", ["file", "dangling link", "folder"])
def test_a_name_that_is_taken_is_not_given(place: Path, kind: str) -> None:
    if kind == "dangling link":
        (place / "taken").symlink_to("nowhere")
    elif kind == "folder":
        (place / "taken").mkdir()
    else:
        (place / "theirs").rename(place / "taken")
    with pytest.raises(FileExistsError):
        swap.create(str(place / "mine"), str(place / "taken"))
    assert (place / "mine").read_bytes() == b"mine"
    assert os.path.lexists(place / "taken") and not (place / "nowhere").exists()


def test_a_link_is_traded_as_such(place: Path) -> None:
    (place / "link").symlink_to("theirs")
    swap.trade(str(place / "mine"), str(place / "link"))
    assert os.readlink(place / "mine") == "theirs"
    assert (place / "link").read_bytes() == b"mine"
    assert (place / "theirs").read_bytes() == b"theirs"


def test_the_third_name_is_hidden_and_beside_the_temporary_one() -> None:
    assert swap.aside_of("/store/.abc.memtui.tmp") == "/store/.abc.memtui.old.tmp"


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="only these can trade names in one step")
def test_this_system_trades_in_one_step(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    assert swap.exchange(str(tmp_path / "a"), str(tmp_path / "b"))
    assert swap.claim(str(tmp_path / "a"), str(tmp_path / "c"))
    assert found(tmp_path) == {"b": b"a", "c": b"b"}


@pytest.mark.parametrize("number", [22, 38, 95])
def test_a_file_system_that_cannot_is_told_from_one_that_fails(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    import ctypes

    monkeypatch.setattr(ctypes, "get_errno", lambda: number)
    assert swap._check(-1, "x") is False
    monkeypatch.setattr(ctypes, "get_errno", lambda: 5)
    with pytest.raises(OSError, match="x"):
        swap._check(-1, "x")


def test_quiet_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"text")
    with open(tmp_path / "a", "rb"):
        assert swap.read_quiet(str(tmp_path / "a")) == b"text"
    with open(tmp_path / "a", "ab") as file:  # no lease is left that would make a writer wait
        file.write(b" and more")
    assert swap.read_quiet(str(tmp_path / "a")) == b"text and more"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open")
@pytest.mark.parametrize("mode", ["ab", "r+b"])
def test_a_file_that_somebody_has_open_for_writing_is_busy(tmp_path: Path, mode: str) -> None:
    (tmp_path / "a").write_bytes(b"text")
    with open(tmp_path / "a", mode), pytest.raises(swap.BusyError):
        swap.read_quiet(str(tmp_path / "a"))


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("a")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "none"):
        with pytest.raises(OSError, match=name):
            swap.read_quiet(str(tmp_path / name))
