"""Suites of one's own questions, and which memories no question reaches."""

from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.memory.errors import MemtuiError, UsageError
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.recall.reach import likely_questions, reach
from memtui.recall.recaller import Recaller
from memtui.recall.suite import Case, keep, read_suite, run_suite, suite_path
from tests.recall.box import files, put, text_of


def selector(store: Store) -> Callable[[str], list[str]]:
    recaller = Recaller(store, {})
    return lambda question: files(recaller.ask(question).selection)


def run(store: Store, *cases: Case) -> list[bool]:
    scan = Scanner(store.root).scan()
    return [item.passed for item in run_suite(list(cases), scan, selector(store))]


def test_a_case_passes_when_all_it_expects_comes(store: Store) -> None:
    assert run(
        store,
        Case("do we mock the database", ("feedback_real_database.md",)),
        Case("do we mock the database", ("feedback_real_database",)),
        Case("do we mock the database", ("user_role.md",)),
        Case("do we mock the database", ("feedback_real_database.md", "gone.md")),
        Case("best pasta recipe for sunday", ()),
        Case("do we mock the database", ()),
    ) == [True, True, False, False, True, False]


def test_a_suite_is_read_and_added_to(tmp_path: Path) -> None:
    path = str(tmp_path / "config" / "suites" / "x.yaml")
    keep(path, Case('how: do we "test"?\nwell', ("a.md", "ü.md")))
    text = Path(path).read_text() + "# my own words\n"
    Path(path).write_text(text)
    keep(path, Case("- [x] odd", ()))
    assert read_suite(path) == [Case('how: do we "test"?\nwell', ("a.md", "ü.md")), Case("- [x] odd", ())]
    assert "# my own words" in Path(path).read_text()


def test_one_name_will_do(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("- question: how\n  expect: a.md\n")
    assert read_suite(str(path)) == [Case("how", ("a.md",))]
    path.write_text("")
    assert read_suite(str(path)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("question: x", "not a list"),
        ("- just text", "question 1 has no text"),
        ("- question: x", "question 1 does not say what to expect"),
        ("- question: x\n  expect: [a, 1]", "question 1 does not say"),
        ("- question: ''\n  expect: []", "question 1 has no text"),
        ("- [", "not valid YAML"),
        ("- question: !!python/object:os.system x\n  expect: []", "not valid YAML"),
        ("[" * 5_000, "not valid YAML"),
        ("x" * 1_000_001, "too large"),
    ],
)
def test_what_is_wrong_with_a_suite_is_said(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(text)
    with pytest.raises(UsageError, match=said):
        read_suite(str(path))


def test_a_suite_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("- [")
    with pytest.raises(UsageError):
        keep(str(path), Case("q", ()))
    assert path.read_text() == "- ["
    with pytest.raises(MemtuiError, match="no such suite"):
        read_suite(str(tmp_path / "none.yaml"))


def test_each_store_has_a_suite_of_its_own_next_to_the_config(tmp_path: Path) -> None:
    one, other = (suite_path("/home/x/.config/memtui/config.toml", str(tmp_path / name)) for name in ("a", "b"))
    assert one != other
    assert one.startswith("/home/x/.config/memtui/suites/")


def test_reach_names_what_no_question_brings_and_why(store: Store) -> None:
    root = Path(store.root)
    copies = 7
    for number in range(copies):
        put(root, f"copy_{number}.md", text_of("project", "Nightly export of the warehouse", "Runs at two.", "export"))
    put(root, "vague.md", text_of("project", "some things", "The export of the warehouse."), age_days=1)
    put(root, "bare.md", "zzz\n", age_days=1)
    found = {item.file: item for item in reach(Scanner(store.root).scan().memories, [], selector(store))}
    assert found["feedback_real_database.md"].by is not None
    lost = [item for file, item in found.items() if file.startswith("copy_") and item.by is None]
    assert len(lost) == copies - 5
    assert lost[0].why is not None
    assert lost[0].why.startswith("others win with the same words: copy_")
    assert found["vague.md"].by or (found["vague.md"].why or "").startswith("vague description")


def test_a_question_of_the_suite_reaches_too(store: Store) -> None:
    asked = reach(Scanner(store.root).scan().memories, ["backend programmer from Lyon"], selector(store))
    assert next(item for item in asked if item.file == "user_role.md").by == "backend programmer from Lyon"


def test_beyond_200_nothing_reaches(tmp_path: Path) -> None:
    for number in range(201):
        put(tmp_path / "memory", f"n{number:03}.md", text_of("project", f"subject{number}", "x"), age_days=number)
    store = Store(str(tmp_path / "memory"), None, str(tmp_path), str(tmp_path / "state"))
    found = reach(Scanner(store.root).scan().memories, [], lambda _: [])
    assert found[200].why == "beyond the newest 200: recall does not see it"
    assert found[199].why != found[200].why


def test_likely_questions_are_made_of_name_and_description(store: Store) -> None:
    memory = next(m for m in Scanner(store.root).scan().memories if m.file == "reference_grafana.md")
    assert likely_questions(memory) == ["reference grafana", "Grafana board latency checkout API"]
