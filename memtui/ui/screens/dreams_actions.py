"""What a person does about dreams: start, kill, try again, tell one something, take one back, and look into one."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from memtui.agent.endpoint import find_endpoint
from memtui.dream import control
from memtui.dream.consent import WHAT, agree, has_agreed
from memtui.dream.declined import declined
from memtui.dream.lock import FOREIGN
from memtui.dream.starting import CLAUDE, DEMO, RULES, Wish, start
from memtui.dream.task import ADOPTED, PARTLY, WAITING, Task
from memtui.memory.errors import MemtuiError
from memtui.memory.store import Store
from memtui.ui.screens.dialogs import AskDialog, Choice, Field, FormDialog, PickDialog, TextDialog
from memtui.ui.screens.dreams_settings import DreamsSettings
from memtui.ui.text import fit
from memtui.ui.widgets.dreampanel import turn_rows

Begin = Callable[[int], Task]  # starts a dream; 2 goes past a fresh lock of the agent's
_REVIEW, _AGAIN = " review", " again"
_PAST = 2
_DIALOG_CELLS = 90


class EngineDialog(PickDialog):
    """Who dreams, and whether the result waits."""


class DreamsActions(DreamsSettings):
    """The actions of the dreams screen."""

    # Starting

    def action_dream_now(self) -> None:
        """Choose an engine, and start."""
        if self._may_start("dream"):
            self.app.push_screen(EngineDialog("Dream now with…", self._engines()), self._chosen_engine)

    def _may_start(self, what: str) -> bool:
        """Whether a dream could start now, or a word on why not."""
        dreams = self.memtui.dreams
        status = dreams.status
        why = ""
        if self.snapshot.missing:
            why = f"there is no memory here yet to {what} about; n writes a first one"
        elif dreams.running is not None:
            why = "a dream runs already; K kills it"
        elif status is not None and status.waiting is not None:
            why = "the result of another dream waits for you; v reviews it"
        if why:
            self.memtui.tell(why, "warning")
        return not why

    def _engines(self) -> Sequence[Choice]:
        settings, rows = self.memtui.config.dream, []
        about = {RULES: "offline, mends what is certain", CLAUDE: "reads transcripts, too"}
        wrong = self._claude_problem()
        for engine in (RULES, CLAUDE):
            if engine == CLAUDE and wrong:
                rows.append(_choice(engine, engine, wrong.partition(";")[0]))
                continue
            if settings.applies_itself(engine):
                rows.append(_choice(engine, engine, f"{about[engine]}; adopts by itself"))
            rows.append(_choice(engine + _REVIEW, f"{engine}, review", f"{about[engine]}; waits for you"))
        no = len(declined(self.memtui.which.store.state))
        if no:
            about_no = f"also what you discarded before ({no:,}); waits for you"
            rows.append(_choice(RULES + _AGAIN, "rules, ask again", about_no))
        return rows

    def _claude_problem(self) -> str:
        """Why the claude engine cannot run here; empty when it can."""
        which = self.memtui.which
        if which.location.source == DEMO:
            return "the demo never goes on the network; the rules work here"
        try:
            find_endpoint(which.host.env)
        except MemtuiError as failure:
            return "; ".join(part for part in (failure.what, failure.where, failure.todo) if part)
        return ""

    def _chosen_engine(self, chosen: str | None) -> None:
        if chosen is None:
            return
        again = chosen.endswith(_AGAIN)
        engine = chosen.removesuffix(_REVIEW).removesuffix(_AGAIN)
        which, settings = self.memtui.which, self.memtui.config.dream
        wish = Wish(engine=engine, review=again or chosen.endswith(_REVIEW), ask_again=again)
        self._agree(engine, lambda force: start(which, settings, wish._replace(force=force)).task)

    def _agree(self, engine: str, begin: Begin) -> None:
        """Before the first request to a host, say what will be sent, and ask once."""
        if engine != CLAUDE:
            self._check_lock(begin)
            return
        wrong = self._claude_problem()
        if wrong:
            self.memtui.tell(f"claude cannot dream here: {wrong}", "warning")
            return
        which = self.memtui.which
        host = find_endpoint(which.host.env).host
        if has_agreed(which.store.state, host):
            self._check_lock(begin)
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                try:
                    agree(which.store.state, host)
                except MemtuiError as failure:
                    self.memtui.tell(str(failure), "error")
                    return
                self._check_lock(begin)

        words = f"{WHAT.format(host=host)}\n\nThis is asked once for this host and this store."
        self.app.push_screen(AskDialog(f"Send to {host}?", words, "send it, and dream"), answered)

    def _check_lock(self, begin: Begin) -> None:
        """The agent leaves its lock behind for an hour: a person may go on all the same."""
        status = self.memtui.dreams.status
        if status is None or status.holder.kind != FOREIGN:
            self._begin(begin, 1)
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                self._begin(begin, _PAST)

        words = (
            f"{status.holder.words}.\n\nThe work is on a copy, and what changes meanwhile is merged, so it is safe; "
            "but two dreams over one memory may do the same work twice."
        )
        self.app.push_screen(AskDialog("Dream all the same?", words, "dream"), answered)

    def _begin(self, begin: Begin, force: int) -> None:
        def make() -> str:
            begin(force)
            return ""  # it is in sight

        self.do(make)

    def action_retry(self) -> None:
        """The same again."""
        task = self.chosen_to("retry")
        if task is None or not self._may_start("dream"):
            return
        which, settings = self.memtui.which, self.memtui.config.dream

        def begin(force: int) -> Task:
            return control.retry(which, settings, replace(task, order={**task.order, "force": force})).task

        self._agree(task.engine, begin)

    # While one runs

    def _running_to(self, what: str) -> Task | None:
        running = self.memtui.dreams.running
        if running is None:
            status = self.memtui.dreams.status
            held = status is not None and status.holder.kind == FOREIGN
            why = "it is not memtui's, so memtui leaves it alone" if held else "d starts one"
            self.memtui.tell(f"no dream of memtui's runs that one could {what}; {why}", "warning")
        return running

    def action_kill(self) -> None:
        """Stop it at once, after one question."""
        task = self._running_to("kill")
        if task is None:
            return
        store = self.memtui.which.store

        def answered(agreed: bool | None) -> None:
            if agreed:
                self.do(lambda: control.kill(store, task))

        words = "It stops at once. The memory stays as it was before it, the lock is rolled back, and r tries again."
        self.app.push_screen(AskDialog(f"Kill dream {task.id}?", words, "kill it"), answered)

    def action_send(self) -> None:
        """A line for it."""
        task = self._running_to("send a line to")
        if task is None:
            return
        if task.engine != CLAUDE:
            self.memtui.tell("the rules follow no words; K kills it, and a review can leave out what it did", "warning")
            return
        store = self.memtui.which.store

        def answered(values: dict[str, str] | None) -> None:
            if values is not None:
                self.do(lambda: _sent(store, task, values["line"]))

        fields = [Field("line", "such as: leave the deploy notes alone")]
        self.app.push_screen(
            FormDialog("A line for the dream", fields, "It reads it at its next step.", _said), answered
        )

    # Afterwards

    def action_undo_dream(self) -> None:
        """Take back all that the chosen dream changed."""
        task = self.chosen_to("take back")
        if task is None:
            return
        if task.running or task.change is None or task.review not in (ADOPTED, PARTLY, WAITING):
            self.memtui.tell(f"dream {task.id} has changed nothing that could be taken back", "warning")
            return
        store, loader = self.memtui.which.store, self.memtui.loader

        def make() -> str:
            with loader.own_change() as own:
                own |= {*task.created, *task.changed, *task.deleted, "MEMORY.md"}
                done = control.undo(store, task)
            lost = f"; not kept, so not back: {', '.join(done.purged)}" if done.purged else ""
            return f"took back dream {task.id}: {', '.join(done.files)}{lost}"

        self.do(make)

    def action_turns(self) -> None:
        """What the chosen dream said."""
        task = self.chosen_to("listen to")
        if task is None:
            return
        if task.running:
            self.query_one("#dream-rows").focus()
            return
        result = self.result_of(task)
        lines = result.live.lines if result is not None else ()
        if not lines:
            self.memtui.tell("it said nothing", "warning")
            return
        cells = max(20, min(self.app.size.width - 12, _DIALOG_CELLS))
        self.app.push_screen(TextDialog(f"What dream {task.id} said", turn_rows(lines, cells)))


def _choice(key: str, name: str, about: str) -> Choice:
    return Choice(key, ((fit(name, 16), "title"), (about, "muted")))


def _said(values: dict[str, str]) -> str:
    return "" if values["line"] else "nothing to send yet"


def _sent(store: Store, task: Task, text: str) -> str:
    control.send(store, task, text)
    return "sent; the dream reads it at its next step"
