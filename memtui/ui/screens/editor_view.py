"""What the editor shows: form, text and what is wrong with it, drawn anew while it is typed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static, TextArea
from textual.worker import get_current_worker

from memtui.audit.finding import Finding
from memtui.audit.judging import judge_text
from memtui.memory.actions import new_file
from memtui.memory.errors import MemtuiError
from memtui.memory.sheet import EMPTY, Form, Sheet, join, part
from memtui.ui.drafts import Kept
from memtui.ui.screens.base import ModeScreen
from memtui.ui.text import content, plain
from memtui.ui.widgets.body import Body
from memtui.ui.widgets.memoryform import MemoryForm
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.problems import problem_rows
from memtui.ui.widgets.rows import Rows
from memtui.ui.words import counted

JUDGE_S, DRAFT_S = 0.15, 1.0  # how long the keys rest before the text is judged, and kept
_FIELDS = {"no-description": "description", "vague-description": "description", "duplicate-name": "name"}


class EditorView(ModeScreen):
    """Form, text and problems of one file, or of a new memory."""

    @dataclass
    class Judged(Message):
        """What is wrong with one state of the text."""

        number: int
        findings: list[Finding]

    def __init__(self, file: str | None, line: int) -> None:
        super().__init__()
        self.file, self.line = file, line
        self.base: bytes | None = None  # the file as it was read; None when there is none
        self.sheet: Sheet | None = None
        self.team = False
        self.current = Kept(0, None, b"")  # the text as it is now
        self.clash = ""  # how the file on disk went another way, in words
        self.findings: list[Finding] = []
        self._problem = -1
        self._rests: dict[str, Timer] = {}

    def body(self) -> Iterable[Widget]:
        """Form, text, problems; or words in their place."""
        yield MemoryForm(id="form")
        yield Static(id="why", markup=False)
        yield Body(id="text")
        yield Panel(id="problems", rows_id="problem-rows")
        yield Static(id="refused", markup=False)

    # What is shown

    def show_data(self, data: bytes, *, line: int | None = None) -> None:
        """Put these bytes into form and text. Raises when they are no text."""
        self.sheet = part(self.file or "new.md", data)
        text = self.query_one(Body)
        at = line if line is not None else text.line
        form = self.query_one(MemoryForm)
        form.display = self.sheet.form is not None
        form.fill(self.sheet.form or Form(), self.file, self.team)
        why = self.query_one("#why", Static)
        why.display = bool(self.sheet.why)
        why.update(content(f"▲ The whole file as text: {self.sheet.why}"))
        text.show_text(self.sheet.text, self.sheet.first_line)
        text.show_line(at)
        self.changed()

    def show_refusal(self, words: str) -> None:
        """This file cannot be edited here, and why."""
        self.add_class("-refused")
        self.query_one("#refused", Static).update(content(f"{words}\n\nescape goes back."))

    @property
    def data(self) -> bytes:
        """The file as it would be saved now."""
        if self.sheet is None:
            return b""
        form = self.query_one(MemoryForm).value if self.sheet.form is not None else None
        return join(self.sheet, form, self.query_one(Body).text)

    @property
    def unsaved(self) -> bool:
        """Whether there is anything to lose."""
        return self.sheet is not None and self.current.data != (EMPTY if self.base is None else self.base)

    # While typing

    @on(TextArea.Changed)
    @on(MemoryForm.Changed)
    def _typed(self, event: Message) -> None:
        event.stop()
        self.changed()

    def changed(self) -> None:
        """Another state of the text: judged and kept when the keys rest."""
        if self.sheet is None:
            return
        self.team = self.query_one(MemoryForm).team if self.file is None else False
        state = self.current
        try:
            data = self.data
        except MemtuiError as failure:
            self.memtui.tell(str(failure), "error")
            return
        if (data, self.base, self.team) != (state.data, state.base, state.team) or state.number == 0:
            self.current = Kept(state.number + 1, self.base, data, self.team)
            self._rest("judge", JUDGE_S, self._judge)
            self._rest("draft", DRAFT_S, self.keep_soon)
        self.draw_state()

    def _rest(self, name: str, delay: float, call: Callable[[], None]) -> None:
        """Do it when nothing was typed for a moment."""
        if name in self._rests:
            self._rests[name].stop()
        self._rests[name] = self.set_timer(delay, call)

    def keep_soon(self) -> None:
        """Keep the text as a draft, beside the app."""

    def draw_state(self) -> None:
        """Which file, and whether it is saved."""
        text = self.query_one(Body)
        unsaved = self.unsaved
        text.set_class(unsaved, "-changed")
        text.set_class(bool(self.clash), "-clash")
        words = self.clash or ("● unsaved" if unsaved else "new" if self.base is None else "✓ saved")
        text.border_title = content(plain(self.file or "A new memory")).markup
        text.border_subtitle = content(plain(words)).markup
        self.draw_edges()

    def where(self) -> str:
        """Where in the text the cursor is."""
        text = self.query_one(Body)
        return f"line {text.line} / {text.document.line_count + text.line_number_start - 1}"

    @on(TextArea.SelectionChanged)
    def _moved(self, event: Message) -> None:
        event.stop()
        self.draw_edges()

    # What is wrong

    def _judge(self) -> None:
        state, form = self.current, self.query_one(MemoryForm).value
        file = self.file
        if file is None:
            try:
                file = new_file(form.name, form.kind, team=self.team)
            except MemtuiError:
                file = "new.md"
        self._judge_beside(file, state)

    @work(thread=True, group="judge", exclusive=True, exit_on_error=False)
    def _judge_beside(self, file: str, state: Kept) -> None:
        worker = get_current_worker()
        findings = judge_text(file, state.data, self.snapshot.scan)
        if not worker.is_cancelled:
            self.post_message(self.Judged(state.number, findings))

    def on_editor_view_judged(self, event: Judged) -> None:
        """Show what is wrong, unless something else is typed by now."""
        if event.number != self.current.number:
            return
        panel = self.query_one("#problems", Panel)
        self.findings = event.findings if self.file is not None or self.unsaved else []
        panel.rows.set_rows(problem_rows(self.findings))
        if self.findings:
            panel.title(counted(len(self.findings), "problem"), "enter goes there, f8 to the next")
            panel.say(Status.READY)
        else:
            panel.title("Problems")
            empty = self.file is None and not self.unsaved
            panel.say(Status.EMPTY, "what is wrong will stand here" if empty else "✓ nothing is wrong with it")

    # Going to what is wrong

    def action_open_problem(self) -> None:
        """Go to the place of the finding under the cursor."""
        row = self.query_one("#problem-rows", Rows).current
        if row is not None and self.query_one("#problem-rows").has_focus:
            self.go_to(row.finding)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """A double click goes there, too."""
        event.stop()
        self.go_to(event.row.finding)

    def action_next_problem(self) -> None:
        """The next thing that is wrong, from the cursor on."""
        if not self.findings:
            self.memtui.tell("nothing is wrong with it", "warning")
            return
        rows = self.query_one("#problem-rows", Rows)
        at = self._problem + 1
        self._problem = at if at < len(self.findings) else 0
        rows.cursor = self._problem
        self.go_to(self.findings[self._problem])

    def go_to(self, finding: Finding) -> None:
        """The field or the line that a finding is about."""
        text = self.query_one(Body)
        if self.sheet is not None and self.sheet.form is not None and (finding.line or 1) < text.line_number_start:
            name = _FIELDS.get(finding.rule, "kind" if "type" in finding.rule else "description")
            self.query_one(f"#{name}").focus()
        else:
            text.show_line(finding.line or 1)
            text.focus()
