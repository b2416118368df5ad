"""What the user types is in a draft until it is in the store: whatever fails on the way, the text is kept and they
are told where. The app lists and offers such a draft like its own.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from memtui.history import drafts
from memtui.memory.editor import open_in_editor
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.state import State


class Draft(NamedTuple):
    """A text that is not in the store yet: where it is kept, and what the editor left in it."""

    path: str
    data: bytes

    def forget(self) -> None:
        """Remove it: it is in the store, or nothing was typed."""
        drafts.forget_draft(self.path)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What fails in here also says where the text is; what succeeds needs the draft no more."""
        try:
            yield
        except MemtuiError as failure:
            todo = f"; {failure.todo}" if failure.todo else ""
            told = f"your version is kept at {self.path}{todo}"
            raise type(failure)(failure.what, failure.where, told) from None
        self.forget()


def write_draft(state: State, file: str | None, start: bytes, env: Mapping[str, str], *, team: bool = False) -> Draft:
    """Let the user edit a draft of this file as it is, or of a new memory that starts with this text."""
    base = start if file is not None else None
    path = drafts.keep_draft(state, drafts.Draft("", file, base, start, 0.0, team)).path
    draft = Draft(path, start)
    try:
        open_in_editor(path, env)
        return Draft(path, read_bytes(path))
    except OSError as error:
        raise MemtuiError(f"the draft cannot be used ({reason(error)})", path, "nothing was changed") from None
    except MemtuiError as failure:
        if _holds(path, start):
            draft.forget()
            raise
        raise type(failure)(failure.what, failure.where, f"your text is kept at {path}") from None


def _holds(path: str, data: bytes) -> bool:
    try:
        return read_bytes(path) == data
    except OSError:
        return False
