"""The offline engine: mends what is mechanical, loses no word, does nothing to what is clean, and nothing twice."""

import os

import pytest

from memtui.audit.auditor import Auditor
from memtui.dream.events import read_events
from memtui.dream.losscap import loss
from memtui.dream.task import ADOPTED, COMPLETED, NONE, UPDATING, WAITING, Task
from memtui.history.change import look_now
from memtui.memory.clock import now
from memtui.memory.index import load
from memtui.memory.limits import POINTER_AIM
from memtui.memory.scan import Scanner
from tests.dream.box import OLD_NS, DreamBox, memory, messy


def findings(box: DreamBox) -> set[tuple[str, str]]:
    scan = Scanner(box.root).scan()
    return {(f.rule, f.file) for f in Auditor(box.store).audit(scan, now(), with_drift=False).findings}


def turns(box: DreamBox, task: Task) -> list[str]:
    return [event["text"] for event in read_events(box.state, task.id) if event["kind"] == "turn"]


def all_words(box: DreamBox) -> str:
    return " ".join(" ".join(data.decode().split()) for data, _ in box.tree().values())


def test_a_clean_store_is_left_alone(box: DreamBox) -> None:
    box.put("feedback_tests.md", memory("tests"))
    box.put("logs/2026/11/2026-11-18.md", "- 10:00 did this today\n")
    box.put("MEMORY.md", "# Memory\n- [Tests](feedback_tests.md) — how\n")
    before = box.tree()
    task = box.dream()
    assert box.tree() == before
    assert (task.status, task.review, task.phase) == (COMPLETED, NONE, "starting")
    assert task.nothing_to_do and task.touched == () and task.turns == 3
    assert turns(box, task)[1:] == [
        "No memory is an exact duplicate of another.",
        "Every pointer leads somewhere, none is missing, none is too long.",
    ]


def test_everything_mechanical_at_once_and_nothing_the_second_time(box: DreamBox) -> None:
    messy(box)
    task = box.dream()
    assert (task.status, task.review, task.phase) == (COMPLETED, ADOPTED, UPDATING)
    assert not box.has("feedback_tests_again.md")
    assert task.deleted == ("feedback_tests_again.md",)
    assert task.merged == {"feedback_tests_again.md": "feedback_tests.md"}
    index = box.read("MEMORY.md")
    assert "gone.md" not in index and "feedback_lost.md" in index
    assert all(len(line) <= POINTER_AIM for line in index.split("\n"))
    assert all(box.tree()[file][1] == OLD_NS for file in ("MEMORY.md", "user_role.md"))  # mended, not of today
    kinds = [event["kind"] for event in read_events(box.state, task.id)]
    assert kinds[0] == "started" and kinds[-1] == "ended" and {"phase", "turn", "tool", "adopted"} <= set(kinds)
    after = box.tree()
    again = box.dream()
    assert box.tree() == after and again.nothing_to_do


def test_it_is_deterministic(box: DreamBox, tmp_path: object) -> None:
    other = DreamBox(os.path.join(box.base, "second"))
    for each in (box, other):
        messy(each)
        each.dream()
    assert box.tree() == other.tree()


def test_a_long_hook_without_a_fitting_description_moves_into_the_memory_whole(box: DreamBox) -> None:
    hook = "they want " + ", ".join(f"thing number {number}" for number in range(30))
    box.put("user_role.md", memory("role", "d" * 160, kind="user"))
    box.put("MEMORY.md", f"- [Role](user_role.md) — {hook}\n")
    box.dream()
    line = box.read("MEMORY.md").strip()
    assert len(line) <= POINTER_AIM and line.startswith("- [Role](user_role.md) — they want") and line.endswith("…")
    assert box.read("user_role.md").endswith(f"\n\n{hook}\n")
    after = box.tree()
    assert box.dream().nothing_to_do and box.tree() == after


def test_a_pinned_memory_keeps_its_text_and_its_long_pointer(box: DreamBox) -> None:
    line = "- [Role](user_role.md) — " + "word " * 40
    box.put("user_role.md", memory("role", kind="user", more="pinned: true\n"))
    box.put(
        "user_copy.md",
        memory("copy", "what is known of role and nothing else", "All about role.", "user", "pinned: true\n"),
    )
    box.put("MEMORY.md", f"{line.strip()}\n- [Copy](user_copy.md) — x\n")
    before = box.tree()
    task = box.dream()
    assert box.tree() == before and task.nothing_to_do and task.refusals == 0


