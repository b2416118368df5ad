"""Drafts: edits that are not in the store, each a private file whose name tells which memory it is of.

Beside a draft lie its facts: of which file it is, and what that held when it was read, so that both can be brought
together later even if the file has changed by then.
"""

import hashlib
import json
import os
import re
from typing import Any, NamedTuple

from memtui.memory.clock import now
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.state import PRIVATE_FILE, State, private_folder, write_private

NEW = "new.md"  # stands for a memory that has no file yet
_FACTS = ".json"
_SHOWN_MAX = 60
_ODD = re.compile(r"[^A-Za-z0-9_-]+")


def draft_path(state: State, file: str) -> str:
    """The path of a new, empty draft of this file, for its owner's eyes only: `user_role.<token>.<pid>.md`."""
    private_folder(state.folder)
    folder = private_folder(state.drafts)
    shown = _ODD.sub("_", file.removesuffix(".md").replace("/", "__"))[-_SHOWN_MAX:]
    number = 0
    while True:
        again = f"-{number}" if number else ""
        path = os.path.join(folder, f"{shown}.{_token(file)}.{os.getpid()}{again}.md")
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        except FileExistsError:
            number += 1
            continue
        except OSError as error:
            raise MemtuiError(f"cannot keep a draft ({reason(error)})", path, "check the disk") from error
        os.close(descriptor)
        os.chmod(path, PRIVATE_FILE)  # past the umask
        return path


def drafts_of(state: State, file: str) -> list[str]:
    """The drafts of this file, oldest first, with the copies that editors leave beside them."""
    mark = f".{_token(file)}."  # no other part of a draft's name has dots
    try:
        names = os.listdir(state.drafts)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise MemtuiError(f"cannot list the drafts ({reason(error)})", state.drafts, "check its permissions") from error
    paths = [os.path.join(state.drafts, name) for name in names if mark in name]
    return sorted(paths, key=lambda path: (_mtime(path), path))


class Draft(NamedTuple):
    """Unsaved text. `file` is None for a new memory; `base` is what was read, None when there was no file."""

    path: str
    file: str | None
    base: bytes | None
    data: bytes
    when: float
    team: bool = False

    @property
    def typed(self) -> bool:
        """Whether there is anything in it that was not read: an editor that is open has a draft, too."""
        return self.data != self.base


def keep_draft(state: State, draft: Draft) -> Draft:
    """Write a draft and its facts, over its former state or, without a path, in a new place."""
    path = draft.path or draft_path(state, draft.file or NEW)
    kept = draft._replace(path=path, when=now())
    try:
        private_folder(state.drafts)
        write_private(_facts_path(path), json.dumps(_facts(kept)).encode("ascii"))
        write_private(path, kept.data)
    except OSError as error:
        if not draft.path:
            forget_draft(path)  # an empty place, of no use to anybody
        raise MemtuiError(f"cannot keep a draft ({reason(error)})", path, "check the disk") from error
    return kept


def rescue(data: bytes) -> str:
    """Keep text that no draft can be made of in the system's temporary folder, for its owner alone; where it is."""
    import tempfile

    descriptor, path = tempfile.mkstemp(".md", "memtui-draft-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        os.unlink(path)
        raise
    return path


def _facts(draft: Draft) -> dict[str, Any]:
    base = draft.base
    return {
        "file": draft.file,
        "base": None if base is None else hashlib.sha256(base).hexdigest(),
        "base_text": None if base is None else base.decode("utf-8", "surrogateescape"),
        "when": draft.when,
        "team": draft.team,
    }


def forget_draft(path: str) -> None:
    """Remove a draft and its facts; one that is gone already is forgotten all the same."""
    for each in (path, _facts_path(path)):
        try:
            os.unlink(each)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise MemtuiError(f"cannot remove a draft ({reason(error)})", each, "remove it yourself") from error


def all_drafts(state: State) -> list[Draft]:
    """Every draft in which something was typed and whose facts are known, newest first."""
    try:
        names = os.listdir(state.drafts)
    except OSError:
        return []
    paths = [os.path.join(state.drafts, name.removesuffix(_FACTS)) for name in names if name.endswith(_FACTS)]
    found = [draft for path in paths if (draft := _read(path)) is not None and draft.typed]
    return sorted(found, key=lambda draft: (-draft.when, draft.path))


def latest_draft(state: State, file: str | None) -> Draft | None:
    """The newest draft of a file, or of a new memory, where there is one."""
    paths = [path for path in drafts_of(state, file or NEW) if path.endswith(".md")]
    found = [draft for path in paths if (draft := _read(path)) is not None and draft.file == file and draft.typed]
    return max(found, key=lambda draft: (draft.when, draft.path), default=None)


def _read(path: str) -> Draft | None:
    """A draft from the disk; None when it or its facts cannot be read."""
    try:
        facts = json.loads(read_bytes(_facts_path(path)))
        text = facts["base_text"]
        base = None if text is None else text.encode("utf-8", "surrogateescape")
        if base is not None and hashlib.sha256(base).hexdigest() != facts["base"]:
            return None
        return Draft(path, facts["file"], base, read_bytes(path), float(facts["when"]), bool(facts["team"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _facts_path(path: str) -> str:
    return f"{path}{_FACTS}"


def _mtime(path: str) -> int:
    try:
        return os.lstat(path).st_mtime_ns
    except OSError:
        return 0


def _token(file: str) -> str:
    return hashlib.sha256(os.fsencode(file)).hexdigest()[:16]
