"""How the dreams screen looks in each state; where a state is a result, a real dream has made it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.dream.control import undo
from memtui.dream.lock import FOREIGN, Holder, lock_path
from memtui.dream.review import adopt_files, discard_files
from memtui.dream.starting import Wish, start
from memtui.dream.task import Task
from memtui.memory.dreamsettings import DreamSettings
from memtui.transcripts.opening import Which
from tests.messages_api import call, say, serving, use
from tests.ui.dreaming import BOTH, INDEX, ONE, dreams, newest, small, until
from tests.ui.dreams import TURNS, ended, running, tell, tool, turn
from tests.ui.running import NARROW, NOW_S, WIDE, app_on, screen_text, settle, store_which

ON = DreamSettings(auto=True, engine="rules")
MIXED = {
    "MEMORY.md": f"{INDEX}- [Two](user_two.md) — tea\n- [Lost](user_lost.md) — nothing\n",
    "user_one.md": ONE,
    "user_two.md": ONE.replace("one", "two").replace("kettle", "tea"),
    "user_new.md": ONE.replace("one", "new").replace("kettle", "cup"),
}


@pytest.fixture(autouse=True)
def same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real dream is named by the clock alone."""
    monkeypatch.setattr("memtui.dream.starting.new_id", lambda _: "20261118-120000-ab00")


def picture(snap: Any, which: Which, size: tuple[int, int], *keys: str, **settings: Any) -> bool:
    """The screen after these keys, compared with the stored one."""
    app = app_on(which, **settings)
    return bool(snap(app, terminal_size=size, run_before=lambda pilot: dreams(pilot, *keys)))


def real(which: Which, *, review: bool, engine: str = "rules") -> Task:
    """A dream of its own process, to its end."""
    started = start(which, DreamSettings(), Wish(engine=engine, force=1, review=review))
    started.process.wait(30)
    return newest(which)


def consolidated(which: Which, hours: float) -> None:
    """The lock as a dream left it so long ago."""
    path = lock_path(which.store.root)
    Path(path).write_text("")
    os.utime(path, (NOW_S - hours * 3600, NOW_S - hours * 3600))


@contextmanager
def updating(which: Which) -> Iterator[Task]:
    """A dream at work, with a word of everything."""
    with running(which, engine="claude") as task:
        tell(
            which,
            task,
            *(turn(text, number + 1, "feedback_tests.md") for number, text in enumerate(TURNS)),
            tool("Editing the tests notes", "feedback_tests.md"),
            {"kind": "phase", "phase": "updating"},
            {"kind": "refused", "name": "read", "reason": "outside of the copy and the project: /etc/passwd"},
            {"kind": "message", "from": "person", "type": "message", "text": "leave the deploy notes alone"},
            {"kind": "usage", "input": 1200, "output": 800, "cache_read": 30_000, "cost": "$0.0423"},
            tool("Reading the merge rules"),
        )
        yield task


