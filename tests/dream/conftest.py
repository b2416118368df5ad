"""A box of one's own for every test, and no environment of the machine in it."""

import os
from pathlib import Path

import pytest

from tests.dream.box import DreamBox


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DreamBox:
    for name in list(os.environ):
        if name.startswith(("CLAUDE_", "MEMTUI_", "ANTHROPIC_", "GIT_")):
            monkeypatch.delenv(name)
    return DreamBox(str(tmp_path))
