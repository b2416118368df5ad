"""What every mode shares: the modes on top, the store's state and the keys below, and drawing from the snapshot."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from memtui.memory.age import days
from memtui.memory.limits import INDEX_MAX_CHARS, INDEX_MAX_LINES
from memtui.ui.keymap import shown_key
from memtui.ui.keys import ACTIONS, ANYWHERE, MODES, TITLES, Action
from memtui.ui.messages import AuditProgressed
from memtui.ui.screens.leaving import LeftOnce
from memtui.ui.snapshot import Snapshot
from memtui.ui.text import Piece, cut, length, plain, trimmed
from memtui.ui.widgets.strip import KeyBar, Line, Tabs
from memtui.ui.words import SEVERITY_GLYPHS, SEVERITY_STYLES, counted, short_age

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

NARROW = 100
LEAST = Size(40, 10)  # below, words are all there is room for
ALWAYS = ("help", "quit")  # at the right end of the key bar, whatever the width
TYPING_ALWAYS = (  # the same where a letter is text
    Action("typing.help", "f1", "Help", "what this line does", "app.help"),
    Action("typing.quit", "ctrl+c", "Quit", "leave", "app.leave"),
)


def too_small(size: Size) -> bool:
    """Whether nothing useful can be drawn."""
    return size.width < LEAST.width or size.height < LEAST.height


def bindings(*screens: str) -> list[BindingType]:
    """The bindings of a screen, from the registry."""
    return [
        Binding(action.key, action.call, action.label, show=action.shown, tooltip=action.about, id=action.id)
        for screen in screens
        for action in ACTIONS[screen]
    ]


async def perform(screen: Screen[Any], call: str) -> None:
    """Do an action where it is at home: on the screen, else in the app."""
    name = call.partition("(")[0]
    await screen.app.run_action(call, screen if hasattr(screen, f"action_{name}") else screen.app)


class ModeScreen(LeftOnce[None]):
    """One mode. A subclass composes its body and draws it in `draw`."""

    MODE: ClassVar[str] = ""
    TAB: ClassVar[str] = ""  # the mode it belongs to, where it is none itself
    TYPING: ClassVar[Sequence[Action]] = ()  # what keys do while words are typed into a line of the screen
    HELP: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012 - as Textual declares it
    AUTO_FOCUS = "Rows"

    def __init__(self) -> None:
        super().__init__()
        self._drawn: int | None = None

    @property
    def memtui(self) -> "MemtuiApp":
        """The app, by its own type."""
        return cast("MemtuiApp", self.app)

    @property
    def snapshot(self) -> Snapshot:
        """What is shown."""
        return self.memtui.snapshot

    def compose(self) -> ComposeResult:
        """The edges around the body."""
        yield Tabs(id="tabs")
        yield from self.body()
        yield Line(id="status")
        yield KeyBar(id="keys")

    def body(self) -> Iterable[Widget]:
        """The widgets between the edges."""
        return ()

    def draw(self, snapshot: Snapshot) -> None:
        """Show the store as it is now."""

    def where(self) -> str:
        """Where in the list the cursor is: `3 / 42`."""
        return ""

    def refresh_snapshot(self) -> None:
        """Draw, unless this very picture is drawn already."""
        if self.is_mounted and self._drawn != self.snapshot.number:
            self._drawn = self.snapshot.number
            self.draw(self.snapshot)
            self.draw_edges()

    def history_changed(self) -> None:
        """A state was recorded; here only its count is shown."""
        if self.is_mounted:
            self.draw_edges()

    def dreams_changed(self) -> None:
        """A dream began, went on or ended; here only that one runs is shown."""
        if self.is_mounted:
            self.draw_edges()

    def audit_progressed(self) -> None:
        """The first audit goes on; here only how far it is."""
        if self.is_mounted and self.snapshot.findings is None:
            self.draw_edges()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What nobody expected is told by the app; a screen's own workers tell only the screen."""
        self.memtui.on_worker_state_changed(event)

    def on_mount(self) -> None:
        """The first picture."""
        self.refresh_snapshot()

    def on_screen_resume(self) -> None:
        """The store may have changed while another mode was shown."""
        self.refresh_snapshot()
        self.draw_edges()

    def on_resize(self) -> None:
        """The edges show what fits."""
        self.call_after_refresh(self.draw_edges)

    def draw_edges(self) -> None:
        """Modes, state and keys."""
        snapshot = self.snapshot
        keys = self.memtui.keymap
        modes = [(mode, shown_key(keys.get(mode, str(at))), self._label(mode)) for at, mode in enumerate(MODES, 1)]
        self.query_one(Tabs).show_modes(modes, self.TAB or self.MODE, [(f"{self.where()} ", "muted")])
        self._draw_status(snapshot)
        self.query_one(KeyBar).show_keys(self.shown_actions(), self.fixed_actions(), keys)

    def _draw_status(self, snapshot: Snapshot) -> None:
        """The store in one line; a dream that runs is named at its end, however narrow it is."""
        line = self.query_one("#status", Line)
        left, right = status(snapshot, self.memtui.audit_progress)
        pill = self.memtui.dreams.pill
        if pill:
            right = [(f"{cut(pill, line.size.width * 3 // 5)} ", "info")]
            left = trimmed(left, line.size.width - length(right) - 2)
        line.show(left, right)

    def _label(self, mode: str) -> str:
        count = self.memtui.count_of(mode)
        return f"{TITLES[mode]} {count:,}" if count is not None else TITLES[mode]

    @property
    def typing(self) -> bool:
        """Whether letters are text now."""
        return isinstance(self.focused, Input)

    def on_descendant_focus(self) -> None:
        """The key bar shows what works now."""
        self.draw_edges()

    def shown_actions(self) -> Sequence[Action]:
        """What the key bar shows: this screen's own first, then what works anywhere; while words are typed, neither."""
        if self.typing:
            return self.TYPING
        own = [action for action in ACTIONS.get(self.MODE, ()) if action.shown]
        common = [action for action in ACTIONS[ANYWHERE] if action.shown]
        return [action for action in (*own, *common) if action.id not in ALWAYS and self.offers(action)]

    def fixed_actions(self) -> Sequence[Action]:
        """What stands at the right end of the key bar."""
        return TYPING_ALWAYS if self.typing else [action for action in ACTIONS[ANYWHERE] if action.id in ALWAYS]

    def offers(self, action: Action) -> bool:
        """Whether an action has a meaning on what is shown now."""
        return action.key != ""

    def on_tabs_clicked(self, event: Tabs.Clicked) -> None:
        """The mouse goes to a mode."""
        event.stop()
        self.app.switch_mode(event.mode)

    async def on_key_bar_clicked(self, event: KeyBar.Clicked) -> None:
        """The mouse does what a key does."""
        event.stop()
        if event.call:
            await perform(self, event.call)


