"""Which of the paths and file names that memories use fit one path of a repository.

Pure. A memory names a file as its author thought of it: from the root, from a package, or by its bare name.
So a name fits a path when it is its end, and a folder also when it is a whole stretch of it:
`checkout/api.py` and `src/checkout` both fit `src/checkout/api.py`. Paths are bytes, as git gives them.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

Key = tuple[str, str]  # kind and token, as a reference has them
Names = dict[bytes, list["Name"]]


class Name(NamedTuple):
    key: Key
    parts: list[bytes]
    file_only: bool


class Fit(NamedTuple):
    key: Key
    start: int  # the stretch of the path's parts that the name covers
    end: int


def names(keys: Iterable[Key], file_kind: str) -> Names:
    """The names by their last part, which is how a path finds them; those of `file_kind` are never
    folders."""
    found: Names = {}
    for kind, token in keys:
        parts = token.encode("utf-8", "surrogateescape").split(b"/")
        found.setdefault(parts[-1], []).append(Name((kind, token), parts, kind == file_kind))
    return found


def fitting(wanted: Names, parts: list[bytes]) -> Iterator[Fit]:
    """The names that fit a path, given as its parts."""
    for end, part in enumerate(parts, 1):
        for name in wanted.get(part, ()):
            start = end - len(name.parts)
            if start < 0 or (name.file_only and end != len(parts)):
                continue
            if parts[start:end] == name.parts:
                yield Fit(name.key, start, end)