@pytest.mark.parametrize("why", ["linked", "hook"])
def test_a_duplicate_that_something_depends_on_stays(box: DreamBox, why: str) -> None:
    body = "The same words in both of them."
    box.put("feedback_a.md", memory("a", "one description", body))
    box.put("feedback_b.md", memory("b", "one description", body))
    linking = "See [[a]] and [[b]]." if why == "linked" else "Nothing."
    box.put("feedback_c.md", memory("c", "another description", linking))
    hook = "a fact that stands nowhere else" if why == "hook" else "x"
    box.put("MEMORY.md", f"- [A](feedback_a.md) — x\n- [B](feedback_b.md) — {hook}\n- [C](feedback_c.md) — c\n")
    words = all_words(box)
    box.dream()
    assert box.has("feedback_a.md") and box.has("feedback_b.md")
    assert all_words(box) == words


def test_duplicates_lose_no_word(box: DreamBox) -> None:
    body = "The same words in both of them."
    for name in "abc":
        box.put(f"feedback_{name}.md", memory(name, "one description", body))
    box.put("MEMORY.md", "- [B](feedback_b.md) — one description\n")
    task = box.dream()
    assert task.deleted == ("feedback_a.md", "feedback_c.md")
    assert box.read("MEMORY.md") == "- [B](feedback_b.md) — one description\n"


def index_over(box: DreamBox, number: int) -> list[str]:
    lines = []
    for at in range(number):
        kind = "project" if at % 3 else "reference"
        box.put(f"{kind}_{at:03}.md", memory(f"n{at}", kind=kind), OLD_NS + at * 1_000_000_000)
        lines.append(f"- [Number {at}]({kind}_{at:03}.md) — what is known of n{at}")
    box.put("MEMORY.md", "# Memory\n" + "\n".join(lines) + "\n")
    return lines


def test_an_index_over_its_limit_is_folded_verbatim_oldest_first(box: DreamBox) -> None:
    lines = index_over(box, 230)
    task = box.dream()
    assert task.review == ADOPTED and task.created == ("index_project.md",)
    index, folded = box.read("MEMORY.md"), box.read("index_project.md")
    assert not load(index).truncated and index.count("(index_project.md)") == 1
    moved = [line for line in folded.split("\n") if line.startswith("- [")]
    kept = [line for line in index.split("\n") if line.startswith("- [Number")]
    assert sorted(moved + kept) == sorted(lines)
    assert moved == [line for line in lines if "project_" in line][: len(moved)]  # the oldest of that type
    assert not {("no-pointer", file) for file in box.tree()} & findings(box)
    after = box.tree()
    assert box.dream().nothing_to_do and box.tree() == after


def test_pointers_in_a_folded_index_count_and_dead_ones_there_are_mended(box: DreamBox) -> None:
    index_over(box, 230)
    box.dream()
    assert "project_001.md" in box.read("index_project.md")
    os.unlink(os.path.join(box.root, "project_001.md"))
    assert ("dead-pointer", "index_project.md") in findings(box)
    task = box.dream()
    assert task.changed == ("index_project.md",)
    assert "project_001.md" not in box.read("index_project.md")


def near(box: DreamBox) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    box.put("feedback_one.md", memory("one", "first", f"{words}.\nOnly in one."))
    box.put("feedback_two.md", memory("two", "second", f"{words}.\nOnly in two."), OLD_NS + 10**9)
    box.put("MEMORY.md", "- [One](feedback_one.md) — first\n- [Two](feedback_two.md) — second\n- [No](no.md) — x\n")


def test_near_duplicates_are_proposed_and_the_certain_part_is_adopted(box: DreamBox) -> None:
    near(box)
    task = box.dream()
    assert (task.status, task.review, task.adopted) == (COMPLETED, WAITING, ("MEMORY.md",))
    assert "no.md" not in box.read("MEMORY.md") and "feedback_two.md" in box.read("MEMORY.md")
    assert box.has("feedback_two.md")
    assert task.deleted == ("feedback_two.md",) and task.merged["feedback_two.md"] == "feedback_one.md"


def test_a_review_gives_the_reasons_of_what_still_waits_only(box: DreamBox) -> None:
    from memtui.dream.review import review

    near(box)
    task = box.dream()
    reasons = {item.file: item.reasons for item in review(box.store, task)}
    assert reasons["MEMORY.md"] == ("feedback_two.md would be merged into feedback_one.md",)
    assert len(task.reasons["MEMORY.md"]) == 2


