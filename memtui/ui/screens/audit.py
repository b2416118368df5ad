"""The audit: findings by severity and rule, and beside them the place that each is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from memtui.audit.advice import advice
from memtui.audit.finding import Finding
from memtui.audit.groups import matching
from memtui.audit.place import Extract, read_place
from memtui.audit.rules import BY_ID
from memtui.memory.store import Store
from memtui.ui.keys import AUDIT, Action
from memtui.ui.messages import AuditProgressed
from memtui.ui.paths import style
from memtui.ui.screens.audit_actions import AuditActions
from memtui.ui.screens.audit_rows import FindingRow, RuleRow, audit_rows
from memtui.ui.screens.base import bindings
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import content
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.place import PlacePanel
from memtui.ui.widgets.rows import Rows
from memtui.ui.words import SEVERITY_GLYPHS, counted

_PAUSE_S = 0.04  # a cursor that passes by reads no file


class FindingsPanel(Panel):
    """The list of findings, with words to look for above it and what could not be checked below."""

    def __init__(self, *, id: str, rows_id: str) -> None:
        super().__init__(id=id, rows_id=rows_id)
        self._notes = Static(classes="notes", markup=False)

    def compose(self) -> ComposeResult:
        """The filter, the list or words, the notes."""
        yield Input(placeholder="words to look for; !word leaves out", id="audit-filter", classes="filter")
        yield from super().compose()
        yield self._notes

    def note(self, notes: Sequence[str]) -> None:
        """What the audit could not do."""
        self._notes.update(content("\n".join(f"! {note}" for note in notes)))
        self._notes.display = bool(notes)


class AuditScreen(AuditActions):
    """What is wrong with the store."""

    MODE = AUDIT
    CSS_PATH = style("audit")
    TYPING = (
        Action("audit.list", "enter", "To the list", "keep the words", "to_list"),
        Action("audit.clear", "escape", "Clear", "everything again", "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(AUDIT),
        Binding("escape", "back", "Back", show=False),
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
    ]
    HELP = (
        "What the audit has against the store, worst first. `fix` at the end of a line: f mends it, F mends all of its "
        "rule; both show first what changes, and u takes it back. i ignores a finding until its line changes, I shows "
        "what is ignored. tab goes to the file beside the list; / finds words; z folds a rule."
    )

    @dataclass
    class PlaceRead(Message):
        """The lines around a finding were read."""

        finding: Finding
        extracts: Sequence[Extract]

    def body(self) -> Iterable[Widget]:
        """The list and the place."""
        yield Container(
            FindingsPanel(id="findings", rows_id="findings-rows"),
            PlacePanel(id="place", rows_id="place-rows"),
            id="audit",
        )

    # The list

    def draw(self, snapshot: Snapshot) -> None:
        """The store as it is now; the list is built again only when it says something else."""
        found = (snapshot.findings, snapshot.ignored)
        if self._found is None or any(new is not old for new, old in zip(found, self._found, strict=True)):
            self._found = found
            self.draw_list()
        else:
            self._draw_state(snapshot)
            self._show_place()  # the file may have changed

    def draw_list(self) -> None:
        """The rows, by what is looked for, folded and ignored."""
        snapshot = self.snapshot
        self.shown = matching(snapshot.findings or (), self.words)
        ignored = matching(snapshot.ignored, self.words) if self.with_ignored else ()
        panel = self.query_one("#findings", FindingsPanel)
        panel.rows.set_rows(audit_rows(self.shown, ignored, self.folded.__contains__))
        self._draw_state(snapshot)

    def _draw_state(self, snapshot: Snapshot) -> None:
        panel = self.query_one("#findings", FindingsPanel)
        panel.note(snapshot.notes)
        panel.title(self._title(snapshot), self._subtitle(snapshot))
        if snapshot.failed:
            panel.say(Status.FAILED, f"{snapshot.failed}\n\nctrl+r looks again; p opens another store.")
        elif snapshot.findings is None:
            panel.say(*auditing_words(self.memtui.audit_progress))
        elif panel.rows.rows:
            panel.say(Status.READY)
        else:
            panel.say(Status.EMPTY, self._empty_words(snapshot))
        self.query_one("#audit").set_class(panel.status is not Status.READY, "-alone")

    def audit_progressed(self) -> None:
        """How far it is, in words."""
        super().audit_progressed()
        if self.is_mounted:
            self._draw_state(self.snapshot)

    def _title(self, snapshot: Snapshot) -> str:
        if snapshot.findings is None:
            return "Audit"
        total = counted(len(snapshot.findings), "finding")
        if not self.words:
            return total
        return f"{len(self.shown):,} of {total} with: {self.words}"

    def _subtitle(self, snapshot: Snapshot) -> str:
        fixable = sum(1 for finding in snapshot.findings or () if finding.fixable)
        parts = [f"{fixable:,} to fix"] if fixable else []
        if snapshot.ignored:
            parts.append(f"{len(snapshot.ignored):,} ignored, I {'hides' if self.with_ignored else 'shows'} them")
        return "; ".join(parts)

    def _empty_words(self, snapshot: Snapshot) -> str:
        if self.words:
            return f"No finding has these words: {self.words}\n\nescape shows all of them."
        if snapshot.missing:
            return (
                "No memory here yet, so there is nothing to judge.\n\nn writes a first memory, p opens another store."
            )
        ignored = f"\n{counted(len(snapshot.ignored), 'finding')} ignored: I shows them." if snapshot.ignored else ""
        return f"✓ Nothing wrong was found.{ignored}\n\nctrl+r looks again, 1 shows the index, 2 the memories."

    def where(self) -> str:
        """Where the cursor is."""
        at, total = self.query_one("#findings-rows", Rows).position
        return f"{at} / {total}" if total else ""

    # The place

    @on(Rows.Highlighted, "#findings-rows")
    def _follow(self) -> None:
        """The place and the count follow the cursor."""
        self.draw_edges()
        self._show_place()

    def _show_place(self) -> None:
        panel = self.query_one("#place", PlacePanel)
        row: Any = self.query_one("#findings-rows", Rows).current
        if not isinstance(row, FindingRow):
            self.workers.cancel_group(self, "place")
            panel.title("")
            panel.tell("", "")
            panel.say(Status.EMPTY, _rule_words(row) if isinstance(row, RuleRow) else "")
            return
        panel.title(row.finding.file, "")
        panel.tell(*finding_words(row))
        if panel.status is not Status.READY:
            panel.say(Status.LOADING, "Reading the file…")
        self._read_place(self.memtui.which.store, row.finding)

    @work(thread=True, group="place", exclusive=True, exit_on_error=False)
    def _read_place(self, store: Store, finding: Finding) -> None:
        worker = get_current_worker()
        if worker.cancelled_event.wait(_PAUSE_S):
            return
        extracts = read_place(store, finding)
        if not worker.is_cancelled:
            self.post_message(self.PlaceRead(finding, extracts))

    def on_audit_screen_place_read(self, event: PlaceRead) -> None:
        """Show it, if the cursor is still there."""
        row: Any = self.query_one("#findings-rows", Rows).current
        if isinstance(row, FindingRow) and row.finding == event.finding:
            self.query_one("#place", PlacePanel).show(event.extracts)


def auditing_words(progress: AuditProgressed | None) -> tuple[Status, str]:
    """How far the first audit is, and what can be done meanwhile."""
    if progress is None:
        return Status.LOADING, "Auditing the store…\n\nThe other screens are ready: 1 index, 2 topics."
    read = f"{progress.done:,} of {counted(progress.total, 'memory', 'memories')} read"
    if progress.stopped:
        return Status.EMPTY, f"The audit was stopped: {read}.\n\nctrl+r goes on."
    return (
        Status.LOADING,
        f"Auditing the store: {read}, {progress.share}…\n\nescape stops it; "
        "the other screens are ready: 1 index, 2 topics.",
    )


def finding_words(row: FindingRow) -> tuple[str, str, bool]:
    """What a finding says, what to do about it, and whether a key does that."""
    finding = row.finding
    about = f"{SEVERITY_GLYPHS[finding.severity]} {finding.rule}: {finding.message}"
    if row.ignored:
        return about, "ignored; i heeds it again", False
    if finding.mend is not None:
        return about, f"f fixes it: {finding.mend.would}", True
    compare = "; f compares the two" if finding.other is not None else ""
    return about, f"by hand: {advice(finding)}{compare}", False


def _rule_words(row: RuleRow) -> str:
    group = row.group
    fix = f"\nF fixes {group.fixable} of them." if group.fixable else ""
    return f"{group.rule}: {BY_ID[group.rule].about}.\n\n{counted(len(group.findings), 'finding')}.{fix}\nz unfolds it."
