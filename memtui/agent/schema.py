"""The tools as the model is told of them. Every fork carries this very list, so that all share one prompt cache."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from memtui.agent.limits import REASON_CHARS
from memtui.agent.refusal import FailedError

READ, GREP, GLOB, EDIT, WRITE, DELETE, SHELL = "read", "grep", "glob", "edit", "write", "delete", "shell"
CHANGING = (EDIT, WRITE, DELETE)
_TYPES: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool}


class ToolSpec(NamedTuple):
    """One tool: name, what it does, and its input as JSON schema."""

    name: str
    description: str
    input_schema: Mapping[str, Any]


def _spec(
    name: str, description: str, required: Mapping[str, str], optional: Mapping[str, tuple[str, str]]
) -> ToolSpec:
    properties = {key: {"type": "string", "description": words} for key, words in required.items()}
    properties |= {key: {"type": kind, "description": words} for key, (kind, words) in optional.items()}
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolSpec(name, description, schema)


_PATH = "Absolute, or relative to the copy of the memory."
_WHY = "Why, in one sentence; a person reads it in the review."
SPECS: tuple[ToolSpec, ...] = (
    _spec(
        READ,
        "Read a text file of the copy of the memory, the project, the transcripts or the stored tool results. "
        "Secrets are masked. Never read a transcript whole: grep it first.",
        {"path": _PATH},
        {"offset": ("integer", "First line, counted from 1."), "limit": ("integer", "How many lines (2000).")},
    ),
    _spec(
        GREP,
        "Search files for a regular expression (extended syntax with \\d \\w \\s \\b; no look-around, no references "
        "back). Folders are searched through; .git, node_modules, .venv and __pycache__ are left out.",
        {"pattern": "What to look for."},
        {
            "path": ("string", f"File or folder; the copy of the memory if left out. {_PATH}"),
            "include": ("string", "Only files whose name fits this, such as *.jsonl."),
            "ignore_case": ("boolean", "Whether upper and lower case are the same."),
            "show": ("string", "lines (with file and number), files, or count."),
            "context": ("integer", "Lines shown around each."),
            "limit": ("integer", "Lines of result at most (250)."),
        },
    ),
    _spec(
        GLOB,
        "List files whose path fits a pattern such as **/*.md, newest first.",
        {"pattern": "With *, ?, [...], ** and {a,b}."},
        {"path": ("string", f"Folder to look in; the copy of the memory if left out. {_PATH}")},
    ),
    _spec(
        EDIT,
        "Replace a piece of text in a Markdown file of the copy of the memory.",
        {"path": _PATH, "old_text": "Exactly as it is in the file, and there only once.", "new_text": "Instead.",
         "reason": _WHY},
        {"all": ("boolean", "Replace every occurrence.")},
    ),
    _spec(
        WRITE,
        "Make a Markdown file in the copy of the memory, or replace a whole one.",
        {"path": _PATH, "content": "The whole new text.", "reason": _WHY},
        {},
    ),
    _spec(
        DELETE,
        "Delete a Markdown file of the copy of the memory.",
        {"path": _PATH, "reason": _WHY},
        {"merged_into": ("string", "The file that now holds its facts, where that is so.")},
    ),
    _spec(
        SHELL,
        "Look around with ls, find, grep, cat, stat, wc, head and tail, joined by pipes. Nothing else: no redirection, "
        "substitution, variable or second command; wildcards only for grep --include= and find -name.",
        {"command": "For example: grep -rn deploy /path --include=*.jsonl | tail -50"},
        {},
    ),
)  # fmt: skip


def checked(spec: ToolSpec, given: Mapping[str, object]) -> dict[str, Any]:
    """The arguments, if they are what the tool takes."""
    properties = spec.input_schema["properties"]
    for key, value in given.items():
        if key not in properties:
            raise FailedError(f"{spec.name} takes no {key[:40]!r}; it takes {', '.join(properties)}")
        wanted = properties[key]["type"]
        if not isinstance(value, _TYPES[wanted]) or (wanted == "integer" and isinstance(value, bool)):
            raise FailedError(f"{spec.name}: {key} must be of type {wanted}")
    missing = [key for key in spec.input_schema["required"] if key not in given]
    if missing:
        raise FailedError(f"{spec.name} needs {', '.join(missing)}")
    if "reason" in properties and not str(given["reason"]).strip():
        raise FailedError(f"{spec.name} needs a reason that a person can judge")
    return dict(given)


def stated(reason: str) -> str:
    """A reason as one line of bearable length."""
    return " ".join(reason.split())[:REASON_CHARS]
