"""How the editor begins and what it guards: reading the file, watching it, keeping what is typed as a draft."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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
from memtui.transcripts.opening import Which
from memtui.ui.drafts import UNNAMED, Keeper, Kept, rescued, thrown_away
from memtui.ui.saving import on_disk
from memtui.ui.screens.conflict import GO_ON, THROW_AWAY, DraftDialog
from memtui.ui.screens.dialogs import diff_rows
from memtui.ui.screens.editor_view import EditorView
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.body import Body
from memtui.ui.widgets.rows import Row


class Found(NamedTuple):
    """What there is to edit: the file, and unsaved text of it with how that differs; or why it cannot be edited."""

    disk: bytes | None = None
    draft: Draft | None = None
    rows: Sequence[Row] = ()
    failure: str = ""


def read_for_edit(which: Which, file: str | None, going_on: Draft | None) -> Found:
    """Read a file for the editor. A draft that one goes on with is enough where the file is gone since."""
    try:
        disk = check_readable(which.store, file, BODY_MAX_BYTES) if file else None
        part(file or "", disk or b"")
    except MemtuiError as failure:
        return Found(failure="" if going_on is not None else str(failure))
    draft = latest_draft(which.store.state, file) if going_on is None else None
    if draft is None or draft.data == disk:
        return Found(disk)
    return Found(disk, draft, diff_rows(diff_bytes(draft.file or UNNAMED, disk, draft.data)))


class EditorGuard(EditorView):
    """An editor that loses nothing."""

    @dataclass
    class Opened(Message):
        """The file was read, or cannot be."""

        found: Found

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
        """Read the file beside the app, or begin a new one; unsaved text from before is offered first."""
        self.keeper = Keeper(self.memtui.which.store.state, self.file, self._draft)
        if self.file is None and self._draft is None:
            self._show(EMPTY)
        else:
            self.query_one("#form").display = False
            self.query_one(Body).border_subtitle = "reading…"
            self.query_one(Body).focus()  # so that no letter is taken for a key of the app meanwhile
        self._read(self.memtui.which)

    @work(thread=True, group="open", exit_on_error=False, description="read a file to edit")
    def _read(self, which: Which) -> None:
        worker = get_current_worker()
        opened = read_for_edit(which, self.file, self._draft)
        if not worker.is_cancelled:
            self.post_message(self.Opened(opened))

    def on_editor_guard_opened(self, event: Opened) -> None:
        """Show what was read, with what was typed meanwhile, or why it cannot be edited."""
        found = event.found
        if found.failure:
            self.show_refusal(found.failure)
            return
        if self.file is not None or self._draft is not None:
            self._open(found)
        if found.draft is not None:
            self._ask(found.draft, found.disk, found.rows)

    def _open(self, found: Found) -> None:
        early = self.query_one(Body).text
        self.base = found.disk
        if self._draft is not None:
            self._go_on(self._draft)
        else:
            self._show(EMPTY if found.disk is None else found.disk)
        if early and self.sheet is not None:
            self.query_one(Body).insert(early)

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

    def _ask(self, draft: Draft, disk: bytes | None, rows: Sequence[Row]) -> None:
        """Unsaved text from before: go on with it, or not."""
        name = draft.file or UNNAMED
        since = "" if draft.base == disk else "; the file has changed since, so saving it will ask"
        note = f"Kept on {iso(draft.when)[:16].replace('T', ' at ')}{since}. It differs from the file so:"

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
            failure = self.keep_now()
            if failure:
                self.memtui.last_words.append(rescued(self.current.data, failure))
