"""The recall screen: what a question brings as one types, and all that a person does with it."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from textual import events

from memtui.memory.topic import Memory
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.result import Recall
from memtui.transcripts.opening import Which
from memtui.ui.keys import ACTIONS, RECALL
from memtui.ui.screens.dialogs import FormDialog
from memtui.ui.screens.recall import RecallScreen
from memtui.ui.widgets.questionbar import QuestionInput
from memtui.ui.widgets.views import Views
from tests.messages_api import serving
from tests.ui.recalls import QUESTION, keyed, names, opened, picks, rows_of, tea, typed
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return tea(tmp_path)


async def test_typing_ranks(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        assert "Ask a question as you would ask the agent" in screen_text(app)
        await pilot.press(*"black", "space", *"tea", "space", *"1q")
        await settle(pilot)
        assert screen.question == "black tea 1q"  # letters and figures are text here, not keys
        assert set(picks(app)) == {"user_tea.md", "project_pot.md"}
        assert "black, tea" in screen_text(app) and "2 of 4 memories" in screen_text(app)
        await pilot.press(*["backspace"] * 12)
        await settle(pilot)
        assert "Ask a question" in screen_text(app)


async def test_late_answers_are_dropped(small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    ask, go, begun = Recaller.ask, threading.Event(), threading.Event()

    def slow(self: Recaller, query: str, asking: Asking | None = None, memories: list[Memory] | None = None) -> Recall:
        if query == "wash the cup":
            begun.set()
            go.wait(10)
        return ask(self, query, asking, memories)

    monkeypatch.setattr(Recaller, "ask", slow)
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        screen.query_one(QuestionInput).value = "wash the cup"
        while not begun.is_set():
            await pilot.pause(0.01)
        screen.query_one(QuestionInput).value = QUESTION
        await pilot.pause()
        go.set()
        await settle(pilot)
        assert screen.local is not None and screen.local.query == QUESTION
        screen.post_message(screen.Answered(1, screen.local._replace(query="late")))
        await pilot.pause()
        assert screen.local.query == QUESTION


async def test_how_it_is_asked(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, QUESTION)
        await pilot.press("escape", *"llll")
        await settle(pilot)
        assert screen.limit == 1 and len(picks(app)) == 1 and "behind the best 1" in screen_text(app)
        await pilot.press("l")
        await settle(pilot)
        assert len(picks(app)) == 2
        await typed(pilot, "kettle manual usage")
        assert picks(app) == ["reference_kettle.md"]
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, FormDialog)
        await pilot.press(*"kettle", "enter")
        await settle(pilot)
        assert picks(app) == [] and "documentation of a tool in use" in screen_text(app)


async def test_a_session_is_counted(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "tea")
        await pilot.press("escape", "s", "C", "a")
        assert any("nothing is given" in note for note in notes(app))
        await pilot.press("a")
        await typed(pilot, QUESTION)
        given = screen.local.bytes if screen.local is not None else 0
        await pilot.press("s")
        await settle(pilot)
        assert screen.session.bytes == given > 0 and f"{given:,} of 60,000" in screen_text(app)
        assert not {"user_tea.md", "project_pot.md"} & set(picks(app))
        assert "this session has had it already" in screen_text(app)
        assert "all that have a word of the question are left out" in screen_text(app)
        await pilot.press("a")
        await settle(pilot)
        assert "user_tea.md" in picks(app) and "not heeded" in screen_text(app)
        await pilot.press("a", "C")
        await settle(pilot)
        assert screen.session.bytes == 0 and "user_tea.md" in picks(app)


async def test_views(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, QUESTION)
        await pilot.press("escape", "v")
        await settle(pilot)
        assert "4 memories offered" in screen_text(app) and "[user] user_tea.md" in screen_text(app)
        assert screen.query_one("#behind-rows").has_focus
        await pilot.press("v")
        await settle(pilot)
        assert "<system-reminder>" in screen_text(app) and "No sugar." in screen_text(app)
        await pilot.press("e")
        assert any("no memory here to edit" in note for note in notes(app))
        await pilot.press("v")
        await settle(pilot)
        assert "Claude: not asked" in screen_text(app)
        await pilot.press("escape")
        await settle(pilot)
        assert screen.query_one("#local-rows").has_focus
        await pilot.click("#recall-views", offset=(12, 0))
        await settle(pilot)
        assert "4 memories offered" in screen_text(app)


async def test_earlier_questions_come_back(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        for question in ("first one", "second one"):
            await typed(pilot, question)
            await pilot.press("enter", "slash")
        screen.query_one(QuestionInput).value = "a draft"
        seen = []
        for key in ("up", "up", "up", "down", "down"):
            await pilot.press(key)
            seen.append(screen.query_one(QuestionInput).value)
        assert seen == ["second one", "first one", "first one", "second one", "a draft"]


@pytest.mark.parametrize(
    "question", ["[bold]tea[/] [@click=app.quit]x", "te\x1b[31ma cup", "x " * 5_000, "宽字符 שלום"]
)
async def test_any_question_is_only_text(small: Which, question: str) -> None:
    app = app_on(small)
    async with app.run_test(size=NARROW) as pilot:
        await opened(pilot, question)
        await pilot.press("enter", "v", "v", "v", "v")
        await settle(pilot)
        assert app.is_running and "\x1b" not in screen_text(app)


async def test_a_paste_of_several_lines_is_one_question(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=NARROW) as pilot:
        screen = await opened(pilot)
        screen.query_one(QuestionInput).post_message(events.Paste("which black tea\n\n\tdo I\x1b[31m like\r\n"))
        await settle(pilot)
        assert screen.question == "which black tea do I\\x1b[31m like" and picks(app)[0] == "user_tea.md"


async def test_a_question_of_100_kb_is_ranked_and_kept_whole(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=NARROW) as pilot:
        screen = await opened(pilot)
        text = "black tea " + "filler words " * 7_700
        screen.query_one(QuestionInput).post_message(events.Paste(text))
        await settle(pilot)
        assert len(screen.question) > 100_000 and rows_of(app)
        await pilot.press("x", "escape", "v", "v", "v", "escape", "K", "r")
        await settle(pilot)
        assert app.is_running and "1 of 1 kept questions passes" in screen_text(app)


async def test_the_key_bar_says_which_keys_work_while_typing(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=NARROW) as pilot:
        screen = await opened(pilot, QUESTION)
        keys = screen_text(app).split("\n")[-1]
        assert (
            "⏎ To the picks" in keys and "esc Leave the question" in keys and "f1 Help" in keys and "q Quit" not in keys
        )
        await pilot.press("escape")
        await settle(pilot)
        assert "/ Question" in screen_text(app).split("\n")[-1]
        await pilot.press("slash", "f1")
        await settle(pilot)
        assert not isinstance(app.screen, RecallScreen)
        await pilot.press("escape", "down")  # no later question: on to the list
        await settle(pilot)
        assert screen.query_one("#local-rows").has_focus


async def test_the_key_bar_of_an_empty_store_is_of_keys(tmp_path: Path) -> None:
    app = app_on(store_which(tmp_path, {}))
    async with app.run_test(size=NARROW) as pilot:
        await opened(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "/ Question" in screen_text(app).split("\n")[-1]


async def test_the_mouse_sets_what_keys_set(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, QUESTION)
        line = screen_text(app).split("\n")[3]
        await pilot.click("#recall-views", offset=(line.index("at most 5"), 0))
        await settle(pilot)
        assert screen.limit == 4 and "at most 4" in screen_text(app)
        await pilot.click("#recall-views", offset=(line.index("no tools"), 0))
        await settle(pilot)
        assert isinstance(app.screen, FormDialog)
        await pilot.press("escape")
        for title, words in (("Reach and use", "Looking|brought up"), ("Suite", "No question is kept")):
            await pilot.click("#recall-views", offset=(line.index(title), 0))
            await settle(pilot)
            assert re.search(words, screen_text(app))
        assert screen.query_one(Views).is_mounted and screen.view == "suite"


async def test_a_memory_deleted_between_selection_and_surfacing_is_named(
    small: Which, monkeypatch: pytest.MonkeyPatch
) -> None:
    select = Recaller.select

    def deleting(self: Recaller, *args: Any) -> Any:
        selection = select(self, *args)
        Path(small.store.root, "user_tea.md").unlink(missing_ok=True)
        return selection

    monkeypatch.setattr(Recaller, "select", deleting)
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, QUESTION)
        assert picks(app) == ["project_pot.md"]
        assert "lost: gone since it was selected" in screen_text(app)
        await pilot.press("escape", "v", "v")
        await settle(pilot)
        assert "No sugar." not in screen_text(app) and "Heavy." in screen_text(app)


async def test_names_that_differ_only_in_case_are_two(tmp_path: Path) -> None:
    text = "---\nname: tea\ndescription: Black tea, {}\ntype: user\n---\nx\n"
    app = app_on(store_which(tmp_path, {"Tea.md": text.format("hot"), "tea.md": text.format("cold")}))
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "is the black tea cold")
        assert picks(app)[0] == "tea.md" and "Tea.md" in [row.key for row in rows_of(app)]


@pytest.mark.parametrize(("question", "view"), [("", 0), ("tea", 2), (QUESTION, 4), ("zebra quux", 5)])
async def test_every_key_in_every_state(small: Which, question: str, view: int) -> None:
    """No key ends the app or opens what cannot be closed."""
    app = app_on(small)
    async with app.run_test(size=NARROW) as pilot:
        await opened(pilot, question)
        await pilot.press("escape", *["v"] * view)
        await settle(pilot)
        for action in ACTIONS[RECALL]:
            if action.id == "recall.editor":
                continue  # leaves the terminal to another program
            await pilot.press(action.key.split(",")[0])
            await settle(pilot)
            for _ in range(3):
                if not isinstance(app.screen, RecallScreen) or app.screen.focused is app.screen.query_one("#question"):
                    await pilot.press("escape")
                    await settle(pilot)
            assert isinstance(app.screen, RecallScreen) and app.is_running, action
        assert not any("unexpected" in note for note in notes(app))


@pytest.mark.parametrize("size", [(44, 12), (60, 16), (80, 24)], ids=str)
async def test_few_lines_still_show_both_answers(small: Which, size: tuple[int, int]) -> None:
    with serving(names("user_tea.md", "feedback_cup.md")) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=size) as pilot:
            screen = await opened(pilot, QUESTION)
            await pilot.press("enter", "y")
            await settle(pilot)
            for name in ("#local-rows", "#claude-rows"):
                assert screen.query_one(name).size.height >= 1
