"""Running git on memtui's own repository: plumbing only, deaf to the user's configuration and environment."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from memtui.memory.errors import MemtuiError

_CONFIG = (
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.logAllRefUpdates=false",
    "gc.auto=0",
    "fastimport.unpackLimit=500",
    "commit.gpgSign=false",
)
_FLAGS = tuple(word for setting in _CONFIG for word in ("-c", setting))


def environment() -> dict[str, str]:
    """Ours without anything that steers git."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env.update(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_SYSTEM=os.devnull,
        GIT_CONFIG_NOSYSTEM="1",
        GIT_TERMINAL_PROMPT="0",
        LC_ALL="C",
    )
    return env


def run(repository: str, *words: str, given: bytes = b"") -> bytes:
    """What git answers; an error that names git's own words when it fails."""
    try:
        done = subprocess.run(
            ["git", *_FLAGS, f"--git-dir={repository}", *words],
            input=given,
            capture_output=True,
            env=environment(),
            umask=0o077,
            check=False,
        )
    except FileNotFoundError:
        raise _no_git(repository) from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise MemtuiError(
            f"the history could not be used ({said[-1] if said else words[0]})",
            repository,
            "check the disk; if it is damaged, move that folder away and memtui starts a new history",
        )
    return done.stdout


def _no_git(repository: str) -> MemtuiError:
    return MemtuiError("git is not installed, and the history needs it", repository, "install git")


class Objects:
    """Reads objects by name from one running `git cat-file`."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def read(self, name: str) -> bytes | None:
        """The bytes of one object, or None when the repository does not have it."""
        ask, answer = self._process.stdin, self._process.stdout
        assert ask is not None and answer is not None
        ask.write(name.encode() + b"\n")
        ask.flush()
        head = answer.readline().split()
        if len(head) != 3:
            return None
        data = answer.read(int(head[2]))
        answer.read(1)
        return data


@contextmanager
def objects(repository: str) -> Iterator[Objects]:
    """A reader of many objects that starts git once."""
    try:
        process = subprocess.Popen(
            ["git", *_FLAGS, f"--git-dir={repository}", "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
    except FileNotFoundError:
        raise _no_git(repository) from None
    with process:
        yield Objects(process)
