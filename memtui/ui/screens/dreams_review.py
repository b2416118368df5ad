"""A person's decisions on a result that waits: file by file, piece by piece, or all of it."""

from collections.abc import Callable, Sequence
from typing import Any

from textual import on

from memtui.dream.review import Choice, adopt_files, discard_files
from memtui.dream.task import ADOPTED, PARTLY, WAITING, Task, read_task
from memtui.dream.words import result_words
from memtui.memory.limits import INDEX_NAME
from memtui.ui.keys import Action
from memtui.ui.screens.dialogs import AskDialog
from memtui.ui.screens.dreams_reading import DreamsReading, Result, wanted_of
from memtui.ui.screens.dreams_rows import FileRow, HunkRow
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row, Rows


class DreamsReview(DreamsReading):
    """Looking into one dream, and deciding."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = False
        self._dreaming = ""
        self._about_shown = ""

    def chosen(self) -> Task | None:
        """The dream under the cursor."""
        raise NotImplementedError

    def chosen_to(self, what: str) -> Task | None:
        """The dream under the cursor, or a word on why there is none."""
        task = self.chosen()
        if task is None:
            self.memtui.tell(f"there is no dream to {what}; d starts one", "warning")
        return task

    def result_of(self, task: Task) -> Result | None:
        """What is known of what it did."""
        return self.results.get(wanted_of(task))

    def do(self, make: Callable[[], str]) -> None:
        """Something about dreams, beside the app; then look again."""
        watch = self.memtui.dream_watch

        def made() -> str:
            try:
                return make()
            finally:
                watch.request(full=True)

        self.memtui.remember(made)

    def show_rows(self, panel: Panel, about: str, rows: Sequence[Row]) -> None:
        """Rows about something: from the top where it is something else than before."""
        panel.say(Status.READY)
        if about != self._about_shown:
            self._about_shown = about
            panel.rows.scroll_to(y=0, animate=False, immediate=True)
            panel.rows.set_rows((), key="")
        panel.rows.set_rows(rows)

    # Into one dream and out again

    @on(Rows.Chosen)
    def action_open(self) -> None:
        """From the list to the files, or where there are none to the words; from a file to its difference."""
        if self.query_one("#changes-rows").has_focus:
            self.query_one("#difference-rows").focus()
            return
        if self.query_one("#difference-rows").has_focus:
            self.memtui.tell("this is the difference itself; escape goes back", "warning")
            return
        task = self.chosen_to("look into")
        if task is None:
            return
        if self.has_class("-result"):
            self._open_files()
        elif self.query_one("#dream-rows", Rows).rows:
            self.query_one("#dream-rows").focus()
        else:
            self.memtui.tell(f"this dream left nothing to look at: {result_words(task)}", "warning")

    def _open_files(self) -> None:
        self.opened = True
        self.add_class("-opened")
        self.query_one("#changes-rows").focus()
        self.dreams_changed()

    def close_files(self) -> None:
        """Back to the list."""
        if self.opened:
            self.opened = False
            self.remove_class("-opened")
            self.query_one("#ledger-rows").focus()

    def action_back(self) -> None:
        """Closer to home: from the difference to the files, from there to the list."""
        if self.query_one("#difference-rows").has_focus and self.opened:
            self.query_one("#changes-rows").focus()
            return
        self.close_files()
        self.query_one("#ledger-rows").focus()

    def action_review(self) -> None:
        """Go to what waits."""
        status = self.memtui.dreams.status
        waiting = status.waiting if status is not None else None
        if waiting is None:
            self.memtui.tell("nothing waits for a decision; d dreams now, enter looks at what one did", "warning")
            return
        self.query_one("#ledger-rows", Rows).go_to(waiting.id)
        self.call_after_refresh(self._open_waiting)

    def _open_waiting(self) -> None:
        task = self.chosen()
        if task is not None and task.review == WAITING:
            self._open_files()

    def offers(self, action: Action) -> bool:
        """The key bar shows what has a meaning for the dream under the cursor."""
        task, dreams = self.chosen(), self.memtui.dreams
        waiting = task is not None and task.review == WAITING and not task.running
        blocked = dreams.status is not None and dreams.status.waiting is not None
        meant = {
            "dreams.now": not (dreams.running is not None or self.opened or blocked or self.snapshot.missing),
            "dreams.open": task is not None,
            "dreams.review": blocked and not self.opened,
            "dreams.adopt": waiting and self.opened,
            "dreams.discard": waiting and self.opened,
            "dreams.adopt_all": waiting,
            "dreams.kill": dreams.running is not None,
            "dreams.send": dreams.running is not None,
            "dreams.retry": task is not None and not task.running and not waiting,
            "dreams.undo": task is not None and task.change is not None and task.review in (ADOPTED, PARTLY, WAITING),
        }
        return super().offers(action) and meant.get(action.id, True)

    def on_descendant_focus(self) -> None:
        """Whoever listens to a dream gets all the room there is."""
        self.set_class(self.query_one("#dream-rows").has_focus, "-listening")

    def on_descendant_blur(self) -> None:
        """What had focus may be gone from the screen: the turns of a dream make room for its files."""
        self.call_after_refresh(self._keep_focus)

    def _keep_focus(self) -> None:
        if self.focused is None:
            self.remove_class("-listening")
            self.call_after_refresh(self.query_one("#ledger-rows").focus)

    # Deciding

    def _choice_to(self, what: str) -> tuple[Task, Choice] | None:
        """What the cursor is on among what waits, or a word on why that cannot be decided."""
        task = self.chosen_to(what)
        if task is None:
            return None
        row: Any = self.query_one("#changes-rows", Rows).current
        if task.review != WAITING:
            self.memtui.tell(f"nothing of this dream waits for a decision: {result_words(task)}", "warning")
        elif not self.opened:
            self.memtui.tell(f"enter opens the files to {what} one by one; A and X decide on all of them", "warning")
        elif isinstance(row, HunkRow):
            return task, {row.item.file: [row.hunk.number]}
        elif isinstance(row, FileRow) and row.waits:
            return task, {row.item.file: None}
        else:
            self.memtui.tell("this file is decided already; U takes a whole dream back", "warning")
        return None

    def action_adopt(self) -> None:
        """Make the chosen file or piece real."""
        found = self._choice_to("adopt")
        if found is not None:
            self._adopt(*found)

    def action_discard(self) -> None:
        """Throw the chosen file or piece away."""
        found = self._choice_to("discard")
        if found is not None:
            self._discard(*found)

    def _waiting_to(self, what: str) -> Task | None:
        task = self.chosen_to(what)
        if task is not None and task.review != WAITING:
            self.memtui.tell(f"nothing of this dream waits for a decision: {result_words(task)}", "warning")
            return None
        return task

    def action_adopt_all(self) -> None:
        """All that waits."""
        task = self._waiting_to("adopt")
        if task is not None:
            self._adopt(task, None)

    def action_discard_all(self) -> None:
        """All that waits; it cannot be brought back, so it asks."""
        task = self._waiting_to("discard")
        if task is None:
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                self._discard(task, None)

        words = "What this dream proposes is thrown away and not kept. The memory stays as it is."
        self.app.push_screen(AskDialog(f"Discard all of dream {task.id}?", words, "discard it"), answered)

    def _adopt(self, task: Task, choice: Choice | None) -> None:
        store, loader = self.memtui.which.store, self.memtui.loader

        def make() -> str:
            with loader.own_change() as own:
                own |= {*task.created, *task.changed, *task.deleted, INDEX_NAME}
                _, done = adopt_files(store, read_task(store.state, task.id) or task, choice)
            left = [f"{file} was left out: {why}" for file, why in (done.held | done.barred).items()]
            what = f"adopted {', '.join(done.files)}; U takes the dream back" if done.files else "nothing was adopted"
            return "; ".join([what, *left, *done.notes])

        self.do(make)

    def _discard(self, task: Task, choice: Choice | None) -> None:
        store = self.memtui.which.store

        def make() -> str:
            after = discard_files(store, read_task(store.state, task.id) or task, choice)
            what = ", ".join(choice) if choice else "all that waited"
            return f"discarded {what}" + ("" if after.review == WAITING else f"; {result_words(after)}")

        self.do(make)
