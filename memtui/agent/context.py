"""Keeping the context small: stored tool results, the API's own clearing, and when to compact.

A result is stored once, under the id of its tool use. The note that stands for it is a function of the stored
bytes, so the same result gives the same bytes ever after, also in a task that is resumed.
"""

import os
import re
from typing import Any

from memtui.agent.limits import (
    CLEAR_AT_LEAST_TOKENS,
    CLEAR_FROM_TOKENS,
    COMPACTION_MARGIN,
    KEEP_THINKING_TURNS,
    PREVIEW_BYTES,
    RESULT_MAX_CHARS,
    SUMMARY_TOKENS,
)
from memtui.agent.models import UPDATES, Model
from memtui.memory.files import read_bytes
from memtui.memory.state import private_folder, write_private
from memtui.memory.tokens import estimate_tokens

CONTEXT_BETA = "context-management-2025-06-27"
COMPACTION_BETA = "compact-2026-09-04"
UPDATES_BETA = "thinking-display-updates-2026-08-18"
_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")


def threshold(model: Model) -> int:
    """Above so many tokens the conversation is compacted, or ends."""
    return model.window - SUMMARY_TOKENS - COMPACTION_MARGIN


def betas(model: Model) -> list[str]:
    """What of the API's newer abilities a request uses."""
    return [CONTEXT_BETA, COMPACTION_BETA, *([UPDATES_BETA] if model.thinks == UPDATES else [])]


def clearing(model: Model) -> dict[str, Any]:
    """What the API shall clear by itself; thinking first, as it demands."""
    tools = {
        "type": "clear_tool_uses_20250919",
        "trigger": {"type": "input_tokens", "value": CLEAR_FROM_TOKENS},
        "clear_at_least": {"type": "input_tokens", "value": CLEAR_AT_LEAST_TOKENS},
    }
    thinking = {
        "type": "clear_thinking_20251015",
        "keep": {"type": "thinking_turns", "value": KEEP_THINKING_TURNS},
    }
    return {"edits": [thinking, tools] if model.thinks else [tools]}


class ResultStore:
    """The long tool results of one task, each in its file."""

    def __init__(self, folder: str | None) -> None:
        self._folder = folder

    def fitted(self, use_id: str, text: str) -> str:
        """The text, or the note that stands for it once and for all."""
        if self._folder is None or not _ID.fullmatch(use_id):
            return text if len(text) <= RESULT_MAX_CHARS else f"{text[:RESULT_MAX_CHARS]}\n[cut off here]"
        path = os.path.join(self._folder, f"{use_id}.txt")
        stored = _stored(path)
        if stored is None:
            if len(text) <= RESULT_MAX_CHARS:
                return text
            stored = text.encode("utf-8", "replace")
            private_folder(self._folder)
            write_private(path, stored)
        return _note(path, stored)


def _stored(path: str) -> bytes | None:
    try:
        return read_bytes(path)
    except OSError:
        return None


def _note(path: str, stored: bytes) -> str:
    head = stored[:PREVIEW_BYTES].decode("utf-8", "ignore")
    return (
        f"<persisted-output>\nThe result is too long ({len(stored)} bytes). All of it is in {path}; read parts of it "
        f"with offset and limit, or grep it.\nIt begins:\n{head}\n</persisted-output>"
    )


def estimated(content: list[dict[str, Any]]) -> int:
    """About how many tokens the parts of a message take."""
    return sum(estimate_tokens(str(part.get("content") or part.get("text") or "")) for part in content)
