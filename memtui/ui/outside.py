"""Editing in the user's own editor, with the app put aside meanwhile.

The editor gets a draft, never the file itself: what comes back is compared and saved like any other edit, and
whatever goes wrong, the text stays where the draft is.
"""

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from memtui.history.drafts import Draft, forget_draft, keep_draft
from memtui.memory.actions import check_readable
from memtui.memory.editor import command, open_in_editor
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.files import read_bytes
from memtui.memory.limits import BODY_MAX_BYTES

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp


def put_aside(app: "MemtuiApp") -> AbstractContextManager[None]:
    """The terminal is the editor's while this holds. Tests, which have no terminal, put another in its place."""
    return app.suspend()


def edited_outside(app: "MemtuiApp", path: str) -> bytes:
    """What the user's editor makes of this draft; the app waits for it."""
    from textual.app import SuspendNotSupported

    env = app.which.host.env
    command(env)  # told before the screen is given away
    try:
        with put_aside(app):
            open_in_editor(path, env)
        return read_bytes(path)
    except SuspendNotSupported:
        raise MemtuiError("the app cannot be put aside on this terminal", "", "e edits here") from None
    except OSError as error:
        raise MemtuiError(f"the draft cannot be read ({reason(error)})", path, "nothing was changed") from None
    finally:
        app.refresh(layout=True)


def edit_outside(app: "MemtuiApp", file: str) -> None:
    """Edit a file of the store outside, and save what comes back."""
    draft: Draft | None = None
    try:
        before = check_readable(app.which.store, file, BODY_MAX_BYTES)
        draft = keep_draft(app.which.store.state, Draft("", file, before, before, 0.0))
        after = edited_outside(app, draft.path)
    except MemtuiError as failure:
        app.tell(f"{failure.what}: {failure.where}; {_left(draft)}" if draft else str(failure), "error")
        return
    if after == before:
        forget_draft(draft.path)
        app.tell(f"{file} is as it was")
    else:
        _save(app, draft._replace(data=after))


def _left(draft: Draft) -> str:
    """What a failed editor left behind; a draft in which nothing was typed is not kept."""
    try:
        if read_bytes(draft.path) != draft.data:
            return f"your text is kept at {draft.path}"
        forget_draft(draft.path)
    except (OSError, MemtuiError):
        pass
    return "nothing was changed; set EDITOR to the one you use"


def _save(app: "MemtuiApp", draft: Draft) -> None:
    """Save as the editor here does: it also knows what to do when that fails."""
    from memtui.ui.screens.editor import EditorScreen

    app.push_screen(EditorScreen(draft.file, draft=draft, save=True))
