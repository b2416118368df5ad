"""The local selector: what it finds, what it says, and when it names nothing."""

import os
import random
from pathlib import Path

import pytest

from memtui.memory.files import read_bytes
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.recall.gate import gate_at
from memtui.recall.index import Index
from memtui.recall.local import LocalSelector
from tests.recall.box import files, memories, put, select, text_of


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("do we mock the database in integration tests?", "feedback_real_database.md"),
        ("how should a commit subject be written", "feedback_commit_messages.md"),
        ("where is InvoicePoster used", "project_ledger_rewrite.md"),
        ("post_invoice_entry", "project_ledger_rewrite.md"),
        ("what is in ledger/posting.py", "project_ledger_rewrite.md"),
        ("which python 3.11.4 exporters", "reference_grafana.md"),
        ("graphana board latency", "reference_grafana.md"),  # a typo
        ("checkuot latency", "reference_grafana.md"),  # two letters swapped
        ("Uberraschung fur Zoe im Cafe", "project_geburtstag.md"),
        ("渋谷区の住所", "project_tokyo.md"),
        ("引っ越し", "project_tokyo.md"),
        ("backend programmer from Lyon", "user_role.md"),
    ],
)
def test_finds_what_is_asked_for(store: Store, query: str, first: str) -> None:
    assert files(select(store, query))[:1] == [first]


@pytest.mark.parametrize("query", ["best pasta recipe for the weekend", "who won the football cup", "の", "???", ""])
def test_names_nothing_where_nothing_fits(store: Store, query: str) -> None:
    found = select(store, query)
    assert files(found) == []
    assert found.reason


def test_says_which_words_carried_a_pick(store: Store) -> None:
    pick = select(store, "do we ever mock PostgreSQL").picks[0]
    assert set(pick.words) == {"mock", "PostgreSQL"}
    assert pick.why == f"words: {', '.join(pick.words)}"
    assert "mock" in pick.why
    assert pick.score is not None
    assert pick.score > 0.66


def test_a_word_of_like_meaning_is_shown_as_one(store: Store) -> None:
    pick = select(store, "backend programmer from Lyon").picks[0]
    assert (pick.file, "programmer (~developer)" in pick.words) == ("user_role.md", True)


def test_those_that_lost_are_told_with_why(store: Store) -> None:
    found = select(store, "kubectl apply on a shared namespace", limit=1)
    assert files(found) == ["reference_kubectl_traps.md"]
    lost = {pick.file: pick.why for pick in found.lost}
    assert lost["reference_kubectl.md"].startswith(("behind the best 1", "far behind the best"))
    assert "kubectl" in lost["reference_kubectl.md"]


def test_barred_ones_are_not_picked_and_say_why(store: Store) -> None:
    found = select(store, "kubectl namespace", barred={"reference_kubectl.md": "excluded"})
    assert "reference_kubectl.md" not in files(found)
    assert next(pick for pick in found.lost if pick.file == "reference_kubectl.md").why.startswith("excluded; words")


def test_the_dial_goes_from_always_five_to_only_when_sure(store: Store) -> None:
    vague = "is there a word about a team or a namespace in the plans of Lyon"
    counts = [len(select(store, vague, dial=dial).picks) for dial in (0.0, 0.5, 1.0)]
    assert counts[0] == 5
    assert counts == sorted(counts, reverse=True)
    assert counts[2] == 0
    assert gate_at(0) == (0, 0)
    assert gate_at(1).least > gate_at(0.5).least > 0


@pytest.mark.parametrize("query", ["mock", "nobody wrote xyzzy down"])
def test_always_five_means_five_as_long_as_there_are(store: Store, query: str) -> None:
    found = select(store, query, dial=0)
    assert len(found.picks) == 5
    assert found.picks[-1].why == "no word of the question"
    assert found.picks[:1] == select(store, query, dial=0.01).picks[:1] or not select(store, query, dial=0.01).picks
    barred = {pick.file: "excluded" for pick in found.picks}
    assert len(select(store, query, dial=0, barred=barred).picks) == 4


