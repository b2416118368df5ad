"""The command palette: every action, every theme and every memory by name. Anybody's text in it stays text."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.command import DiscoveryHit, Hit, Provider
from textual.screen import Screen

from memtui.ui.appearance import use_theme
from memtui.ui.keymap import key_of, shown_key
from memtui.ui.keys import ACTIONS, ANYWHERE, MODES, TITLES, Action
from memtui.ui.screens.base import perform
from memtui.ui.settings import THEME_NAMES
from memtui.ui.text import content, plain

if TYPE_CHECKING:
    from memtui.ui.app import MemtuiApp

_MOST_MEMORIES = 30
_TOLD, _OF_MEMORY = 0.2, 0.1  # a name says more than a description, an action more than a memory


class Item(NamedTuple):
    """One thing to choose."""

    name: str
    about: str
    run: Callable[[], Awaitable[None] | None]
    here: bool = True  # whether it belongs to the screen in sight or to all of them


def items(app: "MemtuiApp", screen: Screen[Any]) -> Iterator[Item]:
    """The actions of this screen, of all screens, those of the other screens, the themes."""
    here = getattr(screen, "MODE", "")
    yield from (_action(app, action, "") for action in ACTIONS.get(here, ()))
    yield from (_action(app, action, "") for action in ACTIONS[ANYWHERE] if action.id != "palette")
    for mode in MODES:
        if mode != here and mode in app.MODES:
            yield from (_action(app, action, mode) for action in ACTIONS[mode])
    for name in THEME_NAMES:
        yield Item(f"Theme: {name}", "show it all in this theme, and remember it", partial(use_theme, app, name), False)


def _action(app: "MemtuiApp", action: Action, mode: str) -> Item:
    """One action; one of another screen goes there first."""

    async def run() -> None:
        if mode:
            await app.switch_mode(mode)
        await perform(app.screen, action.call)

    title = f"{TITLES[mode]}: {action.label}" if mode else action.label
    return Item(title, f"{action.about} ({shown_key(key_of(action, app.keymap))})", run, not mode)


class Actions(Provider):
    """Everything that can be done; what belongs here is offered before anything is typed."""

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """What works here."""
        for item in items(cast("MemtuiApp", self.app), self.screen):
            if item.here:
                yield DiscoveryHit(item.name, item.run, help=content(item.about).markup)

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """By letters of the name, or by words of what it does."""
        matcher = self.matcher(query)
        for item in items(cast("MemtuiApp", self.app), self.screen):
            told = _TOLD if all(word in item.about.lower() for word in query.lower().split()) else 0.0
            score = max(matcher.match(item.name), told)
            if score > 0:
                yield Hit(score, matcher.highlight(item.name), item.run, help=content(item.about).markup)


class Memories(Provider):
    """Every memory, to go there; only once something is typed, since there can be thousands."""

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Those that have all the words in their name or description."""
        app = cast("MemtuiApp", self.app)
        words = query.lower().split()
        found = 0
        for memory in app.snapshot.memories:
            text = f"{memory.file} {memory.name or ''} {memory.description or ''}".lower()
            if words and all(word in text for word in words):
                found += 1
                about = content(plain(memory.description or "no description")).markup
                go = partial(app.show_memory, memory.file)
                yield Hit(_OF_MEMORY, content(plain(f"Memory: {memory.file}")), go, text=memory.file, help=about)
            if found >= _MOST_MEMORIES:
                return
