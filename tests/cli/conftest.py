"""A user of one's own for every test: home, state and configuration of their own, and a clock that stands."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.memory.clock import parse_iso
from memtui.sample.build import Sample, build
from tests.cli.running import NOW, World


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A project with a small store, and the user standing in it."""
    for name in list(os.environ):
        if name.startswith(("CLAUDE_", "MEMTUI_", "XDG_", "GIT_")) or name in ("VISUAL", "EDITOR", "NO_COLOR"):
            monkeypatch.delenv(name)
    here = World(tmp_path.resolve())
    for name, value in here.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(here.project)
    yield here


@pytest.fixture
def sample(world: World) -> Sample:
    """The sample store, made at the fixed moment."""
    moment = parse_iso(NOW)
    assert moment is not None
    return build(str(world.base / "sample"), moment)
