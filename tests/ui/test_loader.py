"""The loader with a desk made for the test: what is asked while it works, whose changes are news, what goes wrong."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.message import Message

from memtui.audit.auditor import Heed
from memtui.memory.config import read_config
from memtui.memory.errors import MemtuiError
from memtui.transcripts.opening import Which
from memtui.ui.desk import Desk, Past
from memtui.ui.loader import Loader
from memtui.ui.messages import HistoryChanged, LookFailed, SnapshotChanged
from memtui.ui.snapshot import Snapshot
from tests.ui.pasts import FILES, ONE, by_memtui, put
from tests.ui.running import store_which

_LONG_S = 10.0


class Watched(Desk):
    """A real desk that notes what it does, and does something more at each point where the test wants it."""

    def __init__(self, which: Which) -> None:
        super().__init__(which, read_config(which.host))
        self.did: list[str] = []
        self.before: dict[str, Callable[[], object]] = {}

    def _note(self, name: str) -> None:
        self.did.append(name)
        self.before.pop(name, lambda: None)()

    def look(self, before: Snapshot | None = None) -> Snapshot:
        self._note("look")
        return super().look(before)

    def judge(self, snapshot: Snapshot, heed: Heed | None = None) -> Snapshot:
        self._note("judge")
        return super().judge(snapshot, heed)

    def record(self, snapshot: Snapshot) -> Past | None:
        self._note("record")
        return super().record(snapshot)

    def ask_drift(self, snapshot: Snapshot) -> Snapshot:
        self._note("drift")
        return snapshot


class Bench:
    """A loader on a small store, and what it told."""

    def __init__(self, folder: Path) -> None:
        self.which = store_which(folder, FILES)
        self.desk = Watched(self.which)
        self.told: list[Message] = []
        self._news = threading.Condition()
        self.loader = Loader(self.desk, self._take)

    def _take(self, message: Message) -> None:
        with self._news:
            self.told.append(message)
            self._news.notify_all()

    def wait(self) -> None:
        """Until all is done."""
        for _ in range(int(_LONG_S / 0.01)):
            if self.loader.idle:
                return
            with self._news:
                self._news.wait(0.01)
        raise AssertionError("the loader does not come to rest")

    def again(self) -> None:
        """One more look, to its end."""
        self.loader.request()
        self.wait()

    def start(self) -> None:
        """The first look, to its end; then nothing told and nothing done."""
        self.loader.start()
        self.wait()
        self.forget()

    def forget(self) -> None:
        self.told.clear()
        self.desk.did.clear()

    def notes(self) -> list[str]:
        return [message.note for message in self.told if isinstance(message, SnapshotChanged) and message.note]

    def failures(self) -> list[str]:
        return [message.words for message in self.told if isinstance(message, LookFailed)]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.loader.stop()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """News are told without waiting for more."""
    monkeypatch.setattr("memtui.ui.loader._NEWS_EVERY_S", 0.0)


def test_the_first_look_ends_with_everything_known(bench: Bench) -> None:
    assert not bench.loader.idle
    bench.loader.start()
    bench.wait()
    assert bench.desk.did == ["look", "judge", "record", "drift"]
    kinds = [type(message) for message in bench.told]
    assert kinds == [SnapshotChanged, SnapshotChanged, HistoryChanged, SnapshotChanged]
    assert bench.notes() == []  # what was there before is no news
    history = bench.told[2]
    assert isinstance(history, HistoryChanged) and (history.which, history.count) == (bench.which, 1)


def test_a_known_history_is_told_before_the_audit(bench: Bench) -> None:
    bench.start()
    by_memtui(bench.which, "edit", {"user_one.md": "other\n"})
    at: list[int] = []
    bench.desk.before["judge"] = lambda: at.extend(
        message.count for message in bench.told if isinstance(message, HistoryChanged)
    )
    bench.again()
    assert at == [2]
    assert sum(isinstance(message, HistoryChanged) for message in bench.told) == 1


def test_drift_is_asked_once_and_on_request(bench: Bench) -> None:
    bench.start()
    bench.again()
    assert bench.desk.did == ["look", "judge", "record"]
    bench.forget()
    bench.loader.request_drift()
    bench.wait()
    assert bench.desk.did == ["look", "judge", "record", "drift"]


# Hurried looks


def test_a_request_during_the_audit_is_answered_first(bench: Bench) -> None:
    bench.start()
    bench.desk.before["judge"] = bench.loader.request
    bench.again()
    assert bench.desk.did == ["look", "judge", "look", "judge", "record"]
    bench.forget()
    bench.desk.before["look"] = bench.loader.request  # asked while looking: the rest waits for the second look
    bench.again()
    assert bench.desk.did == ["look", "look", "judge", "record"]


def test_a_change_while_the_audit_reads_is_shown_before_the_audit_ends(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.ui.loader._GLANCE_EVERY_S", 0.0)

    def change() -> None:
        put(bench.which, "user_new.md", ONE)
        bench.loader.request()

    bench.desk.before["judge"] = change
    bench.loader.start()
    bench.wait()
    assert bench.desk.did == ["look", "judge", "look", "record", "look", "judge", "record", "drift"]
    pictures = [message.snapshot for message in bench.told if isinstance(message, SnapshotChanged)]
    assert ("user_new.md" in pictures[1].by_file, pictures[1].findings) == (True, None)
    assert "user_new.md" in pictures[2].by_file and pictures[2].findings is not None
    assert pictures[2].audited is pictures[0].scan  # the audit goes on with what it has, and says so
    assert pictures[-1].audited is pictures[-1].scan
    numbers = [picture.number for picture in pictures]
    assert numbers == sorted(numbers)


def test_a_store_that_goes_away_while_the_audit_reads(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.ui.loader._GLANCE_EVERY_S", 0.0)

    def remove() -> None:
        shutil.rmtree(bench.which.store.root)
        Path(bench.which.store.root).write_text("a file")
        bench.loader.request()

    bench.desk.before["judge"] = remove
    bench.loader.start()
    bench.wait()
    last = [message.snapshot for message in bench.told if isinstance(message, SnapshotChanged)][-1]
    assert (bool(last.failed), last.findings) == (True, None)
    assert bench.failures() == []


def test_a_request_during_the_record_puts_drift_off(bench: Bench) -> None:
    bench.desk.before["record"] = bench.loader.request
    bench.loader.start()
    bench.wait()
    assert bench.desk.did == ["look", "judge", "record", "look", "judge", "record", "drift"]


def test_under_a_stream_audit_and_history_still_speak(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.start()
    monkeypatch.setattr("memtui.ui.loader._LONGEST_WAIT_S", 0.0)
    bench.desk.before["look"] = bench.loader.request
    bench.again()
    assert bench.desk.did[:3] == ["look", "judge", "record"]


# News


def test_what_others_change_is_news(bench: Bench, at_once: None) -> None:
    bench.start()
    put(bench.which, "user_one.md", ONE + "More.\n")
    put(bench.which, "user_new.md", ONE)
    put(bench.which, "user_two.md", None)
    bench.again()
    assert bench.notes() == ["user_new.md new; user_one.md changed; user_two.md gone"]


def test_own_changes_are_no_news(bench: Bench, at_once: None) -> None:
    bench.start()
    with bench.loader.own_change() as own:
        own.add("user_one.md")
        put(bench.which, "user_one.md", ONE + "More.\n")
        bench.again()  # as the watcher asks while the change is still being recorded
        assert bench.notes() == []
    bench.again()
    put(bench.which, "user_one.md", ONE)
    bench.again()
    assert bench.notes() == ["user_one.md changed"]  # the next one is somebody else's


def test_beside_own_changes_those_of_others_are_told(bench: Bench, at_once: None) -> None:
    bench.start()
    put(bench.which, "user_one.md", ONE + "More.\n")
    put(bench.which, "user_new.md", ONE)
    bench.loader.expect({"user_one.md"})
    bench.again()
    assert bench.notes() == ["user_new.md new"]


def test_a_look_that_began_before_the_end_keeps_what_is_own(bench: Bench, at_once: None) -> None:
    bench.start()
    with bench.loader.own_change() as own:
        own.add("user_one.md")
        bench.again()  # nothing is written yet
    put(bench.which, "user_one.md", ONE + "More.\n")
    bench.again()
    assert bench.notes() == []


def test_many_changes_are_one_note(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.ui.loader._NEWS_EVERY_S", 0.3)
    bench.start()
    for number in range(5):
        put(bench.which, f"user_{number}.md", ONE)
        before = len(bench.desk.did)
        bench.loader.request()
        while len(bench.desk.did) < before + 3:  # look, judge, record
            threading.Event().wait(0.001)
    bench.wait()
    assert 2 <= len(bench.notes()) <= 4
    assert bench.notes()[0] == "user_0.md new"
    assert not any("user_0.md" in note for note in bench.notes()[1:])


def test_what_came_and_went_again_is_no_news(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.ui.loader._NEWS_EVERY_S", 0.2)
    bench.start()
    put(bench.which, "user_a.md", ONE)
    bench.again()
    put(bench.which, "user_b.md", ONE)
    bench.loader.request()
    while "record" not in bench.desk.did[3:]:
        threading.Event().wait(0.001)
    assert not bench.loader.idle  # there is news to be told
    put(bench.which, "user_b.md", None)
    bench.again()
    assert bench.notes() == ["user_a.md new"]


# Bad endings


def failing(words: str) -> Callable[[], object]:
    def fail() -> None:
        raise MemtuiError(words)

    return fail


def test_a_failure_is_told_once_and_the_picture_stays(bench: Bench) -> None:
    bench.start()
    for _ in range(3):
        bench.desk.before["record"] = failing("no room")
        bench.again()
    assert bench.failures() == ["no room"]
    assert sum(isinstance(message, SnapshotChanged) for message in bench.told) == 6  # three looks, three audits
    bench.again()
    bench.desk.before["record"] = failing("no room")
    bench.again()
    assert bench.failures() == ["no room", "no room"]  # it was over in between


def test_a_failure_is_told_again_on_request(bench: Bench) -> None:
    bench.start()
    bench.desk.before["record"] = failing("no room")
    bench.again()
    bench.desk.before["record"] = failing("no room")
    bench.loader.request_drift()
    bench.wait()
    assert bench.failures() == ["no room", "no room"]


def test_what_nobody_expected_is_told_and_the_loader_lives_on(bench: Bench) -> None:
    bench.start()
    bench.desk.before["look"] = lambda: 1 / 0
    bench.again()
    assert bench.failures() == ["unexpected failure (ZeroDivisionError: division by zero); ctrl+r looks again"]
    bench.again()
    assert bench.desk.did[-1] == "record"


def test_a_store_that_cannot_be_read_is_not_judged(bench: Bench) -> None:
    bench.start()
    Path(bench.which.store.root).rename(bench.which.store.root + ".away")
    Path(bench.which.store.root).write_text("no directory")
    bench.again()
    last = bench.told[-1]
    assert isinstance(last, SnapshotChanged) and last.snapshot.failed
    assert bench.desk.did == ["look"]


def test_a_stopped_loader_tells_nothing(bench: Bench) -> None:
    bench.start()
    bench.desk.before["look"] = bench.loader.stop
    bench.loader.request()
    while not bench.desk.did:
        threading.Event().wait(0.001)
    threading.Event().wait(0.05)
    assert bench.told == []
