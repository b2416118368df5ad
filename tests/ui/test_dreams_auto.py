"""A dream that starts by itself: only when that is switched on, and at next to no cost."""

import os
from pathlib import Path
from typing import Any

import pytest

from memtui.dream.lock import lock_path
from memtui.dream.task import list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.autodream import dream_if_due
from tests.dream.looks import looks
from tests.ui.dreaming import dreams, index, newest, over, small, told, until
from tests.ui.dreams import ended
from tests.ui.running import NOW_S, WIDE, app_on

ON = DreamSettings(auto=True, min_sessions=0, engine="rules")


class TestByItself:
    """Off until it is switched on."""

    async def test_one_that_is_due_begins(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which, dream=ON)
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
        monkeypatch.setattr("memtui.ui.autodream.dream_if_due", lambda which, *_: asked.append(which))
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

    def test_with_the_time_not_come_it_costs_one_stat(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        Path(lock_path(which.store.root)).write_text("")
        os.utime(lock_path(which.store.root), (NOW_S - 3600, NOW_S - 3600))
        with looks() as seen:
            assert dream_if_due(which, ON, NOW_S) == ""
        assert seen == ["lstat"]

    @pytest.mark.parametrize(
        "ending",
        [{"status": "failed"}, {"status": "killed"}, {"review": "discarded", "changed": ("MEMORY.md",)}],
        ids=["failed", "killed", "discarded"],
    )
    def test_one_that_came_to_nothing_is_not_tried_again_by_itself(
        self, tmp_path: Path, ending: dict[str, Any]
    ) -> None:
        which = small(tmp_path)
        task = ended(which, 1, **ending)
        assert task.ended is not None
        assert dream_if_due(which, ON, since=task.ended) == ""
        assert "has begun" in dream_if_due(which, ON, since=task.ended + 1)  # the next time memtui is opened
