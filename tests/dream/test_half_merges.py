"""A memory that was merged into another goes only where the other has its text."""

from pathlib import Path

import pytest

from memtui.dream import control
from memtui.dream.review import adopt_files, discard_files, review
from memtui.dream.task import Task, read_task
from memtui.transcripts.opening import Which
from tests.ui.dreaming import waiting
from tests.ui.running import sample_which

GONE, INTO = "feedback_real_database.md", "feedback_no_db_mocks.md"


@pytest.fixture
def which(tmp_path: Path) -> Which:
    """The sample, whose two memories on one subject the rules propose to merge."""
    return sample_which(tmp_path)


def text_of(which: Which, file: str) -> str:
    return Path(which.store.path(file)).read_text(encoding="utf-8")


def again(which: Which, task: Task) -> Task:
    found = read_task(which.store.state, task.id)
    assert found is not None
    return found


def test_it_stays_alone_and_its_pointer_with_it(which: Which) -> None:
    task, done = adopt_files(which.store, waiting(which), {GONE: None})
    assert INTO in done.held[GONE] and GONE not in done.files
    assert text_of(which, GONE) and f"({GONE})" in text_of(which, "MEMORY.md")
    task, done = adopt_files(which.store, task, {INTO: None})
    task, done = adopt_files(which.store, task, {GONE: None})
    assert GONE in done.files and not done.held


def test_both_at_once(which: Which) -> None:
    _, done = adopt_files(which.store, waiting(which))
    assert {GONE, INTO} <= set(done.files) and not done.held


def test_the_other_was_discarded(which: Which) -> None:
    task = discard_files(which.store, waiting(which), {INTO: None})
    (of_gone,) = (each for each in review(which.store, task) if each.file == GONE)
    assert of_gone.obstacle is not None and INTO in of_gone.obstacle
    _, done = adopt_files(which.store, task)
    assert GONE in done.held and text_of(which, GONE)


def test_the_other_was_taken_back(which: Which) -> None:
    task, _ = adopt_files(which.store, waiting(which), {INTO: None})
    control.undo(which.store, task)
    _, done = adopt_files(which.store, again(which, task))
    assert GONE in done.held and text_of(which, GONE)


def test_a_person_put_its_lines_there(which: Which) -> None:
    task = discard_files(which.store, waiting(which), {INTO: None})
    path = Path(which.store.path(INTO))
    path.write_text(text_of(which, INTO) + text_of(which, GONE), encoding="utf-8")
    _, done = adopt_files(which.store, task, {GONE: None})
    assert GONE in done.files and not done.held
