r"""Reading a search pattern: grep's basic or extended syntax, with the usual `\d \w \s \b`.

There is no backtracking engine behind it (`memtui.agent.automaton`), so what needs one - references back, looking
ahead - is refused; in return no pattern takes more than one step a character, however its parts are nested.
"""

import re
from typing import NamedTuple

from memtui.agent.charset import ANY, ESCAPES, POSIX, Charset, Kind, one
from memtui.agent.limits import PATTERN_CHARS, PATTERN_DEPTH, REPEAT_MAX
from memtui.agent.refusal import FailedError

_INTERVAL = re.compile(r"(\d{0,4})(,?)(\d{0,4})")
_ASSERTIONS = {"b": "edge", "B": "inside", "<": "begin", ">": "end"}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r"}


class Chars(NamedTuple):
    """One character of a set."""

    charset: Charset


class Assertion(NamedTuple):
    """Nothing, where this holds: start, finish, edge, inside, begin, end, clear-before, clear-after."""

    kind: str


class Row(NamedTuple):
    """One after another."""

    items: tuple["Node", ...]


class Choice(NamedTuple):
    """One of several."""

    items: tuple["Node", ...]


class Repeat(NamedTuple):
    """The same again and again; without `most`, without end."""

    item: "Node"
    least: int
    most: int | None


Node = Chars | Assertion | Row | Choice | Repeat


def parse(text: str, *, basic: bool = False) -> Node:
    """The pattern's tree; `basic` is grep without `-E`, where `\\|` and `\\(` are the special ones."""
    if len(text) > PATTERN_CHARS:
        raise FailedError(f"the pattern is longer than {PATTERN_CHARS} characters; search for less")
    return _Parser(text, basic).whole()


def literal(text: str) -> Node:
    """A pattern in which nothing is special."""
    return Row(tuple(Chars(one(char)) for char in text))


class _Parser:
    def __init__(self, text: str, basic: bool) -> None:
        self.text = text
        self.basic = basic
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        found = self._choice()
        if self.at < len(self.text):
            raise _wrong("has a ) without a (")
        return found

    def _special(self, char: str) -> bool:
        """Whether an operator stands here: bare in extended syntax, after a backslash in basic."""
        sign = f"\\{char}" if self.basic else char
        return self.text.startswith(sign, self.at)

    def _skip(self) -> None:
        self.at += 2 if self.basic else 1

    def _choice(self) -> Node:
        self.depth += 1
        if self.depth > PATTERN_DEPTH:
            raise _wrong("is nested too deeply")
        items = [self._row()]
        while self._special("|"):
            self._skip()
            items.append(self._row())
        self.depth -= 1
        return items[0] if len(items) == 1 else Choice(tuple(items))

    def _row(self) -> Node:
        items: list[Node] = []
        while self.at < len(self.text) and not self._special("|") and not self._special(")"):
            items.append(self._repeated(self._item(first=not items)))
        return Row(tuple(items))

    def _repeated(self, item: Node) -> Node:
        bounds = self._bounds(item)
        if bounds is None:
            return item
        if not self.basic and self.text[self.at : self.at + 1] == "?":
            self.at += 1  # as few as possible: the same lines match
        if self._bounds(item) is not None:
            raise _wrong("has two repetitions in a row; put the first in brackets")
        return Repeat(item, *bounds)

    def _bounds(self, item: Node) -> tuple[int, int | None] | None:
        if isinstance(item, Assertion):
            return None
        if self.text.startswith("*", self.at):
            self.at += 1
            return 0, None
        for sign, bounds in (("+", (1, None)), ("?", (0, 1))):
            if self._special(sign):
                self._skip()
                return bounds
        return self._interval() if self._special("{") else None

    def _interval(self) -> tuple[int, int | None] | None:
        start = self.at + (2 if self.basic else 1)
        close = "\\}" if self.basic else "}"
        end = self.text.find(close, start)
        found = _INTERVAL.fullmatch(self.text, start, end) if end > start else None
        if found is None or found.group() in ("", ","):
            if self.basic:
                raise _wrong("has a \\{ that is no number of repetitions")
            return None  # a brace like any other character
        self.at = end + len(close)
        least = int(found[1] or 0)
        most = int(found[3]) if found[3] else None if found[2] else least
        if max(least, most or 0) > REPEAT_MAX or (most is not None and most < least):
            raise _wrong(f"repeats something more than {REPEAT_MAX} times or the wrong way round")
        return least, most

    def _item(self, first: bool) -> Node:
        if self._special("("):
            return self._group()
        char = self.text[self.at]
        self.at += 1
        if char == "\\":
            return self._escaped()
        if char == ".":
            return Chars(ANY)
        if char == "[":
            return Chars(self._bracket())
        if char == "^" and (first or not self.basic):
            return Assertion("start")
        if char == "$" and (not self.basic or self.at == len(self.text) or self._special(")") or self._special("|")):
            return Assertion("finish")
        if not self.basic and char in "*+?":
            raise _wrong(f"has a {char} with nothing before it")
        return Chars(one(char))

    def _group(self) -> Node:
        self._skip()
        if self.text.startswith("?", self.at):
            if not self.text.startswith("?:", self.at):
                raise _wrong("uses (?…), which is not supported here; only (?:…) is")
            self.at += 2
        found = self._choice()
        if not self._special(")"):
            raise _wrong("has a ( without a )")
        self._skip()
        return found

    def _escaped(self) -> Node:
        if self.at >= len(self.text):
            raise _wrong("ends in a backslash")
        char = self.text[self.at]
        self.at += 1
        if char in ESCAPES:
            return Chars(Charset(kinds=(ESCAPES[char],)))
        if char in _ASSERTIONS:
            return Assertion(_ASSERTIONS[char])
        if char in _CONTROLS:
            return Chars(one(_CONTROLS[char]))
        if char.isalnum():
            raise _wrong(f"uses \\{char}, which is not supported here")
        return Chars(one(char))

    def _bracket(self) -> Charset:
        negated = self.text.startswith("^", self.at)
        self.at += negated
        chars: set[str] = set()
        ranges: list[tuple[str, str]] = []
        found = Charset(negated=negated)
        first = True
        while first or not self.text.startswith("]", self.at):
            if self.at >= len(self.text):
                raise _wrong("has a [ without a ]")
            first = False
            kind = self._kind()
            if kind is not None:
                found = found._replace(kinds=(*found.kinds, kind))
                continue
            low = self._member()
            if self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                ranges.append((low, self._member()))
            else:
                chars.add(low)
        self.at += 1
        return found._replace(chars=frozenset(chars), ranges=tuple(ranges))

    def _kind(self) -> Kind | None:
        """A class such as `[:digit:]` or `\\d` inside brackets."""
        if self.text.startswith("[:", self.at):
            end = self.text.find(":]", self.at)
            name = self.text[self.at + 2 : end] if end > 0 else ""
            if name not in POSIX:
                raise _wrong("has a class in brackets that is not known")
            self.at = end + 2
            return POSIX[name], False
        name = self.text[self.at + 1 : self.at + 2]
        if self.text.startswith("\\", self.at) and name in ESCAPES and name:
            self.at += 2
            return ESCAPES[name]
        return None

    def _member(self) -> str:
        char = self.text[self.at]
        self.at += 1
        if char == "\\" and self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            return _CONTROLS.get(char, char)
        return char


def _wrong(what: str) -> FailedError:
    return FailedError(f"the pattern {what}")
