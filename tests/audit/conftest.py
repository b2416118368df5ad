"""A new repository or store for each test of the audit that needs one."""

from pathlib import Path

import pytest

from tests.audit.gitproject import GitProject
from tests.audit.storebox import StoreBox


@pytest.fixture
def project(tmp_path: Path) -> GitProject:
    return GitProject.new(str(tmp_path / "shop"))


@pytest.fixture
def box(tmp_path: Path) -> StoreBox:
    return StoreBox(str(tmp_path / "box"))
