"""What else a person does about findings: ignore, edit, go there, find, fold."""

from typing import Any

from textual import on
from textual.widgets import Input

from memtui.audit.advice import advice
from memtui.audit.ignored import Ignored
from memtui.memory.limits import INDEX_NAME
from memtui.ui.keys import INDEX
from memtui.ui.screens.audit_fixes import AuditFixes
from memtui.ui.screens.audit_rows import FindingRow, RuleRow
from memtui.ui.widgets.rows import Rows


class AuditActions(AuditFixes):
    """The actions of the audit screen."""

    # Ignoring

    def action_ignore(self) -> None:
        """Live with this finding from now on, or heed it again."""
        row: Any = self.list_rows().current
        finding = self.finding_to("ignore")
        if finding is None:
            return
        store = self.memtui.which.store
        place = f"{finding.file}:{finding.line}" if finding.line else finding.file
        heed = row.ignored

        def make() -> str:
            ignored = Ignored(store.root, store.state)
            if heed:
                ignored.heed([finding])
                return f"{finding.rule} in {place} counts again"
            ignored.ignore([finding])
            return f"{finding.rule} in {place} is ignored until it changes; I shows it, and i there heeds it again"

        self.memtui.remember(make)

    def action_show_ignored(self) -> None:
        """Show what is ignored at the end of the list, or hide it again."""
        if not self.snapshot.ignored and not self.with_ignored:
            self.memtui.tell("nothing is ignored; i ignores the finding under the cursor", "warning")
            return
        self.with_ignored = not self.with_ignored
        self.draw_list()

    # Going there

    async def action_open(self) -> None:
        """Go to the memory, or to the line of the index; a folded rule unfolds."""
        if isinstance(self.list_rows().current, RuleRow):
            self.action_fold()
            return
        finding = self.finding_to("open")
        if finding is None:
            return
        if finding.file == INDEX_NAME:
            await self._open_index(finding.line)
        elif finding.file in self.snapshot.by_file:
            await self.memtui.show_memory(finding.file)
        else:
            self.memtui.tell(f"{finding.file} is no memory, so there is no page for it; E opens it", "warning")

    @on(Rows.Chosen, "#findings-rows")
    async def _open_chosen(self) -> None:
        """A double click opens, too."""
        await self.action_open()

    async def _open_index(self, line: int | None) -> None:
        from memtui.ui.screens.index import IndexScreen

        await self.app.switch_mode(INDEX)
        screen = self.app.screen
        if isinstance(screen, IndexScreen) and line is not None:
            screen.show_line(line)

    async def action_edit(self) -> None:
        """Edit the file at this place; of the index, its line."""
        finding = self.finding_to("edit")
        if finding is None:
            return
        if finding.file == INDEX_NAME:
            await self._open_index(finding.line)
            self.memtui.tell("e edits a line of the index here, E opens the whole in your editor")
        elif finding.file in self.snapshot.by_file:
            self.memtui.edit_memory(finding.file, finding.line or 1)
        else:
            self.memtui.tell(f"{finding.file} is no memory that can be edited here; E opens it outside", "warning")

    def action_external_editor(self) -> None:
        """The file in the user's own editor."""
        finding = self.finding_to("edit")
        if finding is None:
            return
        scan = self.snapshot.scan
        odd = next((item for item in scan.odd if item.file == finding.file), None) if scan is not None else None
        if odd is not None:
            self.memtui.tell(f"{finding.file}: memtui never opens a {odd.kind}; {advice(finding)}", "warning")
        else:
            self.memtui.edit_outside(finding.file)

    # Finding, folding, and the way back

    def action_filter(self) -> None:
        """Only findings with some words."""
        field = self.query_one("#audit-filter", Input)
        field.add_class("-open")
        field.focus()

    @on(Input.Changed, "#audit-filter")
    def _look_for(self, event: Input.Changed) -> None:
        self.words = " ".join(event.value.split())
        self.draw_list()

    @on(Input.Submitted, "#audit-filter")
    def action_to_list(self) -> None:
        """From the words to what has them."""
        self.list_rows().focus()

    def action_move(self, direction: int) -> None:
        """The cursor moves while words are typed."""
        self.list_rows().action_step(direction)

    def action_fold(self) -> None:
        """Fold this rule to one line, or unfold it."""
        row: Any = self.list_rows().current
        if isinstance(row, RuleRow):
            self.folded.discard((row.group.severity, row.group.rule))
            key = None
        elif isinstance(row, FindingRow) and not row.ignored:
            self.folded.add((row.finding.severity, row.finding.rule))
            key = f"rule\0{row.finding.severity}\0{row.finding.rule}"
        else:
            self.memtui.tell("there is no rule to fold here", "warning")
            return
        self.draw_list()
        if key is not None:
            self.list_rows().go_to(key)

    def action_back(self) -> None:
        """Stop an audit that is waited for; close the filter, then leave the file beside the list."""
        progress = self.memtui.audit_progress
        if self.snapshot.findings is None and progress is not None and not progress.stopped:
            self.memtui.loader.stop_audit()
            return
        field = self.query_one("#audit-filter", Input)
        if field.has_class("-open"):
            field.value = ""
            field.remove_class("-open")
        elif self.with_ignored and self.list_rows().has_focus:
            self.action_show_ignored()
        self.list_rows().focus()
