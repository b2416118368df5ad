"""Pictures of the recall screen in each of its states."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.recall.session import Session
from memtui.transcripts.opening import Which
from memtui.ui.loader import Loader
from tests.messages_api import say, serving
from tests.ui.recalls import QUESTION, keyed, names, opened, same_place, tea, typed
from tests.ui.running import NARROW, WIDE, app_on, settle, store_which

TESTS = "how do we run the tests"
BOTH_SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
Size = tuple[int, int]


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths and times that no run differs in."""
    same_place(monkeypatch)


@pytest.fixture
def small(tmp_path: Path) -> Which:
    """Four memories."""
    return tea(tmp_path)


def asked(question: str, *keys: str) -> Callable[[Pilot[Any]], Any]:
    """A question, then keys, one after the other."""

    async def before(pilot: Pilot[Any]) -> None:
        await opened(pilot, question)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)

    return before


@BOTH_SIZES
def test_picture_of_no_question(snap_compare: Any, sample: Which, size: Size) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=asked("", "escape"))


@BOTH_SIZES
def test_picture_of_an_answer(snap_compare: Any, sample: Which, size: Size) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=asked(TESTS, "escape"))


def test_picture_of_typing(snap_compare: Any, sample: Which) -> None:
    assert snap_compare(app_on(sample), terminal_size=NARROW, run_before=asked(TESTS))


@pytest.mark.parametrize(
    "question",
    ["zebra quux", "when does the submarine leave for the moon", "tests"],
    ids=["nothing", "near", "skipped"],
)
def test_picture_of_nothing_and_of_a_skip(snap_compare: Any, sample: Which, question: str) -> None:
    assert snap_compare(app_on(sample), terminal_size=NARROW, run_before=asked(question, "escape"))


@pytest.mark.parametrize("presses", [1, 2, 3], ids=["manifest", "injected", "request"])
def test_picture_of_a_text(snap_compare: Any, small: Which, presses: int) -> None:
    with serving(names("user_tea.md", "feedback_cup.md")) as api:
        before = asked(QUESTION, "enter", "y", *["v"] * presses)
        assert snap_compare(app_on(keyed(small, api)), terminal_size=NARROW, run_before=before)


@BOTH_SIZES
def test_picture_of_both(snap_compare: Any, small: Which, size: Size) -> None:
    with serving(names("user_tea.md", "feedback_cup.md")) as api:
        before = asked(QUESTION, "enter", "y")
        assert snap_compare(app_on(keyed(small, api)), terminal_size=size, run_before=before)


def test_picture_of_the_question_before_the_first_request(snap_compare: Any, small: Which) -> None:
    env = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9", "ANTHROPIC_API_KEY": "none"}
    which = small._replace(host=small.host._replace(env={**small.host.env, **env}))
    assert snap_compare(app_on(which), terminal_size=NARROW, run_before=asked(QUESTION, "enter"))


def test_picture_of_a_selector_that_failed(snap_compare: Any, small: Which) -> None:
    with serving(say("I would take [bold]the one[/] on tea.")) as api:
        before = asked(QUESTION, "enter", "y")
        assert snap_compare(app_on(keyed(small, api)), terminal_size=NARROW, run_before=before)


@BOTH_SIZES
def test_picture_of_a_suite(snap_compare: Any, sample: Which, size: Size) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, TESTS)
        await pilot.press("escape", "K")
        await typed(pilot, "zebra quux")
        await pilot.press("K")
        await settle(pilot)
        with open(screen.suite_file, "a", encoding="utf-8") as suite:
            suite.write("- question: who is [bold]on call[/]\n  expect: [gone.md]\n")
        await pilot.press("r", "end")
        await settle(pilot)

    assert snap_compare(app_on(sample), terminal_size=size, run_before=before)


@BOTH_SIZES
def test_picture_of_reach(snap_compare: Any, tmp_path: Path, size: Size) -> None:
    which = tea(tmp_path)
    for number in range(6):
        shutil.copy2(f"{which.store.root}/user_tea.md", f"{which.store.root}/user_tea_{number}.md")
    assert snap_compare(app_on(which), terminal_size=size, run_before=asked("", "escape", "R"))


@BOTH_SIZES
def test_picture_of_use(snap_compare: Any, sample: Which, size: Size) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, run_before=asked("", "escape", "R", "end"))


@BOTH_SIZES
def test_picture_of_what_a_change_did(snap_compare: Any, small: Which, size: Size) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, QUESTION)
        await pilot.press("escape")
        path = Path(small.store.root, "feedback_cup.md")
        path.write_text("---\nname: cup\ndescription: Which black tea I like best\ntype: feedback\n---\nHot.\n")
        screen.memtui.loader.request()
        await settle(pilot)

    assert snap_compare(app_on(small), terminal_size=size, run_before=before)


def test_picture_of_a_session(snap_compare: Any, small: Which) -> None:
    assert snap_compare(app_on(small), terminal_size=NARROW, run_before=asked(QUESTION, "escape", "s"))


def test_picture_of_a_full_session(snap_compare: Any, small: Which) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, QUESTION)
        await pilot.press("escape")
        screen.session = Session("", 60_001, frozenset({"user_tea.md"}))
        screen.ask_otherwise()
        await settle(pilot)

    assert snap_compare(app_on(small), terminal_size=NARROW, run_before=before)


def test_picture_of_an_empty_store(snap_compare: Any, tmp_path: Path) -> None:
    assert snap_compare(app_on(store_which(tmp_path, {})), terminal_size=NARROW, run_before=asked("", "escape"))


def test_picture_of_no_store(snap_compare: Any, tmp_path: Path) -> None:
    which = store_which(tmp_path, {})
    shutil.rmtree(which.store.root)
    assert snap_compare(app_on(which), terminal_size=NARROW, run_before=asked("how are tests run", "escape"))


def test_picture_of_memory_that_is_off(snap_compare: Any, small: Which) -> None:
    place = small.location._replace(enabled=False, enabled_by="CLAUDE_CODE_DISABLE_AUTO_MEMORY=1")
    before = asked(QUESTION, "escape")
    assert snap_compare(app_on(small._replace(location=place)), terminal_size=NARROW, run_before=before)


def test_picture_of_no_description_at_all(snap_compare: Any, tmp_path: Path) -> None:
    names = ("deploy", "kettle", "review")
    which = store_which(tmp_path, {f"{name}.md": f"---\ntype: project\n---\nThe {name} is done.\n" for name in names})
    assert snap_compare(app_on(which), terminal_size=NARROW, run_before=asked("how is the deploy done", "escape"))


def test_picture_of_loading(snap_compare: Any, small: Which, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loader, "start", lambda _: None)  # the store is never read

    async def before(pilot: Pilot[Any]) -> None:
        await pilot.press("6", *"which")
        await pilot.pause()

    assert snap_compare(app_on(small), terminal_size=NARROW, run_before=before)
