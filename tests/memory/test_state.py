"""Where memtui keeps its own: by the real path of a store, and for nobody else's eyes."""

import hashlib
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.memory.errors import MemtuiError
from memtui.memory.state import private_folder, state_for, sync_folder, write_private


def mode(path: object) -> int:
    return stat.S_IMODE(os.stat(str(path)).st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277])
def umask(request: pytest.FixtureRequest) -> object:
    old = os.umask(request.param)
    yield request.param
    os.umask(old)


def test_the_folder_is_named_after_the_real_path(tmp_path: Path) -> None:
    real = tmp_path / "memory"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    name = hashlib.sha256(os.fsencode(os.path.realpath(real))).hexdigest()[:16]
    wanted = os.path.join("/base", "stores", name)
    for path in (real, tmp_path / "link", f"{real}/", tmp_path / "link" / ".." / "memory"):
        assert state_for(str(path), "/base").folder == wanted


def test_the_parts_have_the_names_of_the_contract() -> None:
    state = state_for("/nowhere/memory", "/base")
    parts = (state.history, state.trash, state.drafts, state.lock)
    assert [os.path.relpath(part, state.folder) for part in parts] == ["history.git", "trash", "drafts", "lock"]
    assert os.path.dirname(state.journal) == state.folder


def test_without_a_base_it_is_beside_the_users_other_state(tmp_path: Path) -> None:
    if sys.platform == "darwin":
        pytest.skip("macOS has its own place")
    code = "from memtui.memory.state import state_for; print(state_for('/nowhere').folder)"
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert os.path.dirname(done.stdout.strip()) == str(tmp_path / "memtui" / "stores")


def test_a_folder_and_those_above_it_are_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "a" / "b" / "c"
    assert private_folder(str(path)) == str(path)
    assert [mode(folder) for folder in (path, path.parent, path.parent.parent)] == [0o700] * 3


def test_a_folder_that_others_may_enter_is_shut(tmp_path: Path) -> None:
    path = tmp_path / "state"
    path.mkdir()
    path.chmod(0o755)
    private_folder(str(path))
    assert mode(path) == 0o700


def test_a_folder_above_that_was_there_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o755)
    private_folder(str(tmp_path / "shared" / "mine"))
    assert mode(tmp_path / "shared") == 0o755


def test_a_file_in_the_way_is_an_error_for_people(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name in ("file", "file/below"):
        with pytest.raises(MemtuiError, match="cannot keep state"):
            private_folder(str(tmp_path / name))


@pytest.mark.parametrize("durable", [True, False])
def test_a_file_is_private_whatever_was_there(tmp_path: Path, umask: int, durable: bool) -> None:
    path = tmp_path / "file"
    for name in ("file", "file.new"):  # one left over from a crash
        (tmp_path / name).write_text("old and longer")
        (tmp_path / name).chmod(0o666)
    write_private(str(path), b"new", durable=durable)
    assert (path.read_bytes(), mode(path)) == (b"new", 0o600)
    assert os.listdir(tmp_path) == ["file"]


def test_a_write_that_fails_leaves_the_old_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_private(str(path), b"new", durable=True)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_at_the_temporary_name_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"outside")
    (tmp_path / "file.new").symlink_to(tmp_path / "outside")
    with pytest.raises(OSError):
        write_private(str(tmp_path / "file"), b"new")
    assert (tmp_path / "outside").read_bytes() == b"outside"


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(22, "Invalid argument")

    sync_folder(str(tmp_path / "nothing"))
    monkeypatch.setattr(os, "fsync", fail)
    sync_folder(str(tmp_path))
