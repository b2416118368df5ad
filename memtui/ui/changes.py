"""Changes that a person makes in the app: each one recorded, each with a way back. Plain calls that take their time."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memtui.transcripts.opening import Which

if TYPE_CHECKING:
    from memtui.history.change import Work
    from memtui.memory.save import Step

WHO = "memtui"
Plan = Callable[["Work"], Sequence["Step"]]


def write(which: Which, why: str, plan: Plan, own: set[str], *, start: bool = False) -> "Work":
    """One change of the store; the plan is made under its lock, from what is there then.

    The files it changes are put into `own` before they are written, for whoever must not take them for news.
    """
    from memtui.history.change import change  # late, like all that a first screen does not need

    with change(which.store.root, which.store.state, WHO, why, start=start) as work:
        steps = plan(work)
        own |= {step.file for step in steps}
        work.apply(steps)
    return work


def undo(which: Which, own: set[str]) -> "Work":
    """Take memtui's last change back; `why` of the work says which."""
    from memtui.history.back import plan_undo
    from memtui.history.log import UNDO

    def plan(work: "Work") -> Sequence["Step"]:
        found = plan_undo(which.store.root, which.store.state)
        work.kind, work.undoes = UNDO, found.entry.number
        work.why = f"undo {found.entry.number}: {found.entry.why}"
        return found.steps

    return write(which, "undo", plan, own, start=True)
