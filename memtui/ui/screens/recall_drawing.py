"""How answers are drawn: both selectors, what holds for them, the texts behind, the chosen memory, the session."""

from typing import Any

from textual import on
from textual.widgets import Static

from memtui.memory.scan import Scan
from memtui.memory.tokens import estimate_tokens
from memtui.recall.limits import SESSION_MAX_BYTES
from memtui.recall.recaller import ONE_WORD
from memtui.recall.result import Recall
from memtui.ui.screens.recall_actions import RecallActions
from memtui.ui.screens.recall_rows import (
    ONLY_CLAUDE,
    ONLY_LOCAL,
    PICKS,
    VIEWS,
    PickRow,
    Sight,
    about_words,
    pick_rows,
    view_rows,
)
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, content, cut, plain
from memtui.ui.widgets.gauge import Gauge
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Rows
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.widgets.strip import Line
from memtui.ui.widgets.views import Views
from memtui.ui.words import counted

_FIRST = (
    "Ask a question as you would ask the agent.\n\n"
    "Before the agent answers, a few memories that fit are put before it: five at most, of the newest 200. Here you "
    "see which, which words carried them, what lost and why, and the exact text.\n\n"
    "Try: how do we run the tests?\n\n"
    "All of it happens on this machine. With a key, enter lets Claude choose too, and shows both side by side."
)
_NO_MEMORY = (
    "No memory here yet, so no question brings any.\n\nescape, then n writes a first one; p opens another store."
)


