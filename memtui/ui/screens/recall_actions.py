"""What a person does with a question: ask Claude, look behind it, edit what it brings, keep it, ask it otherwise."""

import threading
from dataclasses import dataclass

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.agent.endpoint import ENV_KEY, find_endpoint, has_key
from memtui.dream.consent import agree, has_agreed
from memtui.memory.errors import MemtuiError, reason
from memtui.memory.scan import Scan
from memtui.recall.limits import SELECT_MAX
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.session import Session
from memtui.recall.suite import Case, Outcome, keep, read_suite, run_suite, suite_path
from memtui.ui.screens.dialogs import AskDialog, Choice, Field, FormDialog, PickDialog
from memtui.ui.screens.recall_asking import RecallAsking
from memtui.ui.screens.recall_rows import PICKS, VIEWS, PickRow
from memtui.ui.text import plain
from memtui.ui.widgets.questionbar import QuestionInput
from memtui.ui.widgets.views import Views

SENT = (
    "Claude is sent your question and the manifest: one line of type, file name, time and description for each of the "
    "newest 200 memories, and the tools that you named. Not the memories themselves, and nothing to any other host."
)
NO_KEY = f"no key is set, so only the local selector chose; set {ENV_KEY} before you start memtui to compare"
_KEEPING = threading.Lock()  # a key may be pressed twice
_DEMO = "the demo never uses the network; on your own memory, c asks Claude"


