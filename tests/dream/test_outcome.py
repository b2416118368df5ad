"""What a dream did, file by file: waiting, adopted, discarded, each with its reason."""

from memtui.dream.control import undo
from memtui.dream.outcome import outcome
from memtui.dream.review import adopt_files, discard_files
from memtui.dream.task import read_task
from memtui.dream.words import result_words
from tests.dream.box import DreamBox, messy


def test_waiting_then_adopted_then_discarded(box: DreamBox) -> None:
    messy(box)
    task = box.dream(applies=False)
    waits = {item.file: item for item in outcome(box.store, task)}
    gone = waits["feedback_tests_again.md"]
    assert gone.kind == "deleted" and gone.merged_into == "feedback_tests.md" and gone.reasons and gone.hunks
    task, _ = adopt_files(box.store, task, {"feedback_tests_again.md": None})
    after = outcome(box.store, task)
    adopted = [item for item in after if not item.hunks]
    assert {item.file for item in adopted} >= {"feedback_tests_again.md"}
    assert all(item.diff for item in adopted) and adopted[-1].reasons is not None
    task = discard_files(box.store, task)
    left = {item.file: item for item in outcome(box.store, task)}
    assert left["feedback_tests_again.md"].diff.startswith("--- a/feedback_tests_again.md\n+++ /dev/null\n")
    lost = [item for item in left.values() if item.obstacle]
    assert lost and all("was not kept" in str(item.obstacle) and not item.diff for item in lost)


def test_what_was_taken_back_is_still_shown(box: DreamBox) -> None:
    messy(box)
    task = box.dream()
    before = outcome(box.store, task)
    assert {item.file for item in before} == {*task.created, *task.changed, *task.deleted}
    undo(box.store, task)
    assert outcome(box.store, task) == before


def test_what_was_adopted_is_taken_back_while_the_rest_waits(box: DreamBox) -> None:
    messy(box)
    task, _ = adopt_files(box.store, box.dream(applies=False), {"feedback_tests_again.md": None})
    assert "adopted, the rest waiting" in result_words(task)
    undo(box.store, task)
    back = read_task(box.store.state, task.id)
    assert back is not None and back.review == "waiting"
    assert result_words(back).endswith("; taken back, the rest waiting for your review")
    assert result_words(discard_files(box.store, back)).endswith("; taken back")
