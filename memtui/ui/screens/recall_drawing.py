"""How answers are drawn: both selectors, what holds for them, the texts behind, the chosen memory, the session."""

from typing import Any

from textual import on

from memtui.memory.scan import Scan
from memtui.recall.gate import gate_at
from memtui.recall.recaller import FULL
from memtui.recall.result import Recall
from memtui.ui.keymap import key_of, shown_key
from memtui.ui.keys import ACTIONS, RECALL
from memtui.ui.screens.recall_check_rows import (
    ReachRow,
    SuiteRow,
    reach_about,
    reach_rows,
    suite_about,
    suite_rows,
)
from memtui.ui.screens.recall_notes import RecallNotes, picked
from memtui.ui.screens.recall_rows import ONLY_CLAUDE, ONLY_LOCAL, PickRow, Sight, about_lines, pick_rows
from memtui.ui.screens.recall_texts import view_rows
from memtui.ui.screens.recall_views import CHECKS, PICKS, SHORT, SUITE, TEXTS, VIEWS
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, plain
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.widgets.sized import SizedPanel
from memtui.ui.widgets.strip import Line
from memtui.ui.widgets.views import Setting, Views
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
_NO_STORE = (
    "There is no memory directory yet: nothing was ever remembered here, so no question brings anything.\n\n"
    "escape, then n writes a first memory; p opens another store."
)


_NO_SUITE = (
    "No question is kept yet.\n\n"
    "Ask one whose answer is right, then K keeps it with the memories that it brings. From then on this view, and "
    "memtui recall --suite, tell when a change to the memory breaks it."
)


