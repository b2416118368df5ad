"""A new repository for each test of the audit that needs one."""

from pathlib import Path

import pytest

from tests.audit.gitproject import GitProject


@pytest.fixture
def project(tmp_path: Path) -> GitProject:
    return GitProject.new(str(tmp_path / "shop"))
