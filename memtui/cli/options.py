"""Parsing the words of one command. Wrong ones end in one line and exit code 2."""

import argparse
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from memtui.cli import output
from memtui.cli.commands import Command
from memtui.memory.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# argparse looks for a translation of its own words, which takes as long as all the rest of it. It has none here.
argparse._ = str  # type: ignore[attr-defined]


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, which argparse would ask for through a module that is slow to import."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns())


def _columns() -> int:
    try:
        return max(60, min(os.get_terminal_size(1).columns, 110)) - 2
    except (OSError, ValueError):
        return 78


class Parser(argparse.ArgumentParser):
    """argparse that reports in memtui's own way."""

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        if file is sys.stdout:  # data like any other: a full disk or a closed pipe is met as everywhere
            output.write(message)
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, "", f"see {self.prog} --help")


def parser_for(command: Command, module: ModuleType) -> Parser:
    """The parser of one command, with the options that all share."""
    name = f"memtui {command.name}".strip()
    parser = Parser(
        prog=name,
        description=module.__doc__,
        epilog=getattr(module, "EXAMPLES", None),
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    which = parser.add_argument_group("which memory")
    one = which.add_mutually_exclusive_group()
    one.add_argument("--project", metavar="PATH", help="that of the project at PATH; default: here")
    one.add_argument("--dir", metavar="PATH", help="the memory directory PATH itself")
    one.add_argument("--demo", action="store_true", help="a sample store, made afresh and thrown away")
    which.add_argument(
        "--trust-project-settings",
        action="store_true",
        help="follow a memory directory that the repository itself asks for",
    )
    if getattr(module, "REPORTS", True):
        parser.add_argument("--json", action="store_true", help="the same as JSON")
    if hasattr(module, "arguments"):
        module.arguments(parser)
    return parser


def parse(command: Command, module: ModuleType, words: list[str]) -> argparse.Namespace:
    """The parsed words."""
    parser = parser_for(command, module)
    if getattr(module, "INTERMIXED", False):  # options may stand between words
        return parser.parse_intermixed_args(words)
    return parser.parse_args(words)
