"""The recall screen: what a question brings as one types, Claude beside it, and all that a person does with it."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.memory.topic import Memory
from memtui.recall import recaller
from memtui.recall import surface as surfacing
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.result import Recall
from memtui.recall.suite import read_suite, suite_path
from memtui.recall.surface import Surfaced
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.dialogs import AskDialog, FormDialog, PickDialog
from memtui.ui.screens.editor import EditorScreen
from memtui.ui.screens.reader import ReaderScreen
from memtui.ui.screens.recall import RecallScreen
from memtui.ui.screens.recall_rows import BOTH, PickRow, bar
from memtui.ui.widgets.questionbar import QuestionInput
from memtui.ui.widgets.rows import Rows
from tests.messages_api import KEY, Api, Fail, Hang, say, serving
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

FILES = {
    "MEMORY.md": "- [Tea](user_tea.md) — tea\n",
    "user_tea.md": "---\nname: tea\ndescription: Likes black tea in the morning\ntype: user\n---\nNo sugar.\n",
    "feedback_cup.md": "---\nname: cup\ndescription: Wash the cup at once\ntype: feedback\n---\nHot water.\n",
    "project_pot.md": "---\nname: pot\ndescription: The iron pot keeps black tea warm\ntype: project\n---\nHeavy.\n",
    "reference_kettle.md": "---\nname: kettle\ndescription: Kettle manual and flags\ntype: reference\n---\nBoil.\n",
}
QUESTION = "which black tea do I like"


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return store_which(tmp_path, FILES)


@pytest.fixture
def same_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The injected text names paths; those of a test are of another length every time."""

    def surface(root: str, memories: list[Memory], now: float) -> tuple[list[Surfaced], list[str]]:
        shown, gone = surfacing.surface(root, memories, now)
        return [item._replace(text=item.text.replace(root, "/memory")) for item in shown], gone

    monkeypatch.setattr(recaller, "surface", surface)


def keyed(which: Which, api: Api) -> Which:
    """The same with a key, and the way to a server on this machine."""
    return which._replace(host=which.host._replace(env={**which.host.env, **api.env}))


def names(*files: str) -> Any:
    """An answer of Claude's."""
    return say(json.dumps({"selected_memories": files}))


async def opened(pilot: Pilot[Any], question: str = "") -> RecallScreen:
    """The recall screen of a running app, with a question typed."""
    await settle(pilot)
    await pilot.press("6")
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, RecallScreen)
    if question:
        await typed(pilot, question)
    return screen


async def typed(pilot: Pilot[Any], text: str) -> None:
    """Put a question in at once, as a paste does."""
    pilot.app.screen.query_one(QuestionInput).value = text
    await settle(pilot)


def rows_of(app: MemtuiApp, which: str = "local") -> list[PickRow]:
    """The rows of one answer."""
    return [row for row in app.screen.query_one(f"#{which}-rows", Rows).rows if isinstance(row, PickRow)]


def picks(app: MemtuiApp, which: str = "local") -> list[str]:
    """The files that were picked."""
    return [row.key for row in rows_of(app, which) if not row.lost]


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_no_question(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press("escape")

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_an_answer(snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, "how do we run the tests")
        await pilot.press("enter")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


@pytest.mark.parametrize("question", ["zebra quux", "tests"], ids=["nothing", "skipped"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_nothing_and_of_a_skip(snap_compare: Any, sample: Which, question: str) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, question)
        await pilot.press("enter")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=NARROW, run_before=before)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.usefixtures("same_place")
def test_picture_of_both(snap_compare: Any, small: Which, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, QUESTION)
        await pilot.press("enter", "y")
        await settle(pilot)

    with serving(names("user_tea.md", "feedback_cup.md")) as api:
        assert snap_compare(app_on(keyed(small, api)), terminal_size=size, run_before=before)


def test_picture_of_an_empty_store(snap_compare: Any, tmp_path: Path) -> None:
    assert snap_compare(app_on(store_which(tmp_path, {})), terminal_size=NARROW, run_before=opened)


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


async def test_without_a_key_it_says_so_once_and_the_key_always(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, QUESTION)
        for _ in range(2):
            await pilot.press("slash", "enter")
            await settle(pilot)
        assert len([note for note in notes(app) if "ANTHROPIC_API_KEY" in note]) == 1
        assert screen.query_one("#local-rows").has_focus and not screen.query_one("#claude").display
        await pilot.press("c")
        assert len([note for note in notes(app) if "ANTHROPIC_API_KEY" in note]) == 2


async def test_claude_beside(small: Which) -> None:
    with serving(names("user_tea.md", "feedback_cup.md", "../etc.md")) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=WIDE) as pilot:
            screen = await opened(pilot, QUESTION)
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, AskDialog) and "question and the manifest" in screen_text(app)
            await pilot.press("escape")
            await settle(pilot)
            assert not api.requests and screen.claude is None
            await pilot.press("c", "y")
            await settle(pilot)
            assert picks(app, "claude") == ["user_tea.md", "feedback_cup.md"]
            verdicts = {row.key: row.verdict.strip() for row in rows_of(app)}
            assert verdicts["user_tea.md"] == BOTH and verdicts["project_pot.md"] == "local"
            await pilot.press("c")  # asked once only
            await settle(pilot)
            assert len(api.requests) == 2
            await pilot.press("V")
            await settle(pilot)
            shown = screen_text(app)
            assert "100 tokens in, 20 out" in shown and QUESTION in shown and KEY not in shown
            await pilot.press("escape", "l")
            await settle(pilot)
            assert "asked before the last change" in screen_text(app)
            await typed(pilot, "wash the cup")
            assert not screen.query_one("#claude").display  # its answer was to another question


