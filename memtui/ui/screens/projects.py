"""Every store on this machine: whose it is, how much is in it, what is odd; enter opens one in place of this one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from memtui.memory.clock import now
from memtui.memory.errors import MemtuiError
from memtui.transcripts.projects import Project, list_projects
from memtui.ui.desk import Desk
from memtui.ui.paths import style
from memtui.ui.project_rows import Counts, ProjectRow, columns, detail
from memtui.ui.screens.leaving import Modal
from memtui.ui.switching import opened
from memtui.ui.text import content
from memtui.ui.widgets.panel import Panel, Status
from memtui.ui.widgets.rows import Rows
from memtui.ui.words import counted

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

Seen = tuple[str, int, int, float]  # a store as it was when its problems were counted
_counted: dict[Seen, Counts] = {}  # what was counted once holds while nothing changed


def _seen(project: Project) -> Seen:
    return project.memory_dir, project.memories, project.bytes, project.modified


class ProjectsScreen(Modal[str | None]):
    """The switcher."""

    HELP = (
        "Every memory directory below the agent's configuration. Type to find, arrows to move, enter to open, "
        "escape to stay. A collision is one directory that several projects share; an orphan has lost its project."
    )
    CSS_PATH = style("projects")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stay", "Stay"),
        Binding("down", "rows('step(1)')", "Down", show=False),
        Binding("up", "rows('step(-1)')", "Up", show=False),
        Binding("pagedown", "rows('page(1)')", "Page down", show=False),
        Binding("pageup", "rows('page(-1)')", "Page up", show=False),
    ]

    @dataclass
    class Listed(Message):
        """The stores are known; or why not."""

        projects: Sequence[Project]
        failed: str = ""

    @dataclass
    class Counted(Message):
        """The problems of one store are counted; None when it cannot be read."""

        memory_dir: str
        counts: Counts | None

    def __init__(self) -> None:
        super().__init__()
        self._projects: Sequence[Project] | None = None
        self._counts: dict[str, Counts | None] = {}
        self._words: list[str] = []
        self._now = now()

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    def compose(self) -> ComposeResult:
        """What is typed, the list, what the chosen one is."""
        with Vertical(id="switcher"):
            yield Input(placeholder="type to find a project", id="find")
            yield Static(id="columns", markup=False)
            yield Panel(id="projects", rows_id="project-rows", idle_cursor="cursor")
            yield Static(id="detail", markup=False)

    def on_mount(self) -> None:
        """Look for them."""
        self.query_one("#switcher").border_title = "Projects"
        self.query_one(Panel).say(Status.LOADING, "Looking for every store on this machine…")
        self.look()

    # Beside the app

    @work(thread=True, group="projects", exclusive=True, exit_on_error=False)
    def look(self) -> None:
        """Find the stores, then count the problems of each."""
        worker = get_current_worker()
        try:
            projects = list_projects(self.memtui.which.host)
        except (MemtuiError, OSError) as failure:
            self.post_message(self.Listed((), str(failure)))
            return
        if not worker.is_cancelled:
            self.post_message(self.Listed(projects))
        for project in projects:
            counts = self._count(project)
            if worker.is_cancelled:
                return
            self.post_message(self.Counted(project.memory_dir, counts))

    def _count(self, project: Project) -> Counts | None:
        """As the app itself would count, but for what only the project's git knows."""
        seen = _seen(project)
        if seen not in _counted:
            try:
                desk = Desk(opened(project.memory_dir, self.memtui.which), self.memtui.config)
                snapshot = desk.judge(desk.look())
            except (MemtuiError, OSError):
                return None
            if snapshot.failed:
                return None
            _counted[seen] = snapshot.severities
        return _counted[seen]

    # What is known now

    def on_projects_screen_listed(self, event: Listed) -> None:
        """All of them, newest first."""
        self._projects = event.projects
        self._draw(event.failed, self.memtui.snapshot.root)

    def on_projects_screen_counted(self, event: Counted) -> None:
        """One more is counted."""
        self._counts[event.memory_dir] = event.counts
        self._draw()

    @on(Input.Changed)
    def _find(self, event: Input.Changed) -> None:
        self._words = event.value.lower().split()
        self._draw()

    def _rows(self) -> list[ProjectRow]:
        return [self._row(project) for project in self._projects or ()]

    def _row(self, project: Project) -> ProjectRow:
        snapshot = self.memtui.snapshot
        here = project.memory_dir.rstrip("/") == snapshot.root
        known = project.memory_dir in self._counts
        counts = self._counts.get(project.memory_dir)
        if here and snapshot.findings is not None:  # with what the project's git told
            known, counts = True, snapshot.severities
        return ProjectRow(project, here, counts, known and counts is None, self._now, self.memtui.which.host.home)

    def _draw(self, failed: str = "", root: str | None = None) -> None:
        if self._projects is None or not self.is_mounted:
            return
        every = self._rows()
        rows = [row for row in every if row.matches(self._words)]
        panel = self.query_one(Panel)
        where = self.memtui.which.host.config_dir
        if failed:
            panel.say(Status.FAILED, f"The stores cannot be listed: {failed}\n\nescape goes back.")
        elif not every:
            panel.say(Status.EMPTY, f"No project has a memory yet, below\n{where}\n\nescape goes back.")
        elif not rows:
            panel.say(Status.EMPTY, f"None of {counted(len(every), 'project')} matches; backspace takes letters away.")
        else:
            panel.say(Status.READY)
        panel.rows.set_rows(rows, key=f"{root}/" if root else None)
        shown = f"{len(rows)} of {len(every)}" if self._words else counted(len(every), "store")
        self.query_one("#switcher").border_subtitle = f"{shown}   ⏎ open   esc stay"
        self._head()

    def _head(self) -> None:
        width = self.query_one("#project-rows", Rows).scrollable_content_region.width
        self.query_one("#columns", Static).update(content(columns(width) if width else ""))

    def on_resize(self) -> None:
        """The heads stand above their columns."""
        self.call_after_refresh(self._head)

    @on(Rows.Highlighted)
    def _show_detail(self, event: Rows.Highlighted) -> None:
        width = self.query_one("#detail").content_size.width
        lines = detail(event.row, width) if isinstance(event.row, ProjectRow) else []
        shown = [Content.assemble(*[(text, name) if name else text for text, name in line]) for line in lines]
        self.query_one("#detail", Static).update(Content("\n").join(shown))

    # Doing

    async def action_rows(self, call: str) -> None:
        """The cursor moves while the words stay in focus."""
        await self.app.run_action(call, self.query_one("#project-rows", Rows))

    @on(Input.Submitted)
    @on(Rows.Chosen)
    def _open(self) -> None:
        row: Any = self.query_one("#project-rows", Rows).current
        if row is None:
            self.memtui.tell("there is no project to open; escape goes back", "warning")
        elif row.open:
            self.memtui.tell("this one is open already", "warning")
        else:
            self.dismiss(row.key)

    def action_stay(self) -> None:
        """Words first, then the screen."""
        find = self.query_one("#find", Input)
        if find.value:
            find.value = ""
        else:
            self.dismiss(None)
