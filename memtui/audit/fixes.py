"""Carrying out the mechanical mendings of findings, as steps: one undoable change, files keep their times."""

from collections.abc import Iterable

from memtui.audit.finding import ADD_LINE, ADD_TYPE, CLEAN, REMOVE_LINE, REPLACE_LINE, REPLACE_SPAN, Finding, Mend
from memtui.audit.hidden import clean
from memtui.memory import topic
from memtui.memory.files import must_read
from memtui.memory.limits import TYPES
from memtui.memory.pointers import add_pointer, remove_lines, replace_line
from memtui.memory.rewrite import add_value, replace_span
from memtui.memory.save import Step
from memtui.memory.scan import Scan
from memtui.memory.store import Store


def plan_fixes(store: Store, scan: Scan, findings: Iterable[Finding]) -> tuple[list[Step], list[Mend]]:
    """The steps that mend what can be mended, and what each mending does, in the order of the findings."""
    mends = [finding.mend for finding in findings if finding.mend is not None]
    times = {memory.file: memory.key[0] for memory in scan.memories} | {f: key[0] for f, key in scan.indexes.items()}
    steps, done = [], []
    for file in dict.fromkeys(mend.file for mend in mends):
        mine = [mend for mend in mends if mend.file == file]
        before = must_read(store.path(file), file) if file in times else None
        after = _mended(before or b"", mine)
        if after != before:
            steps.append(Step(file, before, after, times.get(file)))
            done += mine
    return steps, done


def _mended(data: bytes, mends: list[Mend]) -> bytes:
    """All mendings of one file. From the last line up, so that line numbers stay true; new lines come last."""
    removed = {mend.line for mend in mends if mend.action == REMOVE_LINE}
    replaced: set[int] = set()
    for mend in sorted(mends, key=lambda item: (item.line, item.start), reverse=True):
        if mend.action == REPLACE_LINE and mend.line not in removed and mend.line not in replaced:
            replaced.add(mend.line)
            data = replace_line(data, mend.line, mend.text)
        elif mend.action == REPLACE_SPAN:
            data = replace_span(data, mend.line, mend.start, mend.end, mend.text)
    data = remove_lines(data, removed)
    if any(mend.action == CLEAN for mend in mends):
        data = clean(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    for mend in mends:
        if mend.action == ADD_TYPE:
            data = _typed(data, mend.text)
        elif mend.action == ADD_LINE:
            prefix = mend.text.partition("](")[2].partition("_")[0]
            data = add_pointer(data, mend.text, near=f"{prefix}_" if prefix in TYPES else None)
    return data


def _typed(data: bytes, kind: str) -> bytes:
    """The type where this file's form has it."""
    memory = topic.read("x.md", (0, 0, 0, 0), data[:65_536].decode("utf-8", "replace"))
    parent = "metadata" if memory.form == "metadata" else None
    return add_value(data, "type", kind, parent) or add_value(data, "type", kind) or data
