"""The app and the claude engine: the real client in the real worker, against a Messages API on this machine."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.dialogs import AskDialog
from memtui.ui.screens.dreams import DreamsScreen
from tests.messages_api import KEY, Api, Fail, Hang, Reply, call, say, serving, use
from tests.ui.dreaming import FILES, ONE, dreams, newest, over, press, small, told, until
from tests.ui.running import WIDE, app_on, screen_text

LONG_S = 60.0  # longer than any test: what hangs so long is killed
EDIT = use("edit", path="user_one.md", old_text="By Ann.", new_text="By Ann and Bo.", reason="Bo helps since May")
MENDED = ONE.replace("By Ann.", "By Ann and Bo.")
CLAUDE = ("d", *"claude", "enter")


@contextmanager
def answering(monkeypatch: pytest.MonkeyPatch, *script: Reply) -> Iterator[Api]:
    """An endpoint with this script, and an environment that leads there."""
    with serving(*script) as api:
        for name, value in api.env.items():
            monkeypatch.setenv(name, value)
        yield api


def files(which: Which) -> dict[str, str]:
    """The memory as it is."""
    return {path.name: path.read_text() for path in Path(which.store.root).glob("*.md")}


def flat(app: MemtuiApp) -> str:
    """The screen as one line of words: of what is wrapped in a panel on the right, too."""
    return " ".join(line[60:].strip(" │") for line in screen_text(app).splitlines())


def shown(app: MemtuiApp, *words: str) -> Callable[[], bool]:
    return lambda: all(word in screen_text(app) for word in words)


class TestTalking:
    """From the question before the first request to what came of it."""

    async def test_asked_once_then_followed_reviewed_and_taken_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        outside = use("read", path="/etc/passwd")
        slow = call(EDIT, words="Bo has joined.", pause=0.05)
        with answering(monkeypatch, call(outside, words="Looking around."), slow, say("Done.", pause=0.05)) as api:
            which = small(tmp_path)
            app = app_on(which)
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE)
                assert isinstance(app.screen, AskDialog) and api.requests == []
                await press(pilot, "enter")
                await until(pilot, shown(app, "• Looking around.  ▸ 1 call", "running · starting", "1 refused"))
                assert "✖" in screen_text(app) and "/etc/passwd" in flat(app)
                await until(pilot, shown(app, "running · updating", "touched: user_one.md"))
                await until(pilot, over(which))
                await until(pilot, shown(app, "1 changed; waiting for your review", "why: Bo helps since May"))
                assert "360 tokens, $0.0" in flat(app) and "3 turns, 2 calls, 1 refused" in flat(app)
                assert files(which) == FILES
                await press(pilot, "A")
                assert files(which) == {**FILES, "user_one.md": MENDED}
                await press(pilot, "U")
                assert files(which) == FILES and "taken back" in screen_text(app)
                assert KEY not in screen_text(app)
                await press(pilot, *CLAUDE)
                assert isinstance(app.screen, DreamsScreen)  # the host is known now
                await until(pilot, over(which, 2))
        kept = Path(which.store.state.folder).rglob("*")
        assert not any(KEY.encode() in path.read_bytes() for path in kept if path.is_file())

    async def test_a_line_reaches_it_at_the_next_round(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first = call(use("read", path="MEMORY.md"), words="Looking around.", pause=0.4)
        with answering(monkeypatch, first, say("I leave it alone.")) as api:
            which = small(tmp_path)
            app = app_on(which)
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE, "enter")
                await until(pilot, api.asked.is_set)
                await press(pilot, "s", *"hands", "enter")
                await until(pilot, shown(app, "» hands"))
                await until(pilot, over(which))
                assert b"hands" in api.bodies[-1]
                await until(pilot, shown(app, "nothing to do"))


class TestEnding:
    """Other ways to end."""

    async def test_killed_in_the_middle_of_a_reply_then_tried_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        script = (call(EDIT, words="Bo has joined."), say("Slow.", pause=LONG_S), call(EDIT), say("Done."))
        with answering(monkeypatch, *script) as api:
            which = small(tmp_path)
            app = app_on(which)
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE, "enter")
                await until(pilot, lambda: len(api.requests) == 2)
                await until(pilot, shown(app, "running · updating"))
                await press(pilot, "K", "enter")
                await until(pilot, shown(app, "killed; memory as it was"))
                assert told(app, "was killed; memory is unchanged, the lock is rolled back")
                assert "memory is unchanged; r tries again" in screen_text(app)
                assert files(which) == FILES and not Path(which.store.root, ".consolidate-lock").exists()
                await press(pilot, "r")
                await until(pilot, shown(app, "1 changed; waiting for your review"))
                assert newest(which).retry_of and len(api.requests) == 4
                await press(pilot, "A")
                assert files(which) == {**FILES, "user_one.md": MENDED}

    async def test_the_budget_is_used_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with answering(monkeypatch, call(EDIT, words="Bo has joined.")):
            which = small(tmp_path)
            app = app_on(which, dream=DreamSettings(budget_usd=0.001, apply="auto"))
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE, "enter")
                await until(pilot, over(which))
                await until(pilot, lambda: "it was ended before it was done" in flat(app))
                assert "budget" in flat(app) and files(which) == FILES
                assert newest(which).review == "waiting"

    @pytest.mark.parametrize(
        ("reply", "words"),
        [
            (Fail(401, "authentication_error", "invalid x-api-key"), "invalid x-api-key"),
            (say("I would rather not.", stop="refusal"), "refus"),
        ],
        ids=["no entry", "refusal"],
    )
    async def test_what_went_wrong_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reply: Reply, words: str
    ) -> None:
        with answering(monkeypatch, reply, say("Nothing to mend.")):
            which = small(tmp_path)
            app = app_on(which)
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE, "enter")
                await until(pilot, over(which))
                await until(pilot, shown(app, "✖ failed: "))
                assert words in flat(app) and "memory is unchanged; r tries again" in flat(app)
                await press(pilot, "r")
                await until(pilot, shown(app, "✓ nothing to do"))

    async def test_a_busy_endpoint_is_asked_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with answering(monkeypatch, Fail(429, "rate_limit_error"), Fail(529, "overloaded_error"), say("Fine.")) as api:
            which = small(tmp_path)
            app = app_on(which)
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE, "enter")
                await until(pilot, shown(app, "✓ nothing to do"))
                assert len(api.requests) == 3

    async def test_one_that_hangs_outlives_the_app_and_is_found_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with answering(monkeypatch, call(EDIT, words="Bo has joined."), Hang(LONG_S)) as api:
            which = small(tmp_path)
            first = app_on(which)
            async with first.run_test(size=WIDE) as pilot:
                await dreams(pilot, *CLAUDE, "enter")
                await until(pilot, lambda: len(api.requests) == 2)
            assert newest(which).running
            second = app_on(which)
            async with second.run_test(size=WIDE) as pilot:
                await until(pilot, shown(second, "☾ dreaming"))
                await dreams(pilot)
                await until(pilot, shown(second, "• Bo has joined.", "running · updating", "touched: user_one.md"))
                await press(pilot, "K", "enter")
                await until(pilot, shown(second, "killed; memory as it was"))
            assert files(which) == FILES
