"""The editor: form, text, problems, saving, drafts; and every way in which saving can fail."""

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.history.drafts import Draft, all_drafts, keep_draft
from memtui.history.log import Log
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import editor_view
from memtui.ui.screens.conflict import DraftDialog
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.index import IndexScreen
from memtui.ui.widgets.body import Body
from memtui.ui.widgets.oneof import OneOf
from memtui.ui.widgets.rows import Rows
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

INDEX = "- [One](user_one.md) — the first one of them all\n"
ONE = (
    "---\nname: user_one # why\nzebra: 1\ndescription: the first one of them all\ntype: user\n---\nOne.\nTwo.\nThree.\n"
)
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE}
KEY = "gh" + "p_" + "9kL2mN4pQ6rS8tU0vW1xY3zA5bC7dE9fG1hJ"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys need not rest long in a test."""
    monkeypatch.setattr(editor_view, "JUDGE_S", 0.01)
    monkeypatch.setattr(editor_view, "DRAFT_S", 0.03)


def text_of(which: Which, file: str) -> str:
    """A file as it is on disk."""
    return Path(which.store.root, file).read_bytes().decode()


async def opened(pilot: Pilot[Any], file: str | None, line: int = 1) -> EditorScreen:
    """The editor on a file."""
    await settle(pilot)
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    app.edit_memory(file, line)
    await rested(pilot)
    return next(each for each in app.screen_stack if isinstance(each, EditorScreen))


async def rested(pilot: Pilot[Any]) -> None:
    """All that waits for the keys to rest is done."""
    await settle(pilot)
    await pilot.pause(0.06)
    await settle(pilot)


def problems(screen: EditorScreen) -> list[tuple[str, int | None]]:
    """What is listed as wrong."""
    return [(row.finding.rule, row.finding.line) for row in screen.query_one("#problem-rows", Rows).rows]  # type: ignore[attr-defined]


async def test_editing_saves_the_file_and_its_pointer_in_one_change(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        assert screen.query_one(Body).has_focus
        await pilot.press("end", "X")
        screen.query_one("#description", Input).value = "where the kettle is kept"
        await rested(pilot)
        assert screen.unsaved and "● unsaved" in screen_text(app)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert text_of(which, "user_one.md") == ONE.replace(
            "the first one of them all", "where the kettle is kept"
        ).replace("One.\n", "One.X\n")
        assert text_of(which, "MEMORY.md") == "- [One](user_one.md) — where the kettle is kept\n"
        assert not screen.unsaved and "✓ saved" in screen_text(app)
        assert screen.query_one(Body).cursor_location == (0, 5)  # where it was
        assert all_drafts(which.store.state) == []
        assert [entry.touched for entry in Log(which.store.state).entries()][-1] == ("MEMORY.md", "user_one.md")
        await pilot.press("ctrl+z")
        assert screen.query_one(Body).text.startswith("One.\n")  # undo reaches beyond the save


async def test_nothing_to_save_is_said(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert any("nothing to save" in note for note in notes(app))


async def test_what_is_wrong_is_shown_while_typing_and_leads_to_its_place(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        assert problems(screen) == [] and "nothing is wrong" in screen_text(app)
        await pilot.press("down", "down", "end", *" yesterday")
        screen.query_one("#description", Input).value = "notes"
        await rested(pilot)
        assert problems(screen) == [("vague-description", 1), ("relative-date", 9)]
        assert "too general" in screen_text(app)
        await pilot.press("ctrl+home", "f8")
        assert screen.query_one("#description").has_focus
        await pilot.press("f8")
        assert screen.query_one(Body).has_focus and screen.query_one(Body).line == 9
        screen.query_one("#problem-rows").focus()
        await pilot.press("home", "enter")
        assert screen.query_one("#description").has_focus
        await pilot.press("f8", "f8")
        assert screen.query_one(Body).has_focus


async def test_f8_without_problems_says_so(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("f8")
        assert any("nothing is wrong" in note for note in notes(app))


async def test_it_opens_at_a_line(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md", 8)
        assert screen.query_one(Body).line == 8
        assert screen.query_one(Body).document.get_line(1) == "Two."


async def test_a_new_memory_with_its_pointer(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("n")
        await rested(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen) and screen.query_one("#name").has_focus
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert any("nothing to save" in note for note in notes(app))
        await pilot.press(*"Kettle days", "ctrl+s")
        await rested(pilot)
        assert any("needs a type" in note for note in notes(app))
        await pilot.press("enter", *"when the kettle is cleaned", "enter", "right", "right")
        await rested(pilot)
        assert "→ feedback_kettle_days.md" in screen_text(app)
        await pilot.press("tab", "tab", *"On Mondays.", "enter", "ctrl+s")
        await rested(pilot)
        made = "---\nname: Kettle days\ndescription: when the kettle is cleaned\ntype: feedback\n---\nOn Mondays.\n"
        assert text_of(which, "feedback_kettle_days.md") == made
        assert "- [Kettle days](feedback_kettle_days.md) — when the kettle is cleaned" in text_of(which, "MEMORY.md")
        assert screen.file == "feedback_kettle_days.md" and not screen.unsaved
        await pilot.press("X", "ctrl+s")
        await rested(pilot)
        assert "X" in text_of(which, "feedback_kettle_days.md")
        await pilot.press("escape")
        await rested(pilot)
        assert isinstance(app.screen, IndexScreen)
        assert all_drafts(which.store.state) == []


async def test_a_team_memory_takes_no_secret_along(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, None)
        screen.query_one("#name", Input).value = "Deploy key"
        screen.query_one("#kind", OneOf).value = "reference"
        screen.query_one("#team", OneOf).value = "team"
        screen.query_one(Body).insert(f"token {KEY}")
        await rested(pilot)
        assert "team/reference_deploy_key.md" in screen_text(app)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert any("not shared" in note and KEY not in note for note in notes(app))
        assert not os.path.exists(which.store.path("team"))
        screen.query_one(Body).text = "harmless"
        await rested(pilot)
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert "harmless" in text_of(which, "team/reference_deploy_key.md")
        assert "reference_deploy_key.md" in text_of(which, "team/MEMORY.md")


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


# Drafts


async def test_closing_keeps_a_draft_and_says_so(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("X", "escape")
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen)
        assert any("kept as a draft" in note for note in notes(app))
        assert text_of(which, "user_one.md") == ONE
        screen = await opened(pilot, "user_one.md")
        assert isinstance(app.screen, DraftDialog) and "+XOne." in screen_text(app)
        await pilot.press("enter")
        await rested(pilot)
        assert screen.query_one(Body).text.startswith("XOne.") and screen.unsaved
        await pilot.press("ctrl+s")
        await rested(pilot)
        assert "XOne." in text_of(which, "user_one.md")
        assert all_drafts(which.store.state) == []


async def test_closing_without_a_change_keeps_nothing(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("X", "backspace", "escape")
        await settle(pilot)
        assert all_drafts(which.store.state) == []


async def test_a_draft_is_kept_while_typing_and_over_a_quit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "user_one.md")
        await pilot.press("X")
        await rested(pilot)
        assert [draft.base for draft in all_drafts(which.store.state)] == [ONE.encode()]
        monkeypatch.setattr(editor_view, "DRAFT_S", 60.0)  # too late
        await pilot.press("Y")
        app.exit()
        await pilot.pause()
    assert b"XYOne." in all_drafts(which.store.state)[0].data


async def test_a_draft_is_kept_when_the_app_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editor_view, "DRAFT_S", 60.0)  # too late
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=WIDE) as pilot:
            await opened(pilot, "user_one.md")
            await pilot.press("X")
            app.call_later(lambda: 1 / 0)
            await pilot.pause(0.1)
    assert b"XOne." in all_drafts(which.store.state)[0].data


async def test_a_draft_can_be_thrown_away_or_left(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    keep_draft(which.store.state, Draft("", "user_one.md", ONE.encode(), b"Mine.\n", 0.0))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        await pilot.press("escape")
        await settle(pilot)
        assert screen.query_one(Body).text.startswith("One.") and len(all_drafts(which.store.state)) == 1
        await pilot.press("escape")
        await settle(pilot)
        await opened(pilot, "user_one.md")
        await pilot.press("x")
        await settle(pilot)
        assert all_drafts(which.store.state) == []
        assert any(b"Mine." in path.read_bytes() for path in Path(which.store.state.trash).rglob("*.md"))


async def test_drafts_are_told_of_at_the_start_and_listed(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    keep_draft(which.store.state, Draft("", None, None, b"---\nname: Tea\n---\nHot.\n", 0.0, True))
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        assert any("1 unsaved draft: a new memory" in note for note in notes(app))
        await pilot.press("D", "enter")
        await rested(pilot)
        screen = app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.query_one("#name", Input).value == "Tea" and screen.team
        await pilot.press("escape")
        await settle(pilot)
        assert len(all_drafts(which.store.state)) == 1


async def test_no_drafts_to_list(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, FILES))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        await pilot.press("D")
        await settle(pilot)
        assert "There are no drafts" in screen_text(app)
        assert not any("unsaved" in note for note in notes(app))


async def test_no_place_for_a_draft_is_told_and_the_text_stays(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    app = app_on(which)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "user_one.md")
        Path(which.store.state.drafts).write_text("in the way")
        await pilot.press("X")
        await rested(pilot)
        assert any("your text is only here" in note for note in notes(app))
        await pilot.press("escape")
        await settle(pilot)
        assert app.screen is screen
        assert any("once more leaves" in note for note in notes(app))
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, IndexScreen)


# Pictures


async def _typed(pilot: Pilot[Any]) -> None:
    await opened(pilot, "feedback_deploy.md")
    await pilot.press("down", "down", *"Since yesterday: ")
    await rested(pilot)


async def _new(pilot: Pilot[Any]) -> None:
    await opened(pilot, None)


async def _index(pilot: Pilot[Any]) -> None:
    await opened(pilot, "MEMORY.md", 19)


async def _refused(pilot: Pilot[Any]) -> None:
    await opened(pilot, "nobody.md")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("state", [_typed, _new, _index, _refused], ids=["typed", "new", "index", "refused"])
def test_picture(snap_compare: Any, sample: Which, state: Any, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=state)
