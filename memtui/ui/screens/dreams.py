"""Dreams: whether one is due, the one that runs, every one there was, and what each did, to keep or to take back."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from memtui.dream.digest import Live
from memtui.dream.task import WAITING, Task
from memtui.ui.dreaming import Dreams
from memtui.ui.keys import DREAMS
from memtui.ui.paths import style
from memtui.ui.screens.base import NARROW, bindings
from memtui.ui.screens.dreams_actions import DreamsActions
from memtui.ui.screens.dreams_difference import difference
from memtui.ui.screens.dreams_facts import ended_facts, running_facts
from memtui.ui.screens.dreams_gates import Scene, gate_rows
from memtui.ui.screens.dreams_reading import DreamsReading, Result, wanted_of
from memtui.ui.screens.dreams_rows import FileRow, HeadRow, HunkRow, TaskRow, change_rows
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.dreampanel import DreamPanel
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.words import counted

_FIRST = (
    "No dream yet.\n\nd dreams now. A dream tidies the memory on a copy: it merges what is double, mends the index, "
    "makes dates absolute. The rules work offline; claude needs a key. Nothing is lost: U takes a dream back."
)
_SILENT = "It has said nothing yet.\n\nK kills it, s sends it a line. It runs on when you leave memtui."
_FRAME = 4  # cells beside the files: borders, a scroll bar
_NO_MEMORY = "No memory here yet, so there is nothing to dream about.\n\nn writes a first one."


class DreamsScreen(DreamsActions):
    """Dreams."""

    MODE = DREAMS
    CSS_PATH = style("dreams")
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(DREAMS)]
    AUTO_FOCUS = "#ledger-rows"
    HELP = (
        "Dreams consolidate the memory in the background, on a copy. On top: the gates, all open when one is due. "
        "The list: ▶ runs, ✓ ended well, ◆ waits for you, ◇ discarded, ↶ taken back, ✖ failed, ■ killed. "
        "d dreams now, K kills, r tries again, U takes a whole dream back. enter opens what one did, or listens to "
        "one that runs; a adopts and x discards a file or a piece."
    )

    def body(self) -> Iterable[Widget]:
        """The gates; the ledger and beside it one dream, its files, and their difference."""
        gates = SizedPanel(id="gates", rows_id="gates-rows")
        gates.rows.can_focus = False
        yield gates
        yield Horizontal(
            SizedPanel(id="ledger", rows_id="ledger-rows"),
            Vertical(
                DreamPanel(id="dream", rows_id="dream-rows"),
                Panel(id="changes", rows_id="changes-rows"),
                SizedPanel(id="difference", rows_id="difference-rows"),
                id="dream-side",
            ),
            id="dreams",
        )

    # Looking

    def on_mount(self) -> None:
        """Somebody wants to see it all now."""
        super().on_mount()
        self.memtui.dream_watch.request(full=True)

    def on_screen_resume(self) -> None:
        """Time has passed, and gates open by themselves."""
        super().on_screen_resume()
        self.memtui.dream_watch.request(full=True)

    def draw(self, snapshot: Snapshot) -> None:
        """The store is another, or changed under a result that waits."""
        self._draw_all()
        task = self.chosen()
        if task is not None and task.review == WAITING and not task.running:
            self.read_result(snapshot.which.store, task)

    def dreams_changed(self) -> None:
        """Draw what is known now."""
        if self.is_mounted:
            self._draw_all()
            super().dreams_changed()

    def _draw_all(self) -> None:
        self._draw_gates()
        self._draw_ledger()
        self._draw_chosen()

    @on(SizedPanel.Resized, "#ledger")
    def _draw_ledger(self) -> None:
        dreams, ledger = self.memtui.dreams, self.query_one("#ledger", SizedPanel)
        tasks = dreams.tasks or ()
        rows: list[Row] = [TaskRow(task, dreams.now, dreams.live_of(task)) for task in tasks]
        if rows and self.app.size.width >= NARROW:  # below that there is no line to spare
            rows.insert(0, HeadRow())
        begun = dreams.running is not None and self._dreaming != dreams.running.id
        self._dreaming = dreams.running.id if dreams.running is not None else ""
        ledger.rows.set_rows(rows, key=self._dreaming if begun and not self.opened else None)
        ledger.title("Dreams", counted(len(tasks), "dream") if tasks else "")
        ledger.say(*_ledger_state(dreams, self.snapshot.missing))

    @on(SizedPanel.Resized, "#gates")
    def _draw_gates(self) -> None:
        dreams, panel = self.memtui.dreams, self.query_one("#gates", SizedPanel)
        panel.title("Dreaming", "")
        if dreams.failed and dreams.status is None:
            panel.say(Status.FAILED, f"{dreams.failed}\nctrl+r looks again.")
        elif dreams.status is None:
            panel.say(Status.LOADING, "Looking at the gates…")
        else:
            panel.title("Dreaming", dreams.failed or ("due now" if dreams.status.due else ""))
            scene = Scene(self.memtui.which, self.memtui.config.dream, dreams.status, dreams.now, self.snapshot.missing)
            panel.rows.set_rows(gate_rows(scene, max(20, panel.cells)))
            panel.say(Status.READY)

    def where(self) -> str:
        """Where the cursor is."""
        at, total = self.query_one("#ledger-rows", Rows).position
        return f"{at} / {total}" if total else ""

    # One dream

    def chosen(self) -> Task | None:
        """The dream under the cursor."""
        row: Any = self.query_one("#ledger-rows", Rows).current
        return row.task if isinstance(row, TaskRow) else None

    @on(Rows.Highlighted, "#ledger-rows")
    def _follow(self) -> None:
        self._draw_chosen()
        self.draw_edges()

    @on(SizedPanel.Resized, "#dream")
    def _draw_chosen(self) -> None:
        task, panel = self.chosen(), self.query_one("#dream", DreamPanel)
        self.query_one("#dreams").set_class(task is None, "-alone")
        if task is None:
            self.close_files()
            self.set_class(False, "-result")
            return
        if task.running:
            self._draw_running(task, panel)
            return
        known = self.results.get(wanted_of(task))
        panel.title(f"Dream {task.id}", "")
        panel.tell(ended_facts(task, self.memtui.dreams.now))
        if known is None:
            if not self.has_class("-result") and panel.about != task.id:
                panel.say(Status.LOADING, "Reading what it did…")
            self.read_result(self.memtui.which.store, task)
        else:
            self._draw_result(task, known)

    def _draw_running(self, task: Task, panel: DreamPanel) -> None:
        dreams = self.memtui.dreams
        self.set_class(False, "-result")
        live = dreams.live_of(task) or Live()
        panel.tell(running_facts(task, live, dreams.now))
        behind = panel.show_turns(task.id, live, _SILENT)
        panel.title(f"Dream {task.id}", f"+{behind} new: end follows again" if behind else "")

    @on(Rows.Highlighted, "#dream-rows")
    def _catch_up(self) -> None:
        """Back at the end: what came meanwhile is shown at once."""
        panel, live = self.query_one("#dream", DreamPanel), self.memtui.dreams.live
        if panel.border_subtitle and panel.follows and live is not None:
            self._draw_chosen()

    @on(DreamsReading.ResultRead)
    def _keep_result(self, event: DreamsReading.ResultRead) -> None:
        self.results[event.wanted] = event.result
        task = self.chosen()
        if task is not None and wanted_of(task) == event.wanted:
            self._draw_chosen()

    def _draw_result(self, task: Task, result: Result) -> None:
        """Its files where it has any, else what it said."""
        self.set_class(bool(result.items), "-result")
        panel = self.query_one("#dream", DreamPanel)
        empty = result.failed or "It said nothing."
        panel.show_turns(task.id, result.live, empty)
        if result.failed:
            panel.say(Status.FAILED, result.failed)
        changes = self.query_one("#changes", Panel)
        self._draw_changes(task, result)
        changes.title("What it did", counted(len(result.items), "file"))
        changes.say(Status.READY)
        if not result.items:
            self.close_files()
        self._draw_difference()

    def _draw_changes(self, task: Task, result: Result) -> None:
        """The files; where they take the place of the facts, why they wait stands above them."""
        above = task.waits if self.opened and self.app.size.width < NARROW else ()
        rows = change_rows(result.items, task, above, self.app.size.width - _FRAME)
        files = self.query_one("#changes-rows", Rows)
        files.set_rows(rows)
        if files.position[0] == 1:
            files.scroll_to(y=0, animate=False, immediate=True)  # with what stands above the first

    @on(Rows.Highlighted, "#changes-rows")
    @on(SizedPanel.Resized, "#difference")
    def _draw_difference(self) -> None:
        row: Any = self.query_one("#changes-rows", Rows).current
        panel = self.query_one("#difference", SizedPanel)
        if not isinstance(row, FileRow | HunkRow):
            panel.say(Status.EMPTY, "What a dream did to a file is shown here.")
            return
        piece = f"piece {row.hunk.number}" if isinstance(row, HunkRow) else ""
        panel.title(row.item.file, piece)
        self.show_rows(panel, row.key, difference(row, max(20, panel.cells)))


def _ledger_state(dreams: Dreams, missing: bool) -> tuple[Status, str]:
    if dreams.tasks:
        return Status.READY, ""
    if dreams.failed:
        return Status.FAILED, f"{dreams.failed}\n\nctrl+r looks again."
    if dreams.tasks is None:
        return Status.LOADING, "Reading the dreams…"
    if missing:
        return Status.EMPTY, _NO_MEMORY
    held = dreams.status is not None and dreams.status.holder.held
    elsewhere = f"{dreams.status.holder.words}.\n\n" if held and dreams.status is not None else ""
    return Status.EMPTY, elsewhere + _FIRST
