"""What an audit finds: one fact about one place, with how bad it is and, where it is mechanical, the mending."""

import re
from typing import NamedTuple

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)

# How a mending changes its file.
REMOVE_LINE, REPLACE_LINE, ADD_LINE, REPLACE_SPAN, CLEAN, ADD_TYPE = (
    "remove line",
    "replace line",
    "add line",
    "replace span",
    "clean",
    "add type",
)

_NUMBER = re.compile(r"(?<![\w.-])\d[\d,]*(?![\w-])")


_WILL = {"removed": "remove", "added": "add", "replaced": "replace", "led": "lead"}


class Mend(NamedTuple):
    """A mechanical change of one file, in words that a machine can carry out."""

    file: str
    action: str
    said: str  # what it did, for the report
    line: int = 0
    start: int = 0
    end: int = 0
    text: str = ""

    @property
    def would(self) -> str:
        """What it will do, where it is not done yet."""
        verb, _, rest = self.said.partition(" ")
        return f"{_WILL[verb]} {rest}" if verb in _WILL else self.said.replace(" is now ", " becomes ")


class Finding(NamedTuple):
    """One finding. `line` counts from 1; None when it is about the file as a whole."""

    rule: str
    severity: str
    file: str
    line: int | None
    message: str
    mend: Mend | None = None
    other: str | None = None  # the file that it is compared with

    @property
    def fixable(self) -> bool:
        """Whether `--fix` does it."""
        return self.mend is not None

    @property
    def gist(self) -> str:
        """What it says without its counts and line numbers, which move while the matter stays the same."""
        return _NUMBER.sub("#", self.message)


def order(finding: Finding) -> tuple[int, str, int, str, str]:
    """Worst first, then by place."""
    return SEVERITIES.index(finding.severity), finding.file, finding.line or 0, finding.rule, finding.message


def cut(text: str, most: int = 60) -> str:
    """Text short enough to stand in a message, on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
