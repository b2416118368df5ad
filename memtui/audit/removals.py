"""When the things that a project no longer has left it: two readings of its history, newest commit first.

One `git log` tells what happened to paths, another what happened to words; each is read once for all that
is wanted, as it comes, and no further than needed. A commit is given only when it was read to its end, so a
reading that is cut short is right as far as it went. Merges show nothing of their own.
"""

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from memtui.audit.repository import Repository, stream
from memtui.audit.tree import split_words

# Comparing every file with every other is left out of commits that move more than this.
_RENAMES_COMPARED = "-l400"
# Content begins with these, headers never: a path in a header is not taken for content.
_ADDED, _REMOVED = b">", b"<"
_HEADER = b"\0"
_SHORT_ID = 10

_LOG = (
    "log",
    "--no-color",
    "--no-decorate",
    "--no-ext-diff",
    "--no-mailmap",
    "--no-notes",
    "--no-show-signature",
    "--no-textconv",
    "--date=short",
    "--encoding=UTF-8",
    "--ignore-submodules=all",
    "--submodule=short",
)


class Commit(NamedTuple):
    id: str
    date: str


class Departure(NamedTuple):
    """When something left, in which commit, and where to; None where that is not known."""

    since: str | None
    commit: str | None
    now: str | None


class PathChange(NamedTuple):
    path: bytes
    added: bool
    new: bytes | None  # where a path that left was renamed to


class PathChanges(NamedTuple):
    commit: Commit
    changes: list[PathChange]


class WordChanges(NamedTuple):
    commit: Commit
    added: set[bytes]
    removed: set[bytes]


def path_history(repository: Repository) -> Generator[PathChanges, None, None]:
    """Each commit that added, deleted or renamed files, and which."""
    options = ["--format=%H %ad", "-M", _RENAMES_COMPARED, "--diff-filter=ADR", "--name-status", "-z"]
    return read_path_changes(stream(repository, [*_LOG, *options, "HEAD", "--"]))


def word_history(repository: Repository, wanted: set[bytes]) -> Generator[WordChanges, None, None]:
    """Each commit that added or removed a line with a wanted word. `wanted` may shrink while this is
    read."""
    options = ["--format=%x00%H %ad", "-p", "-U0", "--inter-hunk-context=0", "--no-renames"]
    options += [f"--output-indicator-new={_ADDED.decode()}", f"--output-indicator-old={_REMOVED.decode()}"]
    options += ["--diff-algorithm=default", "--ws-error-highlight=none"]
    return read_word_changes(stream(repository, [*_LOG, *options, "HEAD", "--"]), wanted)


def read_path_changes(chunks: Iterable[bytes]) -> Generator[PathChanges, None, None]:
    """Reads `--name-status -z`. Only a place decides what a field is, so no file name can pose as a
    commit."""
    fields = _fields(chunks)
    commit: Commit | None = None
    changes: list[PathChange] = []
    for field in fields:
        status = field.lstrip(b"\n")
        if b" " in status:
            if commit:
                yield PathChanges(commit, changes)
            commit, changes = _commit(status), []
        elif status[:1] == b"R":
            old, new = next(fields, b""), next(fields, b"")
            changes += [PathChange(old, False, new), PathChange(new, True, None)]
        else:
            changes.append(PathChange(next(fields, b""), status == b"A", None))
    if commit:
        yield PathChanges(commit, changes)


def read_word_changes(chunks: Iterable[bytes], wanted: set[bytes]) -> Generator[WordChanges, None, None]:
    """Reads `-p -U0`. Most of it has no wanted word, and of that only the last commit's name matters."""
    commit: Commit | None = None
    added: set[bytes] = set()
    removed: set[bytes] = set()
    for block in _whole_lines(chunks):
        for line in _worth_reading(block, wanted):
            mark = line[:1]
            if mark == _HEADER:
                if commit and (added or removed):
                    yield WordChanges(commit, added, removed)
                    added, removed = set(), set()
                commit = _commit(line[1:])
            elif mark == _ADDED:
                added.update(wanted.intersection(split_words(line)))
            elif mark == _REMOVED:
                removed.update(wanted.intersection(split_words(line)))
    if commit and (added or removed):
        yield WordChanges(commit, added, removed)


def _worth_reading(block: bytes, wanted: set[bytes]) -> list[bytes]:
    if not wanted.isdisjoint(split_words(block)):
        return block.split(b"\n")
    last = block.rfind(b"\n" + _HEADER) + 1
    if last == 0 and block[:1] != _HEADER:
        return []
    return [block[last : block.index(b"\n", last)]]


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end == 0:
            rest += chunk
            continue
        yield rest + chunk[:end]
        rest = chunk[end:]
    if rest:
        yield rest + b"\n"


def _fields(chunks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole


def _commit(header: bytes) -> Commit:
    name, _, date = header.decode("ascii", "replace").partition(" ")
    return Commit(name[:_SHORT_ID], date)
