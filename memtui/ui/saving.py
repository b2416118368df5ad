"""Saving what the editor has: the memory and its pointer in one recorded change. A plain call that takes its time."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from memtui.audit.sharing import check_shared, is_shared
from memtui.history.change import Work
from memtui.memory.actions import check_readable, plan_edit, plan_new
from memtui.memory.clock import now
from memtui.memory.errors import NegativeError
from memtui.memory.limits import BODY_MAX_BYTES
from memtui.memory.save import Step
from memtui.memory.scan import Scanner
from memtui.memory.sheet import Form
from memtui.memory.standins import restored
from memtui.transcripts.opening import Which
from memtui.ui.changes import write


class Edit(NamedTuple):
    """What is to be saved. Without a file it is a new memory; without a base its file is made anew."""

    file: str | None
    base: bytes | None
    data: bytes
    form: Form
    body: str
    team: bool = False


class Done(NamedTuple):
    """What was saved: where, the bytes that are there now, and how to tell."""

    file: str
    data: bytes
    words: str


def on_disk(which: Which, file: str) -> bytes | None:
    """A file as it is now; None when it is gone."""
    if not os.path.lexists(which.store.path(file)):
        return None
    return check_readable(which.store, file, BODY_MAX_BYTES)


def save_edit(which: Which, edit: Edit, own: set[str]) -> Done:
    """Save it, or say why not; then nothing was written. `own` gets the files before they are changed."""
    file = edit.file
    _check(edit)

    def plan(_: Work) -> Sequence[Step]:
        nonlocal file
        if file is not None:
            steps = plan_edit(which.store, file, edit.base, edit.data, now())
        else:
            scan = Scanner(which.store.root).scan()
            name, about, kind = edit.form
            body = restored(edit.body)
            file, steps = plan_new(
                which.store, scan, name=name, description=about, kind=kind, body=body, team=edit.team
            )
        return steps

    work = write(which, f"edit {file}" if file else f"new {edit.form.name}", plan, own, start=True)
    written = {step.file: step.after for step in work.steps}
    target = file or ""
    others = sorted(other for other in written if other != target)
    pointer = f" and its pointer in {others[0]}" if others else ""
    words = "; ".join([f"saved {target}{pointer}", *work.notes, "u takes it back"])
    return Done(target, written.get(target) or edit.data, words)


def _check(edit: Edit) -> None:
    """What a memory must have, and what a shared one must not."""
    if edit.file is None:
        for value, words in ((edit.form.name, "a name"), (edit.form.kind, "a type"), (edit.body.strip(), "some text")):
            if not value:
                raise NegativeError(f"the memory needs {words}", "", "nothing was written")
    if edit.team or (edit.file is not None and is_shared(edit.file)):
        texts = [data.decode("utf-8", "replace") for data in (edit.data, edit.base or b"")]
        check_shared(edit.file or edit.form.name, *texts)
