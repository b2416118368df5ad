"""Many questions through one process: a line of JSON for each, in and out."""

import json
import sys
from typing import Any

from memtui.cli import output
from memtui.cli.recall import ask, facts
from memtui.cli.which import Which
from memtui.memory.errors import DONE
from memtui.recall.recaller import Asking, Recaller


def run(which: Which, recaller: Recaller, asking: Asking, session: str | None) -> int:
    """Answer until the input ends. A line that is no question is answered too, by saying so."""
    for line in sys.stdin.buffer if sys.stdin is not None else ():
        if line.strip():
            _write(_answer(which, recaller, asking, session, line))
    return DONE


def _answer(which: Which, recaller: Recaller, asking: Asking, session: str | None, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    given: dict[str, Any] = value if isinstance(value, dict) else {}
    query = given.get("query")
    if not isinstance(query, str):
        return {"id": given.get("id"), "selected": [], "error": 'not a line of {"id": …, "query": "…"}'}
    return {"id": given.get("id"), **facts(ask(which, recaller, asking, query, session))}


def _write(value: dict[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half a character
        text = json.dumps(value)
    output.line(text)
