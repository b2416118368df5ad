"""What help says: words for the screen and what has focus, the keys that work there, what the glyphs mean."""

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import NamedTuple

from memtui.audit.finding import SEVERITIES
from memtui.memory.age import AGING, FRESH, STALE
from memtui.memory.limits import TYPES
from memtui.ui.keymap import key_of, shown_keys
from memtui.ui.keys import ACTIONS, ANYWHERE, TITLES
from memtui.ui.text import Piece, fit
from memtui.ui.words import GRADE_GLYPHS, SEVERITY_GLYPHS

KEY_CELLS = 14
_LEAST = 12
_GRADES = {FRESH: "touched lately", AGING: "half of its time is over", STALE: "untouched for longer than it stays true"}
_COLOURS = {
    FRESH: "$success",
    AGING: "$warning",
    STALE: "$error",
    "error": "$error",
    "warning": "$warning",
    "info": "$secondary",
}
_TYPES = {
    "user": "who the user is",
    "feedback": "how they want to work",
    "project": "what is going on, why, until when",
    "reference": "where to look things up",
}


class Entry(NamedTuple):
    """A key or glyph, and what it means."""

    mark: str
    words: str
    style: str = "$accent bold"


class Section(NamedTuple):
    """A heading with words and entries."""

    title: str
    words: str = ""
    entries: tuple[Entry, ...] = ()


def of_screen(mode: str, words: str, keys: Mapping[str, str]) -> Section:
    """A screen's own words and keys."""
    entries = [Entry(shown_keys(key_of(each, keys)), f"{each.label}: {each.about}") for each in ACTIONS.get(mode, ())]
    return Section(TITLES.get(mode, "This screen"), words, tuple(entries))


def anywhere(keys: Mapping[str, str]) -> Section:
    """The keys that work on every screen."""
    entries = [Entry(shown_keys(key_of(each, keys)), f"{each.label}: {each.about}") for each in ACTIONS[ANYWHERE]]
    more = [Entry("tab ⇧tab", "to the next part of the screen, or the one before"), Entry("esc", "one step back")]
    return Section(TITLES[ANYWHERE], "", (*entries, *more))


def legend() -> Section:
    """What the glyphs and colours say."""
    entries = [Entry(GRADE_GLYPHS[grade], f"{grade}: {_GRADES[grade]}", _COLOURS[grade]) for grade in _GRADES]
    entries += [Entry(SEVERITY_GLYPHS[each], f"{each}: of the audit", _COLOURS[each]) for each in SEVERITIES]
    entries += [Entry(kind, _TYPES[kind], f"$kind-{kind}") for kind in TYPES]
    return Section("Signs", "A number behind a sign says how many.", tuple(entries))


def lines(sections: Iterable[Section], width: int) -> list[list[Piece]]:
    """All of it in lines of at most this width."""
    found: list[list[Piece]] = []
    for section in sections:
        if found:
            found.append([])
        found.append([(section.title, "$primary bold")])
        found += [[(line, "")] for line in wrap(section.words, max(_LEAST, width))]
        if section.words and section.entries:
            found.append([])
        for entry in section.entries:
            found += _entry(entry, width)
    return found


def _entry(entry: Entry, width: int) -> list[list[Piece]]:
    first, *rest = wrap(entry.words, max(_LEAST, width - KEY_CELLS)) or [""]
    mark = fit(entry.mark, KEY_CELLS) if len(entry.mark) < KEY_CELLS else f"{entry.mark} "
    return [[(mark, entry.style), (first, "")], *([(" " * KEY_CELLS, ""), (line, "")] for line in rest)]