def test_at_most_five_and_fewer_when_asked(store: Store) -> None:
    query = "database commit ledger grafana kubectl developer cafe"
    assert len(select(store, query, dial=0).picks) == 5
    assert len(select(store, query, dial=0, limit=2).picks) == 2
    assert len(select(store, query, dial=0, limit=50).picks) == 5


@pytest.mark.parametrize(
    "query",
    ["x" * 100_000, "database mock " * 10_000, "\x00\x1b]0;x\x07 mock database", "[bold]mock[/] <b>database</b>", "a"],
)
def test_odd_questions_are_answered_fast_and_without_failing(store: Store, query: str) -> None:
    found = select(store, query)
    assert set(files(found)) <= {memory.file for memory in memories(store)}
    assert found.picks or found.reason


def test_a_hundred_thousand_different_words_are_bounded(store: Store) -> None:
    chance = random.Random(1)
    query = " ".join("".join(chance.choices("abcdefghij", k=7)) for _ in range(12_000)) + " mock database"
    assert select(store, query).picks == ()


def test_what_comes_late_in_a_long_question_is_not_looked_at(store: Store) -> None:
    assert files(select(store, "of " * 2_000 + "mock PostgreSQL")) == ["feedback_real_database.md"]
    assert files(select(store, "of " * 3_000 + "mock PostgreSQL")) == []


def test_a_store_of_nothing_and_one_without_descriptions(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert LocalSelector(str(empty)).select("any thing", []).reason
    for number in range(200):
        put(tmp_path / "bare", f"note{number:03}.md", f"Just text about subject{number}.\n")
    found = Scanner(str(tmp_path / "bare")).scan().visible()
    assert files(LocalSelector(str(tmp_path / "bare")).select("what of subject42", found)) == ["note042.md"]


def test_names_that_differ_in_case_only_are_two_memories(tmp_path: Path) -> None:
    put(tmp_path, "Deploy.md", text_of("project", "deploying the shop", "to staging first"))
    put(tmp_path, "deploy.md", text_of("project", "deploying the docs", "to pages"))
    found = Scanner(str(tmp_path)).scan().visible()
    chosen = files(LocalSelector(str(tmp_path)).select("deploying the shop and the docs", found))
    assert set(chosen) == {"Deploy.md", "deploy.md"}


def test_only_changed_memories_are_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def watched(path: str, most: int) -> bytes:
        opened.append(os.path.basename(path))
        return read_bytes(path, most)

    monkeypatch.setattr("memtui.recall.index.read_bytes", watched)
    selector, scanner = LocalSelector(store.root), Scanner(store.root)
    selector.select("mock database", scanner.scan().visible())
    assert len(opened) == 9
    opened.clear()
    put(Path(store.root), "user_role.md", text_of("user", "Likes zebras", "And their stripes."))
    assert files(selector.select("who likes zebras", scanner.scan().visible())) == ["user_role.md"]
    assert opened == ["user_role.md"]
    os.unlink(store.path("user_role.md"))
    assert files(selector.select("who likes zebras", scanner.scan().visible())) == []


def test_a_better_description_ranks_better_at_once(store: Store) -> None:
    query = "which dashboard shows slow payments"
    assert "reference_grafana.md" not in files(select(store, query))[:1]
    body = "https://grafana.example/d/checkout"
    put(Path(store.root), "reference_grafana.md", text_of("reference", "Dashboard that shows slow payments", body))
    assert files(select(store, query))[:1] == ["reference_grafana.md"]


def test_words_near_each_other_count_more(tmp_path: Path) -> None:
    filler = "and the usual story of every release goes on here for a while " * 3
    put(tmp_path, "a.md", text_of("project", "first", f"The blue {filler} gate stands."))
    put(tmp_path, "b.md", text_of("project", "second", f"The blue gate {filler} stands."))
    found = Scanner(str(tmp_path)).scan().visible()
    assert files(LocalSelector(str(tmp_path)).select("blue gate", found))[0] == "b.md"


def test_rarity_grows_with_how_few_have_a_word(store: Store) -> None:
    index = Index(store.root)
    index.update(memories(store))
    assert index.rarity("nowhere") > index.rarity("zoe") > index.rarity("kubectl")
