"""The preview beside the topics, changes while it is looked at, and going to a memory."""

import os
from pathlib import Path

import pytest

from memtui.history.change import look_now
from memtui.memory.files import read_bytes
from memtui.transcripts.opening import Which
from memtui.ui.widgets.preview import Preview
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, NOW_S, WIDE, app_on, notes, screen_text, settle, store_which
from tests.ui.topiclists import chosen, listed, opened, previewed


async def test_the_preview_says_who_it_is_and_where_it_came_from(small: Which) -> None:
    look_now(small.store.root, small.store.state)
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        shown = previewed(app)
        assert "user · today (file time) · ○ fresh · " in shown
        assert "⚑ pinned" in shown
        assert "there when memtui first looked" in shown
        assert "links   → feedback_cup" in shown
        await pilot.press("down")
        await settle(pilot)
        assert "linked  ← project_pot, user_tea" in previewed(app)
        assert "not in the index" in previewed(app)
        await pilot.press("down")
        await settle(pilot)
        shown = previewed(app)
        assert "lid (not there yet)" in shown
        assert "\n• - iron, see [[cup]] [[lid]]" in shown
        assert "\n  Pot\n" in shown
        assert "dead-link" in shown.split("- iron")[1]  # the problem stands below its line


async def test_a_memory_that_cannot_be_read_says_why(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)

        def refused(path: str, *rest: int) -> bytes:
            if path.endswith("feedback_cup.md"):
                raise PermissionError(13, "Permission denied")
            return read_bytes(path, *rest)

        monkeypatch.setattr("memtui.memory.files.read_bytes", refused)
        await pilot.press("down")
        await settle(pilot)
        assert "cannot read" in previewed(app)
        await pilot.press("up")
        await settle(pilot)
        assert "See [[cup]]." in previewed(app)


async def test_late_answers_are_dropped(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        first = app.screen.query_one(Preview).dossier
        assert first is not None
        await pilot.press("down")
        await settle(pilot)
        assert screen._study is not None
        screen.post_message(screen.MemoryRead(screen._study, first))
        await settle(pilot)
        assert "Wash the cup" in previewed(app)


async def test_live_changes_keep_the_cursor_on_its_memory(small: Which) -> None:
    app = app_on(small)
    root = Path(small.store.root)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("down", "down")
        assert chosen(app) == "project_pot.md"
        (root / "user_new.md").write_text("---\nname: new\ntype: user\n---\nNew.\n")
        (root / "project_pot.md").write_text("---\nname: pot\ntype: project\n---\nBroken.\n")
        os.utime(root / "project_pot.md", (NOW_S - 60 * 86_400, NOW_S - 60 * 86_400))
        app.loader.request()
        await settle(pilot)
        assert chosen(app) == "project_pot.md"
        assert screen.where() == "4 / 6"
        assert "Broken." in previewed(app)
        (root / "project_pot.md").unlink()
        app.loader.request()
        await settle(pilot)
        assert chosen(app) == "team/reference_shop.md"  # the next one


async def test_going_to_a_memory_that_a_filter_hides_clears_it(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("slash", *"iron", "enter")
        await settle(pilot)
        assert listed(app) == ["project_pot.md"]
        await app.show_memory("team/reference_shop.md")
        await settle(pilot)
        assert chosen(app) == "team/reference_shop.md"
        assert screen.where() == "4 / 5"
        await app.show_memory("nothing.md")
        await pilot.pause()
        assert "nothing.md is no memory of this store" in notes(app)[-1]
        assert chosen(app) == "team/reference_shop.md"


async def test_going_to_a_memory_before_the_store_is_read(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(small)
    start = app.loader.start
    monkeypatch.setattr(app.loader, "start", lambda: None)
    async with app.run_test(size=WIDE) as pilot:
        await app.show_memory("project_pot.md")
        assert "Reading the store" in screen_text(app)
        start()
        await settle(pilot)
        assert chosen(app) == "project_pot.md"


async def test_text_is_never_markup(tmp_path: Path) -> None:
    bad = "[red]x[/] [/] [@click=app.quit]q[/] \x1b[31m \u202e 漢字 " + "e\u0301" * 20
    body = f"{bad}\n# {bad}\n- **{bad}**\n`{bad}`\n[[a]] [x](y)\n{'long ' * 2_000}\n{'[' * 5_000}\n{'漢' * 3_000}\n"
    name = bad.replace("\x1b", "").replace("/", "")
    files: dict[str, str | bytes] = {
        f"[red]{name[:30]}.md": f'---\nname: "{name}"\ndescription: "{name}"\ntype: "[b]x"\n---\n{body}',
        "nul.md": b"\0\xff\xfe\n",
        "crlf.md": "---\r\nname: crlf\r\ntype: user\r\n---\r\nOne\r\nTwo\r\n",
    }
    for size in (WIDE, NARROW):
        app = app_on(store_which(tmp_path, files))
        async with app.run_test(size=size) as pilot:
            await opened(pilot)
            for _ in range(3):
                assert "\x1b" not in screen_text(app)
                await pilot.press("b", "down", "slash", *"[x", "enter", "escape")
                await settle(pilot)
            await pilot.press("home", "tab", "pagedown", "end")
            await settle(pilot)
            app.screen.query_one("#topic-rows", Rows).focus()
            app.screen.query_one("#topic-rows", Rows).go_to(next(file for file in files if file.startswith("[red]")))
            await settle(pilot)
            shown = previewed(app)
            assert "[red]x[/] [/] [@click=app.quit]q[/]" in shown
            assert "\\x1b[31m" in shown
            assert "\\u202e" in shown
            assert app.is_running
