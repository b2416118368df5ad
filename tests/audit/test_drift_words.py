"""Identifiers that are gone, on real repositories."""

import pytest

from memtui.audit.drift import Drift, Gone, check
from tests.audit.drifting import gone, word
from tests.audit.gitproject import GitProject


def test_an_identifier_is_gone_since_its_last_line_left(project: GitProject) -> None:
    project.write("a.py", "def retry_budget(): pass\n\nretry_budget()\n")
    project.write("b.py", "retry_budget()\n")
    project.commit("retry_budget, never_in_a_file")
    project.write("a.py", "pass\n")
    project.commit()
    project.write("b.py", "retry_budgets() and my_retry_budget\n")
    commit = project.commit("drop retry_budget")
    project.write("b.py", "retry_budgets() and my_retry_budget twice\n")
    project.commit()
    found = check(project.root, [word("retry_budget"), word("never_in_a_file"), word("retry_budgets")])
    assert found == Drift({word("retry_budget"): Gone("retry_budget", "identifier", "2026-01-05", commit, None)}, None)


def test_only_whole_words_count_in_history_too(project: GitProject) -> None:
    project.write("a.py", "my_retry_budget retry_budget_2 retry_budgets\n")
    project.commit()
    project.write("a.py", "nothing\n")
    project.commit()
    assert gone(project, word("retry_budget"), word("retry_budgets")) == {"retry_budgets"}


def test_a_name_in_a_diff_header_is_not_content(project: GitProject) -> None:
    project.write("old_module/other_name.py", "-- one\n++ two\n")
    project.commit()
    project.git("rm", "-rq", "old_module")
    project.write("x.py", "x\n")
    project.commit()
    assert gone(project, word("old_module"), word("other_name")) == set()


def test_a_name_that_is_still_a_path_is_not_gone(project: GitProject) -> None:
    project.write("order_service/core.py", "import order_service\n")
    project.commit()
    project.write("order_service/core.py", "pass\n")
    project.commit()
    assert gone(project, word("order_service")) == set()


def test_moved_lines_are_not_a_removal(project: GitProject) -> None:
    project.write("a.py", "def some_name(): pass\n")
    project.commit()
    project.git("mv", "a.py", "b.py")
    project.commit()
    project.remove("b.py")
    commit = project.commit()
    (thing,) = check(project.root, [word("some_name")]).gone.values()
    assert thing.commit == commit


@pytest.mark.parametrize(
    "content",
    [b"some_name\0\xff", "some_name ünïcödé".encode("latin-1"), b"x" * 2_000_000 + b" some_name"],
    ids=["binary", "latin-1", "large"],
)
def test_odd_files_of_the_tree_count_as_text(project: GitProject, content: bytes) -> None:
    project.write("a.py", "some_name\n")
    project.commit()
    project.write("a.py", "pass\n")
    project.write("data.bin", content)
    project.commit()
    assert gone(project, word("some_name")) == set()


def test_a_dotted_name_needs_all_its_words_in_history_and_one_lost(project: GitProject) -> None:
    project.write("a.py", "class Cart:\n    def total(self): pass\n    def items(self): pass\nclass Basket: pass\n")
    project.commit()
    project.write("a.py", "class Cart:\n    def items(self): pass\n")
    commit = project.commit()
    wanted = ["Cart.total", "Cart.items", "Cart.never_there", "Basket.total", "Basket::items", "Never.total"]
    found = check(project.root, [word(token) for token in wanted])
    assert {thing.token: thing.commit for thing in found.gone.values()} == dict.fromkeys(
        ("Cart.total", "Basket.total", "Basket::items"), commit
    )


def test_a_word_that_only_an_untracked_file_has_was_not_in_history(project: GitProject) -> None:
    project.write("a.py", "def total(): pass\n")
    project.commit()
    project.write("a.py", "pass\n")
    project.commit()
    project.write("draft.py", "class Voucher: pass\n")
    assert gone(project, word("Voucher.total")) == set()


def test_a_line_that_looks_like_a_commit_does_not_pose_as_one(project: GitProject) -> None:
    filler = "x" * 9_000  # git takes a file for binary by its beginning only
    project.write("a.txt", f"{filler}\n\0{'0' * 40} 1999-01-01\nsome_name\n")
    project.commit()
    project.remove("a.txt")
    commit = project.commit()
    (thing,) = check(project.root, [word("some_name")]).gone.values()
    assert (thing.commit, thing.since) == (commit, "2026-01-04")


def test_many_identifiers_are_looked_up_in_few_processes(project: GitProject) -> None:
    there = [f"there_{number}" for number in range(1_500)]
    lost = [f"lost_{number}" for number in range(1_500)]
    project.write("a.py", "\n".join(there + lost))
    project.commit()
    project.write("a.py", "\n".join(there))
    project.commit()
    assert gone(project, *map(word, there + lost)) == set(lost)