class TestGates:
    """Nothing runs: whether one is due, and why not."""

    @BOTH
    def test_no_dream_ever(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        assert picture(snap_compare, sample, size)

    @BOTH
    def test_not_due(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        consolidated(sample, 13.5)
        assert picture(snap_compare, sample, size, dream=ON)

    def test_due(self, snap_compare: Any, sample: Which) -> None:
        consolidated(sample, 240.02)
        ended(sample, 10)
        assert picture(snap_compare, sample, WIDE, dream=ON)

    @BOTH
    def test_running_elsewhere(
        self, snap_compare: Any, sample: Which, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
    ) -> None:
        monkeypatch.setattr("memtui.dream.status.holder", lambda _: Holder(FOREIGN, 4711))
        consolidated(sample, 0.2)
        assert picture(snap_compare, sample, size, dream=ON)

    def test_memory_off(self, snap_compare: Any, sample: Which) -> None:
        place = sample.location._replace(enabled=False, enabled_by="env CLAUDE_CODE_DISABLE_AUTO_MEMORY")
        assert picture(snap_compare, sample._replace(location=place), WIDE)

    @BOTH
    def test_no_memory_here(self, snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
        which = store_which(tmp_path, {})
        os.rmdir(which.store.root)
        assert picture(snap_compare, which, size)

    def test_choosing_an_engine(self, snap_compare: Any, tmp_path: Path) -> None:
        assert picture(snap_compare, small(tmp_path), WIDE, "d")

    def test_asking_before_the_first_request(
        self, snap_compare: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-key")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
        assert picture(snap_compare, small(tmp_path), NARROW, "d", *"claude", "enter")


class TestRunning:
    """One runs."""

    def test_starting(self, snap_compare: Any, sample: Which) -> None:
        with running(sample, engine="claude"):
            assert picture(snap_compare, sample, WIDE)

    @BOTH
    def test_updating(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        with updating(sample):
            ended(sample, 1, changed=("MEMORY.md",), review="adopted", change=3)
            assert picture(snap_compare, sample, size)

    @BOTH
    def test_scrolled_up(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        with updating(sample) as task:
            app = app_on(sample)

            async def go(pilot: Pilot[Any]) -> None:
                await dreams(pilot, "enter", "up", "up")
                tell(sample, task, *(turn(f"Another word, number {number}.") for number in range(57)))
                await until(pilot, lambda: "+57 new" in screen_text(app))

            assert snap_compare(app, terminal_size=size, run_before=go)

    def test_asking_whether_to_kill(self, snap_compare: Any, sample: Which) -> None:
        with updating(sample):
            assert picture(snap_compare, sample, NARROW, "K")

    def test_the_pill_elsewhere(self, snap_compare: Any, sample: Which) -> None:
        with running(sample) as task:
            tell(sample, task, tool("Reading the merge rules"))
            assert snap_compare(app_on(sample), terminal_size=NARROW, run_before=settle)


class TestEnded:
    """One is over: what came of it."""

    @pytest.fixture
    def mixed(self, tmp_path: Path) -> Which:
        return store_which(tmp_path, MIXED)

    @BOTH
    def test_the_ledger(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        ended(sample, 1)
        ended(sample, 2, status="failed", error="the endpoint said 529: overloaded", engine="claude", trigger="auto")
        ended(sample, 3, status="killed", engine="claude", usage={"input": 12_345, "cost": "$0.12"})
        ended(sample, 4, changed=("MEMORY.md",), deleted=("a.md",), review="discarded")
        assert picture(snap_compare, sample, size)

    @BOTH
    def test_failed(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        error = "the endpoint said 529: overloaded; it was asked four times; try again later"
        task = ended(sample, 1, status="failed", error=error, engine="claude", trigger="auto")
        tell(sample, task, turn(TURNS[0]), turn(TURNS[1], 3, "feedback_tests.md"))
        assert picture(snap_compare, sample, size)

    @BOTH
    def test_killed(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        usage = {"input": 12_345, "cost": "$0.12"}
        task = ended(sample, 1, status="killed", engine="claude", trigger="manual", usage=usage, refusals=1)
        tell(sample, task, *(turn(text) for text in TURNS))
        assert picture(snap_compare, sample, size)

    @BOTH
    def test_nothing_to_do(self, snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
        which = store_which(tmp_path, {"MEMORY.md": "- [One](user_one.md) — kettle\n", "user_one.md": ONE})
        real(which, review=False)
        assert picture(snap_compare, which, size)

    @BOTH
    def test_waiting(self, snap_compare: Any, mixed: Which, size: tuple[int, int]) -> None:
        real(mixed, review=True)
        assert picture(snap_compare, mixed, size)

    @BOTH
    def test_reviewing(self, snap_compare: Any, mixed: Which, size: tuple[int, int]) -> None:
        real(mixed, review=True)
        assert picture(snap_compare, mixed, size, "v", "down")

    @BOTH
    def test_over_the_cap(
        self, snap_compare: Any, mixed: Which, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
    ) -> None:
        gone = use("delete", path="user_one.md", reason="the kettle is gone")
        merged = use("delete", path="user_two.md", reason="said in user_new.md", merged_into="user_new.md")
        with serving(call(gone, merged, words="Two memories are of no more use."), say("Done.")) as api:
            for name, value in api.env.items():
                monkeypatch.setenv(name, value)
            assert real(mixed, review=False, engine="claude").review == "waiting"
            assert picture(snap_compare, mixed, size, "v")

    def test_adopted(self, snap_compare: Any, mixed: Which) -> None:
        real(mixed, review=False)
        assert picture(snap_compare, mixed, WIDE)

    @BOTH
    def test_some_adopted_some_waiting(self, snap_compare: Any, sample: Which, size: tuple[int, int]) -> None:
        real(sample, review=False)
        assert picture(snap_compare, sample, size, "v")

    def test_partly(self, snap_compare: Any, mixed: Which) -> None:
        adopt_files(mixed.store, real(mixed, review=True), {"MEMORY.md": [1]})
        discard_files(mixed.store, newest(mixed))
        assert picture(snap_compare, mixed, WIDE, "enter")

    def test_discarded(self, snap_compare: Any, mixed: Which) -> None:
        discard_files(mixed.store, real(mixed, review=True))
        assert picture(snap_compare, mixed, WIDE)

    def test_taken_back(self, snap_compare: Any, mixed: Which) -> None:
        undo(mixed.store, real(mixed, review=False))
        assert picture(snap_compare, mixed, WIDE)
