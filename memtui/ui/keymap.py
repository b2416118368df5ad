"""Keys by name: what a config file may write, what the app calls it, what people read; and the user's own keymap.

Nothing here imports Textual.
"""

from collections.abc import Mapping
from functools import cache
from unicodedata import name as unicode_name

from memtui.ui.keys import ANYWHERE, EDITOR, Action, every_action

# What lists, focus and the terminal need for themselves on every screen but the editor.
# fmt: off
RESERVED = frozenset({
    "up", "k", "down", "j", "pageup", "pagedown", "space", "home", "end", "G", "tab", "shift+tab", "ctrl+c", "ctrl+q",
})
# fmt: on


def key_of(action: Action, keymap: Mapping[str, str]) -> str:
    """The keys of an action, the user's own where there are any; several with commas."""
    return keymap.get(action.id, action.key)


def keymap(wanted: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The user's keys by action, and what is wrong with them: no such action, no such key, a key given twice."""
    actions = {action.id: (screen, action) for screen, action in every_action()}
    mine: dict[str, str] = {}
    notes = []
    for name, text in wanted.items():
        if name not in actions:
            notes.append(f"keys.{name}: there is no such action; memtui config --init lists them all")
            continue
        keys = [canonical(part) for part in _parts(text)]
        wrong = [part for part, key in zip(_parts(text), keys, strict=True) if key is None]
        kept = [key for key in keys if key in RESERVED and actions[name][0] != EDITOR]
        default = written(actions[name][1].key)
        if wrong or not keys:
            notes.append(f"keys.{name}: there is no key {wrong[0] if wrong else text}; {default} holds")
        elif kept:
            notes.append(f"keys.{name}: {kept[0]} is kept for moving and leaving; {default} holds")
        else:
            mine[name] = ",".join(key for key in keys if key)
    while (found := _clash(mine)) is not None:  # each round gives one key back, so it ends
        name, key, other = found
        notes.append(
            f"keys.{name}: {shown_key(key)} is the key of {other} already; {written(actions[name][1].key)} holds"
        )
        del mine[name]
    return mine, notes


def _clash(mine: Mapping[str, str]) -> tuple[str, str, str] | None:
    """An action of the user's whose key another one has that can be pressed in the same place."""
    taken: dict[str, list[tuple[str, str]]] = {}
    for screen, action in every_action():
        for key in key_of(action, mine).split(","):
            for other_screen, other in taken.get(key, ()):
                if other_screen == screen or ANYWHERE in (screen, other_screen):
                    if action.id in mine:
                        return action.id, key, other
                    if other in mine:
                        return other, key, action.id
            taken.setdefault(key, []).append((screen, action.id))
    return None


def _parts(text: str) -> list[str]:
    """The keys of a list; a comma alone is a key, too."""
    if text.strip() == ",":
        return [","]
    return [part.strip() for part in text.split(",") if part.strip()]


_MODIFIERS = frozenset({"ctrl", "shift", "alt", "super", "meta", "hyper"})
# fmt: off
_NAMED = frozenset({
    "enter", "escape", "tab", "space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown",
    "up", "down", "left", "right", *(f"f{number}" for number in range(1, 25)),
})
# fmt: on
_SIGNS = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}  # fmt: skip


def canonical(key: str) -> str | None:
    """A key by the name that the app knows it by: `?` is question_mark; None for what is no key."""
    if len(key) == 1:
        return _sign(key)
    *modifiers, last = (*key[:-2].split("+"), "+") if key.endswith("++") else key.split("+")
    if set(modifiers) - _MODIFIERS:
        return None
    name = _sign(last) if len(last) == 1 else last if last in _NAMED or last in _signs() else None
    return None if name is None else "+".join([*modifiers, name])


def _sign(character: str) -> str | None:
    if character.isalnum():
        return character
    found = unicode_name(character, "").lower().replace("-", "_").replace(" ", "_")
    return _SIGNS.get(found, found) or None


@cache
def _signs() -> Mapping[str, str]:
    """The signs of the keyboard by their names."""
    signs = [chr(code) for code in range(0x21, 0x7F) if not chr(code).isalnum()]
    return {name: sign for sign in signs if (name := _sign(sign)) is not None}


# fmt: off
_SHOWN = {
    "enter": "⏎", "escape": "esc", "space": "space", "up": "↑", "down": "↓", "left": "←", "right": "→",
    "pageup": "pgup", "pagedown": "pgdn",
}
# fmt: on


def shown_key(key: str) -> str:
    """A key as people write it; of several the first."""
    first = key.split(",")[0]
    *modifiers, last = first.split("+")
    shown = _SHOWN.get(last) or _signs().get(last, last)
    marks = "".join({"ctrl": "^", "shift": "⇧"}.get(each, f"{each}+") for each in modifiers)
    return marks + shown


def shown_keys(keys: str) -> str:
    """All keys of an action as people write them."""
    return " ".join(shown_key(key) for key in keys.split(","))


def written(keys: str) -> str:
    """Keys as a config file writes them."""
    signs = {name: sign for name, sign in _signs().items() if sign not in ',"\\+'}
    return ",".join(signs.get(key, key) for key in keys.split(","))
