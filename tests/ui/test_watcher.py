"""The watcher on real directories: each change is told, also when the directory comes, goes or is made anew."""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.ui.watcher import Watcher, matters

_SOON_S = 5.0
_QUIET_S = 1.4  # longer than the watcher takes to be sure that nothing was missed


class Told:
    """Counts what the watcher tells."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.times = 0

    def __call__(self) -> None:
        self.times += 1
        self._event.set()

    def wait(self, seconds: float = _SOON_S) -> bool:
        """Whether something is told within this time; what was told before is forgotten afterwards."""
        told = self._event.wait(seconds)
        self._event.clear()
        return told

    def calm(self) -> None:
        """Wait until nothing more is told."""
        while self.wait(_QUIET_S):
            pass


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "memory"


@pytest.fixture
def watcher(root: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watcher]:
    """One that is not started yet, and is stopped in the end."""
    monkeypatch.setattr("memtui.ui.watcher._POLL_S", 0.05)
    made = Watcher(str(root), told)
    yield made
    made.stop()


def start(watcher: Watcher, told: Told) -> None:
    """From here on it watches, and has told what it had to."""
    watcher.start()
    told.calm()


def test_writing_changing_and_removing_are_told(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    (root / "a.md").write_text("x")
    assert told.wait()
    told.calm()
    (root / "a.md").write_text("y")
    assert told.wait()
    told.calm()
    (root / "a.md").unlink()
    assert told.wait()


def test_a_change_before_the_watch_began_is_told(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    watcher.start()
    assert told.wait()


def test_a_folder_made_later_is_watched(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    (root / "logs").mkdir()
    told.calm()
    (root / "logs" / "a.md").write_text("x")
    assert told.wait()


def test_temporary_files_are_not_told(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    (root / ".1234.memtui.tmp").write_text("x")
    assert not told.wait(0.5)


def test_a_change_is_told_soon(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    begun = time.monotonic()
    (root / "a.md").write_text("x")
    assert told.wait()
    assert time.monotonic() - begun < 1.0


def test_a_missing_directory_is_waited_for(watcher: Watcher, root: Path, told: Told) -> None:
    watcher.start()
    assert not told.wait(0.3)
    root.mkdir()
    assert told.wait()
    told.calm()
    (root / "a.md").write_text("x")
    assert told.wait()


def test_a_directory_that_goes_and_comes(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    shutil.rmtree(root)
    assert told.wait()
    told.calm()
    root.mkdir()
    assert told.wait()
    told.calm()
    (root / "a.md").write_text("x")
    assert told.wait()


def test_a_directory_made_anew_at_once(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    (root / "a.md").write_text("x")
    start(watcher, told)
    shutil.rmtree(root)
    root.mkdir()
    assert told.wait()
    told.calm()
    (root / "b.md").write_text("x")
    assert told.wait()


def test_another_directory_in_its_place(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    os.rename(root, root.with_name("moved"))
    root.mkdir()
    assert told.wait()
    told.calm()
    (root / "b.md").write_text("x")
    assert told.wait()


def test_a_file_in_place_of_the_directory(watcher: Watcher, root: Path, told: Told) -> None:
    root.write_text("no directory")
    watcher.start()
    assert not told.wait(0.3)
    root.unlink()
    root.mkdir()
    assert told.wait()


def test_where_nothing_can_be_watched_it_looks_now_and_then(
    watcher: Watcher, root: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("watchfiles.watch", none_left)
    root.mkdir()
    watcher.start()
    for _ in range(3):
        assert told.wait()


def test_after_stopping_nothing_is_told(watcher: Watcher, root: Path, told: Told) -> None:
    root.mkdir()
    start(watcher, told)
    watcher.stop()
    told.wait(0.3)
    (root / "a.md").write_text("x")
    assert not told.wait(0.5)


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/m/a.md", True),
        ("/m/MEMORY.md", True),
        ("/m/.consolidate-lock", True),
        ("/m/logs", True),
        ("/m/.x.memtui.tmp", False),
        ("/m/a.md~", False),
        ("/m/index.lock", False),
    ],
)
def test_what_matters(path: str, seen: bool) -> None:
    assert matters(path) is seen
