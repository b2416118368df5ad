"""What the editor does: save, settle a conflict, go on outside, close. No text is lost on any of these ways."""

from dataclasses import dataclass

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.history.drafts import Draft
from memtui.memory.errors import ConflictError, MemtuiError
from memtui.memory.merge import marks_left, merge
from memtui.memory.sheet import part
from memtui.ui.drafts import UNNAMED, Keeper, thrown_away
from memtui.ui.saving import Edit, on_disk, save_edit
from memtui.ui.screens.conflict import MERGE, MINE, THEIRS, ConflictScreen
from memtui.ui.screens.editor_guard import EditorGuard
from memtui.ui.widgets.body import Body
from memtui.ui.widgets.memoryform import MemoryForm


class EditorActions(EditorGuard):
    """The actions of the editor."""

    @dataclass
    class Saved(Message):
        """The file and its pointer are written."""

        number: int
        file: str
        before: bytes
        after: bytes
        words: str

    @dataclass
    class SaveFailed(Message):
        """Nothing was written. `clash` when the file is not what was read; `theirs` is what it is now."""

        words: str
        clash: bool = False
        theirs: bytes | None = None

    def __init__(self, file: str | None, line: int, draft: Draft | None, save: bool) -> None:
        super().__init__(file, line, draft)
        self._save_at_once = save
        self._merged = False
        self._told = ""  # why the text could not be kept, once that was said

    def gone_on(self) -> None:
        """Text that comes from the user's own editor is saved at once."""
        if self._save_at_once:
            self.action_save()

    # Saving

    def action_save(self) -> None:
        """Write the memory and its pointer."""
        if self.sheet is None or self.saving:
            self.memtui.tell("one moment, it is being saved" if self.saving else self._why_nothing(), "warning")
            return
        left = marks_left(self.query_one(Body).text) if self._merged else []
        if left:
            at = left[0] + self.query_one(Body).line_number_start - 1
            self.query_one(Body).show_line(at)
            self.memtui.tell(
                f"line {at}: a conflict is marked there; choose one of both and remove the marks", "warning"
            )
        elif not self.unsaved:
            self.memtui.tell("nothing to save: it is as on disk", "warning")
        else:
            self.saving = True
            form = self.query_one(MemoryForm).value
            body = self.query_one(Body).text
            edit = Edit(self.file, self.base, self.current.data, form, body, self.team)
            self._write(edit, self.current.number)

    def _why_nothing(self) -> str:
        return "nothing to save here" if self.has_class("-refused") else "one moment, it is being read"

    @work(thread=True, group="write", exit_on_error=False)
    def _write(self, edit: Edit, number: int) -> None:
        worker = get_current_worker()
        try:
            with self.memtui.loader.own_change() as own:
                done = save_edit(self.memtui.which, edit, own)
            message: Message = self.Saved(number, done.file, edit.data, done.data, done.words)
        except ConflictError as failure:
            message = self._clashed(edit, failure)
        except MemtuiError as failure:
            message = self.SaveFailed(str(failure))
        if not worker.is_cancelled:
            self.post_message(message)
        self.memtui.loader.request()

    def _clashed(self, edit: Edit, failure: ConflictError) -> Message:
        """The file itself may be another, or only the index was written at the same moment."""
        try:
            theirs = on_disk(self.memtui.which, edit.file) if edit.file is not None else None
        except MemtuiError as unreadable:
            return self.SaveFailed(str(unreadable))
        clash = edit.file is not None and theirs != edit.base
        return self.SaveFailed(str(failure), clash=clash, theirs=theirs)

    def on_editor_actions_saved(self, event: Saved) -> None:
        """The editor goes on from what is on disk now."""
        self.saving = self._merged = False
        new = self.file is None
        self.file, self.base, self.clash = event.file, event.after, ""
        self.forget(event.number, event.file)
        self.memtui.tell(event.words)
        if self._save_at_once:
            self._leave()
            return
        self._take_over(event, new)
        self.changed()

    def _take_over(self, event: Saved, new: bool) -> None:
        """The saved file: where its form and text are what they were, cursor and undo stay as they are."""
        saved, before = part(event.file, event.after), part(event.file, event.before)
        same = (saved.form is None, saved.text) == (before.form is None, before.text)
        if same and not new and self.sheet is not None and (self.sheet.form is None) == (saved.form is None):
            self.sheet = saved
            if saved.form is not None:
                self.query_one(Body).line_number_start = saved.first_line
        elif self.current.number == event.number:
            self.show_data(event.after)

    def on_editor_actions_save_failed(self, event: SaveFailed) -> None:
        """Told, and the text is kept."""
        self.saving = self._save_at_once = False
        self.keep_soon()
        if not event.clash:
            self.memtui.tell(f"not saved: {event.words}", "error")
            return
        theirs = event.theirs
        mine = self.current.data
        texts = [None if data is None else data.decode("utf-8", "surrogateescape") for data in (mine, theirs)]

        def decided(answer: str | None) -> None:
            self._settle(answer or "", mine, theirs)

        self.app.push_screen(ConflictScreen(self.file or "", texts[0] or "", texts[1]), decided)

    def _settle(self, answer: str, mine: bytes, theirs: bytes | None) -> None:
        """Do what was decided about two versions."""
        if answer == MINE:
            self.base = theirs
            self.changed()
            self.action_save()
        elif answer == THEIRS:
            self._take(mine, theirs)
        elif answer == MERGE and theirs is not None:
            self._merge(mine, theirs)
        else:
            self.clash = self.clash or "▲ changed on disk meanwhile: ctrl+s compares"
            self.draw_state()

    def _take(self, mine: bytes, theirs: bytes | None) -> None:
        self.keep_now()
        thrown_away(self.memtui, Draft(self.keeper.path, self.file, self.base, mine, 0.0))
        self.keeper = Keeper(self.memtui.which.store.state, self.file)
        self.base, self.clash = theirs, ""
        if theirs is None:
            self._leave()
        else:
            self.show_data(theirs)

    def _merge(self, mine: bytes, theirs: bytes) -> None:
        texts = [data.decode("utf-8", "surrogateescape") for data in (self.base or b"", mine, theirs)]
        merged = merge(*texts)
        self.base, self.clash, self._merged = theirs, "", True
        line = merged.conflicts[0].line if merged.conflicts else None
        self.show_data(merged.text.encode("utf-8", "surrogateescape"), line=line)
        self.query_one(Body).focus()
        if merged.conflicts:
            places = f"{len(merged.conflicts)} place{'s' if len(merged.conflicts) > 1 else ''}"
            self.memtui.tell(f"merged, but {places} only you can decide; each is marked by <<<<<<<", "warning")
        else:
            self.memtui.tell("merged; look it over, then ctrl+s saves")

    # Leaving

    def action_close(self) -> None:
        """Leave; unsaved text is kept as a draft. Where that fails, a second time leaves all the same."""
        if self.saving:
            self.memtui.tell("one moment, it is being saved", "warning")
            return
        failed = self.keep_now() if self.sheet is not None else ""
        if failed and failed != self._told:
            self._told = failed
            self.memtui.tell(f"{failed}; escape once more leaves without your text", "error")
            return
        if self.sheet is not None and self.unsaved:
            self.memtui.tell(f"not saved: your text is kept as a draft of {self.file or UNNAMED}; D lists drafts")
        elif self.sheet is not None:
            self.forget(self.current.number)
        self._leave()

    def _leave(self) -> None:
        self.closing = True
        self.dismiss()

    # Going on outside

    def action_external_editor(self) -> None:
        """Go on in the user's own editor."""
        from memtui.ui.outside import edited_outside

        if self.sheet is None:
            if self.file is not None:
                self._leave()
                self.memtui.edit_outside(self.file)
            return
        try:
            self.current = self.current._replace(number=self.current.number + 1)
            self.keeper.keep(self.current)
            data = edited_outside(self.memtui, self.keeper.path)
            if data == self.current.data:
                self.memtui.tell("your editor left the text as it was")
            self.show_data(data)
        except MemtuiError as failure:
            kept = f"; your text is kept at {self.keeper.path}" if self.keeper.path not in str(failure) else ""
            self.memtui.tell(f"{failure}{kept}", "error")
