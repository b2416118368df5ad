"""The commands by name: which module runs each, and one line of what it does."""

from typing import NamedTuple


class Command(NamedTuple):
    """One command. `takes_file` tells shell completion to offer the store's files."""

    name: str
    module: str
    about: str
    takes_file: bool = False


GROUPS: tuple[tuple[str, tuple[Command, ...]], ...] = (
    (
        "look",
        (
            Command("path", "path", "where memory is and why; whether the agent loads it"),
            Command("list", "listing", "every memory, newest first, with age and problems"),
            Command("show", "show", "one memory", takes_file=True),
            Command("index", "index", "MEMORY.md, its budget and what of it is loaded"),
            Command("manifest", "manifest", "the list that recall selects from"),
            Command("prompt", "prompt", "the text the agent is given about its memory"),
            Command("projects", "projects", "every store on this machine"),
        ),
    ),
    ("recall", (Command("recall", "recall", "which memories a question brings, why, and exactly what text"),)),
    ("judge", (Command("audit", "audit", "what is wrong, and with --fix: mend what is mechanical"),)),
    (
        "change",
        (
            Command("new", "new", "a new memory with its pointer"),
            Command("edit", "edit", "a memory in your editor", takes_file=True),
            Command("mv", "move", "rename; pointers and [[links]] follow", takes_file=True),
            Command("rm", "remove", "delete, to the trash", takes_file=True),
            Command("log", "log", "append a line to today's log"),
        ),
    ),
    ("dream", (Command("dream", "dream", "consolidate the memory: status, run, watch, kill, retry, review, undo"),)),
    (
        "go back",
        (
            Command("history", "history", "what changed, when, by whom; show, diff, purge"),
            Command("undo", "undo", "take memtui's last change back"),
            Command("restore", "restore", "a file or the whole store as it was", takes_file=True),
        ),
    ),
    (
        "set up",
        (
            Command("demo", "demo", "a sample store that stays, to try things on"),
            Command("config", "config", "settings and where they come from"),
            Command("completion", "completion", "completion for bash, zsh or fish"),
        ),
    ),
)

COMMANDS = {command.name: command for _, commands in GROUPS for command in commands}
