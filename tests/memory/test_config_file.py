"""Writing the config file: one setting changes, every other byte stays, and what is broken is left alone."""

import os
import stat
import tomllib
from pathlib import Path

import pytest

from memtui.memory import config_file
from memtui.memory.config_file import set_value, write_new
from memtui.memory.errors import ConflictError, MemtuiError, NegativeError

CASES = [
    ("", '[ui]\ntheme = "new"\n'),
    (
        "[ui]\n  theme = 'x'   # mine\n\n[stale]\nuser=3 # c\n",
        '[ui]\n  theme = "new"   # mine\n\n[stale]\nuser=3 # c\n',
    ),
    ("ui.theme='a'\n", 'ui.theme="new"\n'),
    ("ui={theme='b', z=1} # k\n", 'ui={theme="new", z=1} # k\n'),
    ("[stale]\nuser=3", '[stale]\nuser=3\n[ui]\ntheme = "new"\n'),
    ("[ui]\n# theme = 'a'\n\n[keys]\nquit='x'\n", "[ui]\n# theme = 'a'\ntheme = \"new\"\n\n[keys]\nquit='x'\n"),
    ("[a]\r\n[ui]\r\ntheme='x' # k\r\n[c]\r\n", '[a]\r\n[ui]\r\ntheme="new" # k\r\n[c]\r\n'),
    ("# only words\n", '# only words\n\n[ui]\ntheme = "new"\n'),
]


@pytest.mark.parametrize(("before", "after"), CASES, ids=range(len(CASES)))
def test_one_value_changes_and_nothing_else(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(before.encode())
    set_value(str(path), "ui", "theme", "new")
    assert path.read_bytes().decode() == after
    assert os.listdir(tmp_path) == ["config.toml"]


def test_a_value_is_written_as_text_whatever_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config.toml"
    set_value(str(path), "ui", "theme", 'a"b\\c\n[keys]')
    assert tomllib.loads(path.read_text()) == {"ui": {"theme": 'a"b\\c\n[keys]'}}


@pytest.mark.parametrize(
    "broken", [b"[ui\n", b"\xff", b"ui = 3\n", b"[[ui]]\na=1\n", b"a=1\na=2\n", b"\xef\xbb\xbf[ui]\n"]
)
def test_what_cannot_be_understood_is_left_alone(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(broken)
    with pytest.raises(NegativeError, match=r"it was not changed.*by hand"):
        set_value(str(path), "ui", "theme", "new")
    assert path.read_bytes() == broken


def test_a_link_stays_a_link_and_the_mode_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "dotfiles.toml", tmp_path / "config.toml"
    real.write_text("# mine\n")
    real.chmod(0o600)
    link.symlink_to(real)
    set_value(str(link), "ui", "theme", "new")
    assert link.is_symlink() and 'theme = "new"' in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


def test_somebody_elses_write_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[ui]\n")
    before = config_file._with_value

    def meanwhile(*given: object) -> bytes:
        path.write_text("# theirs\n")
        return before(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(config_file, "_with_value", meanwhile)
    with pytest.raises(ConflictError, match="try again"):
        set_value(str(path), "ui", "theme", "new")
    assert path.read_text() == "# theirs\n"
    assert os.listdir(tmp_path) == ["config.toml"]


def test_a_place_that_takes_no_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MemtuiError, match="cannot"):
        set_value(str(tmp_path / "file" / "config.toml"), "ui", "theme", "new")


def test_a_new_file_is_never_written_over_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    write_new(str(path), "# a\n")
    with pytest.raises(NegativeError, match="stays as it is"):
        write_new(str(path), "# b\n")
    assert path.read_text() == "# a\n"
