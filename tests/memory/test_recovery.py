"""What a crash left, taken back or finished by whoever comes next; what others wrote since stays."""

import json
import os
from pathlib import Path

import pytest

from memtui.memory import journal, swap
from memtui.memory.errors import MemtuiError
from memtui.memory.journal import DONE, STAGING, SWAPPING, Journal, Move
from memtui.memory.recovery import digest, digest_at, settle
from memtui.memory.save import Step, _move, recover
from memtui.memory.state import State
from memtui.memory.store import Store
from tests.memory.stores import contents, new_store, put, state_of
from tests.memory.unprivileged import open_folder, run_unprivileged

EDIT, REMOVE, CREATE = (
    Step("a.md", b"old\n", b"new\n"),
    Step("a.md", b"old\n", None),
    Step("a.md", None, b"new\n"),
)
TOOK_BACK, FINISHED = "took back an interrupted write", "finished an interrupted write"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(str(tmp_path), {"other.md": b"other\n"})


def crashed(store: Store, phase: str, step: Step, target: bytes | None, waiting: bytes | None) -> Move:
    """A store whose process died in this phase: what stands at the name, and what at the temporary one."""
    move = _move(store.root, step)
    for path, data in ((move.target, target), (move.temporary, waiting)):
        if data is not None:
            put(store.root, os.path.basename(path), data)
    state = state_of(store)
    os.makedirs(state.folder)
    journal.write(state, Journal(phase, (move,)))
    return move


@pytest.mark.parametrize(
    ("step", "target", "waiting", "left"),
    [
        (EDIT, b"old\n", b"new\n", b"old\n"),  # not swapped yet
        (EDIT, b"new\n", b"old\n", b"old\n"),  # swapped
        (EDIT, b"theirs\n", b"new\n", b"theirs\n"),  # somebody wrote before the swap
        (EDIT, b"theirs\n", b"old\n", b"theirs\n"),  # somebody wrote after it
        (EDIT, b"new\n", b"theirs\n", b"theirs\n"),  # somebody wrote in the instant of the swap
        (EDIT, None, b"old\n", None),  # somebody removed ours
        (EDIT, b"new\n", None, b"new\n"),  # the old text is gone: better the new than none
        (REMOVE, b"old\n", None, b"old\n"),
        (REMOVE, None, b"old\n", b"old\n"),
        (REMOVE, None, b"theirs\n", b"theirs\n"),  # written in the instant of the removal
        (REMOVE, b"theirs\n", b"old\n", b"theirs\n"),  # written anew after it
        (CREATE, None, b"new\n", None),
        (CREATE, b"new\n", None, None),
        (CREATE, b"theirs\n", b"new\n", b"theirs\n"),
        (CREATE, b"theirs\n", None, b"theirs\n"),  # written over ours
        (CREATE, b"new\n", b"new\n", b"new\n"),  # the same words by another hand
    ],
)
def test_a_swap_cut_short_is_taken_back(
    store: Store, step: Step, target: bytes | None, waiting: bytes | None, left: bytes | None
) -> None:
    crashed(store, SWAPPING, step, target, waiting)
    assert recover(state_of(store)) == TOOK_BACK
    wanted: dict[str, bytes | None] = {"other.md": b"other\n"}
    assert contents(store.root) == (wanted if left is None else {**wanted, "a.md": left})
    assert recover(state_of(store)) is None


def test_a_created_file_with_two_names_is_taken_back(store: Store) -> None:
    move = crashed(store, SWAPPING, CREATE, b"new\n", None)
    os.link(move.target, move.temporary)
    assert recover(state_of(store)) == TOOK_BACK
    assert list(contents(store.root)) == ["other.md"]


@pytest.mark.parametrize(
    ("target", "waiting", "aside", "left"),
    [
        (None, b"new\n", b"old\n", b"old\n"),  # set aside, the name still free
        (b"new\n", None, b"old\n", b"old\n"),  # the new one has the name
        (b"theirs\n", b"new\n", b"old\n", b"theirs\n"),  # somebody took the free name
        (None, b"old\n", b"new\n", b"old\n"),  # cut short while it was being taken back
        (b"old\n", None, b"new\n", b"old\n"),
    ],
)
def test_a_swap_by_way_of_a_third_name_is_taken_back(
    store: Store, target: bytes | None, waiting: bytes | None, aside: bytes, left: bytes
) -> None:
    move = crashed(store, SWAPPING, EDIT, target, waiting)
    put(store.root, os.path.basename(swap.aside_of(move.temporary)), aside)
    assert recover(state_of(store)) == TOOK_BACK
    assert contents(store.root) == {"other.md": b"other\n", "a.md": left}


def test_a_swap_by_way_of_a_second_link_is_taken_back(store: Store) -> None:
    move = crashed(store, SWAPPING, EDIT, None, b"new\n")
    put(store.root, os.path.basename(swap.aside_of(move.temporary)), b"old\n")
    os.link(move.temporary, move.target)
    assert recover(state_of(store)) == TOOK_BACK
    assert contents(store.root) == {"other.md": b"other\n", "a.md": b"old\n"}


