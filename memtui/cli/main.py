"""The entry point: finds the command, parses its words, runs it, and turns failures into one line.

Only the chosen command's module is imported, and argparse builds only its parser: start-up is what a script
that calls memtui a hundred times pays for.
"""

import os
import sys

from memtui.cli import output
from memtui.cli.commands import COMMANDS, GROUPS, Command
from memtui.memory.errors import COULD_NOT, DONE, WRONG_USE, MemtuiError

_WITH_VALUE = ("--project", "--dir")
_INTERRUPTED = 130


def run() -> None:
    """The `memtui` command."""
    sys.exit(main(sys.argv[1:]))


def main(words: list[str]) -> int:
    """Run one command line; its exit code."""
    end = words.index("--") if "--" in words else len(words)  # what follows is text, whatever it looks like
    debug = "--debug" in words[:end]
    try:
        return _dispatch([word for word in words[:end] if word != "--debug"] + words[end:])
    except BrokenPipeError:  # the reader has seen enough
        _drop_output()
        return DONE
    except KeyboardInterrupt:
        output.error("interrupted; nothing was left half done")
        return _INTERRUPTED
    except MemtuiError as failure:
        if debug:
            raise
        output.error(str(failure))
        return failure.code
    except Exception as failure:
        if debug:
            raise
        output.error(f"unexpected failure ({type(failure).__name__}: {failure}); run again with --debug and report it")
        return COULD_NOT


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that Python's own flush at the end does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(words: list[str]) -> int:
    before, name, after = split(words)
    if name is None:
        if "--version" in before:
            from memtui import __version__

            output.line(f"memtui {__version__}")
            return DONE
        if "--help" in before or "-h" in before:
            output.write(help_text())
            return DONE
        return _run(Command("", "app", "the app"), before)
    command = COMMANDS.get(name)
    if command is None:
        from difflib import get_close_matches

        close = get_close_matches(name, COMMANDS, n=1)
        hint = f"did you mean {close[0]}?" if close else "see memtui --help"
        output.error(f"no such command: {name}; {hint}")
        return WRONG_USE
    return _run(command, before + after)


def split(words: list[str]) -> tuple[list[str], str | None, list[str]]:
    """The words before the command, the command, and the words after it."""
    position = 0
    while position < len(words):
        word = words[position]
        if word in _WITH_VALUE:
            position += 2
        elif word.startswith("-") and word != "-":
            position += 1
        else:
            return words[:position], word, words[position + 1 :]
    return words, None, []


def _run(command: Command, words: list[str]) -> int:
    from importlib import import_module

    from memtui.cli.options import parse

    module = import_module(f"memtui.cli.{command.module}")
    return int(module.run(parse(command, module, words)))


def help_text() -> str:
    """What `memtui --help` prints."""
    lines = [
        "memtui: see, audit, edit and restore the memory of a coding agent",
        "",
        "usage: memtui [WHICH]                     opens the app; ? in it is help",
        "       memtui [WHICH] COMMAND [options]",
        "",
    ]
    for title, commands in GROUPS:
        lines.append(f"{title}:")
        lines += [f"  {command.name:<11} {command.about}" for command in commands]
        lines.append("")
    lines += [
        "which memory (before or after the command):",
        "  --project PATH   that of the project at PATH; default: here",
        "  --dir PATH       the memory directory PATH itself",
        "  --demo           a sample store, made afresh and thrown away",
        "  --trust-project-settings   follow a memory directory that the repository itself asks for",
        "",
        "try it:",
        "  memtui --demo              the app, on what a sample agent remembers",
        "  memtui --demo list         the same as a list",
        "  memtui --demo audit        what is wrong with it",
        "  memtui audit               the same for the project you are in",
        "  memtui COMMAND --help      more on one command, with examples",
        "",
        "Every command that reports takes --json. Exit codes: 0 done, 1 a negative answer, 2 wrong use, 3 could not.",
    ]
    return "\n".join(lines) + "\n"
