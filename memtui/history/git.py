"""Running git on memtui's own repository: plumbing only, deaf to the user's configuration and environment."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from memtui.memory.errors import MemtuiError, reason

_CONFIG = (
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.logAllRefUpdates=false",
    "core.fsync=all",
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


def _command(repository: str, *words: str) -> list[str]:
    return ["git", *_FLAGS, f"--git-dir={os.path.abspath(repository)}", *words]


def run(repository: str, *words: str, given: bytes = b"") -> bytes:
    """What git answers; an error that names git's own words when it fails."""
    try:
        done = subprocess.run(
            _command(repository, *words),
            input=given,
            capture_output=True,
            env=environment(),
            cwd=_somewhere(repository),
            umask=0o077,
            check=False,
        )
    except OSError as error:
        raise _no_git(repository, error) from None
    if done.returncode != 0:
        raise damaged(repository, _said(done.stderr) or f"git {words[0]} ended with {done.returncode}")
    return done.stdout


def _said(errors: bytes) -> str:
    """Git's own reason: the line it calls fatal, else its last."""
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    return next((line for line in lines if line.startswith("fatal: ")), lines[-1] if lines else "")


def damaged(repository: str, what: str) -> MemtuiError:
    """The history is there and cannot be used."""
    return MemtuiError(
        f"the history could not be used ({what})",
        repository,
        "check the disk; if it is damaged, move that folder away and memtui starts a new history",
    )


def _somewhere(repository: str) -> str:
    """A folder that exists: git will not start in one that was removed under the user's feet."""
    folder = os.path.dirname(os.path.abspath(repository))
    return folder if os.path.isdir(folder) else os.sep


def _no_git(repository: str, error: OSError) -> MemtuiError:
    if isinstance(error, FileNotFoundError):
        return MemtuiError("git is not installed, and the history needs it", repository, "install git")
    return MemtuiError(f"git cannot be started ({reason(error)})", repository, "check the git on your PATH")


class Objects:
    """Reads objects by name from one running `git cat-file`."""

    def __init__(self, process: "subprocess.Popen[bytes]", repository: str) -> None:
        self._process = process
        self._repository = repository

    def read(self, name: str) -> bytes | None:
        """The bytes of one object, or None when the repository does not have it."""
        ask, answer = self._process.stdin, self._process.stdout
        assert ask is not None and answer is not None
        try:
            ask.write(name.encode() + b"\n")
            ask.flush()
        except OSError:
            raise damaged(self._repository, f"git could not read {name}") from None
        head = answer.readline().split()
        if head[-1:] == [b"missing"]:
            return None
        if len(head) == 3 and head[2].isdigit():
            data = answer.read(int(head[2]) + 1)
            if len(data) == int(head[2]) + 1:
                return data[:-1]
        raise damaged(self._repository, f"git could not read {name}")

    def close(self) -> None:
        """Tell git that there are no more questions; it may be gone already."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except OSError:
            pass


@contextmanager
def objects(repository: str) -> Iterator[Objects]:
    """A reader of many objects that starts git once."""
    try:
        process = subprocess.Popen(
            _command(repository, "cat-file", "--batch"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            cwd=_somewhere(repository),
        )
    except OSError as error:
        raise _no_git(repository, error) from None
    with process:
        reader = Objects(process, repository)
        try:
            yield reader
        finally:
            reader.close()
