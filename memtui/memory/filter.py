"""The words a person types to find memories: `type:feedback stale:yes word !other`, as plain functions.

A filter holds when every term does. A word is looked for in name, description, path and body, whatever its case;
a `field:value` asks one thing, with `a,b` for either; `!` before any of them turns it round. Terms that mean
nothing are named in `problems` and left out.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from memtui.memory.age import AGING, FRESH, STALE, days
from memtui.memory.arrange import APART, BANDS, band
from memtui.memory.limits import TYPES
from memtui.memory.topic import Memory

YES_NO = ("yes", "no")
TOP = "top"  # the folder of memories that are in none
NONE = "none"  # the type of memories that have none
SEVERITIES = ("error", "warning", "info")
BAND_NAMES = tuple(item.name for item in BANDS)
FIELDS: Mapping[str, tuple[str, ...]] = {  # what each may say; nothing here: anything
    "type": (*TYPES, NONE),
    "stale": (*YES_NO, AGING, FRESH),
    "age": BAND_NAMES,
    "folder": (),
    "problem": (),
    "pinned": YES_NO,
    "index": YES_NO,
    "recall": YES_NO,
}
HINT = "words, !word, type:user stale:yes age:>30 folder:team problem:drift pinned:yes index:no recall:no"


class Facts(NamedTuple):
    """What a filter asks that a memory does not say of itself."""

    now: float
    grade: Callable[[Memory], str]
    problems: Callable[[str], Collection[str]]  # of a file: rules and severities of what the audit has against it
    pointed: Collection[str]  # files that the index points to
    invisible: Collection[str]  # files that recall cannot see


class Term(NamedTuple):
    """One thing asked. `field` is empty for a word; any of `values` will do."""

    field: str
    values: tuple[str, ...]
    negated: bool = False


class Filter(NamedTuple):
    """What was typed, understood."""

    terms: tuple[Term, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words looked for, folded: what to mark where it is found."""
        return tuple(term.values[0] for term in self.terms if not term.field and not term.negated)

    def passes(self, memory: Memory, facts: Facts, head: str, body: str | None = None) -> bool | None:
        """Whether a memory is meant. None: only its body can tell. `head` and `body` are folded texts."""
        unsure = False
        for term in self.terms:
            if term.field:
                holds: bool | None = _TESTS[term.field](memory, facts, term.values)
            else:
                word = term.values[0]
                holds = True if word in head else None if body is None else word in body
            if holds is None:
                unsure = True
            elif holds is term.negated:
                return False
        return None if unsure else True


EVERYTHING = Filter()


def folded(text: str) -> str:
    """A text as words are looked for in it."""
    return text.casefold()


def head_of(memory: Memory) -> str:
    """What can be searched without opening the file, folded."""
    return f"{memory.name or ''}\n{memory.description or ''}\n{memory.file}".casefold()


def parse(text: str) -> Filter:
    """Understand what was typed."""
    terms: list[Term] = []
    problems: list[str] = []
    for typed in text.split():
        negated = typed.startswith("!")
        rest = typed[1:] if negated else typed
        field, colon, value = rest.partition(":")
        if not rest:
            continue  # a lone `!`: more is coming
        if not colon or not field.isalpha() or value.startswith("//"):
            terms.append(Term("", (folded(rest),), negated))
            continue
        values = tuple(part for part in value.lower().split(",") if part)
        wrong = _wrong(field.lower(), values)
        if wrong:
            problems.append(wrong)
        elif values:
            terms.append(Term(field.lower(), values, negated))
    return Filter(tuple(terms), tuple(problems))


def _wrong(field: str, values: tuple[str, ...]) -> str:
    """Why a term means nothing; empty when it means something, or may when it is typed out."""
    known = FIELDS.get(field)
    if known is None:
        return f"{field}: is no field; use {', '.join(FIELDS)}"
    bad = [part for part in values if known and part not in known and not (field == "age" and _span(part))]
    if not bad:
        return ""
    also = ", <30, >30" if field == "age" else ""
    return f"{field}:{bad[0]} means nothing; use {', '.join(known)}{also}"


def _span(part: str) -> bool:
    return part[:1] in ("<", ">") and part[1:].isdecimal()


def _type(memory: Memory, _: Facts, values: tuple[str, ...]) -> bool:
    return (memory.type or NONE) in values


def _stale(memory: Memory, facts: Facts, values: tuple[str, ...]) -> bool:
    grade = facts.grade(memory)
    return grade in values or ("yes" if grade == STALE else "no") in values


def _age(memory: Memory, facts: Facts, values: tuple[str, ...]) -> bool:
    age = days(memory.modified, facts.now)
    return any(_within(age, part) for part in values)


def _within(age: int, part: str) -> bool:
    if part[0] == "<":
        return age < int(part[1:])
    if part[0] == ">":
        return age > int(part[1:])
    return BANDS[band(age)].name == part


def _folder(memory: Memory, _: Facts, values: tuple[str, ...]) -> bool:
    path = memory.file.rpartition("/")[0].lower()
    if not path:
        return TOP in values
    return any(path == part or path.startswith(f"{part.rstrip('/')}/") for part in values)


def _problem(memory: Memory, facts: Facts, values: tuple[str, ...]) -> bool:
    found = facts.problems(memory.file)
    said = ("yes" if found else "no") in values
    return said or any(part in SEVERITIES and part in found for part in values) or _named(found, values)


def _named(found: Collection[str], values: tuple[str, ...]) -> bool:
    """Rules may be typed in part: `problem:date`."""
    return any(part in rule for part in values if part not in (*YES_NO, *SEVERITIES) for rule in found)


def _flag(holds: bool, values: tuple[str, ...]) -> bool:
    return ("yes" if holds else "no") in values


def _pinned(memory: Memory, _: Facts, values: tuple[str, ...]) -> bool:
    return _flag(memory.pinned, values)


def _index(memory: Memory, facts: Facts, values: tuple[str, ...]) -> bool:
    apart = memory.folder in APART  # the index does not speak of them, so it is neither
    return not apart and _flag(memory.file in facts.pointed, values)


def _recall(memory: Memory, facts: Facts, values: tuple[str, ...]) -> bool:
    return _flag(memory.file not in facts.invisible, values)


_TESTS: Mapping[str, Callable[[Memory, Facts, tuple[str, ...]], bool]] = {
    "type": _type,
    "stale": _stale,
    "age": _age,
    "folder": _folder,
    "problem": _problem,
    "pinned": _pinned,
    "index": _index,
    "recall": _recall,
}