def test_a_proposal_keeps_every_line(box: DreamBox) -> None:
    from memtui.dream.copying import base_of, copy_of

    near(box)
    task = box.dream()
    base, copy = base_of(box.state, task.id), copy_of(box.state, task.id)
    assert b"Only in two." in copy["feedback_one.md"] and b"second" in copy["feedback_one.md"]
    lost = set(base["feedback_two.md"].split(b"\n")) - {line for data in copy.values() for line in data.split(b"\n")}
    assert lost == {b"name: two", b"description: second"}
    assert loss(base, copy).memories == 0.5


def test_a_relative_date_is_proposed_where_the_history_dates_its_line(box: DreamBox) -> None:
    box.put("project_x.md", memory("x", kind="project"))
    box.put("MEMORY.md", "- [X](project_x.md) — x\n")
    look_now(box.root, box.state)
    text = memory("x", kind="project", body="All about x.\nThe letter went out yesterday.")
    with open(os.path.join(box.root, "project_x.md"), "w") as out:
        out.write(text)  # today, seen missing today
    task = box.dream()
    assert task.review == WAITING and task.changed == ("project_x.md",)
    assert "yesterday" in box.read("project_x.md")


def test_a_relative_date_is_proposed_where_the_origin_session_dates_its_line(box: DreamBox) -> None:
    path = box.session(1, timestamp="2026-11-10T10:00:00Z", message="The letter went out yesterday.")
    origin = os.path.basename(path).removesuffix(".jsonl")
    text = memory("x", kind="project", body="The letter went out yesterday.", more=f"originSessionId: {origin}\n")
    box.put("project_x.md", text)
    box.put("MEMORY.md", "- [X](project_x.md) — x\n")
    task = box.dream()
    assert task.review == WAITING
    assert any("2026-11-09" in reason for reason in task.reasons["project_x.md"])


def test_in_review_mode_all_of_it_waits(box: DreamBox) -> None:
    messy(box)
    before = box.tree()
    task = box.dream(applies=False)
    assert box.tree() == before
    assert task.review == WAITING and task.waits == ("a person looks at it first, as asked",)


def test_bytes_that_are_no_text_are_left_alone(box: DreamBox) -> None:
    box.put("feedback_a.md", memory("a"))
    box.put("MEMORY.md", b"- [Gone](gone.md) x\n\xff\xfe\n- [A](feedback_a.md) \xe2\x80\x94 a\n")
    before = box.tree()
    task = box.dream()
    assert box.tree() == before and task.status == COMPLETED


def test_what_one_mending_brings_to_light_is_mended_in_the_same_dream(box: DreamBox) -> None:
    """A pointer that stands there twice is not shortened; folding leaves one of the two, which then is too long."""
    words = "who they are and what they like to do all day long " * 4
    rows = [f"- [P{number}](project_{number:03}.md) — {words}{number}" for number in range(120)]
    for number in range(120):
        box.put(f"project_{number:03}.md", memory(f"p{number}", kind="project"), OLD_NS + number)
    box.put("MEMORY.md", "\n".join(rows + rows) + "\n")
    assert box.dream().status == COMPLETED
    once = box.tree()
    assert box.dream().nothing_to_do
    assert box.tree() == once


def test_a_date_in_words_that_a_dream_moved_is_not_taken_for_its_own_day(box: DreamBox) -> None:
    box.put("project_x.md", memory("x", "the letter went out yesterday, and nobody has answered it", kind="project"))
    box.put("MEMORY.md", "# Memory\n")
    look_now(box.root, box.state)
    assert box.dream().adopted == ("MEMORY.md",)
    assert "yesterday" in box.read("MEMORY.md")  # the pointer that was missing says the description
    task = box.dream()
    assert task.nothing_to_do, task.reasons


def test_a_pointer_that_quotes_its_memory_is_not_dated_by_the_day_it_was_added(box: DreamBox) -> None:
    box.put("project_x.md", memory("x", kind="project", body="The letter went out yesterday."))
    box.put("MEMORY.md", "# Memory\n")
    look_now(box.root, box.state)
    with open(os.path.join(box.root, "MEMORY.md"), "a") as out:
        out.write("- [X](project_x.md) — The letter went out yesterday.\n")
    assert box.dream().review == "none"
