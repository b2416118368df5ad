"""The box that every test of the agent works in."""

from pathlib import Path

import pytest

from tests.agent.box import Box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(str(tmp_path))
