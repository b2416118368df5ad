"""What steps would do, before they are done: a word for each file, and a diff."""

from collections.abc import Sequence

from memtui.history.diff import diff_bytes
from memtui.memory.save import Step

CREATE, CHANGE, DELETE = "create", "change", "delete"


def would(step: Step) -> str:
    """`create`, `change` or `delete`."""
    if step.before is None:
        return CREATE
    return DELETE if step.after is None else CHANGE


def diff_steps(steps: Sequence[Step]) -> str:
    """The difference that these steps make, file by file."""
    return "".join(diff_bytes(step.file, step.before, step.after) for step in steps)
