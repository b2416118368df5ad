"""A dream that starts by itself: only when that is switched on, and at next to no cost."""

from pathlib import Path

import pytest

from memtui.dream.task import list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from tests.ui.dreaming import dreams, index, newest, over, small, told, until
from tests.ui.running import WIDE, app_on


class TestByItself:
    """Off until it is switched on."""

    async def test_one_that_is_due_begins(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which, dream=DreamSettings(auto=True, min_sessions=0, engine="rules"))
        app._watch = True
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, over(which))
            assert told(app, "a dream was due and has begun (rules); 5 shows it")
            assert newest(which).trigger == "auto" and "user_gone" not in index(which)

    @pytest.mark.parametrize("auto", [None, False])
    async def test_off_until_switched_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, auto: bool | None
    ) -> None:
        asked: list[Which] = []
        monkeypatch.setattr("memtui.ui.autodream.dream_if_due", lambda which, _: asked.append(which))
        app = app_on(small(tmp_path), dream=DreamSettings(auto=auto, min_sessions=0, engine="rules"))
        app._watch = True
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert asked == []

    async def test_never_first_to_a_host(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-key")
        which = small(tmp_path)
        app = app_on(which, dream=DreamSettings(auto=True, min_sessions=0, engine="claude"))
        app._watch = True
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, lambda: told(app, "no dream by itself: "))
            assert told(app, "nobody has agreed to send anything yet") and list_tasks(which.store.state) == []
