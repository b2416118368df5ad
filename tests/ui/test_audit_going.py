"""From a finding to its place, and finding and folding findings."""

import os
from pathlib import Path

import pytest

from memtui.ui.screens.audit import AuditScreen
from memtui.ui.screens.audit_rows import RuleRow
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.audits import audit, audit_keys, here, rows, small, text, told
from tests.ui.running import WIDE, app_on, screen_text


class TestGoing:
    """To the memory, the index, the editors."""

    async def test_a_memory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        app = app_on(small(tmp_path))
        gone: list[str] = []

        async def show(file: str) -> None:
            gone.append(file)

        monkeypatch.setattr(app, "show_memory", show)
        monkeypatch.setattr(app, "edit_outside", gone.append)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down", "down", "enter", "E")
            assert gone == ["user_one.md", "user_one.md"]
            await audit(pilot, "e")
            assert isinstance(app.screen, EditorScreen)

    @pytest.mark.parametrize("key", ["enter", "e"])
    async def test_a_line_of_the_index(self, tmp_path: Path, key: str) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down", key)
            assert isinstance(app.screen, IndexScreen)
            assert app.screen.query_one(Rows).current.line.number == 4

    async def test_what_is_no_memory(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        os.symlink("/nowhere", os.path.join(which.store.root, "user_link.md"))
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "slash", *"symlink", "enter")
            assert "user_link.md cannot be shown" in screen_text(app)
            await audit(pilot, "enter", "e", "E", "f")
            assert told(app, "is no memory, so there is no page") and told(app, "can be edited here")
            assert told(app, "memtui never opens a symlink") and told(app, "no mechanical fix for symlink")
            assert isinstance(app.screen, AuditScreen)


class TestFinding:
    """Words, folds, and the way back."""

    async def test_words_as_they_are_typed(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "slash", *"pointer")
            assert "2 of 5 findings with: pointer" in screen_text(app)
            await audit_keys(pilot, "down")
            assert here(app) == ("dead-pointer", "MEMORY.md", 4)
            await audit_keys(pilot, "enter", "f", "enter")
            assert "1 of 4 findings with: pointer" in screen_text(app)
            await audit_keys(pilot, "slash", *"zzz")
            assert "No finding has these words: zzz" in screen_text(app)
            await audit_keys(pilot, "escape")
            assert "4 findings" in screen_text(app) and rows(app).has_focus

    async def test_fix_rule_mends_only_what_is_shown(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        async with app_on(which).run_test(size=WIDE) as pilot:
            await audit(pilot, "slash", *"lost", "enter", "F", "enter")
            assert "user_gone" in text(which) and "user_lost" not in text(which)

    async def test_a_folded_rule_stands_for_its_findings(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down", "z")
            assert isinstance(rows(app).current, RuleRow)
            assert "▸ dead-pointer 2, 2 to fix" in screen_text(app) and "1 / 4" in screen_text(app)
            assert "F fixes 2 of them" in screen_text(app)
            await audit(pilot, "i", "E")
            assert told(app, "this is a whole rule; z unfolds it")
            await audit(pilot, "enter")
            assert here(app) == ("dead-pointer", "MEMORY.md", 2)
            await audit(pilot, "z", "F", "enter")
            assert "user_gone" not in text(which) and "user_lost" not in text(which)

    async def test_escape_leads_home_step_by_step(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "i", "I", "tab")
            assert not rows(app).has_focus
            await audit_keys(pilot, "escape")
            assert rows(app).has_focus and "I hides them" in screen_text(app)
            await audit_keys(pilot, "escape")
            assert "I shows them" in screen_text(app)
