"""What a person does with the past: look at the files of a change, bring one or all of them back.

What would change is worked out beside the screen and shown; only a yes changes anything, and only that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.history.back import plan_restore_all, plan_restore_file
from memtui.history.change import Work
from memtui.history.log import RESTORE, Entry
from memtui.history.preview import CHANGE, CREATE, DELETE, diff_steps, would
from memtui.memory.clock import now
from memtui.memory.errors import ConflictError, MemtuiError
from memtui.memory.save import Step
from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import TextDialog
from memtui.ui.screens.history_reading import HistoryReading
from memtui.ui.screens.history_rows import diff_lines, full_when, step_rows
from memtui.ui.text import plain
from memtui.ui.widgets.lines import Blank
from memtui.ui.widgets.rows import Row
from memtui.ui.words import counted

_MOST_DIFFS = 100  # files whose difference is shown before a whole store is restored; the list names all
_DIALOG_EDGES = 16  # cells that a dialog leaves free beside its text


class Return(NamedTuple):
    """A wish to go back: which store, to which state, and one file or all of them."""

    which: Which
    entry: Entry
    file: str | None

    @property
    def what(self) -> str:
        """What comes back, in words."""
        return self.file if self.file is not None else "the store"

    def plan(self) -> tuple[Sequence[Step], Sequence[str]]:
        """The steps, from what is there now, and the files that stay because they were not kept."""
        root, state = self.which.store.root, self.which.store.state
        if self.file is None:
            return plan_restore_all(root, state, self.entry)
        return plan_restore_file(root, state, self.file, str(self.entry.number), now())[1], ()


class HistoryActions(HistoryReading):
    """The actions of the history screen."""

    @dataclass
    class Planned(Message):
        """What a return would change, or why it cannot be made."""

        wish: Return
        steps: Sequence[Step]
        rows: Sequence[Row]
        lost: Sequence[str] = ()  # over 1 MB, so only their hash was kept
        failed: str = ""

    def chosen(self) -> Entry | None:
        """The state under the cursor."""
        raise NotImplementedError

    def chosen_file(self) -> str | None:
        """The file that is looked at by itself."""
        raise NotImplementedError

    def open_files(self) -> None:
        """Show the files of the chosen state, to choose one."""
        raise NotImplementedError

    def _entry(self, wanted: str) -> Entry | None:
        """The chosen state, or a word on why there is none."""
        entry = self.chosen()
        if entry is None:
            self.memtui.tell(f"there is no state to {wanted}; escape clears the filter", "warning")
        return entry

    def action_restore_file(self) -> None:
        """Bring the chosen file back as it was in the chosen state."""
        entry = self._entry("restore a file from")
        if entry is None:
            return
        file = self.chosen_file() or (entry.touched[0] if len(entry.touched) == 1 else None)
        if file is not None:
            self._restore(entry, file)
        elif entry.touched:
            self.open_files()
            self.memtui.tell("choose one of its files, then press r again")
        else:
            self.memtui.tell("this state changed no file; R brings the whole store back to it", "warning")

    def _restore(self, entry: Entry, file: str) -> None:
        """A file that the state deleted comes back as it was before."""
        if file in entry.deleted:
            before = self._before(entry)
            if before is None:
                self.memtui.tell(f"{file} was deleted in state {entry.number}, and no older one is known", "warning")
                return
            entry = before
        self.work_out(Return(self.memtui.which, entry, file), self._width())

    def _before(self, entry: Entry) -> Entry | None:
        place = self.past.place(entry.number) if self.past is not None else None
        if self.past is None or place is None or place + 1 >= len(self.past.entries):
            return None
        return self.past.entries[place + 1]

    def action_restore_all(self) -> None:
        """Bring the whole store back to the chosen state."""
        entry = self._entry("go back to")
        if entry is not None:
            self.work_out(Return(self.memtui.which, entry, None), self._width())

    def _width(self) -> int:
        return max(20, int(self.app.size.width * 0.94) - _DIALOG_EDGES)

    @work(thread=True, group="plan", exclusive=True, exit_on_error=False)
    def work_out(self, wish: Return, width: int) -> None:
        """What going back would change."""
        worker = get_current_worker()
        try:
            planned, lost = wish.plan()
            steps = [step for step in planned if step.before != step.after]
            message = self.Planned(wish, steps, plan_rows(wish, steps, width), lost)
        except MemtuiError as failure:
            message = self.Planned(wish, (), (), failed=str(failure))
        if not worker.is_cancelled:
            self.post_message(message)

    @on(Planned)
    def _ask(self, event: Planned) -> None:
        """Show what would change, and go ahead on a yes."""
        wish = event.wish
        if wish.which is not self.memtui.which or not self.is_current:
            return
        if event.failed:
            self.memtui.tell(event.failed, "error")
        elif not event.steps:
            self.memtui.tell(f"{wish.what} is as it was in state {wish.entry.number} already")
        else:
            title = f"Bring {plain(wish.what)} back to state {wish.entry.number}, {full_when(wish.entry.when)}?"
            yes = "bring the whole store back" if wish.file is None else "bring it back"
            dialog = TextDialog(title, event.rows, yes, plan_note(event.steps, event.lost))
            dialog.at_change = len(event.steps) == 1
            self.app.push_screen(dialog, lambda agreed: self._go_back(wish, event.steps) if agreed else None)

    def _go_back(self, wish: Return, shown: Sequence[Step]) -> None:
        words = f"{wish.what} to state {wish.entry.number}"

        def plan(work: Work) -> Sequence[Step]:
            work.kind = RESTORE
            steps = [step for step in wish.plan()[0] if step.before != step.after]
            if steps != shown:
                raise ConflictError(
                    "the store changed while you looked, so nothing was brought back", "", "look again and say yes"
                )
            return steps

        self.memtui.change(f"restore {words}", plan, f"brought {words}; u takes it back", start=True)


def plan_note(steps: Sequence[Step], lost: Sequence[str] = ()) -> str:
    """How many files would be created, changed and deleted, and which stay because they were not kept."""
    words = [would(step) for step in steps]
    counts = [(words.count(word), word) for word in (CREATE, CHANGE, DELETE)]
    listed = ", ".join(f"{number:,} to {word}" for number, word in counts if number)
    stays = f" As they are stay, because over 1 MB was not kept: {', '.join(lost)}." if lost else ""
    return f"{counted(len(steps), 'file')}: {listed}. u takes it back afterwards.{stays}"


def plan_rows(wish: Return, steps: Sequence[Step], width: int) -> list[Row]:
    """The files, and the difference for as many of them as people read."""
    diff = diff_lines(diff_steps(steps[:_MOST_DIFFS]), width)
    if wish.file is not None and len(steps) == 1:
        return diff
    return [*step_rows([(step.file, would(step)) for step in steps]), Blank("\0blank"), *diff]
