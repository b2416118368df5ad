"""A new store for each test, with the place where memtui keeps its state."""

from pathlib import Path

import pytest

from tests.history.box import Box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """An index and two memories, last written an hour ago and never looked at."""
    found = Box(str(tmp_path))
    found.write("MEMORY.md", "# Memory\n- [Role](user_role.md) — who\n- [Tea](tea.md) — what\n")
    found.write("user_role.md", "the role\n")
    found.write("tea.md", "green\n")
    return found
