"""The past of the throwaway sample: it grows, ends where the store is, and has what the index misses."""

from pathlib import Path

from memtui.history.change import look_now
from memtui.history.log import Entry, Log
from memtui.memory.index import read_lines
from memtui.memory.state import State, state_for
from memtui.sample.build import build
from memtui.sample.past import LOST, MOMENTS, write_past

NOW = 1_795_003_200.0
DAY = 86_400.0


def recorded(folder: Path) -> tuple[str, State, list[Entry]]:
    """A sample with its past and a first look at it; the states, oldest first."""
    root = build(str(folder / "sample"), NOW).memory_dir
    state = state_for(root, str(folder / "state"))
    write_past(root, state, NOW)
    look_now(root, state)
    return root, state, Log(state).entries()[::-1]


def test_it_grows_moment_by_moment_to_what_is_there(tmp_path: Path) -> None:
    root, state, entries = recorded(tmp_path)
    assert [entry.when for entry in entries[:-1]] == [int(NOW - days * DAY) for days in MOMENTS]
    log = Log(state)
    sizes = [len(log.states(entry.commit)) for entry in entries]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1] == sum(path.is_file() for path in Path(root).rglob("*"))
    assert all(path.suffix == ".md" for path in Path(root).rglob("*") if path.is_file())  # nothing is left in it


def test_an_index_names_only_what_was_there_and_what_was_lost(tmp_path: Path) -> None:
    _, state, entries = recorded(tmp_path)
    log = Log(state)
    for entry in entries[:-1]:
        there = log.states(entry.commit)
        text = (log.content(there["MEMORY.md"]) or b"").decode()
        named = {line.entry.file for line in read_lines(text) if line.entry is not None}
        assert named - there.keys() <= {LOST, "project_black_week.md"}, entry.number


def test_the_memory_that_the_index_misses_can_be_brought_back(tmp_path: Path) -> None:
    _, state, entries = recorded(tmp_path)
    gone = [entry for entry in entries if LOST in entry.deleted]
    assert len(gone) == 1 and LOST in Log(state).states(entries[0].commit)
