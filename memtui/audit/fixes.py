"""Carrying out the mechanical mendings of findings, as steps: one undoable change, files keep their times."""

import os
import re
from collections.abc import Iterable

from memtui.audit.finding import ADD_LINE, ADD_TYPE, CLEAN, REMOVE_LINE, REPLACE_LINE, REPLACE_SPAN, Finding, Mend
from memtui.audit.hidden import clean
from memtui.memory import topic
from memtui.memory.errors import ConflictError
from memtui.memory.files import must_read
from memtui.memory.limits import TYPES
from memtui.memory.pointers import add_pointer, remove_lines, replace_line
from memtui.memory.rewrite import add_value, replace_span
from memtui.memory.save import Step
from memtui.memory.scan import Scan
from memtui.memory.store import Store
from memtui.memory.topic import StatKey

_LONE_CR = re.compile(rb"\r(?!\n)")


def plan_fixes(store: Store, scan: Scan, findings: Iterable[Finding]) -> tuple[list[Step], list[Mend]]:
    """The steps that mend what can be mended, and what each mending does, file by file."""
    mends = [finding.mend for finding in findings if finding.mend is not None]
    keys = {memory.file: memory.key for memory in scan.memories} | scan.indexes
    steps: list[Step] = []
    done: list[Mend] = []
    for file in dict.fromkeys(mend.file for mend in mends):
        mine = [mend for mend in mends if mend.file == file]
        before = _as_judged(store, file, keys[file]) if file in keys else None
        after, carried_out = _mended(before or b"", mine)
        if after != before:
            steps.append(Step(file, before, after, keys[file][0] if file in keys else None))
            done += carried_out
    return steps, done


def _as_judged(store: Store, file: str, key: StatKey) -> bytes:
    """The bytes that were judged: a mending names lines, and those of another version are other lines."""
    data = must_read(store.path(file), file)
    status = os.lstat(store.path(file))
    if (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino) != key:
        raise ConflictError("changed since it was audited, so nothing was mended", file, "audit again")
    return data


def _mended(data: bytes, mends: list[Mend]) -> tuple[bytes, list[Mend]]:
    """All mendings of one file, and those that could be done. From the last line up, so that line numbers stay true;
    new lines come last."""
    removed = {mend.line for mend in mends if mend.action == REMOVE_LINE}
    replaced = {mend.line for mend in mends if mend.action == REPLACE_LINE}
    # A stretch of a line that becomes another one is no longer where it was: it waits for the next audit.
    undone = {id(mend) for mend in mends if mend.action == REPLACE_SPAN and mend.line in replaced}
    for mend in sorted(mends, key=lambda item: (item.line, item.start), reverse=True):
        if mend.action == REPLACE_LINE:
            data = replace_line(data, mend.line, mend.text)
        elif mend.action == REPLACE_SPAN and id(mend) not in undone:
            data = replace_span(data, mend.line, mend.start, mend.end, mend.text)
    data = remove_lines(data, removed)
    if any(mend.action == CLEAN for mend in mends):
        parted = _LONE_CR.sub(b"\n", data)  # old line ends: removing them would run the lines together
        data = clean(parted.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    for mend in mends:
        if mend.action == ADD_TYPE:
            typed = _typed(data, mend.text)
            undone.update([id(mend)] if typed == data else [])
            data = typed
        elif mend.action == ADD_LINE:
            prefix = mend.text.partition("](")[2].partition("_")[0]
            data = add_pointer(data, mend.text, near=f"{prefix}_" if prefix in TYPES else None)
    return data, [mend for mend in mends if id(mend) not in undone]


def _typed(data: bytes, kind: str) -> bytes:
    """The type where this file's form has it."""
    memory = topic.read("x.md", (0, 0, 0, 0), data[:65_536].decode("utf-8", "replace"))
    parent = "metadata" if memory.form == "metadata" else None
    return add_value(data, "type", kind, parent) or add_value(data, "type", kind) or data