def test_what_was_only_staged_is_thrown_away(store: Store) -> None:
    crashed(store, STAGING, EDIT, b"old\n", b"ne")
    assert recover(state_of(store)) == TOOK_BACK
    assert contents(store.root) == {"other.md": b"other\n", "a.md": b"old\n"}


def test_what_was_done_is_cleaned_up(store: Store) -> None:
    crashed(store, DONE, EDIT, b"new\n", b"old\n")
    assert recover(state_of(store)) == FINISHED
    assert contents(store.root) == {"other.md": b"other\n", "a.md": b"new\n"}


def test_a_folder_made_for_it_goes_unless_somebody_uses_it(store: Store) -> None:
    state = state_of(store)
    folders = tuple(store.path(name) for name in ("mine", "mine/deep", "used"))
    for folder in folders:
        os.mkdir(folder)
    put(store.root, "used/theirs.md", b"theirs\n")
    os.makedirs(state.folder)
    journal.write(state, Journal(STAGING, (), folders))
    recover(state)
    assert contents(store.root) == {"other.md": b"other\n", "used": None, "used/theirs.md": b"theirs\n"}


def test_a_change_that_the_history_has_yet_to_record_keeps_its_journal(store: Store) -> None:
    move = crashed(store, DONE, EDIT, b"new\n", b"old\n")
    state = state_of(store)
    journal.write(state, Journal(DONE, (move,), (), {"who": "me"}))
    for _ in range(2):
        settled = settle(state)
        assert settled is not None and (settled.note, settled.moves) == ({"who": "me"}, (move,))
    journal.end(state)
    assert settle(state) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"v": 1, "phase": "swapping"}', '{"moves": [[1]]}'])
def test_a_torn_journal_is_none(store: Store, text: str) -> None:
    state = state_of(store)
    os.makedirs(state.folder)
    Path(state.journal).write_text(text)
    assert recover(state) is None
    assert not os.path.exists(state.journal)


def test_a_journal_reads_back_whatever_the_names_are(store: Store) -> None:
    state = state_of(store)
    os.makedirs(state.folder)
    move = _move(store.root, Step('odd "\udcff\n é.md', None, b"x"))
    plan = Journal(SWAPPING, (move,), ("/odd\udcff",), {"why": "é"})
    journal.write(state, plan)
    assert journal.read(state) == plan
    assert json.loads(Path(state.journal).read_text("ascii"))["v"] == 1


def test_a_store_that_is_gone_is_no_obstacle(store: Store, tmp_path: Path) -> None:
    crashed(store, SWAPPING, EDIT, b"new\n", b"old\n")
    os.rename(store.root, tmp_path / "elsewhere")
    assert recover(state_of(store)) == TOOK_BACK


def test_digests_tell_nothing_from_something_strange(store: Store) -> None:
    os.symlink("other.md", store.path("link.md"))
    assert digest_at(store.path("nothing.md")) is None
    assert digest_at(store.path("other.md/below.md")) is None
    assert digest_at(store.path("other.md")) == digest(b"other\n")
    assert digest_at(store.path("link.md")) not in (None, digest(b"other\n"))


_SETTLE = """
from memtui.memory.errors import MemtuiError
from memtui.memory.save import recover
from memtui.memory.state import State
import ctypes, errno
drop()
try:
    print(recover(State(sys.argv[1])))
except MemtuiError as error:
    print("MemtuiError", error)
"""


@pytest.mark.parametrize("shut", ["store", "state"])
def test_what_cannot_be_settled_now_is_said_and_waits(shut: str) -> None:
    with open_folder() as folder:
        store = new_store(folder, {})
        crashed(store, SWAPPING, EDIT, b"new\n", b"old\n")
        state: State = state_of(store)
        places = (store.root, state.folder)
        for place in (*places, os.path.dirname(state.folder), str(store.state_base)):
            os.chmod(place, 0o755)
        os.chmod(state.journal, 0o644)
        if os.geteuid() == 0:
            os.chown(places[shut == "store"], 65534, 65534)
        else:
            os.chmod(places[shut == "state"], 0o555)
        words = run_unprivileged(_SETTLE, state.folder)
        assert words.startswith("MemtuiError an interrupted write cannot be settled (permission denied)")
        os.chmod(places[shut == "state"], 0o755)
        assert recover(state) == TOOK_BACK
        assert contents(store.root) == {"a.md": b"old\n"}


def test_the_error_is_one_for_people(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    crashed(store, SWAPPING, EDIT, b"new\n", b"old\n")

    def refuse(*_: object) -> None:
        raise OSError(5, "Input/output error", store.path("a.md"))

    monkeypatch.setattr(swap, "trade", refuse)
    with pytest.raises(MemtuiError, match="cannot be settled") as caught:
        recover(state_of(store))
    assert str(caught.value).count("\n") == 0
    monkeypatch.undo()
    assert recover(state_of(store)) == TOOK_BACK