async def test_claude_fails_in_words(small: Which) -> None:
    with serving(Fail(500, text="[bold]no[/] \x1b[31m")) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=WIDE) as pilot:
            await opened(pilot, QUESTION)
            await pilot.press("enter", "y")
            await settle(pilot)
            assert "answered 500: [bold]no[/]" in screen_text(app)
            assert picks(app)


async def test_leaving_does_not_wait_for_claude(small: Which) -> None:
    with serving(Hang(2)) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=WIDE) as pilot:
            screen = await opened(pilot, QUESTION)
            await pilot.press("enter", "y")
            while not api.asked.is_set():
                await pilot.pause(0.02)
            assert screen.waiting and "Asking Claude" in screen_text(app)
            screen.query_one(QuestionInput).value = "wash the cup"
            await settle(pilot)
            assert not screen.waiting and screen.claude is None


async def test_the_demo_stays_offline(sample: Which) -> None:
    with serving(names()) as api:
        app = app_on(keyed(sample, api))
        async with app.run_test(size=WIDE) as pilot:
            await opened(pilot, "how do we run the tests")
            await pilot.press("enter", "c")
            await settle(pilot)
            assert isinstance(app.screen, RecallScreen) and not api.requests
            assert any("the demo never uses the network" in note for note in notes(app))
            await pilot.press("K")
            await settle(pilot)
            assert not os.path.exists(suite_path(app.config.path, sample.store.root))  # nothing is left behind
            await pilot.press("r")
            await settle(pilot)
            assert isinstance(app.screen, PickDialog) and "1 of 1 passed" in screen_text(app)


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


async def test_better_words_rank_at_once(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        await opened(pilot, "how is the samovar heated")
        assert picks(app) == []
        await typed(pilot, "wash the cup")
        await pilot.press("escape", "e")
        await settle(pilot)
        assert isinstance(app.screen, EditorScreen)
        await pilot.press("escape")
        await settle(pilot)
        await typed(pilot, "how is the samovar heated")
        path = Path(small.store.root, "feedback_cup.md")
        path.write_text("---\nname: cup\ndescription: The samovar is heated with coal\ntype: feedback\n---\nHot.\n")
        app.loader.request()
        await settle(pilot)
        assert picks(app) == ["feedback_cup.md"]
        await pilot.press("escape", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ReaderScreen)


async def test_keeping_and_asking_a_suite(small: Which) -> None:
    app = app_on(small)
    path = suite_path(app.config.path, small.store.root)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        await pilot.press("escape", "r", "K")
        await settle(pilot)
        assert any("no question is kept yet" in note for note in notes(app)) and not os.path.exists(path)
        await typed(pilot, QUESTION)
        await pilot.press("K", "K")
        await settle(pilot)
        (case,) = read_suite(path)
        assert case.question == QUESTION and "user_tea.md" in case.expect
        Path(path).write_text(Path(path).read_text() + '- question: "[bold]x y"\n  expect: [gone.md]\n')
        await typed(pilot, "")
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(app.screen, PickDialog)
        shown = screen_text(app)
        assert "1 of 2 passed" in shown and "✖ miss  [bold]x y  missing: gone.md" in shown
        await pilot.press("enter")
        await settle(pilot)
        assert screen.question == QUESTION and picks(app)
        Path(path).write_text("- [\n")
        await pilot.press("r")
        await settle(pilot)
        assert any("not valid YAML" in note for note in notes(app))


async def test_earlier_questions_come_back(small: Which) -> None:
    app = app_on(small)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot)
        for question in ("first one", "second one"):
            await typed(pilot, question)
            await pilot.press("enter", "slash")
        screen.query_one(QuestionInput).value = "a draft"
        seen = []
        for key in ("up", "up", "up", "down", "down", "down"):
            await pilot.press(key)
            seen.append(screen.query_one(QuestionInput).value)
        assert seen == ["second one", "first one", "first one", "second one", "a draft", "a draft"]


async def test_times_used_are_shown(sample: Which) -> None:
    app = app_on(sample)
    async with app.run_test(size=WIDE) as pilot:
        screen = await opened(pilot, "do tests sleep or move the clock")
        used = {file: each.reads + each.surfaced for file, each in screen.used.items()}
        row = next(row for row in rows_of(app) if used.get(row.key))
        assert f"×{used[row.key]}" in "".join(text for text, _ in row.pieces(110))


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


def test_a_bar_stays_in_its_cells() -> None:
    assert [bar(share, 4) for share in (-1, 0, 0.125, 0.5, 1, 9)] == ["    ", "    ", "╸   ", "━━  ", "━━━━", "━━━━"]
