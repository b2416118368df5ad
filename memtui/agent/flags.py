"""Which flags each command of the shell tool takes. Whatever is not listed is refused."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memtui.agent.refusal import RefusedError
from memtui.agent.shell import Word


class Syntax(NamedTuple):
    """The flags of one command: alone, with a value, and long names for both."""

    alone: str
    valued: str = ""
    long: Mapping[str, str] = {}
    refused: Mapping[str, str] = {}  # tempting ones, and what to do instead
    number: bool = False  # `-20` means `-n 20`


class Given(NamedTuple):
    """What a command was given: flags by letter or long name, and everything else."""

    flags: dict[str, list[str]]
    operands: list[str]

    def last(self, name: str) -> str | None:
        """The value that holds, where a flag was given more than once."""
        return self.flags[name][-1] if name in self.flags else None

    def has(self, name: str) -> bool:
        """Whether a flag was given."""
        return name in self.flags


_FOLLOWS = "links are not followed; search with -r"
SYNTAX: Mapping[str, Syntax] = {
    "ls": Syntax("1aAlRdtSrhF", long={"all": "a", "almost-all": "A", "recursive": "R", "human-readable": "h"},
                 refused={"L": "links are not followed", "H": "links are not followed"}),
    "cat": Syntax("n", long={"number": "n"}),
    "head": Syntax("qv", "nc", {"lines": "n", "bytes": "c"}, number=True),
    "tail": Syntax("qv", "nc", {"lines": "n", "bytes": "c"},
                   {"f": "it would wait for ever; call again later", "F": "it would wait for ever; call again later",
                    "follow": "it would wait for ever; call again later"}, number=True),
    "wc": Syntax("lwcm", long={"lines": "l", "words": "w", "bytes": "c", "chars": "m"},
                 refused={"files0-from": "name the files as arguments"}),
    "stat": Syntax("", "c", {"format": "c"}, {"L": "links are not followed"}),
    "grep": Syntax(
        "invclLHhroEFGPwxsaqI", "eABCm",
        {"ignore-case": "i", "line-number": "n", "invert-match": "v", "count": "c", "files-with-matches": "l",
         "files-without-match": "L", "with-filename": "H", "no-filename": "h", "recursive": "r", "only-matching": "o",
         "extended-regexp": "E", "fixed-strings": "F", "basic-regexp": "G", "perl-regexp": "P", "word-regexp": "w",
         "line-regexp": "x", "no-messages": "s", "text": "a", "quiet": "q", "regexp": "e", "before-context": "B",
         "after-context": "A", "context": "C", "max-count": "m", "include": "include", "exclude": "exclude",
         "exclude-dir": "exclude-dir"},
        {"f": "give the pattern with -e", "file": "give the pattern with -e", "R": _FOLLOWS,
         "dereference-recursive": _FOLLOWS}),
}  # fmt: skip
_LONG_VALUED = frozenset({"include", "exclude", "exclude-dir"})


def read_flags(command: str, words: Sequence[Word]) -> Given:
    """Tell flags from operands. An operand with a wildcard is refused: nothing expands it here."""
    return _Flags(command, SYNTAX[command], words).read()


class _Flags:
    def __init__(self, command: str, syntax: Syntax, words: Sequence[Word]) -> None:
        self._command = command
        self._syntax = syntax
        self._words = list(words)
        self._given = Given({}, [])
        self._operands: list[Word] = []

    def read(self) -> Given:
        while self._words:
            word = self._words.pop(0)
            if word.text == "--":
                self._operands += self._words
                break
            if word.text.startswith("--"):
                self._long(word.text[2:])
            elif word.text.startswith("-") and len(word.text) > 1:
                self._short(word.text[1:])
            else:
                self._operands.append(word)
        self._check_wild()
        self._given.operands.extend(word.text for word in self._operands)
        return self._given

    def _check_wild(self) -> None:
        pattern_first = self._command == "grep" and not self._given.has("e")
        for word in self._operands[1:] if pattern_first else self._operands:
            if word.wild:
                raise RefusedError(
                    f"{self._command}: wildcards in paths are not expanded ({word.text}); "
                    "use the glob tool, find -name, or grep -r --include="
                )

    def _long(self, text: str) -> None:
        name, equals, value = text.partition("=")
        letter = self._syntax.long.get(name)
        if letter is None:
            raise self._refuse(f"--{name}", name)
        if letter in self._syntax.valued or letter in _LONG_VALUED:
            self._set(letter, value if equals else self._value(f"--{name}"))
        elif equals:
            raise RefusedError(f"{self._command}: --{name} takes no value")
        else:
            self._set(letter, "")

    def _short(self, letters: str) -> None:
        if self._syntax.number and letters.isascii() and letters.isdigit():
            self._set("n", letters)
            return
        while letters:
            letter, letters = letters[0], letters[1:]
            if letter in self._syntax.valued:
                self._set(letter, letters or self._value(f"-{letter}"))
                return
            if letter not in self._syntax.alone:
                raise self._refuse(f"-{letter}", letter)
            self._set(letter, "")

    def _set(self, letter: str, value: str) -> None:
        self._given.flags.setdefault(letter, []).append(value)

    def _value(self, flag: str) -> str:
        if not self._words:
            raise RefusedError(f"{self._command}: {flag} needs a value after it")
        return self._words.pop(0).text

    def _refuse(self, flag: str, name: str) -> RefusedError:
        instead = self._syntax.refused.get(name)
        allowed = " ".join(f"-{letter}" for letter in self._syntax.alone + self._syntax.valued)
        return RefusedError(f"{self._command}: {flag} is refused; {instead or f'allowed here: {allowed}'}")
