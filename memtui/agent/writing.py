"""Changing the copy of the memory: whole files, pieces of them, or their removal, each for a stated reason.

Only plain Markdown files below the copy are ever touched, through folders that are held open and no link; a file is
replaced in one step. Daily logs and pinned memories are not changed, and an index is not removed.
"""

import os
import secrets
import stat
import unicodedata
from typing import NamedTuple

from memtui.agent.confined import Confined
from memtui.agent.limits import WRITE_BYTES
from memtui.agent.private import folded
from memtui.agent.refusal import FailedError, RefusedError
from memtui.agent.spaces import COPY, Place
from memtui.audit.secrets import MASKED, mask
from memtui.memory import topic
from memtui.memory.errors import reason
from memtui.memory.files import NotRegularError
from memtui.memory.limits import HEAD_MAX_BYTES, INDEX_NAME, LOGS_DIR

_SUFFIX = ".md"
_DEEPEST = 8
_TEMPORARY = ".memtui.tmp"
_ODD = frozenset('*?<>|"[](){}`$#%:;&')


class Written(NamedTuple):
    """What a change came to."""

    file: str
    text: str
    changed: bool = True


class Writer:
    """Changes the copy of one task."""

    def __init__(self, confined: Confined, pinned: frozenset[str]) -> None:
        self._confined = confined
        self._pinned = frozenset(_key(file.split("/")) for file in pinned)
        self._own: set[str] = set()  # files that this task made; nobody can have pinned them

    def write(self, path: str, content: str) -> Written:
        """Put a whole file in place, new or not."""
        place = self._target(path)
        data = _encoded(content)
        before = self._before(place)
        if before is None:
            self._check_spelling(place)
            _check_new(place)
        elif before == data:
            return Written(place.below, f"{place.below} already is exactly that; nothing changed", changed=False)
        _check_masked(before or b"", data)
        self._replace(place, data)
        if before is None:
            self._own.add(place.below)
        return Written(place.below, f"{'changed' if before is not None else 'made'} {place.below}, {len(data)} bytes")

    def edit(self, path: str, old: str, new: str, every: bool) -> Written:
        """Replace a piece of a file that is there exactly once, or every one of them."""
        place = self._target(path)
        before = self._before(place)
        if before is None:
            raise FailedError(f"{place.shown}: no such file; use write to make it")
        if not old:
            raise FailedError("old_text is empty; give the text to replace, or use write")
        wanted, given = _line_ends(before, old, new)
        count = before.count(wanted)
        if count == 0:
            raise FailedError(f"old_text is not in {place.below}; read it again (a masked secret cannot be edited)")
        if count > 1 and not every:
            raise FailedError(f"old_text is in {place.below} {count} times; give more of it, or set all")
        after = before.replace(wanted, given)
        if after == before:
            return Written(place.below, "old_text and new_text are the same; nothing changed", changed=False)
        if len(after) > WRITE_BYTES:
            raise _too_large()
        _check_masked(before, after)
        self._replace(place, after)
        return Written(place.below, f"changed {place.below} in {count} place{'s' if count > 1 else ''}")

    def delete(self, path: str, merged_into: str | None) -> tuple[Written, str | None]:
        """Remove a file; where its facts went, if it was merged, must be a file of the copy."""
        place = self._target(path)
        if folded(place.parts[-1]) == folded(INDEX_NAME):
            raise RefusedError("an index is never removed; edit it instead")
        if self._before(place) is None:
            raise FailedError(f"{place.shown}: no such file")
        into = self._merged_into(place, merged_into) if merged_into is not None else None
        with self._confined.parent(place) as folder:
            os.unlink(place.parts[-1], dir_fd=folder)
        return Written(place.below, f"deleted {place.below}"), into

    def _target(self, path: str) -> Place:
        place = self._confined.roots.locate(path)
        copy = self._confined.roots.copy.shown
        if place.root.kind != COPY:
            raise RefusedError(f"{place.shown} may be read, not changed; only files below {copy} may be")
        if not place.parts or not place.parts[-1].endswith(_SUFFIX) or path.endswith("/"):
            raise RefusedError(f"only Markdown files ({_SUFFIX}) are made or changed; name one below {copy}")
        if len(place.parts) > _DEEPEST:
            raise RefusedError("more folders within folders than a memory has; use a shorter path")
        if mask(place.below) != place.below:
            raise RefusedError("that name looks like a secret; use a plain one")
        if any(part.startswith(".") or "\\" in part or part != part.strip() for part in place.parts):
            raise RefusedError("hidden names, backslashes and spaces at the ends are refused; use a plain name")
        if folded(place.parts[0]) == LOGS_DIR:
            raise RefusedError("daily logs are read, never changed; put what matters into a topic file")
        if _key(place.parts) in self._pinned:
            raise _pinned(place)
        return place

    def _before(self, place: Place) -> bytes | None:
        """The bytes that are there now, or None; a link, a folder or a pinned memory is refused."""
        if not self._exists(place):
            return None
        with self._confined.opened(place) as descriptor:
            data = os.read(descriptor, WRITE_BYTES + 1)
        if len(data) > WRITE_BYTES:
            raise RefusedError(f"{place.below} is larger than {WRITE_BYTES:,} bytes; leave it alone")
        if place.below not in self._own and _says_pinned(place, data):
            raise _pinned(place)
        return data

    def _exists(self, place: Place) -> bool:
        for depth in range(1, len(place.parts) + 1):
            try:
                status = self._confined.status(place._replace(parts=place.parts[:depth]))
            except FailedError:
                return False
            wanted = stat.S_ISREG if depth == len(place.parts) else stat.S_ISDIR
            if not wanted(status.st_mode):
                raise RefusedError(f"{place.shown}: there is no plain file, or a folder on the way is none")
        return True

    def _check_spelling(self, place: Place) -> None:
        """Refuse a new name that differs from one that is there only in its letters' case or form."""
        for depth in range(len(place.parts)):
            name = place.parts[depth]
            try:
                there = self._confined.entries(place._replace(parts=place.parts[:depth]))
            except FailedError:
                return
            names = {entry.place.parts[-1] for entry in there}
            same = [other for other in names if folded(other) == folded(name)]
            if name not in names and same:
                raise RefusedError(f"{name} differs from {same[0]} only in its spelling; use {same[0]}")

    def _merged_into(self, place: Place, given: str) -> str:
        into = self._confined.roots.locate(given)
        if into.root.kind != COPY or into.below == place.below or not given.endswith(_SUFFIX):
            raise RefusedError("merged_into must be another Markdown file of the copy")
        if not self._exists(into):
            raise FailedError(f"merged_into: {into.below} does not exist; write it first")
        return into.below

    def _replace(self, place: Place, data: bytes) -> None:
        name = place.parts[-1]
        temporary = f".{secrets.token_hex(8)}{_TEMPORARY}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with self._confined.parent(place, make=True) as folder:
            try:
                descriptor = os.open(temporary, flags, 0o600, dir_fd=folder)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                _check_target(name, folder)
                os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
            except BaseException as error:
                _remove(temporary, folder)
                if isinstance(error, OSError):
                    raise FailedError(f"cannot write {place.below} ({reason(error)}); nothing changed") from None
                raise


