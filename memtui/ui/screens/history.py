"""The past of the store: every state, who made it and why, what it changed, and the ways back."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from memtui.history.log import Entry
from memtui.ui.keys import HISTORY, Action
from memtui.ui.paths import style
from memtui.ui.screens.base import bindings
from memtui.ui.screens.history_actions import HistoryActions
from memtui.ui.screens.history_reading import HistoryReading, Wanted, list_status
from memtui.ui.screens.history_rows import FileRow, HistoryRow, history_rows, touched, when_words
from memtui.ui.snapshot import Snapshot
from memtui.ui.widgets.growth import Growth
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.words import counted

_LEAST_CELLS = 20


class HistoryFilter(Input):
    """Words to find changes by."""

    HELP = (
        "Words to find changes by: in a file's name, who or why. !word leaves out; who:memtui, file:role, why:undo "
        "and kind:restore ask one of them. Enter goes to the list, escape shows all again."
    )


class HistoryScreen(HistoryActions):
    """What changed, when, by whom."""

    MODE = HISTORY
    CSS_PATH = style("history")
    TYPING = (
        Action("history.list", "enter", "To the list", "keep the words", "to_list"),
        Action("history.clear", "escape", "Clear", "everything again", "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(HISTORY),
        Binding("down", "step_list(1)", "Down", show=False),  # from the filter's words
        Binding("up", "step_list(-1)", "Up", show=False),
    ]
    AUTO_FOCUS = "#history-rows"
    HELP = (
        "Every state of the store that memtui saw or made, newest first: + created, ~ changed, - deleted files. "
        "◆ memtui did it, ☾ a dream, ○ someone else. Enter lists the files of a change; r brings one back, "
        "R the whole store, and u takes memtui's last change back."
    )

    def __init__(self) -> None:
        super().__init__()
        self._failed = ""
        self._shown: Wanted | None = None
        self._opened: int | None = None  # the state whose files are listed

    def body(self) -> Iterable[Widget]:
        """Growth on top; the list, and beside it the files of a change and the difference."""
        yield Growth(id="growth")
        placeholder = "a file, who or why; !word leaves out; escape shows all"
        yield Horizontal(
            Vertical(
                Panel(id="history", rows_id="history-rows"),
                HistoryFilter(placeholder=placeholder, id="history-filter", compact=True),
                id="history-list",
            ),
            Vertical(
                Panel(id="files", rows_id="files-rows"), SizedPanel(id="diff", rows_id="diff-rows"), id="history-side"
            ),
            id="history-body",
        )

    @property
    def _list(self) -> Rows:
        return self.query_one("#history-rows", Rows)

    # Reading

    def draw(self, snapshot: Snapshot) -> None:
        """Another store is read anew, and so is what could not be read."""
        if self.past is not None and self.past.which is not snapshot.which:
            self.past, self._shown = None, None
            self._close_files()
        if self.past is None or self._failed:
            self.read_history(self.memtui.which, self.past)
        self._draw_list()

    def history_changed(self) -> None:
        """A state was recorded, or could not be."""
        super().history_changed()
        if self.is_mounted:
            self.read_history(self.memtui.which, self.past)
            self._draw_list()

    def on_screen_resume(self) -> None:
        """States may have been recorded while another mode was shown."""
        super().on_screen_resume()
        self.read_history(self.memtui.which, self.past)

    @on(HistoryReading.Read)
    def _show_read(self, event: HistoryReading.Read) -> None:
        past = event.past
        if past.which is not self.memtui.which:
            return
        follow = self._follows()
        self.past, self._failed = past, ""
        self._draw_list(str(past.entries[0].number) if follow and past.entries else None)
        self.measure(past)

    @on(HistoryReading.Unreadable)
    def _show_unreadable(self, event: HistoryReading.Unreadable) -> None:
        if event.which is self.memtui.which:
            self._failed = event.words
            self._draw_list()

    @on(HistoryReading.Measured)
    def _show_growth(self, event: HistoryReading.Measured) -> None:
        if event.which is not self.memtui.which:
            return
        if event.sizes:
            moments = [when_words(size.when, self.snapshot.now) for size in (event.sizes[0], event.sizes[-1])]
            self.query_one(Growth).show(event.sizes, *moments)
        else:
            self.query_one(Growth).say("")

    def _follows(self) -> bool:
        """Whether the cursor stands on the newest state, and nobody reads what it changed."""
        rows = self._list
        return rows.cursor <= 0 and self._opened is None and not self.query_one("#diff-rows").has_focus

    # The list

    def _draw_list(self, key: str | None = None) -> None:
        panel = self.query_one("#history", Panel)
        words = self.query_one(HistoryFilter).value
        history = self.past.entries if self.past is not None else ()
        rows = history_rows(history, self.past.gone if self.past else frozenset(), words, self.snapshot.now)
        found = f"{len(rows):,} of {len(history):,} fit" if words.strip() else ""
        panel.title("History", found)
        known = bool(history) or self.memtui.history_count is not None
        failed = self._failed or ("" if history else self.memtui.look_failure or self.snapshot.failed)
        panel.say(*list_status(self.past, rows, words, failed, known))
        panel.rows.set_rows(rows, key=key)
        self.draw_edges()

    @on(Rows.Highlighted, "#history-rows")
    def _state_chosen(self) -> None:
        entry = self.chosen()
        if self._opened is not None and (entry is None or entry.number != self._opened):
            self._close_files()
        self._show_diff()
        self.draw_edges()

    def chosen(self) -> Entry | None:
        """The state under the cursor."""
        row: HistoryRow | None = self._list.current
        return row.entry if row is not None and self.query_one("#history", Panel).status is Status.READY else None

    def where(self) -> str:
        """Where the cursor is."""
        at, total = self._list.position
        return f"{at} / {total}" if total else ""

    # The difference

    @on(SizedPanel.Resized)
    def _show_diff(self) -> None:
        """Draw what the chosen state, or the chosen file of it, changed; at once where it is known."""
        entry, panel = self.chosen(), self.query_one("#diff", SizedPanel)
        if entry is None or self.past is None:
            self._shown = None
            panel.title("")
            panel.say(Status.EMPTY, "What a state changed is shown here.")
            return
        wanted = Wanted(entry.commit, entry.number, self.chosen_file(), max(_LEAST_CELLS, panel.cells))
        if wanted == self._shown or not panel.cells:
            return
        self._shown = wanted
        fates = dict(touched(entry))
        if wanted.file is None:
            panel.title(f"What state {entry.number} changed", counted(len(fates), "file"))
        else:
            panel.title(f"{wanted.file} {fates[wanted.file]}", f"in state {entry.number}")
        known = self.compared.get(wanted)
        if known is not None:
            self._paint(known)
        else:
            panel.say(Status.LOADING, "Comparing…")
            self.compare(self.past, wanted)

    @on(HistoryReading.Compared)
    def _show_compared(self, event: HistoryReading.Compared) -> None:
        if event.wanted != self._shown:
            return  # the cursor has gone on
        if event.failed:
            self.query_one("#diff", Panel).say(Status.FAILED, event.failed)
            return
        self.compared[event.wanted] = event.rows
        self._paint(event.rows)

    def _paint(self, rows: Sequence[Row]) -> None:
        panel = self.query_one("#diff", Panel)
        panel.say(Status.READY)
        panel.rows.scroll_from(0)
        panel.rows.set_rows((), key="")
        panel.rows.set_rows(rows)

    # The files of a change

    def open_files(self) -> None:
        """The files of the chosen state, to look at one by one."""
        entry = self.chosen()
        if entry is None:
            return
        self._opened = entry.number
        panel = self.query_one("#files", Panel)
        panel.title(f"Files of state {entry.number}", counted(len(entry.touched), "file"))
        self.add_class("-files")
        panel.say(Status.READY)
        panel.rows.set_rows([FileRow(file, fate) for file, fate in touched(entry)])
        panel.rows.focus()

    def _close_files(self) -> None:
        self._opened = None
        self.remove_class("-files")
        self._show_diff()

    def chosen_file(self) -> str | None:
        """The file that is looked at by itself."""
        row: FileRow | None = self.query_one("#files-rows", Rows).current if self._opened is not None else None
        return row.file if row is not None else None

    @on(Rows.Highlighted, "#files-rows")
    def _file_chosen(self) -> None:
        self._show_diff()

    @on(Rows.Chosen)
    def action_open(self) -> None:
        """From the list to the files of the change, from a file to its difference."""
        if self.query_one("#files-rows").has_focus:
            self.query_one("#diff-rows").focus()
        elif self.query_one("#diff-rows").has_focus:
            self.memtui.tell("this is the difference itself; escape goes back", "warning")
        elif (entry := self._entry("look into")) is not None:
            if entry.touched:
                self.open_files()
            else:
                self.memtui.tell("this state changed no file, only times", "warning")

    # The filter, and the way back

    def action_filter(self) -> None:
        """Words to find changes by."""
        self.add_class("-filter")
        self.query_one(HistoryFilter).focus()

    @on(Input.Changed, "#history-filter")
    def _filter(self) -> None:
        self._draw_list()

    @on(Input.Submitted, "#history-filter")
    def action_to_list(self) -> None:
        """From the words to what fits them."""
        self._list.focus()

    def action_step_list(self, direction: int) -> None:
        """The cursor moves while the words stay in focus."""
        self._list.action_step(direction)

    def action_back(self) -> None:
        """Closer to home: out of the difference, then the files, then the filter."""
        if self._opened is not None:
            if self.query_one("#diff-rows").has_focus:
                self.query_one("#files-rows").focus()
                return
            self._close_files()
        elif self.has_class("-filter") and not self.query_one("#diff-rows").has_focus:
            self.remove_class("-filter")
            self.query_one(HistoryFilter).value = ""
        self._list.focus()
