"""One text judged by the rules of the audit before it is in the store, for whoever writes it."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from memtui.audit import index_rules, memory_rules, store_rules
from memtui.audit.auditor import answers_for, dated, others_of
from memtui.audit.finding import Finding, order
from memtui.audit.reading import read_data
from memtui.memory import topic
from memtui.memory.limits import HEAD_MAX_BYTES, INDEX_NAME, TEAM_DIR
from memtui.memory.links import Names
from memtui.memory.pointers import fitted_hook, title_of
from memtui.memory.scan import Scan

_NO_STAT = (0, 0, 0, 0)


class Hint(NamedTuple):
    """What to say of a description while it is typed."""

    good: bool
    words: str


def judge_text(file: str, data: bytes, scan: Scan | None = None) -> list[Finding]:
    """What the audit would say of this file if it held these bytes, worst first.

    With a scan also what only the other memories tell: names and links. What needs the history or the project's
    git, or is about age, is left to the audit itself.
    """
    if file.rsplit("/", 1)[-1] == INDEX_NAME:
        found = list(_of_index(file, data, scan))
    else:
        found = list(_of_memory(file, data, scan))
    return sorted((finding for finding in found if finding.file == file), key=order)


def _of_memory(file: str, data: bytes, scan: Scan | None) -> Iterator[Finding]:
    memory = topic.read(file, _NO_STAT, data[:HEAD_MAX_BYTES].decode("utf-8", "replace"))
    reading = read_data(memory, data)
    yield from reading.findings
    yield from dated({file: reading.dates})
    if scan is not None:
        others = [other for other in scan.memories if other.file != file]
        yield from store_rules.duplicate_names([memory, *others])
        yield from store_rules.dead_links({file: reading.links}, Names([memory, *others]))


def _of_index(file: str, data: bytes, scan: Scan | None) -> Iterator[Finding]:
    yield from memory_rules.encoding(file, data)
    if b"\0" not in data:
        text = data.decode("utf-8", "replace")
        yield from memory_rules.carried(file, text)
        yield from dated({file: tuple(memory_rules.relative_dates(text))})
    folder = file.removesuffix(INDEX_NAME)
    if scan is not None and folder in ("", f"{TEAM_DIR}/"):
        mine = {other.file.removeprefix(folder): other for other in scan.memories if answers_for(folder, other)}
        others = others_of(os.path.join(scan.root, folder), data)
        yield from index_rules.judge(index_rules.view(file, data, mine, others, {}))


def hint_on(description: str, name: str, file: str = "x.md") -> Hint:
    """Whether a description tells when this memory is of use, in words for whoever types it."""
    text = " ".join(description.split())
    if not text:
        return Hint(False, "recall selects by this: say what it is about and when")
    if memory_rules.is_vague(text, name):
        return Hint(False, "too general to be selected by: say what, and when")
    title = title_of(name) or "Untitled"
    if fitted_hook(title, file, text) != text:
        return Hint(True, "specific; longer than a pointer may be, so the index will have its beginning")
    return Hint(True, "specific enough to be selected by")
