"""Suites: questions with the memories that they should bring, as a regression test for one's own memory.

A suite is a YAML list; `expect` names files or unique names, and an empty list means that nothing should come:

    - question: how do we run the tests
      expect: [feedback_tests.md]
"""

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from memtui.memory.errors import MemtuiError, NegativeError, UsageError, reason
from memtui.memory.files import read_bytes
from memtui.memory.names import find_file
from memtui.memory.scan import Scan
from memtui.memory.state import state_for

_MAX_BYTES = 1_000_000
_TODO = "write a list of `- question: …` with `expect: [file.md]`"


class Case(NamedTuple):
    """One question and the files that it should bring; none of them means nothing should come."""

    question: str
    expect: tuple[str, ...]


class Outcome(NamedTuple):
    """How one case went."""

    case: Case
    selected: tuple[str, ...]
    missing: tuple[str, ...]
    unwanted: tuple[str, ...]  # where nothing should have come

    @property
    def passed(self) -> bool:
        """Whether it brought what it should."""
        return not self.missing and not self.unwanted


def suite_path(config_path: str, root: str) -> str:
    """Where the suite of a store is kept: next to the config, one file a store."""
    name = os.path.basename(state_for(root, "").folder)
    return os.path.join(os.path.dirname(config_path), "suites", f"{name}.yaml")


def read_suite(path: str) -> list[Case]:
    """The cases of a suite."""
    try:
        data = read_bytes(path, _MAX_BYTES + 1)
    except FileNotFoundError:
        raise MemtuiError("no such suite", path, _TODO) from None
    except OSError as error:
        raise MemtuiError(f"cannot read ({reason(error)})", path, "check what it is and its permissions") from None
    if len(data) > _MAX_BYTES:
        raise UsageError("is too large for a suite", path, "split it")
    value = _yaml(data, path)
    if value is None:
        return []
    if not isinstance(value, list):
        raise UsageError("is not a list of questions", path, _TODO)
    return [_case(item, number, path) for number, item in enumerate(value, start=1)]


def _yaml(data: bytes, path: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(data.decode("utf-8"))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        said = str(getattr(error, "problem", None) or "not UTF-8 or nested too deeply")
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark is not None else path
        raise UsageError(f"is not valid YAML ({said})", where, _TODO) from None


def _case(item: Any, number: int, path: str) -> Case:
    question = item.get("question") if isinstance(item, dict) else None
    expect = item.get("expect") if isinstance(item, dict) else None
    if isinstance(expect, str):
        expect = [expect]
    if not isinstance(question, str) or not question.strip():
        raise UsageError(f"question {number} has no text", path, _TODO)
    if not isinstance(expect, list) or not all(isinstance(name, str) for name in expect):
        raise UsageError(f"question {number} does not say what to expect", path, _TODO)
    return Case(question, tuple(expect))


def run_suite(cases: list[Case], scan: Scan, select: Callable[[str], list[str]]) -> list[Outcome]:
    """Ask every question; `select` gives the files that one brings."""
    found = []
    for case in cases:
        selected = tuple(select(case.question))
        wanted = [_meant(scan, name) for name in case.expect]
        missing = tuple(name for name in wanted if name not in selected)
        found.append(Outcome(case, selected, missing, () if case.expect else selected))
    return found


def _meant(scan: Scan, name: str) -> str:
    """The file that a suite means; the name itself, when there is none: then it is missing."""
    try:
        return find_file(scan, name)
    except (UsageError, NegativeError, MemtuiError):
        return name


def keep(path: str, case: Case) -> None:
    """Add a question to a suite. What is there stays as it is, comments and all."""
    import json

    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        read_suite(path)  # what cannot be read is not added to
        before = read_bytes(path).decode("utf-8")
    else:
        before = "# questions that should bring these memories; memtui recall --suite\n"
    expect = json.dumps(list(case.expect), ensure_ascii=False)  # JSON is YAML
    after = f"{before.rstrip()}\n- question: {json.dumps(case.question, ensure_ascii=False)}\n  expect: {expect}\n"
    temporary = f"{path}.new"
    with open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(after)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
