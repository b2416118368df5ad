"""Starting a dream from the dreams screen, and trying one again: the good endings, and why not."""

import os
from pathlib import Path
from typing import Any

import pytest

from memtui.dream.review import discard_files
from memtui.dream.starting import Wish
from memtui.dream.task import WAITING, list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import AskDialog, TextDialog
from memtui.ui.screens.dreams import DreamsScreen
from memtui.ui.screens.dreams_actions import EngineDialog
from tests.ui.dreaming import FILES, INDEX, ONE, dreams, index, newest, over, press, small, told, until, waiting
from tests.ui.dreams import agent_dreaming, ended
from tests.ui.running import WIDE, app_on, screen_text, store_which


class TestStarting:
    """Dream now, by a real process; and why not."""

    async def test_the_rules_mend_and_undo_takes_it_back(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", "enter")
            await until(pilot, over(which))
            await until(pilot, lambda: "1 changed; adopted" in screen_text(app))
            assert "user_gone" not in index(which)
            assert "why: removed the dead pointer to user_gone.md" in screen_text(app)
            assert "- - [Gone](user_gone.md) — nothing" in screen_text(app)
            await press(pilot, "U")
            assert index(which) == INDEX
            assert told(app, f"took back dream {newest(which).id}: MEMORY.md")
            await press(pilot, "U")
            assert told(app, "has changed nothing that could be taken back")

    async def test_nothing_to_do_says_so(self, tmp_path: Path) -> None:
        which = store_which(tmp_path, {"MEMORY.md": "- [One](user_one.md) — kettle\n", "user_one.md": ONE})
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", "enter")
            await until(pilot, lambda: "✓ nothing to do" in screen_text(app))
            await press(pilot, "enter")
            assert app.screen.query_one("#dream-rows").has_focus
            await press(pilot, "t")
            assert isinstance(app.screen, TextDialog) and "Looked around: 1 memory" in screen_text(app)

    async def test_one_that_said_and_did_nothing(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        ended(which, 1)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "enter", "t")
            assert told(app, "left nothing to look at: nothing to do") and told(app, "it said nothing")

    async def test_escape_starts_nothing(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert isinstance(app.screen, EngineDialog)
            await press(pilot, "escape")
            assert isinstance(app.screen, DreamsScreen) and list_tasks(which.store.state) == []

    async def test_what_was_discarded_is_proposed_again_on_request(self, sample: Which) -> None:
        first = waiting(sample)
        discard_files(sample.store, first)
        app = app_on(sample)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert "also what you discarded before" in screen_text(app)
            await press(pilot, *"again", "enter")
            await until(pilot, over(sample, 2))
        again = newest(sample)
        assert again.review == WAITING and again.merged == first.merged != {}

    async def test_no_key_no_claude(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", *"claude", "enter")
            assert told(app, "no key to ask a model with; set ANTHROPIC_API_KEY, or use the rules engine")
            assert list_tasks(which.store.state) == []

    async def test_the_demo_stays_off_the_network(self, sample: Which, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
        app = app_on(sample)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", *"claude", "enter")
            assert told(app, "claude cannot dream here: the demo never goes on the network")

    async def test_a_host_is_asked_about_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", *"claude", "enter")
            assert isinstance(app.screen, AskDialog) and "Send to 127.0.0.1:9?" in screen_text(app)
            assert "what looks like a secret is masked" in " ".join(screen_text(app).split())
            await press(pilot, "escape")
            assert list_tasks(which.store.state) == []
            began: list[Wish] = []

            def fake(_which: Which, _settings: DreamSettings, wish: Wish) -> Any:
                began.append(wish)
                return type("Started", (), {"task": ended(which, 1, engine="claude")})

            monkeypatch.setattr("memtui.ui.screens.dreams_actions.start", fake)
            await press(pilot, "d", *"claude", "enter", "enter")
            assert [wish.engine for wish in began] == ["claude"] and began[0].review and began[0].force == 1
            await press(pilot, "d", *"claude", "enter")
            assert len(began) == 2 and isinstance(app.screen, DreamsScreen)

    async def test_no_memory_no_dream(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        for file in FILES:
            os.unlink(os.path.join(which.store.root, file))
        os.rmdir(which.store.root)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert told(app, "there is no memory here yet to dream about")

    async def test_the_agents_lock_is_asked_about(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("MEMTUI_NOW")  # a lock is older than its holder under a clock that was set back
        which = small(tmp_path)
        app = app_on(which)
        with agent_dreaming(which) as pid:
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot)
                assert f"held by agent, PID {pid}" in screen_text(app)
                assert "running elsewhere: dreaming, or done within the hour" in screen_text(app)
                await press(pilot, "K")
                assert told(app, "it is not memtui's, so memtui leaves it alone")
                await press(pilot, "d", "enter")
                assert isinstance(app.screen, AskDialog)
                await press(pilot, "escape")
                assert list_tasks(which.store.state) == []
                await press(pilot, "d", "enter", "enter")
                await until(pilot, over(which))
                assert "user_gone" not in index(which)


class TestRetrying:
    """The same again, from the memory as it is now."""

    async def test_a_failed_one(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        failed = ended(which, 1, status="failed", error="the disk was full")
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert "failed: the disk was full" in screen_text(app)
            await press(pilot, "r")
            await until(pilot, over(which, 2))
            assert newest(which).retry_of == failed.id and newest(which).trigger == "retry"
            assert "user_gone" not in index(which)

    async def test_without_a_key(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        ended(which, 1, status="failed", engine="claude")
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "r")
            assert told(app, "claude cannot dream here: no key")

    async def test_there_is_none(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "r", "U", "enter", "t", "a", "x", "A", "X", "v")
            for what in ("retry", "take back", "look into", "listen to", "adopt", "discard"):
                assert told(app, f"there is no dream to {what}; d starts one"), what
            assert told(app, "nothing waits for a decision")
