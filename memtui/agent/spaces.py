"""The places that a fork may look at, and which of them a path means.

`Roots.locate` judges the words of a path only: nothing is opened. What a name turns out to be on disk is for
`memtui.agent.confined`, which opens folder by folder and never through a link that leads out.
"""

import os
from typing import NamedTuple

from memtui.agent.limits import NAME_BYTES, PATH_CHARS
from memtui.agent.private import is_system, why_elsewhere, why_private
from memtui.agent.refusal import RefusedError

COPY, PROJECT, TRANSCRIPTS, RESULTS, LIVE = "copy", "project", "transcripts", "results", "live"


class Spaces(NamedTuple):
    """The folders of one task. Only `copy` is ever written to; `live` is refused with the copy's name."""

    copy: str
    live: str
    project: str | None = None
    transcripts: tuple[str, ...] = ()
    results: str | None = None


class Root(NamedTuple):
    """One folder and what it is for: as it was given, and where it really is."""

    kind: str
    shown: str
    real: str


class Place(NamedTuple):
    """A path that may be looked at: a root and the names below it."""

    root: Root
    parts: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The path as the model knows it."""
        return os.path.join(self.root.shown, *self.parts)

    @property
    def real(self) -> str:
        """The path below the root's real place."""
        return os.path.join(self.root.real, *self.parts)

    @property
    def below(self) -> str:
        """The path below its root, with `/`."""
        return "/".join(self.parts)


class Roots:
    """The folders of one task, resolved once."""

    def __init__(self, spaces: Spaces) -> None:
        self.copy = _root(COPY, spaces.copy)
        self.live = _root(LIVE, spaces.live)
        found = [self.copy, self.live, *(_root(TRANSCRIPTS, folder) for folder in spaces.transcripts)]
        found += [_root(PROJECT, spaces.project)] if spaces.project else []
        found += [_root(RESULTS, spaces.results)] if spaces.results else []
        self.all = tuple(sorted(found, key=lambda root: len(root.real), reverse=True))  # the innermost decides

    def locate(self, given: str) -> Place:
        """The place that a path means; one that does not begin with `/` is below the copy."""
        path = _plain(given)
        if not os.path.isabs(path):
            path = os.path.join(self.copy.shown, path)
        return self.place_of(path)

    def place_of(self, path: str) -> Place:
        """The place of an absolute path without `..`."""
        found = self._innermost(path)
        if found is None:
            names = ", ".join(self._allowed())
            raise RefusedError(f"{path} is outside what this task may read; it may read below {names}")
        if found.root.kind == LIVE:
            raise self.live_refusal(found.below)
        self._check(found)
        return found

    def live_refusal(self, below: str = "") -> RefusedError:
        """The answer to any path that is the live memory, however it is spelt."""
        copy = os.path.join(self.copy.shown, below) if below else self.copy.shown
        return RefusedError(f"that is the live memory, which this task never touches; use the copy: {copy}")

    def _innermost(self, path: str) -> Place | None:
        for root in self.all:
            for base in dict.fromkeys((root.shown, root.real)):
                if path == base:
                    return Place(root, ())
                if path.startswith(base if base.endswith("/") else f"{base}/"):
                    rest = path[len(base) :].split("/")
                    return Place(root, tuple(part for part in rest if part))
        return None

    def _allowed(self) -> list[str]:
        shown = [root.shown for root in self.all if root.kind not in (LIVE, COPY)]
        return [self.copy.shown, *shown]

    def _check(self, place: Place) -> None:
        why = why_private(place.parts)
        if why is None and place.root.kind == PROJECT:
            why = why_elsewhere(place.parts)
        if why is None and is_system(place.real):
            why = "is part of the system"
        if why is not None:
            raise RefusedError(f"{place.shown} {why} and is never read; go on without it")


def _root(kind: str, folder: str) -> Root:
    shown = os.path.normpath(os.path.abspath(folder))
    return Root(kind, shown, os.path.realpath(shown))


def _plain(given: str) -> str:
    """The path with doubled slashes and `.` taken out; refused when it is more than names and slashes."""
    if not given or not given.strip():
        raise RefusedError("the path is empty; name a file or folder")
    if len(given) > PATH_CHARS or any(len(os.fsencode(part)) > NAME_BYTES for part in _encodable(given).split("/")):
        raise RefusedError("the path is longer than any path can be; shorten it")
    if any(ord(char) < 0x20 or ord(char) == 0x7F for char in given):
        raise RefusedError("the path has control characters in it; use plain names")
    if given == "~" or given.startswith("~"):
        raise RefusedError("~ is not expanded here; write the path out, or relative to the copy of the memory")
    parts = given.split("/")
    if ".." in parts:
        raise RefusedError("a path with .. is refused; write it out from one of the folders of this task")
    plain = "/".join(part for part in parts if part not in ("", "."))
    return f"/{plain}" if given.startswith("/") else plain


def _encodable(given: str) -> str:
    try:
        given.encode("utf-8")
    except UnicodeEncodeError:
        raise RefusedError("the path is not valid text; use plain names") from None
    return given