class RecallDrawing(RecallActions):
    """Draws what is known."""

    _scan: Scan | None = None

    def draw(self, snapshot: Snapshot) -> None:
        """The store as it is now: what changed may rank otherwise."""
        if snapshot.scan is not None and snapshot.scan is not self._scan:
            if self._scan is None:
                self.count_usage()
            else:
                self.claude_late = self.claude is not None
            self._scan = snapshot.scan
            self.ask()
        self.draw_results()

    def draw_results(self) -> None:
        """Both answers, and what stands around them."""
        if not self.is_mounted:
            return
        self._draw_local()
        self.draw_claude()
        self._draw_note()
        self.draw_about()
        self._draw_session()
        self.draw_view()

    def draw_view(self) -> None:
        """The picks, or one of the texts behind them."""
        texts = self.view != PICKS
        for name, shown in (("#both", not texts), ("#behind", texts), ("#recall-about", not texts)):
            self.query_one(name).display = shown
        self.query_one(Views).show_views(VIEWS, self.view, [(f"{self._settings()} ", "accent")])
        if texts:
            self._draw_text()
        self.draw_edges()

    def _settings(self) -> str:
        parts = [f"at most {self.limit}"]
        if self.tools:
            parts.append(f"tools: {plain(' '.join(self.tools))}")
        if self.session.surfaced:
            had = counted(len(self.session.surfaced), "had already", "had already")
            parts.append(f"{had}, {'left out' if self.heeds_session else 'not heeded'}")
        return cut(" · ".join(parts), max(12, self.size.width // 2))

    def _draw_local(self) -> None:
        panel, snapshot, recall = self.query_one("#local", Panel), self.snapshot, self.local
        others = picked(self.claude)
        rows = pick_rows(recall, Sight(snapshot, self.used, others, ONLY_LOCAL)) if recall is not None else []
        first = rows[0].key if rows and self.begins else None
        panel.rows.set_rows(rows, key=first)
        self.begins = False
        asked = recall is not None and self.question.strip()
        panel.title("Local", counted(len(recall.selection.picks), "pick") if recall is not None and asked else "")
        if snapshot.failed:
            panel.say(Status.FAILED, f"{snapshot.failed}\n\nctrl+r looks again; p opens another store.")
        elif snapshot.scan is None or recall is None:
            panel.say(Status.LOADING, "Reading the memories…")
        elif not snapshot.memories:
            panel.say(Status.EMPTY, _NO_MEMORY)
        elif not self.question.strip():
            panel.say(Status.EMPTY, _FIRST)
        elif rows:
            panel.say(Status.READY)
        else:
            panel.say(Status.EMPTY, _nothing_words(recall))

    def draw_claude(self) -> None:
        """Its answer, or that it is waited for; nothing, when it was not asked."""
        panel, recall = self.query_one("#claude", Panel), self.claude
        panel.display = self.waiting or recall is not None
        others = picked(self.local)
        rows = pick_rows(recall, Sight(self.snapshot, self.used, others, ONLY_CLAUDE)) if recall is not None else []
        panel.rows.set_rows(rows)
        if recall is None:
            panel.title("Claude", "")
            panel.say(Status.LOADING, "Asking Claude…\n\nThe local picks are there already.")
            return
        old = "asked before the last change; c asks again" if self.claude_late else ""
        usage = recall.selection.usage
        panel.title("Claude", old or (plain(usage.model) if usage is not None else ""))
        if recall.selection.error:
            panel.say(Status.FAILED, f"{recall.selection.error}\n\nThe local picks stand; c asks again.")
        elif rows:
            panel.say(Status.READY)
        else:
            panel.say(Status.EMPTY, f"Claude picks nothing: {recall.selection.reason or 'nothing fits'}.")

    def _draw_note(self) -> None:
        """What holds for the answer: whether the agent would even ask, and what it would cost."""
        line, recall = self.query_one("#recall-note", Line), self.local
        if recall is None or not self.question.strip():
            line.show([(" offline, as you type", "muted")])
            return
        width = max(20, self.size.width - 2)
        if recall.skipped is not None:
            why = "one word" if recall.skipped == ONE_WORD else plain(recall.skipped)
            line.show([(cut(f" ▲ the agent would skip this: {why}", width), "warn")])
            return
        if not recall.selection.picks:
            line.show([(f" nothing of {counted(recall.considered, 'memory', 'memories')}", "strong")])
            return
        picks = f" {len(recall.selection.picks)} of {counted(recall.considered, 'memory', 'memories')}"
        size = f"{recall.bytes:,} bytes, about {estimate_tokens(recall.text):,} tokens"
        parts: list[Piece] = [(picks, "strong"), (f"  {size}", "")]
        agreed = (picked(self.claude) or frozenset()) & (picked(self.local) or frozenset())
        if self.claude is not None and not self.claude.selection.error:
            parts.append((f"  ✓ both pick {len(agreed)}", "good"))
        line.show(parts)

    def draw_about(self) -> None:
        """The memory under the cursor."""
        row = self.current()
        self.query_one("#recall-about", Static).update(content(about_words(row, self.size.width - 2)))

    def _draw_session(self) -> None:
        recall = self.local
        more = recall.bytes if recall is not None and recall.skipped is None else 0
        note = f"+{more:,} with these" if more else "full" if self.session.full else ""
        self.query_one("#recall-session", Gauge).show(self.session.bytes, SESSION_MAX_BYTES, note)

    def _draw_text(self) -> None:
        panel = self.query_one("#behind", SizedPanel)
        panel.title(VIEWS[self.view], "v shows the next")
        if self.local is None:
            panel.say(Status.LOADING, "Reading the memories…")
        elif panel.cells:
            panel.rows.set_rows(view_rows(self.view, self.local, self.claude, panel.cells))
            panel.say(Status.READY)

    @on(SizedPanel.Resized, "#behind")
    def _wrap_anew(self) -> None:
        if self.view != PICKS:
            self._draw_text()
            if self.focused is None:
                self.to_list()

    # Where one is

    def shown_list(self) -> Rows:
        """The list that keys act on."""
        claude = self.query_one("#claude-rows", Rows)
        return claude if claude.has_focus else self.query_one("#local-rows", Rows)

    def current(self) -> PickRow | None:
        """The memory under the cursor, while the picks are shown."""
        row: Any = self.shown_list().current
        return row if self.view == PICKS and isinstance(row, PickRow) else None


def picked(recall: Recall | None) -> frozenset[str] | None:
    """The files that were picked; None when nobody was asked, or nobody answered."""
    if recall is None or recall.selection.error:
        return None
    return frozenset(pick.file for pick in recall.selection.picks)


def _nothing_words(recall: Recall) -> str:
    why = recall.selection.reason or "nothing fits"
    return (
        f"Nothing is picked: {why}.\n\nThat is an answer, too: the agent would be given nothing.\n"
        "If one should fit, give it a description with the words that you asked with; v shows what recall sees."
    )
