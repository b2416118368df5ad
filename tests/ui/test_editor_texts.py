"""What the editor does with any text: without a form, hostile, pasted, not to be edited, without colours."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from memtui.history.drafts import all_drafts
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.body import Body
from tests.ui.editing import FILES, INDEX, ONE, opened, rested, text_of
from tests.ui.running import WIDE, app_on, notes, screen_text, settle, store_which

pytestmark = pytest.mark.usefixtures("quick_keys")


@pytest.mark.parametrize(
    ("file", "data"),
    [("user_one.md", "Only words.\n"), ("user_one.md", "---\nname: [\n---\nA\n"), ("MEMORY.md", INDEX)],
    ids=["bare", "broken", "index"],
)
async def test_without_a_form_the_whole_file_is_edited(tmp_path: Path, file: str, data: str) -> None:
    which = store_which(tmp_path, {**FILES, file: data})
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, file)
        assert not screen.query_one("#form").display
        assert screen.query_one("#why").display == (file != "MEMORY.md")
        assert screen.query_one(Body).text == data
        await pilot.press("ctrl+end", *"More", "ctrl+s")
        await rested(pilot)
        assert text_of(which, file) == data + "More"


async def test_frontmatter_mended_as_text_has_its_form_after_saving(tmp_path: Path) -> None:
    which = store_which(tmp_path, {**FILES, "user_one.md": "Only words.\n"})
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        screen.query_one(Body).insert("---\nname: user_one\ntype: user\n---\n", (0, 0))
        await rested(pilot)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert screen.query_one("#form").display
        assert screen.query_one("#name", Input).value == "user_one"
        assert screen.query_one(Body).text == "Only words.\n"


async def test_hostile_text_is_pictured_and_kept_byte_for_byte(tmp_path: Path) -> None:
    data = ONE.encode() + b"\x1b[31mred\x07\r\n\xff[@click=app.quit]q[/] \xe2\x80\xae\x0b\x0c\xc2\x85end\n"
    which = store_which(tmp_path, {**FILES, "user_one.md": data})
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        shown = screen_text(app)
        assert "␛[31mred␇" in shown and "[@click=app.quit]q[/]" in shown
        assert not any(char in shown for char in "\x1b\x07\x0b\x0c\x85\u202e\r")
        assert screen.data == data
        await pilot.press("X", "ctrl+s")
        await rested(pilot)
        assert Path(which.store.root, "user_one.md").read_bytes() == data.replace(b"One.", b"XOne.")


async def test_what_is_pasted_is_never_raw(tmp_path: Path) -> None:
    from textual.events import Paste

    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        screen.query_one(Body).post_message(Paste("\x1b[2Ja\rb"))
        await pilot.pause()
        assert "␛[2Ja" in screen_text(app) and "\x1b" not in screen.query_one(Body).text
        assert b"\x1b[2Ja\nbOne." in screen.data
        screen.query_one("#name").focus()
        screen.query_one("#name").post_message(Paste("\x1b[2J"))
        await pilot.pause()
        assert "\x1b" not in screen.query_one("#name", Input).value


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.write_bytes(b"a\0b"), "NUL bytes"),
        (lambda path: path.write_bytes(b"x" * 1_000_001), "too large"),
        (lambda path: path.symlink_to("/etc/hostname"), "is a link"),
        (lambda path: os.mkfifo(path), "not a plain file"),
        (Path.exists, "no such file"),
    ],
    ids=["binary", "huge", "link", "fifo", "missing"],
)
async def test_what_cannot_be_edited_is_refused_with_words(tmp_path: Path, make: Any, words: str) -> None:
    which = store_which(tmp_path, FILES)
    make(Path(which.store.root, "user_odd.md"))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_odd.md")
        assert words in screen_text(app) and "escape goes back" in screen_text(app)
        await pilot.press("ctrl+s", "f8", "escape")
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen)


async def test_a_read_only_file_is_told_and_the_text_kept(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)

    def full(*_: object, **__: object) -> None:
        from memtui.memory.errors import MemtuiError

        raise MemtuiError("cannot write (no space left on device)", "user_one.md", "free some space")

    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("memtui.ui.saving.write", full)
            await pilot.press("X", "ctrl+s")
            await rested(pilot)
        assert any("not saved: cannot write (no space left" in note for note in notes(app))
        assert text_of(which, "user_one.md") == ONE
        assert screen.unsaved and screen.query_one(Body).text.startswith("XOne.")
        assert [draft.data for draft in all_drafts(which.store.state)] == [screen.data]
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert "XOne." in text_of(which, "user_one.md")


@pytest.mark.parametrize("how", ["no tree-sitter", "no grammar"])
async def test_without_colours_it_works_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    from textual.widgets import _text_area

    if how == "no grammar":
        monkeypatch.setattr(_text_area, "get_language", lambda _: None)
    else:
        monkeypatch.setattr(_text_area, "TREE_SITTER", False)
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        assert not screen.query_one(Body).is_syntax_aware
        await pilot.press("X", "ctrl+s")
        await rested(pilot)
        assert "XOne." in text_of(which, "user_one.md")


async def test_headings_code_and_links_are_coloured(tmp_path: Path) -> None:
    body = "# Head\n\u00e9 `code` **bold** [[link]]\n"
    app = app_on(store_which(tmp_path, {**FILES, "user_one.md": ONE.replace("One.\n", body)}))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        found = screen.query_one(Body)._highlights
        assert "heading" in {name for _, _, name in found[0]}
        line = "\u00e9 `code` **bold** [[link]]".encode()
        inline = {name: line[start:end].decode() for start, end, name in found[1] if name.startswith("inline")}
        assert inline == {"inline.code": "`code`", "inline.bold": "**bold**", "inline.link": "[[link]]"}
