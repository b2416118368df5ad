"""What a fork is doing now, in three to five words of the present tense, from its last tool call."""

import os
import re
from collections.abc import Mapping

from memtui.agent.schema import DELETE, EDIT, GLOB, GREP, READ, SHELL, WRITE
from memtui.audit.secrets import mask
from memtui.memory.limits import INDEX_NAME
from memtui.memory.topic import stem
from memtui.memory.visible import visible

_MOST_WORDS = 5
_VERBS = {READ: "Reading", EDIT: "Editing", WRITE: "Writing", DELETE: "Deleting"}
_COMMANDS = {
    "ls": "Listing the files",
    "find": "Looking for files",
    "grep": "Searching the files",
    "cat": "Reading a whole file",
    "stat": "Checking a file's date",
    "wc": "Counting the lines",
    "head": "Reading a file's beginning",
    "tail": "Reading a file's end",
}


def activity(name: str, given: Mapping[str, object]) -> str:
    """Such as "Reading the deploy notes"; never more than five words."""
    if name in _VERBS:
        return f"{_VERBS[name]} {_subject(given.get('path'))}"
    if name == GREP:
        return f"Searching for {_words(given.get('pattern'), 2) or 'a pattern'}"
    if name == GLOB:
        return "Looking for matching files"
    if name == SHELL:
        return _COMMANDS.get(str(given.get("command", "")).split(" ", 1)[0].strip(), "Looking around the files")
    return "Trying an unknown tool"


def _subject(path: object) -> str:
    """A file in at most four words: the index by its role, any other by the words of its name."""
    if not isinstance(path, str) or not path.strip("/ "):
        return "a memory file"
    name = os.path.basename(path.rstrip("/"))
    if name == INDEX_NAME:
        return "the index"
    words = _words(stem(name), _MOST_WORDS - 2)
    return f"the {words}" if words else "a memory file"


def _words(value: object, most: int) -> str:
    text = visible(mask(value)) if isinstance(value, str) else ""  # before it is cut up, so that no part stays
    return " ".join(re.findall(r"[^\W_]+", text)[:most])[:60]
