"""Unsaved text: kept beside the app while it is typed, told of at the start, listed, thrown away into the trash."""

import threading
from typing import TYPE_CHECKING, NamedTuple

from memtui.history.drafts import Draft, all_drafts, forget_draft, keep_draft, rescue
from memtui.history.trash import keep_removed
from memtui.memory.clock import iso, now
from memtui.memory.errors import MemtuiError
from memtui.memory.save import Step
from memtui.memory.state import State
from memtui.ui.messages import ChangeMade

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

UNNAMED = "a new memory"


class Kept(NamedTuple):
    """A state of the text; later ones have higher numbers."""

    number: int
    base: bytes | None
    data: bytes
    team: bool = False


class Keeper:
    """Keeps the draft of one file in step with its text. Any thread may call; an older state never wins."""

    def __init__(self, state: State, file: str | None, draft: Draft | None = None) -> None:
        self._state = state
        self._draft = draft or Draft("", file, None, b"", 0.0)
        self._lock = threading.Lock()
        self._number = 0

    @property
    def path(self) -> str:
        """Where it is; empty before anything was kept."""
        return self._draft.path

    def keep(self, kept: Kept) -> None:
        """Write this state, unless a later one was written or the draft is no longer wanted."""
        with self._lock:
            if kept.number > self._number:
                wanted = self._draft._replace(base=kept.base, data=kept.data, team=kept.team)
                self._draft = keep_draft(self._state, wanted)
                self._number = kept.number

    def forget(self, number: int, file: str | None = None) -> None:
        """All states up to this one are saved elsewhere; what comes later is a draft of `file`."""
        with self._lock:
            self._number = max(self._number, number)
            path, self._draft = self._draft.path, self._draft._replace(path="", file=file or self._draft.file)
            if path:
                forget_draft(path)


def rescued(data: bytes, failure: str) -> str:
    """The last thing to do for text that is not kept when the app ends: what became of it, in words."""
    try:
        return f"{failure}; your text is kept at {rescue(data)}"
    except OSError:
        return f"{failure}; your text is lost"


def throw_away(state: State, draft: Draft) -> None:
    """Forget a draft; its text goes to the trash."""
    keep_removed(state, [Step(draft.file or "new.md", draft.data, None)], now())
    forget_draft(draft.path)


def told(drafts: list[Draft]) -> str:
    """A quiet note of what is unsaved; empty when nothing is."""
    if not drafts:
        return ""
    names = list(dict.fromkeys(draft.file or UNNAMED for draft in drafts))
    shown = ", ".join(names[:2]) + (f" and {len(names) - 2} more" if len(names) > 2 else "")
    count = f"{len(drafts)} unsaved draft{'s' if len(drafts) > 1 else ''}"
    return f"{count}: {shown}; D lists them"


def note_drafts(app: "MemtuiApp") -> None:
    """Say what was left unsaved, if anything was; looked up beside the app."""
    state = app.which.store.state

    def look() -> None:
        words = told(all_drafts(state))
        if words:
            app.post_message(ChangeMade(words))

    app.run_worker(look, group="drafts", thread=True, exit_on_error=False)


def list_drafts(app: "MemtuiApp") -> None:
    """Every draft; the chosen one is opened."""
    from memtui.ui.screens.dialogs import Choice, PickDialog
    from memtui.ui.text import plain

    drafts = {draft.path: draft for draft in all_drafts(app.which.store.state)}
    rows = [
        Choice(
            path, ((plain(draft.file or UNNAMED), "title"), (f"  {iso(draft.when)[:16].replace('T', ' ')}", "muted"))
        )
        for path, draft in drafts.items()
    ]

    def opened(path: str | None) -> None:
        if path in drafts:
            from memtui.ui.screens.editor import EditorScreen

            app.push_screen(EditorScreen(drafts[path].file, draft=drafts[path]))

    app.push_screen(PickDialog("Unsaved drafts", rows, "There are no drafts: all is saved."), opened)


def thrown_away(app: "MemtuiApp", draft: Draft) -> None:
    """Forget a draft, and say where it went."""
    try:
        throw_away(app.which.store.state, draft)
    except MemtuiError as failure:
        app.tell(str(failure), "error")
    else:
        app.tell("the draft is in the trash")
