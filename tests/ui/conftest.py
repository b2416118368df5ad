"""A quiet machine: a fixed clock, no colour switched off, nobody's own configuration."""

from pathlib import Path

import pytest

from memtui.transcripts.opening import Which
from memtui.ui.screens import editor_view
from tests.ui.running import NOW, sample_which


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same surroundings on every machine."""
    for name in ("NO_COLOR", "CLAUDE_CONFIG_DIR", "VISUAL", "EDITOR", "COLORTERM", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMTUI_NOW", NOW)
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state-home"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def sample(tmp_path: Path) -> Which:
    """The sample store."""
    return sample_which(tmp_path)


@pytest.fixture
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the editor, keys need not rest long."""
    monkeypatch.setattr(editor_view, "JUDGE_S", 0.01)
    monkeypatch.setattr(editor_view, "DRAFT_S", 0.03)
