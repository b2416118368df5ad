"""The app: one mode a screen, how it starts and ends, and the ways to everything else."""

import sys
from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.screen import Screen

from memtui.memory.config import Config
from memtui.transcripts.opening import Which
from memtui.ui import themes
from memtui.ui.keymap import keymap
from memtui.ui.keys import ANYWHERE, INDEX, TOPICS
from memtui.ui.messages import StoreOpened
from memtui.ui.modes import SCREENS, actions, memories
from memtui.ui.paths import style
from memtui.ui.screens.base import MemoryScreen, bindings, too_small
from memtui.ui.settings import problems, theme_of
from memtui.ui.storeapp import StoreApp

_SWITCH_S = 0.001  # so that a thread at work gives way to a key at once


class MemtuiApp(StoreApp):
    """The screens around one open store."""

    TITLE = "memtui"
    CSS_PATH: ClassVar[Any] = [style("base"), style("index")]  # the first screen's own: read later, all is parsed again
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = dict(SCREENS)
    DEFAULT_MODE = INDEX
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(ANYWHERE),
        Binding("ctrl+c", "leave", "Quit", show=False, priority=True),  # from a dialog, too
    ]
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {actions, memories}

    def __init__(self, which: Which, config: Config, *, watch: bool = True, welcome: str = "") -> None:
        super().__init__(which, config)
        self._welcome = welcome
        self._watch = watch
        self.keymap, _ = keymap(config.keys)
        self.set_keymap(self.keymap)
        self._dress(theme_of(config))

    def _dress(self, theme: str) -> None:
        """Take a theme before anything is drawn: a change later would parse and apply every style once more."""
        for each in themes.THEMES:
            self.register_theme(each)
        self.set_reactive(MemtuiApp.theme, theme)
        dark = self.current_theme.dark
        self.update_classes({"-dark-mode": dark, "-light-mode": not dark, f"-theme-{theme}": True}, update=False)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of memtui's own words."""
        return themes.variables(self.current_theme.dark)

    # Starting and ending

    def on_mount(self) -> None:
        """The first screen stands; now the rest of the work begins."""
        sys.setswitchinterval(_SWITCH_S)
        notes = [*self.config.notes, *problems(self.config), *self.which.location.notes]
        for note in notes:
            self.tell(note, "warning")
        if self._welcome:
            self.tell(self._welcome)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.loader.start()
        if self._watch:
            self.watcher.start()
        self.dream_watch.start(watch=self._watch)
        from memtui.ui.drafts import note_drafts

        note_drafts(self)

    def on_unmount(self) -> None:
        """Nothing is posted to an app that is gone."""
        self.loader.stop()
        self.watcher.stop()
        self.dream_watch.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Words in place of a picture that cannot be drawn."""
        if too_small(event.size):
            from memtui.ui.screens.small import SmallScreen

            if not isinstance(self.screen, SmallScreen):
                self.push_screen(SmallScreen())

    @property
    def failure(self) -> BaseException | None:
        """What nobody expected and ended the app."""
        return self._exception

    def _print_error_renderables(self) -> None:
        """The command line tells of a failure in its own way: one line, or all of it with --debug."""

    def action_leave(self) -> None:
        """What ctrl+c asks for, unless there is marked text to copy."""
        if getattr(self.focused, "selected_text", "") or self.screen.get_selected_text():
            raise SkipAction
        self.exit()

    # Going places

    async def show_memory(self, file: str) -> None:
        """Go to a memory."""
        await self.switch_mode(TOPICS)
        screen = self.screen
        if isinstance(screen, MemoryScreen):
            screen.show_file(file)

    def edit_memory(self, file: str | None, line: int = 1) -> None:
        """Edit a memory here, or write a new one."""
        from memtui.ui.screens.editor import EditorScreen

        self.push_screen(EditorScreen(file, line))

    def action_new_memory(self) -> None:
        """Write a new memory."""
        self.edit_memory(None)

    def action_drafts(self) -> None:
        """Text that was typed and not saved."""
        from memtui.ui.drafts import list_drafts

        list_drafts(self)

    def edit_outside(self, file: str) -> None:
        """Edit a file in the user's own editor."""
        from memtui.ui.outside import edit_outside

        edit_outside(self, file)

    def action_projects(self) -> None:
        """Every store on this machine."""
        from memtui.ui.screens.projects import ProjectsScreen

        self.push_screen(ProjectsScreen(), self.open_store)

    def open_store(self, memory_dir: str | None) -> None:
        """Show another store in place of this one."""
        from memtui.ui.switching import find_store

        if memory_dir is not None:
            find_store(self, memory_dir)

    async def on_store_opened(self, event: StoreOpened) -> None:
        """It is found: stop looking at the old one, and begin anew with this one."""
        from memtui.ui.switching import renew_screens

        self.loader.stop()
        self.watcher.stop()
        self.dream_watch.stop()
        self.history_count, self.look_failure = None, ""
        self.open_desk(event.which)
        await renew_screens(self)
        for note in self.which.location.notes:
            self.tell(note, "warning")
        self._begin()

    def action_help(self) -> None:
        """Keys and words for what has focus."""
        from memtui.ui.screens.help import HelpScreen

        self.push_screen(HelpScreen(self.screen))

    def action_jump(self) -> None:
        """Letters to jump to any row or panel."""
        from memtui.ui.screens.jump import JumpScreen

        letters = JumpScreen(self.screen)
        if letters.places:
            self.push_screen(letters)
        else:
            self.tell("there is nothing in sight to jump to", "warning")

    def action_themes(self) -> None:
        """Choose how it looks."""
        from memtui.ui.appearance import choose_theme

        choose_theme(self)

    def action_mode(self, name: str) -> None:
        """Show a mode."""
        if name in self.MODES:
            self.switch_mode(name)

    def action_reload(self) -> None:
        """Look again, now."""
        self.loader.request_drift()
        self.dream_watch.request()
        self.tell("looking at the store again")
