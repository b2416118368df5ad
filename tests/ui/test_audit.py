"""The audit screen: how it looks, and what it shows of each finding."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.audit.finding import Finding
from memtui.transcripts.opening import Which
from memtui.ui.desk import Desk
from memtui.ui.screens.audit import AuditScreen
from memtui.ui.screens.dialogs import TextDialog
from tests.audit.fake_keys import AWS_ID
from tests.ui.audits import CLEAN, FILES, INDEX, ONE, TWO, audit, here, rows, small
from tests.ui.running import NARROW, WIDE, app_on, screen_text, settle, store_which


class TestPictures:
    """How it looks in each state."""

    @pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
    def test_full(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        async def go(pilot: Pilot[Any]) -> None:
            await audit(pilot, *["down"] * 5)

        assert snap_compare(app_on(sample), terminal_size=size, run_before=go)

    @pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
    def test_what_a_fix_changes(self, snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
        async def go(pilot: Pilot[Any]) -> None:
            await audit(pilot, "F")

        assert snap_compare(app_on(small(tmp_path)), terminal_size=size, run_before=go)

    def test_ignored_folded_and_filtered(self, snap_compare: Any, sample: Which) -> None:
        async def go(pilot: Pilot[Any]) -> None:
            await audit(pilot, "i", "slash", *"pointer", "enter", "down", "z", "I", "end")

        assert snap_compare(app_on(sample), terminal_size=WIDE, run_before=go)

    def test_nothing_wrong(self, snap_compare: Any, tmp_path: Path) -> None:
        assert snap_compare(app_on(store_which(tmp_path, CLEAN)), terminal_size=NARROW, run_before=audit)

    def test_auditing(self, snap_compare: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Desk, "judge", lambda _, snapshot, *__: snapshot)
        assert snap_compare(app_on(small(tmp_path)), terminal_size=NARROW, run_before=audit)

    def test_failed(self, snap_compare: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "memory" / "MEMORY.md").mkdir(parents=True)
        app = app_on(store_which(tmp_path, {}))

        async def go(pilot: Pilot[Any]) -> None:
            await audit(pilot)
            assert "not a plain file" in screen_text(app)
            app.snapshot = app.snapshot.__class__(99, app.which, app.snapshot.config, 0.0, failed="cannot read: memory")
            app._refresh_screens()

        assert snap_compare(app, terminal_size=NARROW, run_before=go)


class TestShowing:
    """The list and the place."""

    async def test_groups_come_with_counts_and_the_cursor_with_its_place(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot)
            shown = screen_text(app)
            for words in ("✖ 3 errors", "▲ 1 warning", "• 1 info", "dead-pointer 2", "5 findings", "1 / 5", "3 to fix"):
                assert words in shown
            assert "▶   2 │ - [Gone](user_gone.md) — nothing" in shown
            await audit(pilot, "down")
            assert "2 / 5" in screen_text(app)
            assert "▶   4 │ - [Lost](user_lost.md)" in screen_text(app)

    async def test_secrets_are_masked_in_place_and_in_what_a_fix_shows(self, tmp_path: Path) -> None:
        files = {**FILES, "user_one.md": ONE.replace("type: user\n", "")}
        app = app_on(store_which(tmp_path, files))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down", "down")
            assert here(app) == ("secret", "user_one.md", 5)
            assert "▶   5 │ The key is AKIA…(20 characters)." in screen_text(app)
            assert AWS_ID not in screen_text(app)
            await audit(pilot, "down", "f")
            assert isinstance(app.screen, TextDialog)
            assert "+type: user" in screen_text(app) and "AKIA…(20 characters)" in screen_text(app)
            assert AWS_ID not in screen_text(app)

    async def test_a_late_answer_is_dropped(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot)
            other = Finding("stale", "warning", "user_two.md", None, "old")
            app.screen.post_message(AuditScreen.PlaceRead(other, ()))
            await settle(pilot)
            assert "▶   2 │" in screen_text(app)

    async def test_what_could_not_be_checked_is_noted(self, tmp_path: Path) -> None:
        files = {**FILES, "user_two.md": TWO + "See `tea/shop.py`.\n"}
        app = app_on(store_which(tmp_path, files))
        async with app.run_test(size=NARROW) as pilot:
            await audit(pilot)
            assert "! drift was not checked" in screen_text(app)

    async def test_a_store_that_changes_leaves_the_cursor_on_its_finding(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down")
            Path(which.store.root, "MEMORY.md").write_text(f"- [New](user_new.md) — dead, too\n\n{INDEX}")
            app.loader.request()
            await settle(pilot)
            assert here(app) == ("dead-pointer", "MEMORY.md", 6)
            assert "▶   6 │ - [Lost]" in screen_text(app)

    async def test_nobodys_text_is_markup(self, tmp_path: Path) -> None:
        name = "user_[@click=app.quit]q[/].md"
        app = app_on(
            store_which(tmp_path, {"MEMORY.md": "", name: "[/] [x] \x1b[31m see [[a[b]]\n" + "wide 日本 " * 99})
        )
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot)
            for _ in range(len(rows(app).rows)):
                await audit(pilot, "down")
                assert "\x1b" not in screen_text(app)
            await audit(pilot, "home", "f")
            assert "‹U+001B›[31m see" in screen_text(app)
