"""The work on one store without a screen: what differs between two looks, in words; looking, judging, recording."""

import os
import shutil
from pathlib import Path

import pytest

from memtui.history.log import Log
from memtui.memory.config import read_config
from memtui.memory.scan import Scan
from memtui.memory.topic import Memory, read
from memtui.transcripts.opening import Which
from memtui.ui.desk import NOTHING, Changes, Desk, changes
from tests.ui.pasts import FILES, by_memtui, put
from tests.ui.running import store_which


def scan(indexes: dict[str, int] | None = None, **memories: int) -> Scan:
    """A scan with these memories and indexes, each with a number that stands for its state."""
    found: list[Memory] = [read(f"{name}.md", (at, at, 1, at), "") for name, at in memories.items()]
    return Scan("/store", found, {file: (at, at, 1, at) for file, at in (indexes or {}).items()}, [])


@pytest.mark.parametrize(
    ("before", "after", "created", "changed", "deleted"),
    [
        (scan(), scan(), "", "", ""),
        (None, scan(a=1), "", "", ""),
        (scan(a=1), None, "", "", ""),
        (scan(a=1), scan(a=1), "", "", ""),
        (scan(), scan(a=1), "a.md", "", ""),
        (scan(a=1), scan(), "", "", "a.md"),
        (scan(a=1), scan(a=2), "", "a.md", ""),
        (scan(a=1, b=1, c=1), scan(b=2, c=1, d=1), "d.md", "b.md", "a.md"),
        (scan({"MEMORY.md": 1}), scan({"MEMORY.md": 2}), "", "MEMORY.md", ""),
        (scan({"MEMORY.md": 1}, a=1), scan(a=1), "", "", "MEMORY.md"),
        (scan(b=1, a=1), scan(), "", "", "a.md b.md"),
    ],
)
def test_changes(before: Scan | None, after: Scan | None, created: str, changed: str, deleted: str) -> None:
    found = changes(before, after)
    assert found == Changes(tuple(created.split()), tuple(changed.split()), tuple(deleted.split()))
    assert bool(found) == bool(created or changed or deleted)


def gathered(created: str = "", changed: str = "", deleted: str = "") -> Changes:
    """Changes by one-letter names."""
    return Changes(tuple(created), tuple(changed), tuple(deleted))


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (NOTHING, gathered("a", "b", "c"), gathered("a", "b", "c")),
        (gathered("a", "b", "c"), NOTHING, gathered("a", "b", "c")),
        (gathered(created="a"), gathered(changed="a"), gathered(created="a")),
        (gathered(created="a"), gathered(deleted="a"), NOTHING),
        (gathered(changed="a"), gathered(deleted="a"), gathered(deleted="a")),
        (gathered(changed="a"), gathered(changed="a"), gathered(changed="a")),
        (gathered(deleted="a"), gathered(created="a"), gathered(changed="a")),
        (gathered("a"), gathered("b"), gathered("ab")),
    ],
)
def test_two_changes_are_one(first: Changes, second: Changes, both: Changes) -> None:
    assert first.then(second) == both


def test_changes_of_others_only() -> None:
    assert gathered("ab", "c", "d").without({"a", "c"}) == gathered("b", "", "d")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (NOTHING, ""),
        (gathered("a"), "a new"),
        (gathered("ab", "c"), "a, b new; c changed"),
        (gathered("", "", "abc"), "a and 2 more gone"),
        (gathered("a", "b", "cde"), "a new; b changed; c and 2 more gone"),
    ],
)
def test_changes_in_words(found: Changes, words: str) -> None:
    assert found.words() == words


# The desk on a real store


def desk_on(which: Which) -> Desk:
    """A desk as the app has it."""
    return Desk(which, read_config(which.host))


def test_no_two_pictures_have_one_number(tmp_path: Path) -> None:
    first, second = desk_on(store_which(tmp_path / "a", FILES)), desk_on(store_which(tmp_path / "b", FILES))
    looks = [desk.look() for desk in (first, second, first)]
    judged = [first.judge(look) for look in looks[:1]]
    assert len({picture.number for picture in [*looks, *judged, second.peek()]}) == 5


def test_recording_tells_of_each_state_once(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    desk = desk_on(which)
    first = desk.record(desk.look())
    assert first is not None and first.states == 1
    assert desk.record(desk.look()) is None
    put(which, "user_one.md", "other\n")
    second = desk.record(desk.look())
    assert second is not None and second.states == 2
    by_memtui(which, "edit", {"user_one.md": "by another process, which recorded it itself\n"})
    third = desk.record(desk.look())
    assert third is not None and third.states == 3


def test_a_store_that_never_was_gets_no_history(tmp_path: Path) -> None:
    which = store_which(tmp_path, {})
    os.rmdir(which.store.root)
    desk = desk_on(which)
    found = desk.record(desk.look())
    assert found is not None and found.states == 0
    assert not os.path.exists(which.store.state.history)
    assert desk.record(desk.look()) is None


def test_a_store_that_is_gone_is_recorded_as_gone(tmp_path: Path) -> None:
    which = store_which(tmp_path, FILES)
    desk = desk_on(which)
    desk.record(desk.look())
    shutil.rmtree(which.store.root)
    found = desk.record(desk.look())
    assert found is not None and found.states == 2
    assert len(Log(which.store.state).entries(1)[0].deleted) == len(FILES)


def test_the_audit_goes_on_without_a_history(tmp_path: Path) -> None:
    dated = FILES["user_one.md"].replace("One.", "Ship it next Thursday.")
    which = store_which(tmp_path, {**FILES, "user_one.md": dated})
    desk = desk_on(which)
    desk.record(desk.look())
    Path(which.store.state.history, "refs", "heads", "main").write_text("broken\n", encoding="ascii")
    assert desk.judge(desk.look()).findings
