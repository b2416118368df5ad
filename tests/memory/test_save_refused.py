"""Writes that the system refuses, for want of rights or of space: one clear error, and everything as it was."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.memory.errors import MemtuiError
from memtui.memory.save import Step, apply
from memtui.memory.store import Store
from tests.memory.stores import contents, new_store, state_of, tree
from tests.memory.unprivileged import open_folder, run_unprivileged

_WRITE = """
from memtui.memory.errors import MemtuiError
from memtui.memory.save import Step, apply
from memtui.memory.state import State
import ctypes, errno, fcntl, signal
root, state, steps = sys.argv[1], State(sys.argv[2]), [Step(*step) for step in eval(sys.argv[3])]
drop()
try:
    apply(root, state, steps)
    print(json.dumps([None, None]))
except MemtuiError as error:
    print(json.dumps([type(error).__name__, str(error)]))
"""
FILES = {"MEMORY.md": b"index\n", "a.md": b"old a\n", "b.md": b"old b\n"}
Words = tuple[str, bytes | None, bytes | None]
STEPS: list[Words] = [("a.md", b"old a\n", b"new a\n"), ("b.md", b"old b\n", b"new b\n"), ("new/c.md", None, b"c\n")]


def write_as_nobody(folder: str, steps: list[Words]) -> tuple[str | None, str | None]:
    state = os.path.join(folder, "state")
    os.makedirs(state, exist_ok=True)
    if os.geteuid() == 0:
        os.chown(state, 65534, 65534)
    kind, words = json.loads(run_unprivileged(_WRITE, os.path.join(folder, "memory"), state, repr(steps)))
    return kind, words


def give_away(root: str) -> None:
    """The store as nobody's own, so that only its modes refuse."""
    if os.geteuid() == 0:
        for folder, _, files in os.walk(root):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, 65534, 65534)


def test_nobody_can_write_where_it_may() -> None:
    with open_folder() as folder:
        store = new_store(folder, FILES)
        give_away(store.root)
        assert write_as_nobody(folder, STEPS) == (None, None)
        assert contents(store.root)["a.md"] == b"new a\n"


@pytest.mark.parametrize("after", [b"new b\n", None])
def test_a_read_only_file_is_refused_before_anything_is_touched(after: bytes | None) -> None:
    with open_folder() as folder:
        store = new_store(folder, FILES)
        give_away(store.root)
        os.chmod(store.path("b.md"), 0o444)
        before = tree(store.root)
        kind, words = write_as_nobody(folder, [STEPS[0], ("b.md", b"old b\n", after)])
        assert (kind, words) == ("MemtuiError", "file is read-only: b.md; make it writable first")
        assert tree(store.root) == before


def test_a_read_only_directory_is_refused() -> None:
    with open_folder() as folder:
        store = new_store(folder, {**FILES, "shut/x.md": b"old x\n"})
        give_away(store.root)
        os.chmod(store.path("shut"), 0o555)
        before = tree(store.root)
        kind, words = write_as_nobody(folder, [*STEPS, ("shut/x.md", b"old x\n", b"new x\n")])
        assert kind == "MemtuiError"
        assert words is not None and "permission denied" in words and "nothing was changed" in words
        assert tree(store.root) == before


def test_a_file_in_a_read_only_directory_is_not_removed_and_the_rest_comes_back() -> None:
    """Nothing is staged for a removal, so it fails only when the others have their new names already."""
    with open_folder() as folder:
        store = new_store(folder, {**FILES, "shut/x.md": b"old x\n"})
        give_away(store.root)
        os.chmod(store.path("shut"), 0o555)
        before = tree(store.root)
        kind, words = write_as_nobody(folder, [*STEPS, ("shut/x.md", b"old x\n", None)])
        assert kind == "MemtuiError"
        assert words is not None and "permission denied" in words
        assert tree(store.root) == before
        assert os.listdir(os.path.join(folder, "state")) == []


def test_a_state_folder_that_cannot_be_written_stops_all() -> None:
    with open_folder() as folder:
        store = new_store(folder, FILES)
        give_away(store.root)
        before = tree(store.root)
        state = os.path.join(folder, "state")
        os.makedirs(state)
        words = run_unprivileged(_WRITE, store.root, os.path.join(state, "below"), repr(STEPS))
        if os.geteuid() == 0:
            assert "cannot keep state (permission denied)" in words
            assert tree(store.root) == before


_FULL = """
import json, os, subprocess, sys
place, where = sys.argv[1], sys.argv[2]
mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", place], capture_output=True)
if mounted.returncode != 0:
    print(json.dumps("cannot mount"))
    sys.exit()
from memtui.memory.errors import MemtuiError
from memtui.memory.save import Step, apply
from tests.memory.stores import contents, new_store, state_of, tree
store = new_store(place if where != "state" else place + "-other", {"a.md": b"a" * 5000, "b.md": b"b\\n"})
state = state_of(store._replace(state_base=os.path.join(place if where != "store" else place + "-other", "state")))
steps = [Step("b.md", b"b\\n", b"new b\\n"), Step("a.md", b"a" * 5000, b"A" * 5000), Step("n/c.md", None, b"c" * 9000)]
results = []
for left in range(0, 64):
    before = tree(store.root)
    filler = os.path.join(place, "filler")
    with open(filler, "wb", buffering=0) as file:
        try:
            while file.write(b"x" * 1024):
                pass
        except OSError:
            pass
        file.truncate(max(0, file.tell() - left * 1024))
    try:
        apply(store.root, state, steps)
        results.append("made" if contents(store.root)["a.md"] == b"A" * 5000 else "not made")
        break
    except MemtuiError as error:
        same = tree(store.root) == before and not os.path.exists(state.journal)
        results.append(str(error) if same else f"not as it was: {sorted(tree(store.root))}")
    finally:
        os.unlink(filler)
print(json.dumps(results))
"""


@pytest.mark.parametrize("where", ["both", "store", "state"])
def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path, where: str) -> None:
    """On a disk that has room for less, then for more: each write fails whole, until one is made whole."""
    if os.geteuid() != 0 or sys.platform != "linux":
        pytest.skip("only root can mount a small disk")
    place = tmp_path / "disk"
    place.mkdir()
    command = ["unshare", "-m", sys.executable, "-c", _FULL, str(place), where]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    if "unshare" in done.stderr or done.stdout.strip() == '"cannot mount"':
        pytest.skip("mounting is not permitted here")
    assert done.stderr == ""
    *failed, last = json.loads(done.stdout)
    assert failed
    for words in failed:
        assert "no space left on device" in words
        assert "nothing was changed" in words or "cannot keep state" in words
    assert last == "made"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(str(tmp_path), FILES)


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("which", range(6))
def test_a_disk_that_fails_at_any_sync(store: Store, monkeypatch: pytest.MonkeyPatch, number: int, which: int) -> None:
    real, calls = os.fsync, [0]

    def failing(descriptor: int) -> None:
        calls[0] += 1
        if calls[0] == which + 1:
            raise OSError(number, os.strerror(number))
        real(descriptor)

    before = tree(store.root)
    monkeypatch.setattr(os, "fsync", failing)
    try:
        apply(store.root, state_of(store), [Step(*step) for step in STEPS])
    except MemtuiError as error:
        assert os.strerror(number).lower() in str(error) and "nothing was changed" in str(error)
        assert tree(store.root) == before
    else:
        assert contents(store.root)["new/c.md"] == b"c\n"  # only a folder's sync failed
        assert which > 2
