"""Taking a dream back after others have written: what they wrote stays, or nothing is taken back."""

import os

import pytest

from memtui.dream import control
from memtui.dream.task import DISCARDED, read_task
from memtui.dream.undoing import Undone
from memtui.memory.errors import ConflictError, NegativeError
from tests.dream.box import OLD_NS, DreamBox, memory, messy


def dreamt(box: DreamBox) -> str:
    messy(box)
    return box.dream().id


def undo(box: DreamBox, task_id: str) -> Undone:
    task = read_task(box.state, task_id)
    assert task is not None
    return control.undo(box.store, task)


def test_a_pointer_that_was_added_since_stays(box: DreamBox) -> None:
    messy(box)
    before = box.tree()
    task_id = box.dream().id
    box.put("project_new.md", memory("new", kind="project"))
    box.put("MEMORY.md", box.read("MEMORY.md") + "- [New](project_new.md) — new\n")
    undo(box, task_id)
    index = before["MEMORY.md"][0].decode()
    assert box.read("MEMORY.md") == index + "- [New](project_new.md) — new\n"
    assert box.tree()["feedback_tests_again.md"] == before["feedback_tests_again.md"]
    assert box.has("project_new.md")
    task = read_task(box.state, task_id)
    assert task is not None and task.review == DISCARDED
    with pytest.raises(NegativeError, match="nothing that could be taken back"):
        undo(box, task_id)


def test_an_edit_elsewhere_in_a_file_stays(box: DreamBox) -> None:
    hook = "who they are and what they like to do " * 6
    box.put("user_role.md", memory("role", "x" * 180, "One.\n\nTwo.\n\nThree.", kind="user"))
    box.put("MEMORY.md", f"- [Role](user_role.md) — {hook.strip()}\n")
    before = box.read("user_role.md")
    task_id = box.dream().id
    assert hook.strip() in box.read("user_role.md")
    box.put("user_role.md", box.read("user_role.md").replace("One.", "One, and more."))
    undo(box, task_id)
    assert box.read("user_role.md") == before.replace("One.", "One, and more.")


def test_the_same_place_changed_since_and_nothing_is_taken_back(box: DreamBox) -> None:
    task_id = dreamt(box)
    box.put("MEMORY.md", box.read("MEMORY.md").replace("what is known of role", "all that is known of role"))
    before = box.tree()
    with pytest.raises(ConflictError, match=r"MEMORY.md changed since in the same place, so nothing"):
        undo(box, task_id)
    assert box.tree() == before


def test_a_file_that_came_back_by_itself_is_not_overwritten(box: DreamBox) -> None:
    task_id = dreamt(box)
    box.put("feedback_tests_again.md", "another text\n", OLD_NS)
    before = box.tree()
    with pytest.raises(ConflictError, match="feedback_tests_again"):
        undo(box, task_id)
    assert box.tree() == before


def test_a_store_that_vanished_is_not_made_anew(box: DreamBox) -> None:
    task_id = dreamt(box)
    for file in list(box.tree()):
        os.unlink(os.path.join(box.root, file))
    with pytest.raises(ConflictError):
        undo(box, task_id)
    assert box.tree() == {}
