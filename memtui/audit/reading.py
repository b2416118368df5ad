"""All that an audit needs of one file, read once and kept by the file's stat key."""

import os
from typing import NamedTuple

from memtui.audit import memory_rules
from memtui.audit.dates import RelativeDate
from memtui.audit.finding import Finding
from memtui.audit.likeness import Print, fingerprint
from memtui.audit.references import Reference, references
from memtui.memory.files import read_bytes
from memtui.memory.limits import BODY_MAX_BYTES, LOGS_DIR
from memtui.memory.links import Link, find_links
from memtui.memory.topic import Memory

_EMPTY = fingerprint("")

Dates = tuple[tuple[RelativeDate, str], ...]  # with the text of the line


class Reading(NamedTuple):
    """One memory, read. `dates` wait for the history to say when their lines were written."""

    findings: tuple[Finding, ...]
    links: tuple[Link, ...]
    references: tuple[Reference, ...]
    dates: Dates
    body_print: Print
    body: str
    binary: bool = False  # no text at all, so nothing that an index should point to


def read_memory(root: str, memory: Memory) -> Reading:
    """Read one file and judge what can be judged by it alone."""
    try:
        data = read_bytes(os.path.join(root, memory.file), BODY_MAX_BYTES + 1)
    except OSError:  # gone or unreadable since the scan: the next scan says so
        return Reading((), (), (), (), _EMPTY, "")
    if len(data) > BODY_MAX_BYTES:
        return Reading(tuple(memory_rules.huge(memory)), (), (), (), _EMPTY, "")
    return read_data(memory, data)


def read_data(memory: Memory, data: bytes) -> Reading:
    """Judge a memory by what it holds, or would hold if it were saved so."""
    unreadable = tuple(memory_rules.encoding(memory.file, data))
    if b"\0" in data:
        return Reading(unreadable, (), (), (), _EMPTY, "", binary=True)
    text = data.decode("utf-8", "replace")
    body = _body(text, memory.head_lines)
    first_line = memory.head_lines + 1
    logged = memory.file.startswith(f"{LOGS_DIR}/")
    return Reading(
        unreadable + tuple(memory_rules.judge(memory, text, data)),
        tuple(find_links(_blanked(text, memory.head_lines))) if "[[" in text else (),
        () if logged else tuple(references(body, first_line)),
        () if logged else tuple(memory_rules.relative_dates(text, memory.head_lines)),
        _EMPTY if logged else fingerprint(body),
        body,
    )


def _body(text: str, head_lines: int) -> str:
    return text.split("\n", head_lines)[head_lines] if text.count("\n") >= head_lines else ""


def _blanked(text: str, head_lines: int) -> str:
    """The text with its frontmatter emptied, so that line numbers stay right."""
    return "\n" * head_lines + _body(text, head_lines)
