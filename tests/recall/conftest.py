"""The team's store, and a clock that stands."""

from pathlib import Path

import pytest

from memtui.memory.store import Store
from tests.recall.box import team


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of nine memories, written today."""
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-18T12:00:00Z")
    return team(tmp_path)