def _check_target(name: str, folder: int) -> None:
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularError(0, "it is not a plain file", name)


def _remove(name: str, folder: int) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except OSError:
        pass


def _check_new(place: Place) -> None:
    """A new name is one that a pointer can hold and a person can read."""
    for char in place.below:
        if char in _ODD or unicodedata.category(char) in ("Cf", "Cc", "Co", "Cn", "Zl", "Zp"):
            raise RefusedError(f"{char!a} in the name of a new file is refused; use letters, digits, - and _")


def _check_masked(before: bytes, after: bytes) -> None:
    """A masked secret that is written down would take the place of the real one."""
    if len(MASKED.findall(_text(after))) > len(MASKED.findall(_text(before))):
        raise RefusedError("the text has a masked secret in it; use edit, and leave every line with one as it is")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _encoded(content: str) -> bytes:
    if "\0" in content:
        raise RefusedError("the text has a NUL in it; a memory is plain text")
    try:
        data = content.encode("utf-8")
    except UnicodeEncodeError:
        raise RefusedError("the text is not valid Unicode; write it again") from None
    if len(data) > WRITE_BYTES:
        raise _too_large()
    return data


def _line_ends(before: bytes, old: str, new: str) -> tuple[bytes, bytes]:
    """Both texts with the line ends of the file, if it has others than the model sees."""
    wanted, given = _encoded(old), _encoded(new)
    if wanted not in before and b"\r\n" in before and b"\r" not in wanted:
        return wanted.replace(b"\n", b"\r\n"), given.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return wanted, given


def _says_pinned(place: Place, data: bytes) -> bool:
    head = data[:HEAD_MAX_BYTES].decode("utf-8", "replace")
    return topic.read(place.below, (0, 0, 0, 0), head).pinned


def _key(parts: tuple[str, ...] | list[str]) -> str:
    return "/".join(folded(part) for part in parts)


def _pinned(place: Place) -> RefusedError:
    return RefusedError(f"{place.below} is pinned by its owner; leave it as it is, and its pointer too")


def _too_large() -> RefusedError:
    return RefusedError(f"a memory of more than {WRITE_BYTES:,} bytes; write a shorter one")
