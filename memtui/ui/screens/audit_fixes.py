"""Fixing findings: what changes is shown first, then done as one recorded change; what is left to a person is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual import work
from textual.message import Message
from textual.worker import get_current_worker

from memtui.audit.advice import advice
from memtui.audit.finding import ADD_LINE, Finding, Mend
from memtui.audit.fixes import plan_fixes
from memtui.audit.hidden import spelled
from memtui.audit.secrets import mask_lines
from memtui.memory.errors import MemtuiError
from memtui.memory.files import must_read
from memtui.memory.limits import INDEX_NAME
from memtui.memory.save import Step
from memtui.memory.scan import Scan
from memtui.memory.store import Store
from memtui.ui.screens.audit_rows import FindingRow, Fold, RuleRow
from memtui.ui.screens.base import ModeScreen
from memtui.ui.screens.dialogs import TextDialog, diff_pieces
from memtui.ui.widgets.lines import Text
from memtui.ui.widgets.rows import Row, Rows
from memtui.ui.words import counted
from memtui.ui.wrapping import wrapped

_NAMED = 4  # mendings that a dialog spells out
_DIALOG_SHARE, _DIALOG_EDGES = 0.94, 9  # of the screen's width; frame, padding, scrollbar and indent


class AuditFixes(ModeScreen):
    """The part of the audit screen that fixes."""

    @dataclass
    class FixPlanned(Message):
        """What a fix will change, as a diff and in words."""

        findings: Sequence[Finding]
        scan: Scan
        mends: Sequence[Mend]
        diff: str

    @dataclass
    class Compared(Message):
        """How a finding's two files differ."""

        finding: Finding
        diff: str

    @dataclass
    class PlanFailed(Message):
        """What was to be shown cannot be."""

        words: str

    def __init__(self) -> None:
        super().__init__()
        self.words = ""  # what is looked for
        self.shown: Sequence[Finding] = ()  # those that count and have these words, folded ones too
        self.with_ignored = False
        self.folded: set[Fold] = set()
        self._found: tuple[Any, Any] | None = None

    def draw_list(self) -> None:
        """Show the findings again."""
        raise NotImplementedError

    def list_rows(self) -> Rows:
        """The list of findings."""
        return self.query_one("#findings-rows", Rows)

    def finding_to(self, wanted: str) -> Finding | None:
        """The finding under the cursor, or a word on why there is none."""
        row: Any = self.list_rows().current
        if isinstance(row, FindingRow):
            return row.finding
        why = "this is a whole rule; z unfolds it" if isinstance(row, RuleRow) else f"there is no finding to {wanted}"
        self.memtui.tell(why, "warning")
        return None

    # Fixing

    def action_fix(self) -> None:
        """Mend this finding, after showing what changes."""
        row: Any = self.list_rows().current
        if isinstance(row, RuleRow):
            self.action_fix_rule()
            return
        finding = self.finding_to("fix")
        if finding is None:
            return
        if row.ignored:
            self.memtui.tell("this one is ignored; i heeds it again, then f fixes it", "warning")
        elif finding.other is not None:
            self._compare(self.memtui.which.store, finding)
        elif finding.mend is None:
            self.memtui.tell(f"no mechanical fix for {finding.rule}: {advice(finding)}{_keys(finding)}", "warning")
        else:
            self._plan([finding])

    def action_fix_rule(self) -> None:
        """Mend every finding of this rule that is shown."""
        row: Any = self.list_rows().current
        rule = row.group.rule if isinstance(row, RuleRow) else None
        if rule is None:
            finding = self.finding_to("fix")
            if finding is None:
                return
            rule = finding.rule
        findings = [finding for finding in self.shown if finding.rule == rule]
        fixable = [finding for finding in findings if finding.fixable]
        if fixable:
            self._plan(fixable)
        elif findings:
            self.memtui.tell(f"no mechanical fix for {rule}: {advice(findings[0])}", "warning")
        else:
            self.memtui.tell(f"every finding of {rule} is ignored; i heeds one again", "warning")

    def _plan(self, findings: Sequence[Finding]) -> None:
        scan = self.snapshot.audited
        if scan is not None:
            self._plan_fix(self.memtui.which.store, scan, findings)

    @work(thread=True, group="plan", exclusive=True, exit_on_error=False)
    def _plan_fix(self, store: Store, scan: Scan, findings: Sequence[Finding]) -> None:
        worker = get_current_worker()
        try:
            steps, mends = plan_fixes(store, scan, findings)
            message: Message = self.FixPlanned(findings, scan, mends, diff_of(steps))
        except MemtuiError as failure:
            message = self.PlanFailed(str(failure))
        if not worker.is_cancelled:
            self.post_message(message)

    def on_audit_fixes_fix_planned(self, event: FixPlanned) -> None:
        """Show what will change; it is done when that is agreed to."""
        if self.app.screen is not self:
            return  # somebody went on to something else
        if not event.diff:
            self.memtui.tell("nothing to change: it is mended already", "warning")
            return
        rule = event.findings[0].rule
        count = counted(len(event.mends), "finding")
        said = [mend.would for mend in event.mends[:_NAMED]]
        more = len(event.mends) - len(said)
        note = "\n".join(f"• {words}" for words in said) + (f"\n• and {more} more" if more else "")
        title = f"Fix {rule}: {count}" if len(event.mends) > 1 else f"Fix {rule} in {event.mends[0].file}"
        dialog = TextDialog(title, self._diff_rows(event.diff), "fix it" if len(event.mends) == 1 else "fix them", note)
        dialog.at_change = True
        self.app.push_screen(dialog, lambda agreed: self._fix(event) if agreed else None)

    def _fix(self, event: FixPlanned) -> None:
        store, mends = self.memtui.which.store, event.mends
        rule = event.findings[0].rule
        if len(mends) == 1:
            why, done = f"audit: fix {rule} in {mends[0].file}", f"{mends[0].said}; u takes it back"
        else:
            why, done = f"audit: fix {len(mends)} of {rule}", f"{len(mends)} of {rule} fixed; u takes them back"
        # A first pointer makes the index, where there is none yet.
        start = any(mend.action == ADD_LINE for mend in mends)
        self.memtui.change(why, lambda _: plan_fixes(store, event.scan, event.findings)[0], done, start=start)

    @work(thread=True, group="plan", exclusive=True, exit_on_error=False)
    def _compare(self, store: Store, finding: Finding) -> None:
        worker = get_current_worker()
        other = finding.other or ""
        try:
            mine, its = must_read(store.path(finding.file), finding.file), must_read(store.path(other), other)
            hunks = diff_of([Step(finding.file, its, mine)]).split("\n", 2)[2:]
            diff = f"--- {other}\n+++ {finding.file}\n{hunks[0]}" if hunks else ""
            message: Message = self.Compared(finding, diff)
        except MemtuiError as failure:
            message = self.PlanFailed(str(failure))
        if not worker.is_cancelled:
            self.post_message(message)

    def on_audit_fixes_compared(self, event: Compared) -> None:
        """Show how the two differ."""
        if self.app.screen is not self:
            return
        finding = event.finding
        note = (
            f"by hand: {advice(finding)}\n- stands only in {finding.other}\n+ stands only in {finding.file}\n"
            "2 shows the memories: there e edits one, d deletes one"
        )
        self.app.push_screen(
            TextDialog("Two memories compared", self._diff_rows(event.diff or " the same, byte for byte"), note=note)
        )

    def _diff_rows(self, diff: str) -> list[Row]:
        """A diff as rows of a dialog; long lines go on below, for what changes may be at their end."""
        width = int(self.app.size.width * _DIALOG_SHARE) - _DIALOG_EDGES
        rows: list[Row] = []
        for number, line in enumerate(diff.split("\n")):
            for at, parts in enumerate(wrapped(diff_pieces(line), width) if line else ()):
                rows.append(Text(f"{number} {at}", (("  " if at else "", ""), *parts)))
        return rows

    def on_audit_fixes_plan_failed(self, event: PlanFailed) -> None:
        """Not shown, and why."""
        self.memtui.tell(event.words, "error")


def _keys(finding: Finding) -> str:
    """The keys that help where memtui cannot mend."""
    return "; enter goes to the line in the index" if finding.file == INDEX_NAME else "; e edits it at that line"


def diff_of(steps: Sequence[Step]) -> str:
    """What the steps change, with secrets masked and hidden characters written out."""
    from memtui.history.diff import diff_bytes

    return "".join(diff_bytes(step.file, _readable(step.before), _readable(step.after)) for step in steps)


def _readable(data: bytes | None) -> bytes | None:
    if data is None:
        return None
    text = "\n".join(mask_lines(data.decode("utf-8", "surrogateescape")))
    return spelled(text).encode("utf-8", "surrogateescape")