class RecallActions(RecallAsking):
    """The actions of the recall screen."""

    view = PICKS
    _told_key = False

    @dataclass
    class SuiteRun(Message):
        """Every kept question was asked; or why that could not be."""

        outcomes: list[Outcome]
        failure: str = ""

    def draw_view(self) -> None:
        """Show the view that was chosen."""
        raise NotImplementedError

    def current(self) -> PickRow | None:
        """The memory under the cursor."""
        raise NotImplementedError

    # The question

    def action_question(self) -> None:
        """Type a question."""
        self.query_one(QuestionInput).focus()

    def submit(self) -> None:
        """On to the list; Claude is asked too, where that can be. Without a key, that is said once."""
        self.query_one(QuestionInput).remember()
        self.to_list()
        if self.offline or not self.question.strip():
            return
        if self.can_ask_claude:
            self.action_ask_claude()
        elif not self._told_key:
            self._told_key = True
            self.memtui.tell(NO_KEY)

    @property
    def can_ask_claude(self) -> bool:
        """Whether there is a key, and a network to use it on."""
        return not self.offline and has_key(self.memtui.which.host.env)

    def action_ask_claude(self) -> None:
        """Let Claude choose, too. Before the first request to a host, say what will be sent, and ask once."""
        which = self.memtui.which
        if self.offline:
            self.memtui.tell(_DEMO, "warning")
            return
        if not self.question.strip():
            self.memtui.tell("there is no question yet; / types one", "warning")
            return
        if not has_key(which.host.env):
            self.memtui.tell(NO_KEY, "warning")
            return
        try:
            host = find_endpoint(which.host.env, "use the local selector").host
        except MemtuiError as failure:
            self.memtui.tell(str(failure), "warning")
            return
        name = f"recall {host}"  # who agreed to a dream has agreed to more than this; not the other way round
        if has_agreed(which.store.state, name) or has_agreed(which.store.state, host):
            self.send_to_claude()
        else:
            self._agree(host, name)

    def _agree(self, host: str, name: str) -> None:
        state = self.memtui.which.store.state

        def answered(agreed: bool | None) -> None:
            if not agreed:
                return
            try:
                agree(state, name)
            except MemtuiError as failure:
                self.memtui.tell(str(failure), "error")
                return
            self.send_to_claude()

        words = f"{SENT}\n\nThis is asked once for this host and this store."
        self.app.push_screen(AskDialog(f"Send to {host}?", words, "send it"), answered)

    # The memories

    def _chosen(self, what: str) -> PickRow | None:
        row = self.current()
        if row is None or row.memory is None:
            self.memtui.tell(f"there is no memory here to {what}; / asks for some, v shows the picks", "warning")
            return None
        return row

    def action_open(self) -> None:
        """Read it in full."""
        row = self._chosen("open")
        if row is not None:
            from memtui.ui.screens.reader import ReaderScreen

            self.app.push_screen(ReaderScreen(row.pick.file))

    def on_rows_chosen(self) -> None:
        """A double click opens, too."""
        self.action_open()

    def action_edit(self) -> None:
        """Edit it here; the next look at the store ranks anew."""
        row = self._chosen("edit")
        if row is not None:
            self.memtui.edit_memory(row.pick.file)

    def action_external_editor(self) -> None:
        """Edit it in the user's own editor."""
        row = self._chosen("edit")
        if row is not None:
            self.memtui.edit_outside(row.pick.file)

    # How it is asked

    def action_view(self, direction: int) -> None:
        """The next view."""
        views = list(VIEWS)
        self.show_view(views[(views.index(self.view) + direction) % len(views)])

    def show_view(self, view: str) -> None:
        """This view, and keys act on it."""
        self.view = view
        self.draw_view()
        self.call_after_refresh(self.to_list)

    def on_views_clicked(self, event: Views.Clicked) -> None:
        """The mouse shows a view, too."""
        event.stop()
        self.show_view(event.view)

    def action_limit(self) -> None:
        """One less; after one, all again."""
        self.limit = self.limit - 1 or SELECT_MAX
        self.ask_otherwise()

    def action_tools(self) -> None:
        """Which tools are in use."""

        def answered(values: dict[str, str] | None) -> None:
            if values is not None:
                self.tools = tuple(dict.fromkeys(values["tools"].replace(",", " ").split()))
                self.ask_otherwise()

        field = Field("tools", "Names, with blanks between: Bash kubectl mcp__github", " ".join(self.tools))
        hint = "Documentation of a tool in use stays out, warnings about it stay in. Empty: none."
        self.app.push_screen(FormDialog("Tools in recent use", [field], hint), answered)

    def action_surface(self) -> None:
        """Count what is picked as given to the session, as the agent would."""
        recall = self.local
        if recall is None or not recall.selection.picks:
            self.memtui.tell("nothing is picked that could be given to the session", "warning")
        elif recall.skipped is not None:
            self.memtui.tell(f"nothing is given: {recall.skipped}", "warning")
        else:
            files = frozenset(pick.file for pick in recall.selection.picks)
            self.session = self.session.given(files, recall.bytes)
            self.heeds_session = True
            self.ask_otherwise()

    def action_heed_session(self) -> None:
        """Whether what the session has had stays out."""
        self.heeds_session = not self.heeds_session
        if not self.session.surfaced:
            self.memtui.tell("the session has had nothing yet; s counts what is picked as given to it")
        self.ask_otherwise()

    def action_compact(self) -> None:
        """Both counts begin anew."""
        if not self.session.surfaced:
            self.memtui.tell("the session has had nothing yet", "warning")
            return
        self.session = Session("")
        self.ask_otherwise()

    # Suites

    def _suite(self) -> str:
        store = self.memtui.which.store
        beside = store.state.folder if self.offline else self.memtui.config.path  # the demo leaves nothing behind
        return suite_path(beside, store.root)

    def action_keep(self) -> None:
        """Keep the question with what it brings now."""
        recall = self.local
        if recall is None or not recall.query.strip() or recall.query != self.question:
            self.memtui.tell("there is no answered question to keep; / types one", "warning")
            return
        case = Case(recall.query.strip(), tuple(pick.file for pick in recall.selection.picks))
        path = self._suite()
        self.memtui.remember(lambda: kept(path, case))

    def action_suite(self) -> None:
        """Ask every kept question."""
        scan = self.snapshot.scan
        if scan is None:
            self.memtui.tell("the store is still being read", "warning")
            return
        asking = Asking(dial=self.memtui.config.recall.abstain)
        self._run_suite(self._suite(), self.recaller(), asking, scan)

    @work(thread=True, group="suite", exclusive=True, exit_on_error=False, description="run suite")
    def _run_suite(self, path: str, recaller: Recaller, asking: Asking, scan: Scan) -> None:
        worker = get_current_worker()

        def select(question: str) -> list[str]:
            with self._lock:
                return [pick.file for pick in recaller.ask(question, asking, scan.visible()).selection.picks]

        try:
            message = self.SuiteRun(run_suite(read_suite(path), scan, select))
        except MemtuiError as failure:
            none = failure.what == "no such suite"
            message = self.SuiteRun([], "no question is kept yet; K keeps the one above" if none else str(failure))
        if not worker.is_cancelled:
            self.post_message(message)

    def on_recall_actions_suite_run(self, event: SuiteRun) -> None:
        """What passed and what failed; one of them can be asked again."""
        if event.failure or not event.outcomes:
            self.memtui.tell(event.failure or "no question is kept yet; K keeps the one above", "warning")
            return
        passed = sum(outcome.passed for outcome in event.outcomes)
        title = f"Suite: {passed} of {len(event.outcomes)} passed; enter asks one"
        rows = [suite_row(number, outcome) for number, outcome in enumerate(event.outcomes)]

        def answered(key: str | None) -> None:
            if key is not None:
                self.query_one(QuestionInput).put(event.outcomes[int(key)].case.question)

        self.app.push_screen(PickDialog(title, rows), answered)


def suite_row(number: int, outcome: Outcome) -> Choice:
    """How one kept question went."""
    mark = ("✓ pass  ", "good") if outcome.passed else ("✖ miss  ", "bad")
    said = ""
    if outcome.missing:
        said = f"  missing: {', '.join(outcome.missing)}"
    elif outcome.unwanted:
        said = f"  unwanted: {', '.join(outcome.unwanted)}"
    return Choice(str(number), (mark, (plain(outcome.case.question), "title"), (plain(said), "warn")))


def kept(path: str, case: Case) -> str:
    """Keep a question, once; what to tell."""
    with _KEEPING:
        return _kept(path, case)


def _kept(path: str, case: Case) -> str:
    try:
        if any(each.question == case.question for each in read_suite(path)):
            return f"this question is kept already, in {path}"
    except MemtuiError as failure:
        if failure.what != "no such suite":
            raise
    try:
        keep(path, case)
    except OSError as error:
        raise MemtuiError(f"cannot keep the question ({reason(error)})", path, "check the disk") from error
    brings = ", ".join(case.expect) or "nothing"
    return f"kept: it should bring {brings}; r asks every kept question"
