"""The audit screen: what it shows of each finding, and what can be done about it."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.audit.finding import Finding
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.desk import Desk
from memtui.ui.screens.audit import AuditScreen
from memtui.ui.screens.audit_rows import FindingRow, RuleRow
from memtui.ui.screens.dialogs import TextDialog
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.rows import Rows
from tests.audit.fake_keys import AWS_ID
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

INDEX = (
    "- [One](user_one.md) — first\n- [Gone](user_gone.md) — nothing\n"
    "- [Two](user_two.md) — second\n- [Lost](user_lost.md) — nothing\n"
)
ONE = (
    "---\nname: one\ndescription: how the kettle is cleaned and by whom\ntype: user\n---\n"
    f"The key is {AWS_ID}.\nSee [[nowhere]].\n"
)
TWO = "---\nname: two\ndescription: where the tea comes from and who orders it\n---\nFrom Assam.\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE, "user_two.md": TWO}
CLEAN = {
    "MEMORY.md": "- [Two](user_two.md) — tea\n",
    "user_two.md": TWO.replace("---\nFrom", "type: user\n---\nFrom"),
}


def small(folder: Path) -> Which:
    """A store with two dead pointers, a secret, a memory without type and a dead link."""
    return store_which(folder, FILES)


def text(which: Which, file: str = "MEMORY.md") -> str:
    """A file as it is on disk."""
    return Path(which.store.root, file).read_text(encoding="utf-8")


def rows(app: MemtuiApp) -> Rows:
    """The list of findings."""
    return app.screen.query_one("#findings-rows", Rows)


def here(app: MemtuiApp) -> tuple[str, str, int | None]:
    """Rule, file and line of the finding under the cursor."""
    row = rows(app).current
    assert isinstance(row, FindingRow)
    return row.finding.rule, row.finding.file, row.finding.line


def told(app: MemtuiApp, words: str) -> bool:
    """Whether a toast said so."""
    return any(words in note for note in notes(app))


async def audit(pilot: Pilot[Any], *keys: str) -> None:
    """Go to the screen and press keys, waiting after each for what it does."""
    await settle(pilot)
    for key in ("3", *keys):
        await pilot.press(key)
        await settle(pilot)


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
        monkeypatch.setattr(Desk, "judge", lambda _, snapshot: snapshot)
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


class TestFixing:
    """Shown first, then done, then taken back."""

    async def test_one(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await audit(pilot, "f")
            assert isinstance(app.screen, TextDialog)
            assert "-- [Gone](user_gone.md)" in screen_text(app)
            assert "removed the dead pointer to user_gone.md" in screen_text(app)
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


async def audit_keys(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys on whatever is shown, waiting after each."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)
