"""A store in a box: the memory directory, memtui's state, and the few things that tests do to both."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest import mock

from memtui.history import git
from memtui.history.change import Work, change, look_now
from memtui.history.log import CHANGE, RESTORE, UNDO, Entry, Log
from memtui.memory.save import Step
from memtui.memory.state import State

HOUR = 3_600
CODE_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Box:
    """One store and its state."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.root = os.path.join(folder, "memory")
        self.state = State(os.path.join(folder, "state", "store"))
        self.log = Log(self.state)
        os.mkdir(self.root)

    def path(self, file: str) -> str:
        return os.path.join(self.root, file)

    def write(self, file: str, content: str | bytes, age: float = HOUR) -> None:
        """As the agent would: no lock, no history."""
        os.makedirs(os.path.dirname(self.path(file)), exist_ok=True)
        with open(self.path(file), "wb") as opened:
            opened.write(content if isinstance(content, bytes) else content.encode())
        when = time.time() - age
        os.utime(self.path(file), (when, when))

    def read(self, file: str) -> bytes | None:
        try:
            with open(self.path(file), "rb") as opened:
                return opened.read()
        except FileNotFoundError:
            return None

    def remove(self, *files: str) -> None:
        for file in files:
            os.unlink(self.path(file))

    def files(self) -> dict[str, bytes | None]:
        found = {}
        for folder, _, names in os.walk(self.root):
            for name in names:
                file = os.path.relpath(os.path.join(folder, name), self.root)
                found[file] = self.read(file)
        return found

    def look(self) -> int | None:
        return look_now(self.root, self.state)

    def change(self, wanted: Mapping[str, str | bytes | None], why: str = "a change", **more: object) -> Work:
        """One memtui change that makes these files so (None: gone)."""
        with change(self.root, self.state, "tester", why) as work:
            for name, value in more.items():
                setattr(work, name, value)
            work.apply([self.step(file, content) for file, content in wanted.items()])
        return work

    def step(self, file: str, content: str | bytes | None) -> Step:
        return Step(file, self.read(file), content.encode() if isinstance(content, str) else content)

    def go_back(self, steps: list[Step], kind: str = RESTORE, undoes: int | None = None) -> Work:
        assert kind in (RESTORE, UNDO, CHANGE)
        with change(self.root, self.state, "tester", kind) as work:
            work.kind, work.undoes = kind, undoes
            work.apply(steps)
        return work

    def entries(self) -> list[Entry]:
        return self.log.entries()

    def newest(self) -> Entry:
        return self.log.entries(1)[0]

    def all_objects(self) -> bytes:
        """Everything the repository holds, reachable or not."""
        return git.run(self.state.history, "cat-file", "--batch", "--batch-all-objects", "--unordered")


@contextmanager
def git_starts() -> Iterator[list[str]]:
    """The git commands that are started meanwhile, by their names."""
    started: list[str] = []
    real = subprocess.Popen.__init__

    def counting(self: "subprocess.Popen[bytes]", *arguments: object, **more: object) -> None:
        words = arguments[0] if arguments else more["args"]
        assert isinstance(words, list)
        started.append(next(word for word in words[1:] if "=" not in word and word != "-c"))
        real(self, *arguments, **more)  # type: ignore[call-overload]

    with mock.patch.object(subprocess.Popen, "__init__", counting):
        yield started


def run_python(code: str, *words: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """The code in a process of its own, which can be killed, or give up its rights."""
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": CODE_ROOT, **environment},
        capture_output=True,
        check=False,
    )
