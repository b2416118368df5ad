"""One memory in full."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Markdown

from memtui.transcripts.opening import Which
from memtui.ui.dossier import Dossier
from memtui.ui.screens.reader import ReaderScreen, plain_rows, reads_as_markdown
from memtui.ui.screens.topics import TopicsScreen
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which
from tests.ui.topiclists import opened

HEAD = "---\nname: tea\ndescription: All about tea\ntype: user\n---\n"
BODY = (
    "# Tea\n\n**Black** is [best](https://tea.example/a), see `pot.py`:\n\n"
    "- hot\n- strong\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
)


def store(folder: Path, body: str = BODY) -> Which:
    """One memory."""
    return store_which(folder, {"user_tea.md": HEAD + body})


async def reading(pilot: Pilot[Any]) -> ReaderScreen:
    """The memory opened."""
    await opened(pilot)
    await pilot.press("enter")
    await settle(pilot)
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ReaderScreen)
    return screen


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_picture(snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(store(tmp_path)), terminal_size=size, run_before=reading)


async def test_it_is_markdown_and_escape_goes_back(tmp_path: Path) -> None:
    app = app_on(store(tmp_path))
    async with app.run_test(size=WIDE) as pilot:
        screen = await reading(pilot)
        assert screen.query_one(Markdown).source == BODY
        assert "All about tea" in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, TopicsScreen)


async def test_links_are_shown_and_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    went: list[str] = []
    app = app_on(store(tmp_path))
    monkeypatch.setattr(app, "open_url", lambda url, **_: went.append(url))
    async with app.run_test(size=WIDE) as pilot:
        screen = await reading(pilot)
        markdown = screen.query_one(Markdown)
        markdown.post_message(Markdown.LinkClicked(markdown, "https://tea.example/[red]a"))
        await settle(pilot)
        assert notes(app)[-1] == "memtui opens no links: https://tea.example/[red]a"
        assert went == []


async def test_it_follows_changes_and_says_when_it_is_gone(tmp_path: Path) -> None:
    which = store(tmp_path)
    path = Path(which.store.root, "user_tea.md")
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await reading(pilot)
        path.write_text(HEAD + "Green now.\n", encoding="utf-8")
        app.loader.request()
        await settle(pilot)
        assert screen.query_one(Markdown).source == "Green now.\n"
        path.unlink()
        app.loader.request()
        await settle(pilot)
        assert "user_tea.md is gone" in screen_text(app)
        path.write_text(HEAD + "Back.\n", encoding="utf-8")
        app.loader.request()
        await settle(pilot)
        assert screen.query_one(Markdown).source == "Back.\n"


async def test_what_is_too_long_for_markdown_is_shown_line_by_line(tmp_path: Path) -> None:
    app = app_on(store(tmp_path, "word\n" * 20_000 + "the end\n"))
    async with app.run_test(size=WIDE) as pilot:
        screen = await reading(pilot)
        assert not screen.query(Markdown)
        await pilot.press("end")
        await pilot.pause()
        assert "the end" in screen_text(app)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (BODY, True),
        ("x " * 30_000, False),
        ("\n" * 2_000, False),
        ("- item\n" * 300, False),
        ("1. item\n" * 300, False),
        ("line\n" * 300, True),
        ("|a|b|c|\n" * 400, False),
        ("x" * 5_000, False),
    ],
)
def test_what_markdown_can_draw(text: str, fits: bool) -> None:
    dossier: Any = Dossier(memory=None, text=text)  # type: ignore[arg-type]
    assert reads_as_markdown(dossier) is fits


def test_nothing_is_left_out_line_by_line() -> None:
    rows = plain_rows("x" * 9_000 + "\nend", 50)
    shown = "".join(text for row in rows for text, _ in row.pieces(50))
    assert shown == "x" * 9_000 + "end"


async def test_a_memory_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    which = store(tmp_path)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot)
        Path(which.store.root, "user_tea.md").unlink()
        await pilot.press("enter")
        await settle(pilot)
        assert "no such file" in screen_text(app)
        assert "escape goes back" in screen_text(app)


async def test_text_is_never_markup(tmp_path: Path) -> None:
    bad = "[red]x[/] [/] [@click=app.quit]q[/] \x1b[31m\x07 \u202e"
    body = (
        f"# {bad}\n\n{bad}\n\n- [x] {bad}\n\n```\n{bad}\n```\n\n[{bad}](<{bad}>)\n\n"
        + ">" * 300
        + " deep\n\n"
        + "[[a]]\n"
    )
    app = app_on(store(tmp_path, body + "- " * 200 + "x\n\n" + "*" * 500 + "\n\n<script>alert(1)</script>\n"))
    async with app.run_test(size=WIDE) as pilot:
        screen = await reading(pilot)
        assert screen.query(Markdown)
        shown = screen_text(app)
        assert "[red]x[/] [/] [@click=app.quit]q[/] \\x1b[31m\\x07 \\u202e" in shown
        await pilot.press("pagedown", "end")
        await settle(pilot)
        assert app.is_running


async def test_editing_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    app = app_on(store(tmp_path))
    monkeypatch.setattr(app, "edit_memory", lambda file: asked.append(f"here {file}"))
    monkeypatch.setattr(app, "edit_outside", lambda file: asked.append(f"outside {file}"))
    async with app.run_test(size=WIDE) as pilot:
        await reading(pilot)
        await pilot.press("e", "E")
        assert asked == ["here user_tea.md", "outside user_tea.md"]


async def test_plain_lines_take_the_width_there_is(tmp_path: Path) -> None:
    app = app_on(store(tmp_path, "y" * 5_000))
    async with app.run_test(size=NARROW) as pilot:
        screen = await reading(pilot)
        rows = screen.query_one("#line-rows", Rows)
        assert len(rows.rows) > 60
        assert "…" not in screen_text(app)


async def test_a_description_that_does_not_fit_says_that_there_is_more(tmp_path: Path) -> None:
    text = f"---\nname: long\ndescription: {'many words ' * 20}\ntype: user\n---\nBody.\n"
    app = app_on(store_which(tmp_path, {"MEMORY.md": "", "user_long.md": text}))
    async with app.run_test(size=NARROW) as pilot:
        await reading(pilot)
        said = screen_text(app).splitlines()[2]
        assert said.startswith(" many words") and said.endswith("…")
