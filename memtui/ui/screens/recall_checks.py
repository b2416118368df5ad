"""Checks of the whole store: the suite of kept questions, what no question reaches, and what the agent really used.

They run in threads, one question at a time, so that what is typed meanwhile does not wait for them.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message
from textual.worker import Worker, get_current_worker

from memtui.memory.errors import MemtuiError, reason
from memtui.memory.scan import Scan
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.suite import Case, Outcome, keep, read_suite, run_suite, suite_path
from memtui.ui.screens.recall_asking import RecallAsking
from memtui.ui.screens.recall_views import REACH, SUITE
from memtui.ui.words import counted

if TYPE_CHECKING:
    from memtui.recall.reach import Reached

NO_SUITE = "no such suite"
_KEEPING = threading.Lock()  # a key may be pressed twice


class _StoppedError(Exception):
    """Nobody waits for the answer any more."""


class RecallChecks(RecallAsking):
    """What is known of the suite and of reach."""

    @dataclass
    class SuiteRun(Message):
        """Every kept question was asked; or why that could not be."""

        outcomes: "list[Outcome]"
        failure: str = ""

    @dataclass
    class ReachRun(Message):
        """Every memory was looked for; or why that could not be."""

        found: "list[Reached]"
        failure: str = ""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: list[Outcome] | None = None  # None until the suite has run
        self.reached: list[Reached] | None = None
        self.failures: dict[str, str] = {}  # why a check could not be made, by view
        self.before: dict[str, bool] = {}  # how kept questions went when the suite was first shown

    @property
    def suite_file(self) -> str:
        """Where the kept questions of this store are. The demo leaves nothing behind."""
        store = self.memtui.which.store
        return suite_path(store.state.folder if self.offline else self.memtui.config.path, store.root)

    def check(self, view: str) -> None:
        """Check anew; until then what was known stays in sight."""
        scan = self.snapshot.scan
        if scan is None or self.snapshot.failed:
            return
        asking = Asking(dial=self.memtui.config.recall.abstain)
        run = {SUITE: self._run_suite, REACH: self._run_reach}[view]
        run(self.suite_file, self.recaller(), asking, scan)

    def _selector(
        self, worker: Worker[None], recaller: Recaller, asking: Asking, scan: Scan
    ) -> Callable[[str], list[str]]:
        memories = scan.visible()

        def select(question: str) -> list[str]:
            with self._lock:
                if worker.is_cancelled:
                    raise _StoppedError
                return [pick.file for pick in recaller.ask(question, asking, memories).selection.picks]

        return select

    @work(thread=True, group="suite", exclusive=True, exit_on_error=False, description="run suite")
    def _run_suite(self, path: str, recaller: Recaller, asking: Asking, scan: Scan) -> None:
        worker = get_current_worker()
        try:
            outcomes = run_suite(kept_cases(path), scan, self._selector(worker, recaller, asking, scan))
            message = self.SuiteRun(outcomes)
        except MemtuiError as failure:
            message = self.SuiteRun([], str(failure))
        except _StoppedError:
            return
        if not worker.is_cancelled:
            self.post_message(message)

    @work(thread=True, group="reach", exclusive=True, exit_on_error=False, description="look what is reached")
    def _run_reach(self, path: str, recaller: Recaller, asking: Asking, scan: Scan) -> None:
        from memtui.recall.reach import reach

        worker = get_current_worker()
        try:
            questions = [case.question for case in kept_cases(path)]
            message = self.ReachRun(reach(scan.memories, questions, self._selector(worker, recaller, asking, scan)))
        except MemtuiError as failure:
            message = self.ReachRun([], str(failure))
        except _StoppedError:
            return
        if not worker.is_cancelled:
            self.post_message(message)

    def on_recall_checks_suite_run(self, event: SuiteRun) -> None:
        """What passed and what failed, and what a change did to it."""
        self.failures[SUITE] = event.failure
        if self.outcomes is not None:
            self.before = {each.case.question: each.passed for each in self.outcomes} | self.before
        self.outcomes = event.outcomes
        self._show_check()

    def on_recall_checks_reach_run(self, event: ReachRun) -> None:
        """What no question brings."""
        self.failures[REACH] = event.failure
        self.reached = event.found
        self._show_check()

    def _show_check(self) -> None:
        self.draw_results()
        if self.focused is None:  # there was no list yet to go to
            self.call_after_refresh(self.to_list)

    def action_keep(self) -> None:
        """Keep the question with what it brings now."""
        recall = self.local
        if recall is None or not recall.query.strip() or recall.query != self.question:
            self.memtui.tell("there is no answered question to keep; / types one", "warning")
            return
        case = Case(recall.query.strip(), tuple(pick.file for pick in recall.selection.picks))
        path = self.suite_file
        self.memtui.remember(lambda: kept(path, case))


def kept_cases(path: str) -> list[Case]:
    """The kept questions; none where there is no suite yet."""
    try:
        return read_suite(path)
    except MemtuiError as failure:
        if failure.what != NO_SUITE:
            raise
        return []


def kept(path: str, case: Case) -> str:
    """Keep a question, once; what to tell."""
    with _KEEPING:
        if any(each.question == case.question for each in kept_cases(path)):
            return f"this question is kept already, in {path}"
        try:
            keep(path, case)
        except OSError as error:
            raise MemtuiError(f"cannot keep the question ({reason(error)})", path, "check the disk") from error
    brings = counted(len(case.expect), "memory", "memories") if case.expect else "nothing"
    return f"kept: it should bring {brings}, as now; r asks every kept question"
