"""Opening what a task may look at: folder by folder, each held open, never through a link that leads out.

A name is judged by what it is at the moment it is opened: a folder swapped for a link between two steps is
met as a link. Links that stay inside are followed by hand, a few times, and judged anew each time. The live
memory is also known by its inode, so that no other spelling, mount or letter case leads to it.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from memtui.agent.allowance import Allowance
from memtui.agent.limits import LINK_HOPS, WALK_ENTRIES
from memtui.agent.private import why_elsewhere, why_private
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.spaces import PROJECT, Place, Roots
from memtui.memory.errors import reason

_COMMON = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
_FOLDER = _COMMON | os.O_DIRECTORY
_LINK_ERRORS = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)
UNSEEN_FOLDERS = frozenset({".git", "node_modules", ".venv", "__pycache__"})  # not walked into: nothing to learn


class Entry(NamedTuple):
    """Something in a folder. Nothing is said of what a link points to."""

    place: Place
    status: os.stat_result
    depth: int

    @property
    def is_folder(self) -> bool:
        """Whether it holds others."""
        return stat.S_ISDIR(self.status.st_mode)

    @property
    def is_file(self) -> bool:
        """Whether it is a plain file."""
        return stat.S_ISREG(self.status.st_mode)

    @property
    def is_link(self) -> bool:
        """Whether it is a symlink."""
        return stat.S_ISLNK(self.status.st_mode)


class _LinkError(Exception):
    """A link was met: where the path goes on from it."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Confined:
    """Looks at the folders of one task."""

    def __init__(self, roots: Roots) -> None:
        self.roots = roots
        self._live = _identity(roots.live.real)

    @contextmanager
    def opened(self, place: Place) -> Iterator[int]:
        """A descriptor of a plain file."""
        descriptor = self._open(place, _COMMON)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
                raise _refuse(place, "is a folder; name a file in it" if folder else "is no plain file")
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def folder(self, place: Place) -> Iterator[int]:
        """A descriptor of a folder."""
        descriptor = self._open(place, _FOLDER)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    @contextmanager
    def parent(self, place: Place, *, make: bool = False) -> Iterator[int]:
        """The folder that holds a file, reached through no link at all; made if need be when `make`."""
        descriptor = self._open_root(place)
        try:
            for at, part in enumerate(place.parts[:-1]):
                if make:
                    try:
                        os.mkdir(part, 0o700, dir_fd=descriptor)
                    except FileExistsError:
                        pass
                following = self._step(descriptor, place, at, _FOLDER)
                os.close(descriptor)
                descriptor = following
            yield descriptor
        except _LinkError:
            raise _refuse(place, "leads through a symlink; only plain files and folders are changed") from None
        except OSError as error:
            raise _failed(place, error) from None
        finally:
            os.close(descriptor)

    def status(self, place: Place) -> os.stat_result:
        """What is at a place; a link is reported as one."""
        if not place.parts:
            with self.folder(place) as descriptor:
                return os.fstat(descriptor)
        with self.folder(place._replace(parts=place.parts[:-1])) as above:
            try:
                return os.stat(place.parts[-1], dir_fd=above, follow_symlinks=False)
            except OSError as error:
                raise _failed(place, error) from None

    def entries(self, place: Place, depth: int = 1) -> list[Entry]:
        """What is in a folder, by name; what could not be looked at is left out."""
        found = []
        with self.folder(place) as descriptor, os.scandir(descriptor) as listing:
            for each in listing:
                try:
                    status = each.stat(follow_symlinks=False)
                except OSError:  # gone since it was listed
                    continue
                found.append(Entry(place._replace(parts=(*place.parts, each.name)), status, depth))
        return sorted(found, key=lambda entry: entry.place.parts[-1])

    def walk(self, place: Place, allowance: Allowance, deepest: int | None = None) -> Iterator[Entry]:
        """Everything below a folder, through no link, and into no folder that may not be read."""
        waiting = [(place, 1)]
        seen = 0
        while waiting:
            folder, depth = waiting.pop()
            allowance.check()
            try:
                entries = self.entries(folder, depth)
            except (FailedError, RefusedError):  # gone meanwhile, unreadable, or the live memory
                if folder is place:
                    raise
                continue
            for entry in entries:
                seen += 1
                if seen > WALK_ENTRIES:
                    raise RefusedError(f"more than {WALK_ENTRIES} entries; name a folder further down")
                yield entry
            if deepest is None or depth < deepest:
                inside = [entry.place for entry in entries if entry.is_folder and self._is_walked(entry)]
                waiting += [(each, depth + 1) for each in reversed(inside)]

    def is_open(self, place: Place) -> bool:
        """Whether a place below one that is allowed may be read too, going by its names."""
        elsewhere = why_elsewhere(place.parts) if place.root.kind == PROJECT else None
        return why_private(place.parts) is None and elsewhere is None

    def _is_walked(self, entry: Entry) -> bool:
        return entry.place.parts[-1] not in UNSEEN_FOLDERS and self.is_open(entry.place)

    def _open(self, place: Place, flags: int) -> int:
        for _ in range(LINK_HOPS):
            try:
                return self._descend(place, flags)
            except _LinkError as link:
                place = self._beyond(place, link.path)
            except OSError as error:
                raise _failed(place, error) from None
        raise _refuse(place, "is a symlink to a symlink to a symlink; name the file itself")

    def _beyond(self, place: Place, path: str) -> Place:
        try:
            return self.roots.place_of(path)
        except RefusedError as error:
            if "live memory" in str(error):
                raise
            raise _refuse(place, "is a symlink that leads out of what this task may read") from None

    def _descend(self, place: Place, flags: int) -> int:
        descriptor = self._open_root(place)
        for at in range(len(place.parts)):
            last = at == len(place.parts) - 1
            try:
                following = self._step(descriptor, place, at, flags if last else _FOLDER)
            finally:
                os.close(descriptor)
            descriptor = following
        return descriptor

    def _open_root(self, place: Place) -> int:
        try:
            return os.open(place.root.real, _FOLDER)
        except OSError as error:
            raise _failed(place._replace(parts=()), error) from None

    def _step(self, descriptor: int, place: Place, at: int, flags: int) -> int:
        """One name further; a link is told apart from what is missing."""
        name = place.parts[at]
        try:
            opened = os.open(name, flags, dir_fd=descriptor)
        except OSError as error:
            if error.errno in _LINK_ERRORS:
                self._raise_link(descriptor, place, at)
            raise
        status = os.fstat(opened)
        if (status.st_dev, status.st_ino) == self._live:
            os.close(opened)
            raise self.roots.live_refusal("/".join(place.parts[at + 1 :]))
        return opened

    def _raise_link(self, descriptor: int, place: Place, at: int) -> None:
        try:
            target = os.readlink(place.parts[at], dir_fd=descriptor)
        except OSError:
            return
        here = os.path.join(place.root.real, *place.parts[:at])  # free of links: each was opened as a folder
        path = os.path.normpath(os.path.join(here, target, *place.parts[at + 1 :]))
        raise _LinkError(path)


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _refuse(place: Place, why: str) -> RefusedError:
    return RefusedError(f"{place.shown} {why}")


def _failed(place: Place, error: OSError) -> FailedError:
    if error.errno == errno.ENOENT:
        return FailedError(f"{place.shown}: no such file or folder; list the folder to see what is there")
    return FailedError(f"{place.shown}: {reason(error)}")
