"""What a project has now: the paths and the words of its work tree, and of its latest commit.

The work tree counts with everything that is tracked and not deleted, and everything untracked that is not
ignored. When in doubt a thing is there: binary files count as text, a word in a path counts as a word, and
a file that cannot be read is taken for what the latest commit has in its place.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memtui.audit.repository import GitError, Repository, run

# Together as one expression the words cost git one pass, as separate patterns one pass each.
_WORDS_AT_ONCE = 1_000
_NO_MATCH = 1

_WORD_CHARACTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_OTHERS_TO_SPACE = bytes(byte if byte in _WORD_CHARACTERS else 0x20 for byte in range(256))


class Tree(NamedTuple):
    paths: set[bytes]
    partial: bool  # a sparse checkout: some tracked files are rightly not on disk


class Words(NamedTuple):
    found: set[bytes]
    unreadable: bool


def split_words(data: bytes) -> list[bytes]:
    """The words of some text, in git's sense: letters, digits and underscores of ASCII."""
    return data.translate(_OTHERS_TO_SPACE).split()


def tree_paths(repository: Repository) -> Tree:
    """Every path of the work tree, from the top of the repository."""
    listing = ["ls-files", "-z", "-t", "--cached", "--deleted", "--others", "--exclude-standard"]
    paths: set[bytes] = set()
    deleted: set[bytes] = set()
    partial = False
    for entry in _entries(repository, listing):
        tag, path = entry[:1], entry[2:].rstrip(b"/")
        (deleted if tag == b"R" else paths).add(path)
        partial = partial or tag == b"S"
    return Tree(paths - deleted, partial)


def committed_paths(repository: Repository) -> Iterator[bytes]:
    """Every path of the latest commit."""
    return _entries(repository, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD"])


def tree_words(repository: Repository, words: Iterable[bytes]) -> Words:
    """Which of the words occur in the work tree."""
    return _grep(repository, words, ["--untracked"], [])


def committed_words(repository: Repository, words: Iterable[bytes]) -> set[bytes]:
    """Which of the words occur in the latest commit."""
    return _grep(repository, words, [], ["HEAD"]).found


def _entries(repository: Repository, arguments: list[str]) -> Iterator[bytes]:
    listed = run(repository.top, arguments, repository.end)
    if listed.code != 0:
        raise GitError
    return iter(listed.data.split(b"\0")[:-1])


def _grep(repository: Repository, words: Iterable[bytes], where: list[str], commit: list[str]) -> Words:
    options = ["-o", "-h", "-w", "-a", "-E", "--no-color", "--no-line-number", "--no-column", "--no-textconv"]
    options += ["--no-recurse-submodules", "--no-break", "--no-heading", "--threads=0", "-f", "-"]
    wanted = sorted(words)
    found: set[bytes] = set()
    unreadable = False
    for first in range(0, len(wanted), _WORDS_AT_ONCE):
        pattern = b"(" + b"|".join(wanted[first : first + _WORDS_AT_ONCE]) + b")\n"
        grep = run(repository.top, ["grep", *options, *where, *commit, "--"], repository.end, pattern)
        if grep.code > _NO_MATCH or grep.code < 0:
            raise GitError
        found.update(grep.data.split(b"\n"))
        unreadable = unreadable or bool(grep.complaint)
    found.discard(b"")
    return Words(found, unreadable)