class RecallDrawing(RecallNotes):
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
            if self.view in CHECKS:
                self.check(self.view)
        self.draw_results()

    def on_resize(self) -> None:
        """Words are chosen to fit."""
        self.call_after_refresh(self.draw_results)

    def draw_results(self) -> None:
        """Both answers, and what stands around them."""
        if not self.is_mounted:
            return
        self._draw_local()
        self.draw_claude()
        self.draw_note()
        self.draw_about()
        self.draw_session()
        self.draw_view()

    def draw_view(self) -> None:
        """The picks, or what stands behind them."""
        picks = self.view == PICKS
        self.query_one("#both").display = picks
        self.query_one("#behind").display = not picks
        self.query_one("#recall-about").display = self.view not in TEXTS
        titles = SHORT if self.narrow else VIEWS
        self.query_one(Views).show_views(titles, self.view, self._settings() if self.view not in CHECKS else ())
        if self.view in TEXTS:
            self._draw_text()
        elif not picks:
            self._draw_check()
        self.draw_edges()

    def _settings(self) -> list[Setting]:
        """How questions are asked, each with its key."""
        keys = self.memtui.keymap
        had = len(self.session.surfaced)
        parts = [("recall.limit", f"≤ {self.limit}" if self.narrow or had else f"at most {self.limit}")]
        if self.tools or not self.narrow:
            parts.append(("recall.tools", counted(len(self.tools), "tool") if self.tools else "no tools"))
        if had:
            parts.append(("recall.had", f"{had} left out" if self.heeds_session else f"{had} not heeded"))
        actions = {action.id: action for action in ACTIONS[RECALL]}
        return [Setting(shown_key(key_of(actions[name], keys)), words, actions[name].call) for name, words in parts]

    def _draw_local(self) -> None:
        panel, snapshot, recall = self.query_one("#local", Panel), self.snapshot, self.local
        others = picked(self.claude)
        sight = Sight(snapshot, self.used, others, ONLY_LOCAL, moved=self.moved()[0])
        least = gate_at(self.memtui.config.recall.abstain).least
        rows = pick_rows(recall, sight, least) if recall is not None else []
        first = rows[0].key if rows and self.begins else None
        panel.rows.set_rows(rows, key=first)
        self.begins = False
        asked = recall is not None and snapshot.memories and self.question.strip()
        panel.title("Local", counted(len(recall.selection.picks), "pick") if recall is not None and asked else "")
        if snapshot.failed:
            panel.say(Status.FAILED, f"{snapshot.failed}\n\nctrl+r looks again; p opens another store.")
        elif snapshot.scan is None or recall is None:
            panel.say(Status.LOADING, "Reading the memories…")
        elif not snapshot.memories:
            panel.say(Status.EMPTY, _NO_STORE if snapshot.missing else _NO_MEMORY)
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
            panel.say(Status.LOADING, "Asking Claude… escape stops waiting.\n\nThe local picks are there already.")
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

    def draw_about(self) -> None:
        """The memory or the kept question under the cursor."""
        row = self.current()
        about = list(self.query_one("#recall-about").query(Line))
        most = len(about) - (1 if self.narrow else 0)
        cells = self.size.width - 2
        lines: list[list[Piece]] = []
        if isinstance(row, PickRow):
            lines = about_lines(row, cells, most)
        elif isinstance(row, ReachRow):
            lines = reach_about(row, cells, most)
        elif isinstance(row, SuiteRow):
            lines = suite_about(row, cells, most)
        for at, line in enumerate(about):
            line.show([(" ", ""), *lines[at]] if at < len(lines) else [])

    def _draw_text(self) -> None:
        panel = self.query_one("#behind", SizedPanel)
        panel.title(VIEWS[self.view], "v shows the next, esc the picks")
        if self.local is None:
            panel.say(Status.LOADING, "Reading the memories…")
        elif panel.cells:
            self._set_behind(view_rows(self.view, self.local, self.claude, panel.cells))
            panel.say(Status.READY)

    def _draw_check(self) -> None:
        panel = self.query_one("#behind", SizedPanel)
        suite = self.view == SUITE
        panel.title(VIEWS[self.view], "enter asks it, esc shows the picks" if suite else "enter opens, e edits")
        known: Any = self.outcomes if suite else self.reached
        rows = suite_rows(known or [], self.before) if suite else reach_rows(known or [], self.snapshot, self.used)
        self._set_behind(rows)
        if self.failures.get(self.view) or self.snapshot.failed:
            panel.say(Status.FAILED, self.failures.get(self.view) or self.snapshot.failed)
        elif known is None:
            panel.say(Status.LOADING, "Asking every kept question…" if suite else "Looking for every memory…")
        elif rows:
            panel.say(Status.READY)
        else:
            panel.say(Status.EMPTY, _NO_SUITE if suite else _NO_MEMORY)

    def _set_behind(self, rows: list[Row]) -> None:
        """The rows of a view; the cursor stays, unless it stood in another view."""
        shown = self.query_one("#behind-rows", Rows)
        first = next((row.key for row in rows if row.selectable), None) if self.from_top else None
        shown.set_rows(rows, key=first)
        if first is not None:
            shown.scroll_to(y=0, animate=False, immediate=True)
            self.from_top = False

    @on(SizedPanel.Resized, "#behind")
    def _wrap_anew(self) -> None:
        if self.view in TEXTS:
            self._draw_text()
            if self.focused is None:
                self.to_list()

    # Where one is

    def shown_list(self) -> Rows:
        """The list that keys act on."""
        if self.view != PICKS:
            return self.query_one("#behind-rows", Rows)
        claude = self.query_one("#claude-rows", Rows)
        return claude if claude.has_focus else self.query_one("#local-rows", Rows)

    def current(self) -> PickRow | ReachRow | SuiteRow | None:
        """What is under the cursor, unless a text is shown, or nothing is."""
        rows = self.shown_list()
        row: Any = rows.current if rows.display else None
        return row if isinstance(row, PickRow | ReachRow | SuiteRow) else None


def _nothing_words(recall: Recall) -> str:
    why = recall.selection.reason or "nothing fits"
    if recall.skipped == FULL:
        return f"Nothing is picked: {why}.\n\nC begins a session anew, as a compaction does; a asks without one."
    return (
        f"Nothing is picked: {why}.\n\nThat is an answer, too: the agent would be given nothing.\n"
        "If one should fit, give it a description with the words that you asked with; v shows what recall sees."
    )
