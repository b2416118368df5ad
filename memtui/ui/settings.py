"""What the config file may say of the app: which themes and keys there are, and a first file that lists them all.

Nothing here imports Textual: the command line asks, too.
"""

from collections.abc import Iterator

from memtui.memory.age import STALE_DAYS
from memtui.memory.config import DEFAULT_THEME, Config, RecallConfig
from memtui.memory.dreamsettings import DreamSettings
from memtui.ui.keymap import keymap, written
from memtui.ui.keys import ACTIONS, TITLES

THEME_NAMES = (
    "memtui-dark",
    "memtui-light",
    "memtui-forest",
    "memtui-sand",
    "memtui-contrast",
    "memtui-contrast-light",
)


def theme_of(config: Config) -> str:
    """The theme that holds."""
    return config.theme if config.theme in THEME_NAMES else DEFAULT_THEME


def problems(config: Config) -> list[str]:
    """What the file says and the app cannot do, with what holds instead."""
    notes = []
    if config.theme not in THEME_NAMES:
        known = ", ".join(THEME_NAMES)
        notes.append(
            f"{config.path}: ui.theme: there is no theme {config.theme}; {DEFAULT_THEME} holds (there are {known})"
        )
    return [*notes, *(f"{config.path}: {note}" for note in keymap(config.keys)[1])]


def _defaults(settings: DreamSettings | RecallConfig) -> Iterator[str]:
    """A line for each setting that has a default of its own."""
    for name, value in settings._asdict().items():
        if value not in (None, "", {}):
            yield f"# {name} = " + (f'"{value}"' if isinstance(value, str) else str(value))


def starter() -> str:
    """A config file with every setting, each at its default and commented out."""
    return "\n".join(_starter_lines()) + "\n"


def _starter_lines() -> Iterator[str]:
    yield "# memtui's settings. Each line that begins with # is a default: take the # away and change it."
    yield "# A value that cannot be used leaves its default in place; memtui config says so."
    yield ""
    yield "[stale]"
    yield "# After how many days a memory of each type counts as stale; from half of that it is aging."
    yield from (f"# {kind} = {days}" for kind, days in STALE_DAYS.items())
    yield ""
    yield "[dream]"
    yield "# How dreams run. engine: auto (claude where a key is set, else rules), claude or rules."
    yield from _defaults(DreamSettings())
    yield "# Not set, so each depends: model (the engine's), apply (auto for rules, review for claude), auto (whether"
    yield "# dreaming is on: as the agent's settings say; only true lets dreams start while the app is open)."
    yield ""
    yield "[recall]"
    yield "# Who selects memories (local, claude or auto), and how sure it must be: 0 is always five, 1 only when sure."
    yield from _defaults(RecallConfig())
    yield ""
    yield '# [models."NAME"] says what memtui does not know of a model: window and output in tokens, input_usd and'
    yield "# output_usd in dollars per million tokens. Without a price, costs are unknown and no budget can hold."
    yield ""
    yield "[ui]"
    yield f"# One of {', '.join(THEME_NAMES)}."
    yield f'# theme = "{DEFAULT_THEME}"'
    yield ""
    yield "[keys]"
    yield "# A key for each action: a letter, a sign, or a name such as f2, ctrl+k, shift+up; several with commas."
    for screen, actions in ACTIONS.items():
        yield ""
        yield f"# {TITLES[screen]}"
        yield from (f'# "{action.id}" = "{written(action.key)}"  # {action.about}' for action in actions)
