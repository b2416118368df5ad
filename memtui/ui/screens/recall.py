"""Recall: type a question, see which memories the agent would be given, why these and not others, and what text."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from memtui.ui.keys import RECALL, Action
from memtui.ui.paths import style
from memtui.ui.screens.base import bindings
from memtui.ui.screens.recall_drawing import RecallDrawing
from memtui.ui.screens.recall_views import CHECKS, PICKS, SUITE, TEXTS
from memtui.ui.text import content
from memtui.ui.widgets.gauge import Gauge
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.questionbar import QuestionInput
from memtui.ui.widgets.rows import Rows
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.widgets.strip import Line
from memtui.ui.widgets.views import Views

_OF_A_QUESTION = frozenset(f"recall.{name}" for name in ("claude", "surface", "keep", "had", "tools", "limit"))
WITH_CLAUDE = Action("recall.submit", "enter", "Ask Claude too", "and go to the list", "submit")
ASK = Action("recall.open", "enter", "Ask it", "ask this question again", "open")
ALONE = WITH_CLAUDE._replace(label="To the picks")


class RecallScreen(RecallDrawing):
    """Questions and what they bring."""

    MODE = RECALL
    CSS_PATH = style("recall")
    TYPING = (
        Action("recall.to_list", "escape", "Leave the question", "keys are keys again", "back"),
        Action("recall.earlier", "up", "Earlier", "the question before", "earlier"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(RECALL)]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]  # noqa: RUF012 - as Textual declares it
    AUTO_FOCUS = ""  # who has left the question comes back to keys that are keys
    HELP = (
        "Type a question: the memories that the agent would be given are ranked as you type. The bar is how much of "
        "what is asked a memory carries, beside it the words that did; ×3: the agent used it three times. Below the "
        "line is what lost, and why. e opens a memory in the editor: once better words are saved, ▲ and ▼ say how the "
        "ranking moved. c asks Claude, ✓ both: the two agree. v shows the manifest, the exact text, the request. s "
        "counts the picks as given to a session of 60,000 bytes. K keeps the question, r asks all that are kept, R "
        "shows which memories no question brings up, and which the agent never used."
    )

    def body(self) -> Iterable[Widget]:
        """The question, what holds, the two answers or a text, the chosen memory, the session."""
        yield Horizontal(
            Static(content("?"), classes="question-sign", markup=False), QuestionInput(id="question"), id="asked"
        )
        yield Line(id="recall-note")
        yield Views(id="recall-views")
        yield Horizontal(Panel(id="local", rows_id="local-rows"), Panel(id="claude", rows_id="claude-rows"), id="both")
        yield SizedPanel(id="behind", rows_id="behind-rows")
        yield Vertical(Line(), Line(), Line(classes="spare"), id="recall-about")
        yield Gauge("session", id="recall-session")

    def on_mount(self) -> None:
        """Ready for a question."""
        super().on_mount()
        self.query_one(QuestionInput).focus()

    def where(self) -> str:
        """Where the cursor is."""
        at, total = self.shown_list().position
        return f"{at} / {total}" if total and self.view not in TEXTS else ""

    @on(Rows.Highlighted)
    def _follow(self) -> None:
        self.draw_about()
        self.draw_edges()

    def to_list(self) -> None:
        """To the picks, or the text; keys are keys again."""
        rows = self.query_one("#local-rows" if self.view == PICKS else "#behind-rows", Rows)
        if rows.display and rows.parent is not None and getattr(rows.parent, "status", None) is Status.READY:
            rows.focus()
        else:
            self.set_focus(None)
            self.draw_edges()  # no other widget tells that other keys work now

    def action_back(self) -> None:
        """Out of the question; then from a text to the picks; then no longer waiting for Claude."""
        if isinstance(self.focused, QuestionInput):
            self.query_one(QuestionInput).remember()
        elif self.view != PICKS:
            self.workers.cancel_group(self, "reach")  # what nobody looks at is not worked out
            self.view = PICKS
            self.draw_results()
        elif self.waiting:
            self.forget_claude()
            self.draw_results()
        self.to_list()

    # The question

    @on(Input.Changed, "#question")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value != self.question:
            self.ask_as_typed(event.value)
            if self.view in CHECKS:  # what is typed is asked, and its answer is elsewhere
                self.workers.cancel_group(self, "reach")
                self.view = PICKS
                self.draw_view()
            self.draw_claude()
            if not event.value.strip() or self.local is None:
                self.draw_results()

    @on(Input.Submitted, "#question")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.submit()

    @on(QuestionInput.Below)
    def _below(self, event: QuestionInput.Below) -> None:
        event.stop()
        self.query_one(QuestionInput).remember()
        self.to_list()

    def action_submit(self) -> None:
        """What enter does in the question."""
        self.submit()

    def action_earlier(self) -> None:
        """What up does in the question."""
        self.query_one(QuestionInput).action_earlier(-1)

    def shown_actions(self) -> Sequence[Action]:
        """While a question is typed, only what its line does with keys."""
        if not self.typing:
            own = super().shown_actions()
            return [ASK if action.id == ASK.id else action for action in own] if self.view == SUITE else own
        return (WITH_CLAUDE if self.can_ask_claude else ALONE, *self.TYPING)

    def offers(self, action: Action) -> bool:
        """In a text there is nothing to open; what concerns one question has no meaning for all of them."""
        if self.view in TEXTS and action.id in ("recall.open", "recall.edit"):
            return False
        if self.view in CHECKS and action.id in _OF_A_QUESTION:
            return False
        return super().offers(action) and not (self.view == SUITE and action.id == "recall.edit")

    def on_descendant_focus(self) -> None:
        """The cursor of another list counts now."""
        self.draw_about()
