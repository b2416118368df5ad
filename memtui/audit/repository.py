"""Runs git on a project that nobody vouches for: it may read, and nothing else.

A repository's own configuration can name programs (a pager, an external diff, a file system monitor, a
signature checker, a transport) and git would start them. Here every such road is closed: git gets a cleaned
environment, no configuration but the repository's, and settings on its command line that outrank that. It
never waits for a person, takes no lock, fetches nothing, and is killed with all its children when the time
is up. Nothing that git prints on its error stream is shown to anyone: notes are in memtui's own words.
"""

import os
import time
from collections.abc import Generator, Iterator, Mapping
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import subprocess

_CHUNK = 1 << 16
_COMPLAINT_MAX = 4_096

_FIXED_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    # Outranks `protocol.<name>.allow` in the repository, which would outrank `protocol.allow` below.
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}
_SETTINGS = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.pager=cat",
    "core.quotePath=true",
    # Larger files are data; as text they would cost more time than all the code.
    "core.bigFileThreshold=1m",
    "diff.external=",
    f"diff.orderFile={os.devnull}",
    "gpg.program=false",
    "log.showRoot=true",
    "log.showSignature=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "submodule.recurse=false",
)


class UncheckedError(Exception):
    """The project's history cannot be asked; the text says why, in one line."""


class TimeUpError(Exception):
    """The deadline passed; git was killed."""


class GitError(Exception):
    """Git ended before it had read everything."""


class Repository(NamedTuple):
    top: str
    inside: str  # where the project is below `top`, with `/`; empty when it is `top` itself
    shallow: bool
    end: float  # by the monotonic clock


class Finished(NamedTuple):
    code: int
    complaint: bytes


class Output(NamedTuple):
    code: int
    complaint: bytes
    data: bytes


def open_repository(project_root: str, end: float) -> Repository:
    """The repository whose work tree holds the project; raises UncheckedError when there is none to
    trust."""
    if "\0" in project_root:
        raise UncheckedError("the project's path has a NUL byte, so drift was not checked")
    asked = run(project_root, ["rev-parse", "--is-shallow-repository", "--show-toplevel"], end)
    if asked.code != 0:
        raise UncheckedError(_refusal(asked.complaint, project_root))
    shallow, _, shown = asked.data.partition(b"\n")
    top = os.path.realpath(os.fsdecode(shown.removesuffix(b"\n")))
    root = os.path.realpath(project_root)
    # `core.worktree` can point anywhere; files outside the project are not its business.
    if os.path.commonpath([top, root]) != top:
        raise UncheckedError("the repository's work tree is elsewhere, so drift was not checked")
    inside = os.path.relpath(root, top)
    return Repository(top, "" if inside == os.curdir else inside.replace(os.sep, "/"), shallow == b"true", end)


def has_commits(repository: Repository) -> bool:
    """Whether HEAD names a commit; raises UncheckedError when it names something unreadable."""
    ask = ["rev-parse", "-q", "--verify"]
    if run(repository.top, [*ask, "HEAD^{commit}"], repository.end).code == 0:
        return True
    if run(repository.top, [*ask, "HEAD"], repository.end).code != 0:
        return False
    raise UncheckedError("git cannot read the project's latest commit, so drift was not checked")


def run(top: str, arguments: list[str], end: float, feed: bytes = b"") -> Output:
    """All that one git command prints; `feed` is its input."""
    parts: list[bytes] = []
    process = _stream(top, arguments, end, feed)
    while True:
        try:
            parts.append(next(process))
        except StopIteration as stop:
            finished: Finished = stop.value
            return Output(finished.code, finished.complaint, b"".join(parts))


def stream(repository: Repository, arguments: list[str]) -> Iterator[bytes]:
    """What one git command prints, piece by piece; raises GitError after the last piece when it failed."""
    finished = yield from _stream(repository.top, arguments, repository.end, b"")
    if finished.code != 0:
        raise GitError


def _stream(top: str, arguments: list[str], end: float, feed: bytes) -> Generator[bytes, None, Finished]:
    import subprocess
    import tempfile

    environment = _environment(os.environ)
    command = [_git(environment), "-C", top, "--no-pager", *_as_options(), *arguments]
    with tempfile.TemporaryFile() as given:
        given.write(feed)
        given.seek(0)
        with subprocess.Popen(
            command,
            stdin=given if feed else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        ) as process:
            try:
                complaint = yield from _read(process, end)
                code = process.wait(timeout=max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                raise TimeUpError from None
            finally:
                _kill(process)
    return Finished(code, complaint)


def _read(process: "subprocess.Popen[bytes]", end: float) -> Generator[bytes, None, bytes]:
    """Yields what comes on stdout and returns the beginning of what came on stderr."""
    import selectors

    assert process.stdout is not None and process.stderr is not None
    complaint = b""
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        waiting.register(process.stderr, selectors.EVENT_READ)
        while waiting.get_map():
            left = end - time.monotonic()
            ready = waiting.select(left) if left > 0 else []
            if not ready:
                raise TimeUpError
            for key, _ in ready:
                pipe: IO[bytes] = key.fileobj  # type: ignore[assignment]
                data = os.read(pipe.fileno(), _CHUNK)
                if not data:
                    waiting.unregister(pipe)
                elif pipe is process.stdout:
                    yield data
                else:
                    complaint = (complaint + data)[:_COMPLAINT_MAX]
    return complaint


def _kill(process: "subprocess.Popen[bytes]") -> None:
    import signal

    if process.returncode is None:  # not waited for yet, so its id cannot belong to anyone else
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()


def _as_options() -> Iterator[str]:
    for setting in _SETTINGS:
        yield "-c"
        yield setting


def _environment(inherited: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in inherited.items() if not name.startswith("GIT_")}
    # A relative entry would let the project bring its own `git`.
    folders = [folder for folder in kept.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    return {**kept, "PATH": os.pathsep.join(folders), **_FIXED_ENVIRONMENT}


def _git(environment: Mapping[str, str]) -> str:
    import shutil

    found = shutil.which("git", path=environment["PATH"])
    if found is None:
        raise UncheckedError("git was not found, so drift was not checked")
    return found


def _refusal(complaint: bytes, project_root: str) -> str:
    if b"dubious ownership" in complaint:
        return "git does not trust a repository of another user (dubious ownership), so drift was not checked"
    if b"not a git repository" in complaint:
        return "the project is not in a git repository, so drift was not checked"
    if b"work tree" in complaint or b"bare repository" in complaint:
        return "the repository has no work tree here, so drift was not checked"
    if not os.path.isdir(project_root):
        return "the project's folder does not exist, so drift was not checked"
    return "git could not open the repository, so drift was not checked"
