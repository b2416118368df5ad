"""A proposal that a person discarded is not made again, as long as the texts are the same."""

import os

from memtui.dream.declined import declined
from memtui.dream.events import read_events
from memtui.dream.review import adopt_files, discard_files
from memtui.dream.task import COMPLETED, WAITING
from memtui.history.change import look_now
from tests.dream.box import OLD_NS, DreamBox, memory

WORDS = " ".join(f"word{number}" for number in range(60))


def near(box: DreamBox) -> None:
    box.put("feedback_one.md", memory("one", "first", f"{WORDS}.\nOnly in one."))
    box.put("feedback_two.md", memory("two", "second", f"{WORDS}.\nOnly in two."), OLD_NS + 10**9)
    box.put("MEMORY.md", "- [One](feedback_one.md) — first\n- [Two](feedback_two.md) — second\n")


def dated(box: DreamBox) -> None:
    """Two lines with a relative date that the history can date."""
    box.put("project_x.md", memory("x", kind="project"))
    box.put("MEMORY.md", "- [X](project_x.md) — x\n")
    look_now(box.root, box.state)
    body = "All about x.\nThe letter went out yesterday.\nNothing here.\nThe reply is due tomorrow."
    with open(os.path.join(box.root, "project_x.md"), "w") as out:
        out.write(memory("x", kind="project", body=body))


def said(box: DreamBox, task_id: str) -> str:
    return "\n".join(event["text"] for event in read_events(box.state, task_id) if event["kind"] == "turn")


def test_a_discarded_merge_is_not_proposed_again(box: DreamBox) -> None:
    near(box)
    discard_files(box.store, box.dream())
    task = box.dream()
    assert (task.status, task.review, task.nothing_to_do) == (COMPLETED, "none", True)
    assert "Left out 1 proposal that you discarded before" in said(box, task.id)


def test_names_do_not_matter_and_another_text_is_a_new_question(box: DreamBox) -> None:
    near(box)
    discard_files(box.store, box.dream())
    os.rename(os.path.join(box.root, "feedback_two.md"), os.path.join(box.root, "feedback_new.md"))
    box.put("MEMORY.md", "- [One](feedback_one.md) — first\n- [Two](feedback_new.md) — second\n")
    assert box.dream().review == "none"
    box.put("feedback_new.md", memory("two", "second", f"{WORDS}.\nOnly in the other."), OLD_NS + 10**9)
    assert box.dream().review == WAITING


def test_discarding_one_file_of_a_merge_is_an_answer_too(box: DreamBox) -> None:
    near(box)
    task = discard_files(box.store, box.dream(), {"feedback_two.md": None})
    discard_files(box.store, task)
    assert box.dream().review == "none"


def test_one_date_can_be_taken_and_another_left_for_good(box: DreamBox) -> None:
    dated(box)
    task = box.dream()
    assert task.review == WAITING
    task = discard_files(box.store, task, {"project_x.md": [1]})
    adopt_files(box.store, task)
    text = box.read("project_x.md")
    assert "yesterday" in text and "tomorrow" not in text
    assert box.dream().nothing_to_do


def test_a_person_can_have_it_asked_again(box: DreamBox) -> None:
    near(box)
    discard_files(box.store, box.dream())
    assert box.ended(box.start()).review == "none"
    assert box.ended(box.start(ask_again=True)).review == WAITING
    assert declined(box.state) == frozenset()


def test_only_hashes_are_kept(box: DreamBox) -> None:
    near(box)
    discard_files(box.store, box.dream())
    path = os.path.join(box.state.folder, "dreams", "declined.json")
    assert os.stat(path).st_mode & 0o777 == 0o600
    with open(path) as file:
        assert all(word not in file.read() for word in ("word1", "one", "feedback"))


def test_a_broken_record_is_no_record(box: DreamBox) -> None:
    near(box)
    discard_files(box.store, box.dream())
    with open(os.path.join(box.state.folder, "dreams", "declined.json"), "w") as file:
        file.write("{")
    assert box.dream().review == WAITING


def test_what_a_model_proposed_and_a_person_discarded_is_not_remembered(box: DreamBox) -> None:
    near(box)
    task = box.dream(applies=False)
    from dataclasses import replace

    discard_files(box.store, replace(task, engine="claude"))
    assert declined(box.state) == frozenset()
