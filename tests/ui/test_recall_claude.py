"""Claude beside the local selector: asked first, compared, failing in words, never on the network in the demo."""

import os
from pathlib import Path
from typing import Any

import pytest

from memtui.recall.suite import suite_path
from memtui.transcripts.opening import Which
from memtui.ui.screens.dialogs import AskDialog
from memtui.ui.screens.recall import RecallScreen
from memtui.ui.screens.recall_rows import BOTH
from memtui.ui.widgets.questionbar import QuestionInput
from tests.messages_api import KEY, Fail, Hang, say, serving
from tests.ui.hostile import hostile_files, hostile_which
from tests.ui.recalls import QUESTION, keyed, names, opened, picks, rows_of, tea, typed
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle
from tests.ui.test_hostile import check


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return tea(tmp_path)


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
            await pilot.press("v", "v", "v")
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
            assert isinstance(app.screen, RecallScreen) and "1 of 1 kept questions passes" in screen_text(app)


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        (names("../etc.md", "user_tea.md", "user_tea.md", "USER_TEA.md", "/etc/passwd"), ["user_tea.md"]),
        (names(*[f"none_{number}.md" for number in range(50)]), []),
        (say("I would take the one on tea."), []),
        (say("[]"), []),
        (say(), []),
        (say('{"selected_memories": "user_tea.md"}'), []),
    ],
    ids=["dots-and-duplicates", "fifty-unknown", "prose", "a-list", "nothing", "a-string"],
)
async def test_any_answer_of_claude_is_a_result(small: Which, reply: Any, shown: list[str]) -> None:
    with serving(reply) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=NARROW) as pilot:
            screen = await opened(pilot, QUESTION)
            await pilot.press("enter", "y")
            await settle(pilot)
            assert picks(app, "claude") == shown and picks(app) == ["user_tea.md", "project_pot.md"]
            assert screen.claude is not None and "Claude" in screen_text(app)
            if not shown:
                why = screen.claude.selection.error or screen.claude.selection.reason or ""
                assert why and why[:30] in screen_text(app)
            await pilot.press("v", "v", "v", "v", "V", "V")
            await settle(pilot)
            assert app.is_running


async def test_the_first_request_to_a_host_is_agreed_to_for_each_store(small: Which, tmp_path: Path) -> None:
    with serving(names("user_tea.md")) as api:
        for which, asked in ((small, True), (small, False), (tea(tmp_path / "other"), True)):
            app = app_on(keyed(which, api))
            async with app.run_test(size=NARROW) as pilot:
                await opened(pilot, QUESTION)
                await pilot.press("enter")
                await settle(pilot)
                assert isinstance(app.screen, AskDialog) is asked
                if asked:
                    assert f"Send to 127.0.0.1:{api.url.rpartition(':')[2]}?" in screen_text(app)
                    await pilot.press("y")
                    await settle(pilot)
                assert picks(app, "claude") == ["user_tea.md"]


async def test_tools_and_what_the_session_has_had_hold_for_claude_too(small: Which) -> None:
    with serving(names("user_tea.md", "reference_kettle.md", "feedback_cup.md")) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=WIDE) as pilot:
            await opened(pilot, QUESTION)
            await pilot.press("escape", "s", "t", *"kettle", "enter")
            await settle(pilot)
            await pilot.press("c", "y")
            await settle(pilot)
            assert picks(app, "claude") == ["feedback_cup.md"]  # the others were not offered
            sent = api.bodies[0].decode()
            assert "feedback_cup.md" in sent and "kettle" in sent and "user_tea.md" not in sent


async def test_the_same_question_is_not_paid_for_twice(small: Which) -> None:
    with serving(names("user_tea.md")) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=WIDE) as pilot:
            await opened(pilot, QUESTION)
            await pilot.press("enter", "y")
            await settle(pilot)
            await pilot.press("slash", "enter")
            await settle(pilot)
            assert len(api.requests) == 1
            await pilot.press("l", "slash", "enter")  # asked otherwise
            await settle(pilot)
            assert len(api.requests) == 2


async def test_escape_stops_waiting_for_claude(small: Which) -> None:
    with serving(Hang(2)) as api:
        app = app_on(keyed(small, api))
        async with app.run_test(size=WIDE) as pilot:
            screen = await opened(pilot, QUESTION)
            await pilot.press("enter", "y")
            while not api.asked.is_set():
                await pilot.pause(0.02)
            assert "escape stops waiting" in screen_text(app)
            await pilot.press("escape")
            await settle(pilot)
            assert not screen.waiting and not screen.query_one("#claude").display and picks(app)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_nothing_hostile_gets_through_the_request_and_its_answer(tmp_path: Path, size: tuple[int, int]) -> None:
    which = hostile_which(tmp_path)
    with serving(names(*hostile_files()), Fail(400, text="[bold]no[/] \x1b[31m\x9b31m \u202eon")) as api:
        app = app_on(keyed(which, api))
        async with app.run_test(size=size) as pilot:
            screen = await opened(pilot, "loud family [@click=app.quit]q[/] \x1b[31m \u202eevil")
            for key in ("enter", "y", "tab", "j", "v", "end", "v", "end", "v", "pagedown", "end", "escape", "c"):
                await pilot.press(key)
                await settle(pilot)
                check(app)
            assert screen.claude is not None and screen.claude.selection.error
            assert "[bold]no[/]" in screen_text(app)
