"""memtui's own settings: what is right holds, what is wrong leaves a note and the default."""

import os
from pathlib import Path

import pytest

from memtui.memory.age import STALE_DAYS
from memtui.memory.config import Config, config_path, read_config
from memtui.memory.host import Host
from tests.memory.ids import short
from tests.memory.unprivileged import open_folder, run_unprivileged


def _host(path: Path | str) -> Host:
    return Host({"MEMTUI_CONFIG": str(path)}, "/nowhere", "/", "/nowhere")


def _config(folder: Path, content: str | bytes) -> Config:
    path = folder / "config.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_config(_host(path))


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    found = read_config(_host(tmp_path / "config.toml"))
    assert (found.exists, found.stale_days, found.notes) == (False, STALE_DAYS, ())
    assert {value.origin for value in found.values} == {"default"}


def test_days_per_type_and_where_they_come_from(tmp_path: Path) -> None:
    found = _config(tmp_path, "[stale]\nproject = 7\nnone = 36500\nuser = 1\n")
    assert found.stale_days == {**STALE_DAYS, "project": 7, "none": 36_500, "user": 1}
    assert (found.exists, found.notes) == (True, ())
    origins = {value.name: value.origin for value in found.values}
    assert (origins["stale.project"], origins["stale.feedback"]) == (found.path, "default")


@pytest.mark.parametrize("value", ["0", "-1", "36501", "1.5", "true", "'7'", "[7]", "2026-01-01", "{a = 1}", "9" * 30])
def test_a_bad_number_of_days_leaves_the_default_and_a_note(tmp_path: Path, value: str) -> None:
    found = _config(tmp_path, f"[stale]\nproject = {value}\nuser = 9\n")
    assert found.stale_days == {**STALE_DAYS, "user": 9}
    (note,) = found.notes
    assert "stale.project" in note and "30 holds" in note


def test_an_unknown_type_is_noted(tmp_path: Path) -> None:
    found = _config(tmp_path, "[stale]\nnote = 7\n")
    (note,) = found.notes
    assert found.stale_days == STALE_DAYS and "stale.note is not a type" in note


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('theme = "memtui-sand"\n', "theme is not a section, and nothing reads it; use [stale] [dream]"),
        ("[dreams]\nauto = true\n", "dreams is not a section"),
        ('[ui]\ntheem = "memtui-sand"\n', "ui.theem is not a setting; use theme"),
    ],
)
def test_what_nobody_reads_is_noted(tmp_path: Path, content: str, words: str) -> None:
    (note,) = _config(tmp_path, content).notes
    assert words in note and note.startswith(str(tmp_path))


def test_sections_of_later_parts_are_no_error(tmp_path: Path) -> None:
    assert _config(tmp_path, "[dream]\nauto = true\n[ui]\ntheme = 'x'\n").notes == ()


@pytest.mark.parametrize("content", ["stale = 7\n", "[[stale]]\nuser = 7\n"])
def test_stale_that_is_no_section(tmp_path: Path, content: str) -> None:
    found = _config(tmp_path, content)
    assert found.stale_days == STALE_DAYS and "not a section" in found.notes[0]


@pytest.mark.parametrize(
    "content",
    ["[stale", b"\xff", "a = " + "[" * 20_000, "a = " + "9" * 9_999, b"\0", "[stale]\nuser = 1\nuser = 2\n"],
    ids=short,
)
def test_a_file_that_is_no_toml_leaves_the_defaults(tmp_path: Path, content: str | bytes) -> None:
    found = _config(tmp_path, content)
    assert found.stale_days == STALE_DAYS
    (note,) = found.notes
    assert "defaults hold" in note and found.path in note and "\n" not in note and len(note) < 400


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    found = read_config(_host(tmp_path))
    assert found.exists and "cannot be read (is a directory)" in found.notes[0]


def test_a_file_that_may_not_be_read() -> None:
    code = """
from memtui.memory.config import read_config
from memtui.memory.host import Host
drop()
print(read_config(Host({"MEMTUI_CONFIG": sys.argv[1]}, "", "/", "")).notes[0])
"""
    with open_folder() as folder:
        path = os.path.join(folder, "config.toml")
        Path(path).write_text("[stale]\n")
        os.chmod(path, 0)
        assert run_unprivileged(code, path) == f"{path} cannot be read (permission denied); defaults hold\n"


def test_the_place_is_the_users_config_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    place = config_path(Host({}, str(tmp_path), "/", ""))
    assert place.startswith(str(tmp_path)) and place.endswith(os.path.join("memtui", "config.toml"))
