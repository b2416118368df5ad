"""What a person does with a question: ask Claude, look behind it, edit what it brings, keep it, ask it otherwise."""

from memtui.agent.endpoint import ENV_KEY, find_endpoint, has_key
from memtui.dream.consent import agree, has_agreed
from memtui.memory.errors import MemtuiError
from memtui.recall.limits import SELECT_MAX
from memtui.recall.session import Session
from memtui.ui.screens.base import perform
from memtui.ui.screens.dialogs import AskDialog, Field, FormDialog
from memtui.ui.screens.recall_check_rows import ReachRow, SuiteRow
from memtui.ui.screens.recall_checks import RecallChecks
from memtui.ui.screens.recall_rows import PickRow
from memtui.ui.screens.recall_views import CHECKS, PICKS, REACH, SUITE, VIEWS
from memtui.ui.widgets.questionbar import QuestionInput
from memtui.ui.widgets.views import Views

SENT = (
    "Claude is sent your question and the manifest: one line of type, file name, time and description for each of the "
    "newest 200 memories, and the tools that you named. Not the memories themselves, and nothing to any other host."
)
NO_KEY = f"no key is set, so only the local selector chose; set {ENV_KEY} before you start memtui to compare"
_DEMO = "the demo never uses the network; on your own memory, c asks Claude"


class RecallActions(RecallChecks):
    """The actions of the recall screen."""

    view = PICKS
    from_top = False  # whether another view was chosen, so that its list begins at the top
    _told_key = False

    def draw_view(self) -> None:
        """Show the view that was chosen."""
        raise NotImplementedError

    def current(self) -> PickRow | ReachRow | SuiteRow | None:
        """What is under the cursor: a memory, or a kept question."""
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
            if not self._answered_by_claude:
                self.action_ask_claude()
        elif not self._told_key:
            self._told_key = True
            self.memtui.tell(NO_KEY)

    @property
    def _answered_by_claude(self) -> bool:
        """Whether this very question was answered, or is about to be: a request costs money. c asks all the same."""
        return self.waiting or (self.claude is not None and not self.claude_late and not self.claude.selection.error)

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

    def _chosen(self, what: str) -> str | None:
        row = self.current()
        if isinstance(row, PickRow | ReachRow) and row.memory is not None:
            return row.key
        where = "enter asks this question again" if isinstance(row, SuiteRow) else "/ asks for some, v shows the picks"
        self.memtui.tell(f"there is no memory here to {what}; {where}", "warning")
        return None

    def action_open(self) -> None:
        """Read a memory in full, or ask a kept question."""
        row = self.current()
        if isinstance(row, SuiteRow):
            self.show_view(PICKS)
            self.query_one(QuestionInput).put(row.outcome.case.question)
            return
        file = self._chosen("open")
        if file is not None:
            from memtui.ui.screens.reader import ReaderScreen

            self.app.push_screen(ReaderScreen(file))

    def on_rows_chosen(self) -> None:
        """A double click opens, too."""
        self.action_open()

    def action_edit(self) -> None:
        """Edit it here; the next look at the store ranks anew."""
        file = self._chosen("edit")
        if file is not None:
            self.memtui.edit_memory(file)

    def action_external_editor(self) -> None:
        """Edit it in the user's own editor."""
        file = self._chosen("edit")
        if file is not None:
            self.memtui.edit_outside(file)

    # How it is asked

    def action_view(self, direction: int) -> None:
        """The next view."""
        views = list(VIEWS)
        self.show_view(views[(views.index(self.view) + direction) % len(views)])

    def show_view(self, view: str) -> None:
        """This view, and keys act on it. What concerns the whole store is checked anew."""
        self.view, self.from_top = view, True
        if view in CHECKS:
            self.check(view)
        if view == REACH:
            self.count_usage()  # the agent may have been at work since
        self.draw_results()
        self.call_after_refresh(self.to_list)

    def on_views_clicked(self, event: Views.Clicked) -> None:
        """The mouse shows a view, too."""
        event.stop()
        self.show_view(event.view)

    async def on_views_pressed(self, event: Views.Pressed) -> None:
        """The mouse sets what a key sets."""
        event.stop()
        await perform(self, event.call)

    def action_suite(self) -> None:
        """Ask every kept question."""
        self.show_view(SUITE)

    def action_reach(self) -> None:
        """Look which memories no question brings up."""
        self.show_view(REACH)

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
