"""How the editor begins and what it guards: reading the file, watching it, keeping what is typed as a draft."""

from dataclasses import dataclass
from typing import Any

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.history.diff import diff_bytes
from memtui.history.drafts import Draft, latest_draft
from memtui.memory.actions import check_readable
from memtui.memory.clock import iso
from memtui.memory.errors import MemtuiError
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.sheet import EMPTY, part
from memtui.ui.drafts import UNNAMED, Keeper, Kept, thrown_away
from memtui.ui.saving import on_disk
from memtui.ui.screens.conflict import GO_ON, THROW_AWAY, DraftDialog
from memtui.ui.screens.dialogs import diff_rows
from memtui.ui.screens.editor_view import EditorView
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.body import Body


class EditorGuard(EditorView):
    """An editor that loses nothing."""

    @dataclass
    class Looked(Message):
        """The file as it is on disk now; None when there is none."""

        theirs: bytes | None

    @dataclass
    class DraftFailed(Message):
        """The text could not be kept as a draft."""

        words: str

    def __init__(self, file: str | None, line: int, draft: Draft | None) -> None:
        super().__init__(file, line)
        self._draft = draft
        self._seen: Any = None  # the file's stat key at the last look
        self.saving = self.closing = False

    # Opening

    def begin(self) -> None:
        """Read the file, or begin a new one; unsaved text from before is offered first."""
        state = self.memtui.which.store.state
        self.keeper = Keeper(state, self.file, self._draft)
        try:
            disk = check_readable(self.memtui.which.store, self.file, BODY_MAX_BYTES) if self.file else None
            part(self.file or "", disk or b"")
        except MemtuiError as failure:
            if self._draft is None:
                self.show_refusal(str(failure))
                return
            disk = None  # gone since; saving the draft makes it anew
        self.base = disk
        if self._draft is not None:
            self._go_on(self._draft)
            return
        self._show(EMPTY if disk is None else disk)
        found = latest_draft(state, self.file)
        if found is not None and found.data != disk:
            self._ask(found, disk)

    def _show(self, data: bytes) -> None:
        try:
            self.show_data(data, line=self.line)
        except MemtuiError as failure:
            self.show_refusal(f"{failure}; the text is kept at {self.keeper.path}")
            return
        if self.file is None or self.line < (self.sheet.first_line if self.sheet and self.line > 1 else 0):
            self.query_one("#name" if self.file is None else "#description").focus()
        else:
            self.query_one(Body).focus()

    def _ask(self, draft: Draft, disk: bytes | None) -> None:
        """Unsaved text from before: go on with it, or not."""
        name = draft.file or UNNAMED
        since = "" if draft.base == disk else "; the file has changed since, so saving it will ask"
        note = f"Kept on {iso(draft.when)[:16].replace('T', ' at ')}{since}. It differs from the file so:"
        rows = diff_rows(diff_bytes(name, disk, draft.data))

        def decided(answer: str | None) -> None:
            if answer == GO_ON:
                self.keeper = Keeper(self.memtui.which.store.state, self.file, draft)
                self._go_on(draft)
            elif answer == THROW_AWAY:
                thrown_away(self.memtui, draft)

        self.app.push_screen(DraftDialog(f"There is an unsaved draft of {name}", note, rows), decided)

    def _go_on(self, draft: Draft) -> None:
        """The text from before; against what was read then, so that no later change is overwritten."""
        self.base, self.team = draft.base, draft.team
        self._seen = None
        self._show(draft.data)
        self.look_again(self.snapshot)
        self.gone_on()

    def gone_on(self) -> None:
        """The text from before is shown."""

    # Watching the file

    def look_again(self, snapshot: Snapshot) -> None:
        """Read the file anew where the store's picture says that it is another."""
        if self.file is None or self.sheet is None or snapshot.scan is None or self.saving:
            return
        memory = snapshot.by_file.get(self.file)
        key = memory.key if memory is not None else snapshot.scan.indexes.get(self.file)
        if key != self._seen or self._seen is None:
            self._seen = key
            self._look()

    @work(thread=True, group="look", exclusive=True, exit_on_error=False)
    def _look(self) -> None:
        worker = get_current_worker()
        try:
            theirs = on_disk(self.memtui.which, self.file or "")
        except MemtuiError:
            return  # there, but not to be read: saving says why
        if not worker.is_cancelled:
            self.post_message(self.Looked(theirs))

    def on_editor_guard_looked(self, event: Looked) -> None:
        """The same, taken over, or a conflict that waits for the next save."""
        if self.saving or self.sheet is None:
            return
        theirs = event.theirs
        if theirs == self.base or theirs == self.current.data:
            self.base, self.clash = theirs, ""
        elif self.unsaved or theirs is None:
            how = "removed" if theirs is None else "changed"
            self.clash = f"▲ {how} on disk meanwhile: ctrl+s compares"
        else:
            self.base = theirs
            self.show_data(theirs)
            self.memtui.tell(f"{self.file} changed on disk; this is how it is now")
        self.changed()

    def draw(self, snapshot: Snapshot) -> None:
        """Another look at the store: has this file changed?"""
        self.look_again(snapshot)

    # Drafts

    def keep_soon(self) -> None:
        """Keep the text beside the app; what is as on disk again needs no draft."""
        if self.closing or self.saving:
            return
        if self.unsaved:
            self._keep_beside(self.current)
        elif self.keeper.path:
            self.forget(self.current.number)

    @work(thread=True, group="draft", exit_on_error=False)
    def _keep_beside(self, state: Kept) -> None:
        worker = get_current_worker()
        try:
            self.keeper.keep(state)
        except MemtuiError as failure:
            if not worker.is_cancelled:
                self.post_message(self.DraftFailed(str(failure)))

    def on_editor_guard_draft_failed(self, event: DraftFailed) -> None:
        """Nothing protects the text but this screen."""
        self.memtui.tell(f"{event.words}; your text is only here", "error")

    def keep_now(self) -> str:
        """Keep the text before this screen goes; what went wrong, in words."""
        try:
            if self.unsaved:
                self.keeper.keep(self.current)
        except MemtuiError as failure:
            return str(failure)
        return ""

    def forget(self, number: int, file: str | None = None) -> None:
        try:
            self.keeper.forget(number, file)
        except MemtuiError as failure:
            self.memtui.tell(str(failure), "warning")

    def on_unmount(self) -> None:
        """The app ends, perhaps by a fault: what was typed stays."""
        if not self.closing and self.sheet is not None:
            self.keep_now()
