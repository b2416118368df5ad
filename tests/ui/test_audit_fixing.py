"""Mending and ignoring findings: shown before it is done, one change each, remembered."""

import os
from pathlib import Path

import pytest

from memtui.ui.desk import Desk
from memtui.ui.screens.audit import AuditScreen
from memtui.ui.screens.dialogs import TextDialog
from tests.ui.audits import INDEX, audit, here, rows, small, text, told
from tests.ui.running import WIDE, app_on, screen_text, settle, store_which


class TestFixing:
    """Shown first, then done, then taken back."""

    async def test_one(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "f")
            assert isinstance(app.screen, TextDialog)
            assert "-- [Gone](user_gone.md)" in screen_text(app)
            assert "remove the dead pointer to user_gone.md" in screen_text(app)
            await pilot.press("escape")
            await settle(pilot)
            assert text(which) == INDEX
            await audit(pilot, "f", "enter")
            assert "user_gone" not in text(which) and "user_lost" in text(which)
            assert told(app, "removed the dead pointer to user_gone.md; u takes it back")
            assert here(app) == ("dead-pointer", "MEMORY.md", 3)  # on to the next one
            await audit(pilot, "u")
            assert text(which) == INDEX

    async def test_the_last_of_a_rule_leads_to_the_next_rule(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down", "f", "enter")
            assert here(app)[0] == "secret"

    async def test_all_of_a_rule_in_one_step(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "F", "enter")
            assert text(which) == "- [One](user_one.md) — first\n- [Two](user_two.md) — second\n"
            assert told(app, "2 of dead-pointer fixed; u takes them back")
            assert here(app)[0] == "secret"
            await audit(pilot, "u")
            assert text(which) == INDEX

    async def test_what_takes_a_person_says_so(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "down", "down", "f")
            assert told(app, "no mechanical fix for secret: until it is replaced at its service")
            assert told(app, "memtui history purge clears; e edits it at that line")
            await audit(pilot, "end", "F")
            assert told(app, "no mechanical fix for dead-link")

    async def test_two_alike_are_compared(self, tmp_path: Path) -> None:
        body = "The kettle is cleaned every second week by whoever comes first"
        head = "---\nname: {0}\ndescription: how the kettle is cleaned by {0}\ntype: user\n---\n"
        files = {
            "MEMORY.md": "- [A](user_a.md) — a\n- [B](user_b.md) — b\n",
            "user_a.md": head.format("ann") + f"{body} in the morning.\n",
            "user_b.md": head.format("bob") + f"{body} in the mornings.\n",
        }
        app = app_on(store_which(tmp_path, files))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot)
            assert here(app)[0] == "near-duplicate"
            assert "── user_" in screen_text(app)  # the other one, below
            await audit(pilot, "f")
            assert isinstance(app.screen, TextDialog)
            assert "-name: " in screen_text(app) and "+name: " in screen_text(app)
            await pilot.press("enter", "escape")
            assert isinstance(app.screen, AuditScreen)
            other = rows(app).current.finding.other
            Path(app.which.store.root, other).unlink()
            await audit(pilot, "f")
            assert told(app, "no such file")

    async def test_a_file_that_changed_since_is_left_alone(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "f")
            Path(which.store.root, "MEMORY.md").write_text("- [Other](user_one.md) — now\n")
            await pilot.press("enter")
            await settle(pilot)
            assert told(app, "changed since it was audited")
            assert text(which) == "- [Other](user_one.md) — now\n"

    async def test_findings_of_an_older_look_mend_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot)
            monkeypatch.setattr(Desk, "judge", lambda _, snapshot: snapshot)  # the audit is late
            Path(which.store.root, "MEMORY.md").write_text(f"# New\n{INDEX}")
            app.loader.request()
            await settle(pilot)
            await audit(pilot, "f")
            assert isinstance(app.screen, AuditScreen)
            assert told(app, "changed since it was audited")


class TestIgnoring:
    """Remembered, shown on request, and taken back."""

    async def test_ignored_and_heeded_again(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "I")
            assert told(app, "nothing is ignored")
            await audit(pilot, "i")
            assert told(app, "dead-pointer in MEMORY.md:2 is ignored until it changes; I shows it")
            assert here(app) == ("dead-pointer", "MEMORY.md", 4)
            assert "1 ignored, I shows them" in screen_text(app) and "3 Audit 4" in screen_text(app)
            await audit(pilot, "I", "end")
            assert rows(app).current.ignored
            await audit(pilot, "f")
            assert told(app, "this one is ignored")
            await audit(pilot, "i")
            assert told(app, "dead-pointer in MEMORY.md:2 counts again")
            assert "3 Audit 5" in screen_text(app)

    async def test_the_next_start_remembers_and_fix_rule_leaves_it(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        async with app_on(which).run_test(size=WIDE) as pilot:
            await audit(pilot, "i")
        async with app_on(which).run_test(size=WIDE) as pilot:
            await audit(pilot, "F", "enter")
            assert "user_gone" in text(which) and "user_lost" not in text(which)

    async def test_a_disk_that_refuses_is_told(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await settle(pilot)
            os.makedirs(os.path.join(which.store.state.folder, "ignored.json.new"))
            await audit(pilot, "i")
            assert told(app, "cannot remember it")
            assert here(app) == ("dead-pointer", "MEMORY.md", 2)

    async def test_nothing_left_says_how_many_are_ignored(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, *"iiiii")
            assert "Nothing wrong was found" in screen_text(app)
            assert "5 findings ignored: I shows them" in screen_text(app)
            for key in "fFieEz":
                await audit(pilot, key)
            await audit(pilot, "enter")
            assert told(app, "there is no finding to fix") and told(app, "there is no finding to open")
            assert isinstance(app.screen, AuditScreen)
