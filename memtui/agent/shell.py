"""Reading a command line: words and pipes, and nothing else that a shell can do.

There is no shell behind it. What a shell would do beyond that - run two things, write to a file, put in the result of
another command, expand names - is refused by its sign, with what to do instead. Nothing is ever spawned.
"""

from typing import NamedTuple

from memtui.agent.limits import COMMAND_CHARS, PIPELINE_COMMANDS
from memtui.agent.refusal import RefusedError

WILD = "*?["
_SIGNS = {
    ";": "one command a call; make another call for the next",
    "&": "one command a call, and nothing in the background",
    "<": "no redirections; give the file as an argument",
    ">": "no redirections; use the write tool to write in the copy",
    "`": "no command substitution; make a call and use its result in the next",
    "$": "no variables or substitutions; write the text out, or put it in single quotes",
    "(": "no subshells; put a pattern in quotes",
    ")": "no subshells; put a pattern in quotes",
    "{": "no braces; put a pattern in quotes",
    "}": "no braces; put a pattern in quotes",
    "!": "no history expansion; put it in quotes (for find, use -not)",
    "\n": "one command a call; put it on one line",
    "\r": "one command a call; put it on one line",
}
_QUOTED_SIGNS = {sign: _SIGNS[sign] for sign in "`$\n\r"}


class Word(NamedTuple):
    """One word; `wild` when it has a wildcard that a shell would expand."""

    text: str
    wild: bool = False


def parse(line: str) -> list[list[Word]]:
    """The commands of a pipeline, each as its words."""
    if len(line) > COMMAND_CHARS:
        raise RefusedError(f"a command line of more than {COMMAND_CHARS} characters; ask for less at once")
    if "\0" in line:
        raise RefusedError("the command line has a NUL in it; use plain text")
    commands = _Words(line.strip(" \t\n")).commands()
    if len(commands) > PIPELINE_COMMANDS:
        raise RefusedError(f"more than {PIPELINE_COMMANDS} commands in one pipeline; do it in two calls")
    if not all(commands):
        raise RefusedError("a pipe with nothing on one side; write a command on both, or one command alone")
    return commands


class _Words:
    def __init__(self, line: str) -> None:
        self._line = line
        self._at = 0
        self._commands: list[list[Word]] = [[]]
        self._text: str | None = None  # of the word being read; None between words
        self._wild = False

    def commands(self) -> list[list[Word]]:
        while self._at < len(self._line):
            char = self._line[self._at]
            self._at += 1
            self._take(char)
        self._end_word()
        return self._commands

    def _take(self, char: str) -> None:
        if char in " \t":
            self._end_word()
        elif char == "|":
            self._pipe()
        elif char == "'":
            self._single()
        elif char == '"':
            self._double()
        elif char == "\\":
            self._escape()
        elif char in _SIGNS:
            raise _refuse(char, _SIGNS[char])
        elif char == "#" and self._text is None:
            raise _refuse(char, "no comments")
        else:
            self._wild = self._wild or char in WILD
            self._add(char)

    def _add(self, text: str) -> None:
        self._text = (self._text or "") + text

    def _end_word(self) -> None:
        if self._text is not None:
            self._commands[-1].append(Word(self._text, self._wild))
        self._text, self._wild = None, False

    def _pipe(self) -> None:
        if self._line[self._at : self._at + 1] in ("|", "&"):
            raise _refuse("|" + self._line[self._at], "one command a call; only a single | joins two")
        self._end_word()
        self._commands.append([])

    def _single(self) -> None:
        end = self._line.find("'", self._at)
        if end < 0:
            raise RefusedError("a ' that is not closed; close it")
        self._checked(self._line[self._at : end], {"\n": _SIGNS["\n"]})
        self._add(self._line[self._at : end])
        self._at = end + 1

    def _double(self) -> None:
        text = ""
        while self._line[self._at : self._at + 1] != '"':
            if self._at >= len(self._line):
                raise RefusedError('a " that is not closed; close it')
            char = self._line[self._at]
            self._at += 1
            if char == "\\" and self._line[self._at : self._at + 1] in ('"', "\\", "$", "`"):
                char = self._line[self._at]
                self._at += 1
            else:
                self._checked(char, _QUOTED_SIGNS)
            text += char
        self._at += 1
        self._add(text)

    def _escape(self) -> None:
        char = self._line[self._at : self._at + 1]
        if not char or char in "\n\r":
            raise RefusedError("a backslash at the end of a line; put the command on one line")
        self._at += 1
        self._add(char)

    def _checked(self, text: str, signs: dict[str, str]) -> None:
        for char in text:
            if char in signs:
                raise _refuse(char, signs[char])


def _refuse(sign: str, todo: str) -> RefusedError:
    shown = {"\n": "a new line", "\r": "a new line"}.get(sign, f"`{sign}`" if sign != "`" else "a backtick")
    return RefusedError(f"{shown} is refused here: {todo}")
