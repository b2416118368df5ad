"""The dreams screen: gates, ledger, the running dream, reviews, and every key with its good and bad endings."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.dream.lock import FOREIGN, Holder
from memtui.dream.starting import Wish, start
from memtui.dream.task import Task, list_tasks
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.dialogs import AskDialog, FormDialog, TextDialog
from memtui.ui.screens.dreams import DreamsScreen
from memtui.ui.screens.dreams_actions import EngineDialog
from memtui.ui.widgets.rows import Rows
from tests.ui.dreams import TURNS, ended, running, tell, tool, turn
from tests.ui.running import NARROW, WIDE, app_on, notes, screen_text, settle, store_which

ONE = "---\nname: one\ndescription: how the kettle is cleaned and by whom\ntype: user\n---\nBy Ann.\n"
INDEX = "- [One](user_one.md) — kettle\n- [Gone](user_gone.md) — nothing\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE}
BOTH = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("ANTHROPIC_"):
            monkeypatch.delenv(name)


def small(folder: Path) -> Which:
    """A store with one dead pointer, which the rules mend."""
    return store_which(folder, FILES)


def index(which: Which) -> str:
    return Path(which.store.root, "MEMORY.md").read_text(encoding="utf-8")


def told(app: MemtuiApp, words: str) -> bool:
    return any(words in note for note in notes(app))


def newest(which: Which) -> Task:
    return list_tasks(which.store.state)[0]


def waiting(which: Which) -> Task:
    """A dream of the rules whose result waits, done by its own process."""
    started = start(which, DreamSettings(), Wish(engine="rules", force=1, review=True))
    started.process.wait(30)
    return newest(which)


async def dreams(pilot: Pilot[Any], *keys: str) -> None:
    """Go to the screen and press keys, waiting after each."""
    await settle(pilot)
    for key in ("5", *keys):
        await pilot.press(key)
        await settle(pilot)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def until(pilot: Pilot[Any], happened: Callable[[], bool]) -> None:
    """Wait for what another process does."""
    for _ in range(1_000):
        if happened():
            await settle(pilot)
            return
        await pilot.pause(0.01)
    raise AssertionError("it did not happen")


def over(which: Which, count: int = 1) -> Callable[[], bool]:
    """Whether so many dreams are there, all of them over."""
    return lambda: [task.running for task in list_tasks(which.store.state)] == [False] * count


class TestPictures:
    """How it looks in each state."""

    @BOTH
    def test_empty(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        assert snap_compare(app_on(sample), terminal_size=size, run_before=dreams)

    @BOTH
    def test_running(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        with running(sample, engine="claude") as task:
            tell(
                sample,
                task,
                *(turn(text, number + 1, "feedback_tests.md") for number, text in enumerate(TURNS)),
                tool("Editing the tests notes", "feedback_tests.md"),
                {"kind": "phase", "phase": "updating"},
                {"kind": "refused", "name": "read", "reason": "outside of the copy and the project: /etc/passwd"},
                {"kind": "message", "from": "person", "type": "message", "text": "leave the deploy notes alone"},
                {"kind": "usage", "input": 1200, "output": 800, "cache_read": 30_000, "cost": "$0.0423"},
                tool("Reading the merge rules"),
            )
            ended(sample, 1, changed=("MEMORY.md",), review="adopted", change=3)
            assert snap_compare(app_on(sample), terminal_size=size, run_before=dreams)

    @BOTH
    def test_ledger(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        ended(sample, 1)
        ended(sample, 2, status="failed", error="the endpoint said 529: overloaded", engine="claude", trigger="auto")
        ended(sample, 3, status="killed", engine="claude", usage={"input": 12_345, "cost": "$0.12"})
        ended(sample, 4, changed=("MEMORY.md",), deleted=("a.md",), review="discarded")
        assert snap_compare(app_on(sample), terminal_size=size, run_before=lambda pilot: dreams(pilot, "down"))

    @BOTH
    def test_review(self, snap_compare: Any, small_waiting: Which, size: tuple[int, int]) -> None:
        async def go(pilot: Pilot[Any]) -> None:
            await dreams(pilot, "v")

        assert snap_compare(app_on(small_waiting), terminal_size=size, run_before=go)

    def test_choosing_an_engine(self, snap_compare: Any, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        assert snap_compare(app, terminal_size=WIDE, run_before=lambda pilot: dreams(pilot, "d"))

    def test_the_pill_elsewhere(self, snap_compare: Any, sample: Which) -> None:
        with running(sample) as task:
            tell(sample, task, tool("Reading the merge rules"))

            async def go(pilot: Pilot[Any]) -> None:
                await settle(pilot)

            assert snap_compare(app_on(sample), terminal_size=NARROW, run_before=go)

    @pytest.fixture
    def small_waiting(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Which:
        monkeypatch.setattr("memtui.dream.starting.new_id", lambda _: "20261118-120000-ab00")
        which = store_which(
            tmp_path,
            {
                "MEMORY.md": f"{INDEX}- [Two](user_two.md) — tea\n- [Lost](user_lost.md) — nothing\n",
                "user_one.md": ONE,
                "user_two.md": ONE.replace("one", "two").replace("kettle", "tea"),
                "user_new.md": ONE.replace("one", "new").replace("kettle", "cup"),
            },
        )
        waiting(which)
        return which


class TestStarting:
    """Dream now, by a real process; and why not."""

    async def test_the_rules_mend_and_undo_takes_it_back(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", "enter")
            await until(pilot, over(which))
            assert told(app, "a dream has begun (rules)")
            await until(pilot, lambda: "1 changed; adopted" in screen_text(app))
            assert "user_gone" not in index(which)
            assert "why: removed the dead pointer to user_gone.md" in screen_text(app)
            assert "- - [Gone](user_gone.md) — nothing" in screen_text(app)
            await press(pilot, "U")
            assert index(which) == INDEX
            assert told(app, f"took back dream {newest(which).id}: MEMORY.md")
            await press(pilot, "U")
            assert told(app, "has changed nothing that could be taken back")

    async def test_nothing_to_do_says_so(self, tmp_path: Path) -> None:
        which = store_which(tmp_path, {"MEMORY.md": "- [One](user_one.md) — kettle\n", "user_one.md": ONE})
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", "enter")
            await until(pilot, lambda: "✓ nothing to do" in screen_text(app))
            await press(pilot, "enter")
            assert told(app, "left nothing to look at: nothing to do")
            await press(pilot, "t")
            assert isinstance(app.screen, TextDialog) and "Looked around: 1 memory" in screen_text(app)

    async def test_escape_starts_nothing(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert isinstance(app.screen, EngineDialog)
            await press(pilot, "escape")
            assert isinstance(app.screen, DreamsScreen) and list_tasks(which.store.state) == []

    async def test_no_key_no_claude(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", *"claude", "enter")
            assert told(app, "no key to ask a model with; set ANTHROPIC_API_KEY, or use the rules engine")
            assert list_tasks(which.store.state) == []

    async def test_the_demo_stays_off_the_network(self, sample: Which, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
        app = app_on(sample)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", *"claude", "enter")
            assert told(app, "claude cannot dream here: the demo never goes on the network")

    async def test_a_host_is_asked_about_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
        which = small(tmp_path)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d", *"claude", "enter")
            assert isinstance(app.screen, AskDialog) and "Send to 127.0.0.1:9?" in screen_text(app)
            assert "what looks like a secret is masked" in " ".join(screen_text(app).split())
            await press(pilot, "escape")
            assert list_tasks(which.store.state) == []
            began: list[Wish] = []

            def fake(_which: Which, _settings: DreamSettings, wish: Wish) -> Any:
                began.append(wish)
                return type("Started", (), {"task": ended(which, 1, engine="claude")})

            monkeypatch.setattr("memtui.ui.screens.dreams_actions.start", fake)
            await press(pilot, "d", *"claude", "enter", "enter")
            assert [wish.engine for wish in began] == ["claude"] and began[0].review and began[0].force == 1
            await press(pilot, "d", *"claude", "enter")
            assert len(began) == 2 and isinstance(app.screen, DreamsScreen)

    async def test_no_memory_no_dream(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        for file in FILES:
            os.unlink(os.path.join(which.store.root, file))
        os.rmdir(which.store.root)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert told(app, "there is no memory here yet to dream about")

    async def test_the_agents_lock_is_asked_about(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        which = small(tmp_path)
        for place in ("status", "starting"):
            monkeypatch.setattr(f"memtui.dream.{place}.holder", lambda _: Holder(FOREIGN, 4711))
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert "running elsewhere: agent, PID 4711" in screen_text(app)
            await press(pilot, "K")
            assert told(app, "it is not memtui's, so memtui leaves it alone")
            await press(pilot, "d", "enter")
            assert isinstance(app.screen, AskDialog)
            await press(pilot, "escape")
            assert list_tasks(which.store.state) == []
            await press(pilot, "d", "enter", "enter")
            await until(pilot, over(which))
            assert "user_gone" not in index(which)


class TestRunning:
    """One that runs: followed, told something, killed."""

    async def test_turns_come_as_they_are_told(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot)
                assert "It has said nothing yet" in screen_text(app)
                assert "☾ dreaming 1m 12s" in screen_text(app)
                tell(which, task, *(turn(f"turn {number}") for number in range(40)), tool("Reading the index"))
                await until(pilot, lambda: "turn 39" in screen_text(app))
                assert "40 turns" in screen_text(app) and "now: Reading the index" in screen_text(app)
                rows = app.screen.query_one("#dream-rows", Rows)
                assert len(rows.rows) == 30  # the newest
                await press(pilot, "t", "up", "up")
                key = rows.current.key
                tell(which, task, turn("turn 40"), turn("turn 41"))
                await until(pilot, lambda: "+2 new: end follows again" in screen_text(app))
                assert rows.current.key == key
                await press(pilot, "end")
                tell(which, task, turn("turn 42"))
                await until(pilot, lambda: "turn 42" in screen_text(app))
                assert "new: end follows" not in screen_text(app)

    async def test_killed_after_one_question(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which):
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "d")
                assert told(app, "a dream runs already; K kills it")
                await press(pilot, "K")
                assert isinstance(app.screen, AskDialog)
                await press(pilot, "escape")
                assert newest(which).running
                await press(pilot, "K", "enter")
                await until(pilot, over(which))
                assert told(app, "was killed; memory is unchanged, the lock is rolled back")
                await until(pilot, lambda: "killed; memory as it was" in screen_text(app))
                assert "dreaming" not in screen_text(app).splitlines()[-2] and index(which) == INDEX

    async def test_a_line_reaches_its_mailbox(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which, engine="claude") as task:
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "s", "enter")
                assert isinstance(app.screen, FormDialog) and "nothing to send yet" not in notes(app)
                await press(pilot, *"stop", "enter")
                assert told(app, "sent; the dream reads it at its next step")
                box = Path(which.store.state.folder, "dreams", task.id, "mailbox")
                assert ["stop" in path.read_text() for path in box.iterdir()] == [True]

    async def test_the_rules_take_no_words(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which):
            async with app.run_test(size=WIDE) as pilot:
                await dreams(pilot, "s")
                assert told(app, "the rules follow no words")

    async def test_one_that_died_is_found_out(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with running(which):
            pass
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert "failed: its process ended without a word" in " ".join(screen_text(app).split())
            assert newest(which).status == "failed"

    async def test_one_that_dies_meanwhile_is_told_once(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which)
        with ExitStack() as stack:
            stack.enter_context(running(which))
            async with app.run_test(size=WIDE) as pilot:
                await settle(pilot)
                assert "☾ dreaming 1m 12s" in screen_text(app)
                stack.close()
                await until(pilot, lambda: "☾ dreaming" not in screen_text(app))
                assert [note for note in notes(app) if "dream" in note] == [
                    f"dream {newest(which).id} failed: its process ended without a word; memory is unchanged, "
                    "the lock is rolled back"
                ]

    async def test_two_apps_see_the_same(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        with running(which) as task:
            one, other = app_on(which), app_on(which)
            async with one.run_test(size=WIDE) as first, other.run_test(size=NARROW) as second:
                await dreams(first)
                await dreams(second)
                tell(which, task, turn("seen by both"))
                await until(first, lambda: "seen by both" in screen_text(one))
                await until(second, lambda: "seen by both" in screen_text(other))

    @pytest.mark.parametrize("key", ["K", "s"])
    async def test_nothing_runs(self, tmp_path: Path, key: str) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, key)
            assert told(app, "no dream of memtui's runs") and told(app, "d starts one")


class TestRetrying:
    """The same again, from the memory as it is now."""

    async def test_a_failed_one(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        failed = ended(which, 1, status="failed", error="the disk was full")
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert "failed: the disk was full" in screen_text(app)
            await press(pilot, "r")
            await until(pilot, over(which, 2))
            assert newest(which).retry_of == failed.id and newest(which).trigger == "retry"
            assert "user_gone" not in index(which)

    async def test_without_a_key(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        ended(which, 1, status="failed", engine="claude")
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "r")
            assert told(app, "claude cannot dream here: no key")

    async def test_there_is_none(self, tmp_path: Path) -> None:
        app = app_on(small(tmp_path))
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "r", "U", "enter", "t", "a", "x", "A", "X", "v")
            for what in ("retry", "take back", "look into", "listen to", "adopt", "discard"):
                assert told(app, f"there is no dream to {what}; d starts one"), what
            assert told(app, "nothing waits for a decision")


class TestReviewing:
    """What waits: by file, by piece, all of it."""

    async def test_a_piece_then_the_rest(self, tmp_path: Path) -> None:
        gone = "- [Lost](user_lost.md) — nothing\n"
        which = store_which(tmp_path, {"MEMORY.md": f"{gone}{INDEX}", "user_one.md": ONE})
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "d")
            assert told(app, "the result of another dream waits for you; v reviews it")
            await press(pilot, "a")
            assert told(app, "enter opens the files to adopt one by one")
            await press(pilot, "v", "down")
            assert "piece 1" in screen_text(app)
            await press(pilot, "a")
            assert told(app, "adopted MEMORY.md; U takes the dream back")
            assert "user_lost" not in index(which) and "user_gone" in index(which)
            await press(pilot, "home", "x")
            assert told(app, "discarded MEMORY.md; 1 changed; partly adopted")
            assert newest(which).review == "partly" and "user_gone" in index(which)
            await press(pilot, "a")
            assert told(app, "nothing of this dream waits for a decision")
            await press(pilot, "U")
            assert index(which) == f"{gone}{INDEX}"

    async def test_all_of_it(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=NARROW) as pilot:
            await dreams(pilot, "A")
            assert "user_gone" not in index(which) and newest(which).review == "adopted"
            await press(pilot, "A", "X")
            assert told(app, "nothing of this dream waits for a decision: 1 changed; adopted")

    async def test_none_of_it(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "X")
            assert isinstance(app.screen, AskDialog)
            await press(pilot, "escape")
            assert newest(which).review == "waiting"
            await press(pilot, "X", "enter")
            assert newest(which).review == "discarded" and index(which) == INDEX
            assert told(app, "discarded all that waited; 1 changed; discarded")
            assert "what it would have been was not kept" in " ".join(screen_text(app).split())

    async def test_a_pinned_one_is_left_out(self, tmp_path: Path) -> None:
        double = ONE.replace("name: one", "name: two")
        files = {"MEMORY.md": "- [One](user_one.md) — a\n- [Two](user_two.md) — b\n"}
        which = store_which(tmp_path, {**files, "user_one.md": ONE, "user_two.md": double})
        task = waiting(which)
        path = Path(which.store.root, task.deleted[0])
        path.write_text(path.read_text().replace("type: user", "type: user\npinned: true"))
        app = app_on(which)
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot, "v", "end")
            assert "pinned, so no dream changes it" in " ".join(screen_text(app).split())
            await press(pilot, "A")
            assert path.exists() and told(app, "was left out: pinned, so no dream changes it")

    @BOTH
    async def test_escape_leads_home(self, tmp_path: Path, size: tuple[int, int]) -> None:
        which = small(tmp_path)
        waiting(which)
        app = app_on(which)
        async with app.run_test(size=size) as pilot:
            await dreams(pilot, "enter")
            assert app.screen.query_one("#changes-rows").has_focus
            await press(pilot, "enter")
            assert app.screen.query_one("#difference-rows").has_focus
            await press(pilot, "enter")
            assert told(app, "this is the difference itself")
            await press(pilot, "escape")
            assert app.screen.query_one("#changes-rows").has_focus
            await press(pilot, "escape")
            assert app.screen.query_one("#ledger-rows").has_focus


class TestByItself:
    """Off until it is switched on."""

    async def test_one_that_is_due_begins(self, tmp_path: Path) -> None:
        which = small(tmp_path)
        app = app_on(which, dream=DreamSettings(auto=True, min_sessions=0, engine="rules"))
        app._watch = True
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, over(which))
            assert told(app, "a dream was due and has begun (rules); 5 shows it")
            assert newest(which).trigger == "auto" and "user_gone" not in index(which)

    @pytest.mark.parametrize("auto", [None, False])
    async def test_off_until_switched_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, auto: bool | None
    ) -> None:
        asked: list[Which] = []
        monkeypatch.setattr("memtui.ui.autodream.dream_if_due", lambda which, _: asked.append(which))
        app = app_on(small(tmp_path), dream=DreamSettings(auto=auto, min_sessions=0, engine="rules"))
        app._watch = True
        async with app.run_test(size=WIDE) as pilot:
            await dreams(pilot)
            assert asked == []

    async def test_never_first_to_a_host(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-key")
        which = small(tmp_path)
        app = app_on(which, dream=DreamSettings(auto=True, min_sessions=0, engine="claude"))
        app._watch = True
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, lambda: told(app, "no dream by itself: "))
            assert told(app, "nobody has agreed to send anything yet") and list_tasks(which.store.state) == []
