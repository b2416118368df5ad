"""Asking: the local selector as one types, Claude when told to, and what the agent really used. All of it in threads.

Every answer carries the number of its question; one that comes late is dropped.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.memory.errors import MemtuiError
from memtui.memory.limits import LOGS_DIR
from memtui.memory.topic import Memory
from memtui.recall.claude import NAME as CLAUDE
from memtui.recall.limits import SELECT_MAX
from memtui.recall.local import NAME as LOCAL
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.result import Recall
from memtui.recall.session import Session
from memtui.transcripts.opening import Which
from memtui.ui.screens.base import ModeScreen
from memtui.ui.screens.recall_moves import Start, marks, start_of, told
from memtui.ui.text import Piece

if TYPE_CHECKING:
    from memtui.recall.usage import Used

_PAUSE_S = 0.05  # letters of a fast hand are looked up together; less than anybody notices
_POLL_S = 0.05
_DEMO = "demo"


class RecallAsking(ModeScreen):
    """One question, how it is asked, and the answers to it."""

    @dataclass
    class Answered(Message):
        """The local selector has chosen."""

        number: int
        recall: Recall

    @dataclass
    class ClaudeAnswered(Message):
        """Claude has chosen, or could not."""

        number: int
        recall: Recall

    @dataclass
    class UsageRead(Message):
        """The transcripts were read."""

        used: "Mapping[str, Used]"

    def __init__(self) -> None:
        super().__init__()
        self.question = ""
        self.local: Recall | None = None
        self.claude: Recall | None = None
        self.claude_late = False  # whether its answer is to an older state of things
        self.waiting = False  # for Claude
        self.start: Start | None = None  # the first answer to this question; what changed since is marked
        self.begins = False  # whether the cursor goes to the first pick of the next answer
        self.used: Mapping[str, Used] = {}
        self.session = Session("")
        self.heeds_session = True
        self.tools: tuple[str, ...] = ()
        self.limit = SELECT_MAX
        self._anew = False  # whether something else is asked, not the same of a changed store
        self._number = 0
        self._asked_claude = 0
        self._recaller: Recaller | None = None
        self._lock = threading.Lock()  # a cancelled look may still be under way

    def draw_results(self) -> None:
        """Show what is known now."""
        raise NotImplementedError

    def to_list(self) -> None:
        """Out of the question, on to what it brings."""
        raise NotImplementedError

    @property
    def offline(self) -> bool:
        """Whether nothing may go over the network."""
        return self.memtui.which.location.source == _DEMO

    def recaller(self) -> Recaller:
        """The one of this store; it keeps what it has read between questions."""
        if self._recaller is None:
            which = self.memtui.which
            off = None if which.location.enabled else which.location.enabled_by
            self._recaller = Recaller(which.store, which.host.env, off=off, network=not self.offline)
        return self._recaller

    def asking(self, selector: str = LOCAL) -> Asking:
        """How questions are asked here."""
        settings = self.memtui.config.recall
        asking = Asking(
            selector=selector,
            tools=self.tools,
            limit=self.limit,
            dial=settings.abstain,
            timeout=settings.timeout_s,
            session=self.session if self.heeds_session else None,
        )
        return asking._replace(model=settings.model) if settings.model else asking

    # The local selector

    def ask(self, pause: float = 0.0) -> None:
        """Ask anew: the question, the way to ask or the store is another."""
        scan = self.snapshot.scan
        if scan is None or self.snapshot.failed:
            return
        self._number += 1
        self._ask(self.recaller(), self.question, self.asking(), scan.visible(), self._number, pause)

    def ask_as_typed(self, question: str) -> None:
        """Another question, a moment after the last letter; an answer of Claude's to the one before is over."""
        self.question = question
        self.forget_claude()
        self._anew = True
        self.ask(_PAUSE_S)

    def ask_otherwise(self) -> None:
        """The same question in another way; an answer of Claude's is to the way before."""
        self.claude_late = self.claude is not None
        self._anew = True
        self.ask()
        self.draw_results()

    @work(thread=True, group="recall", exclusive=True, exit_on_error=False, description="recall")
    def _ask(
        self, recaller: Recaller, question: str, asking: Asking, memories: list[Memory], number: int, pause: float
    ) -> None:
        worker = get_current_worker()
        if pause and worker.cancelled_event.wait(pause):
            return
        with self._lock:
            if worker.is_cancelled:
                return
            recall = recaller.ask(question, asking, memories)
        if not worker.is_cancelled:
            self.post_message(self.Answered(number, recall))

    def on_recall_asking_answered(self, event: Answered) -> None:
        """Show it, unless something else was asked meanwhile."""
        if event.number == self._number:
            self.begins = self._anew
            if self._anew or self.start is None:
                self.start = start_of(event.recall, self._visible())
            self._anew = False
            self.local = event.recall
            self.draw_results()
            if self.focused is None:
                self.call_after_refresh(self.to_list)

    def _visible(self) -> list[Memory]:
        """What recall sees of the store."""
        return self.snapshot.scan.visible() if self.snapshot.scan is not None else []

    def moved(self) -> tuple[dict[str, Piece], Piece | None]:
        """What changes to memories did to this answer: signs by file, and the last change in words."""
        if self.start is None or self.local is None or not self.question.strip():
            return {}, None
        return marks(self.start, self.local), told(self.start, self.local, self._visible())

    # Claude

    def forget_claude(self) -> None:
        """Its answer, or the one that is waited for, is not to this question."""
        self.workers.cancel_group(self, "claude")
        self._asked_claude += 1
        self.claude, self.claude_late, self.waiting = None, False, False

    def send_to_claude(self) -> None:
        """Ask Claude the same; who calls this has asked the person first."""
        scan = self.snapshot.scan
        if scan is None:
            return
        self.forget_claude()
        self.waiting = True
        self.draw_results()
        recaller, question, asking, memories = self.recaller(), self.question, self.asking(CLAUDE), scan.visible()
        self._ask_claude(lambda: recaller.ask(question, asking, memories), self._asked_claude)

    @work(thread=True, group="claude", exclusive=True, exit_on_error=False, description="ask Claude")
    def _ask_claude(self, ask: Callable[[], Recall], number: int) -> None:
        """In a thread of its own, so that nobody who leaves waits for an answer."""
        worker = get_current_worker()
        answers: list[Recall] = []
        thread = threading.Thread(target=lambda: answers.append(ask()), daemon=True)
        thread.start()
        while thread.is_alive() and not worker.is_cancelled:
            thread.join(_POLL_S)
        if answers and not worker.is_cancelled:
            self.post_message(self.ClaudeAnswered(number, answers[0]))

    def on_recall_asking_claude_answered(self, event: ClaudeAnswered) -> None:
        """Show it beside, unless something else was asked meanwhile."""
        if event.number == self._asked_claude:
            self.claude, self.waiting = event.recall, False
            self.draw_results()

    # What the agent used

    @work(thread=True, group="usage", exclusive=True, exit_on_error=False, description="read usage")
    def read_usage(self, which: Which, files: list[str]) -> None:
        """How often each memory was used, from the transcripts."""
        from memtui.recall.usage import usage

        worker = get_current_worker()
        try:
            used = usage(which.store, files, (which.location.memory_dir.rstrip("/"),))
        except (OSError, MemtuiError):
            return  # then nobody can say; everything else works
        if not worker.is_cancelled:
            self.post_message(self.UsageRead(used))

    def count_usage(self) -> None:
        """Begin to read it."""
        files = [memory.file for memory in self.snapshot.memories if memory.folder != LOGS_DIR]
        self.read_usage(self.memtui.which, files)

    def on_recall_asking_usage_read(self, event: UsageRead) -> None:
        """Every row says so from now on."""
        self.used = event.used
        self.draw_results()
