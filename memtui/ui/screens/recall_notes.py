"""What holds for what is shown, in a line: what it costs, why it is skipped, what a change did; and the session."""

from memtui.memory.tokens import estimate_tokens
from memtui.recall.limits import SESSION_MAX_BYTES
from memtui.recall.recaller import FULL, ONE_WORD
from memtui.recall.result import Recall
from memtui.ui.screens.base import NARROW
from memtui.ui.screens.recall_actions import RecallActions
from memtui.ui.screens.recall_check_rows import reach_words
from memtui.ui.screens.recall_views import CHECKS, REACH
from memtui.ui.text import Piece, cut, length, plain, trimmed
from memtui.ui.widgets.gauge import Gauge
from memtui.ui.widgets.strip import Line
from memtui.ui.words import counted


class RecallNotes(RecallActions):
    """Draws the lines above and below the answers."""

    @property
    def narrow(self) -> bool:
        """Whether words must be short."""
        return self.size.width < NARROW

    def draw_note(self) -> None:
        """What holds for what is shown: whether the agent would even ask, what it would cost, what a change did."""
        line = self.query_one("#recall-note", Line)
        if self.view in CHECKS:
            line.show(self._check_words())
            return
        told = self.moved()[1]
        words = self._answer_words()
        left = words[:1] if told is not None and self.narrow else trimmed(words, max(20, self.size.width))
        room = self.size.width - length(left) - 3
        line.show(left, [(f"{cut(told[0], room)} ", told[1])] if told is not None else [])

    def _answer_words(self) -> list[Piece]:
        recall = self.local
        if recall is None or not self.question.strip():
            return [(" ranked on this machine as you type; nothing is sent", "muted")]
        if recall.skipped is not None:
            return [(f" ▲ the agent would skip this: {self._why_skipped(recall.skipped)}", "warn")]
        if not recall.selection.picks:
            return [(f" nothing of {counted(recall.considered, 'memory', 'memories')}", "strong"), *self._undescribed()]
        picks = f" {len(recall.selection.picks)} of {counted(recall.considered, 'memory', 'memories')}"
        size = f"{recall.bytes:,} bytes, about {estimate_tokens(recall.text):,} tokens"
        parts: list[Piece] = [(picks, "strong"), (f"  {size}", "")]
        agreed = (picked(self.claude) or frozenset()) & (picked(self.local) or frozenset())
        if self.claude is not None and not self.claude.selection.error:
            parts.append((f"  ✓ both pick {len(agreed)}", "good"))
        return [*parts, *self._undescribed()]

    def _undescribed(self) -> list[Piece]:
        memories = self.snapshot.memories
        if not memories or any(memory.description for memory in memories):
            return []
        return [("  ▲ no descriptions to go by", "warn")]

    def _why_skipped(self, skipped: str) -> str:
        place = self.memtui.which.location
        if skipped == FULL:
            return "the session is full"
        if not place.enabled:
            return f"memory is off ({plain(place.enabled_by)})"
        return "one word" if skipped == ONE_WORD else plain(skipped)

    def _check_words(self) -> list[Piece]:
        """How the store does as a whole."""
        if self.failures.get(self.view):
            return [(" this could not be checked", "bad")]
        if self.view == REACH:
            return reach_words(self.reached, self.used) if self.reached else [(" looking for every memory", "muted")]
        if not self.outcomes:
            return [(" your own questions, as a test of your memory", "muted")]
        passed = sum(outcome.passed for outcome in self.outcomes)
        words = f" {passed} of {len(self.outcomes):,} kept questions {'passes' if passed == 1 else 'pass'}"
        return [(words, "good" if passed == len(self.outcomes) else "bad")]

    def draw_session(self) -> None:
        """How much of its bytes the session has had, and what the picks would add."""
        recall = self.local
        more = recall.bytes if recall is not None and recall.skipped is None else 0
        note = "full: nothing more is given; C begins anew" if self.session.full else ""
        if more and self.view not in CHECKS:
            note = f"+{more:,} bytes with these; s gives them"
        self.query_one("#recall-session", Gauge).show(self.session.bytes, SESSION_MAX_BYTES, note)


def picked(recall: Recall | None) -> frozenset[str] | None:
    """The files that were picked; None when nobody was asked, or nobody answered."""
    if recall is None or recall.selection.error:
        return None
    return frozenset(pick.file for pick in recall.selection.picks)