class MemoryScreen(ModeScreen):
    """A mode that can show one memory."""

    def show_file(self, file: str) -> None:
        """Put the cursor on a memory."""
        raise NotImplementedError


def status(snapshot: Snapshot, audit: AuditProgressed | None = None) -> tuple[list[Piece], list[Piece]]:
    """The store in one line: what is in it on the left, how it stands on the right."""
    place = snapshot.which.location
    name = plain((place.project_root or snapshot.root).rstrip("/").rsplit("/", 1)[-1] or snapshot.root)
    left: list[Piece] = [(f" {name}", "strong")]
    if not place.enabled:
        left.append((f" not loaded ({place.enabled_by})", "warn"))
    if snapshot.failed:
        return [*left, ("  cannot be read", "bad")], []
    if snapshot.scan is None:
        return [*left, ("  reading…", "muted")], []
    left.append((f"  {counted(len(snapshot.memories), 'memory', 'memories')}", ""))
    if snapshot.stale:
        left.append((f"  ● {snapshot.stale} stale", "bad"))
    return [*left, *_budget(snapshot), *_problems(snapshot, audit)], [(_dream(snapshot), "muted")]


def _budget(snapshot: Snapshot) -> list[Piece]:
    loaded = snapshot.loaded
    share = max(loaded.lines / INDEX_MAX_LINES, loaded.chars / INDEX_MAX_CHARS)
    style = "bad" if loaded.truncated else "warn" if share >= 0.8 else ""
    return [(f"  index {share:.0%}" + (" cut" if loaded.truncated else ""), style)]


def _problems(snapshot: Snapshot, audit: AuditProgressed | None) -> list[Piece]:
    if snapshot.findings is None:
        share = f" {audit.share}" if audit is not None else ""
        stopped = audit is not None and audit.stopped
        return [("  not audited", "warn") if stopped else (f"  auditing…{share}", "muted")]
    counts = [(severity, number) for severity, number in snapshot.severities.items() if number]
    if not counts:
        return [("  ✓ no problems", "good")]
    return [(f"  {SEVERITY_GLYPHS[severity]} {number}", SEVERITY_STYLES[severity]) for severity, number in counts]


def _dream(snapshot: Snapshot) -> str:
    if snapshot.last_dream is None:
        return "no dream yet "
    age = days(snapshot.last_dream, snapshot.now)
    return f"last dream {'today' if age == 0 else short_age(age) + ' ago'} "
