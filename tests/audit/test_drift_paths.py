"""Paths, files and folders that are gone, on real repositories."""

import os

from memtui.audit.drift import Drift, Gone, check
from tests.audit.drifting import file, gone, path, word
from tests.audit.gitproject import GitProject


def test_a_deleted_path_is_gone_since_the_commit_that_deleted_it(project: GitProject) -> None:
    project.write("src/cart.py", "one\n")
    project.write("src/keep.py", "one\n")
    project.commit()
    project.remove("src/cart.py")
    commit = project.commit()
    project.write("src/keep.py", "two\n")
    project.commit()
    found = check(project.root, [path("src/cart.py"), path("src/keep.py"), path("src/never.py")])
    assert found == Drift({path("src/cart.py"): Gone("src/cart.py", "path", "2026-01-04", commit, None)}, None)


def test_a_path_that_came_back_is_not_gone_and_its_last_end_counts(project: GitProject) -> None:
    for name in ("src/back.py", "src/twice.py"):
        project.write(name, "one\n")
        project.commit()
        project.remove(name)
        project.commit()
        project.write(name, "one\n")
        project.commit()
    project.remove("src/twice.py")
    commit = project.commit()
    found = check(project.root, [path("src/back.py"), path("src/twice.py")])
    assert [(thing.token, thing.commit) for thing in found.gone.values()] == [("src/twice.py", commit)]


def test_a_rename_says_where_it_is_now_also_after_several(project: GitProject) -> None:
    project.write("a/api.py", "".join(f"line {number}\n" for number in range(30)))
    project.commit()
    for old, new in (("a/api.py", "b/web.py"), ("b/web.py", "src/c/site.py")):
        os.makedirs(os.path.dirname(project.path(new)), exist_ok=True)
        project.git("mv", old, new)
        project.commit()
    found = check(project.root, [path("a/api.py"), file("api.py"), path("b/web.py"), path("c/site.py")])
    assert {thing.token: (thing.since, thing.now) for thing in found.gone.values()} == {
        "a/api.py": ("2026-01-04", "src/c/site.py"),
        "api.py": ("2026-01-04", "src/c/site.py"),
        "b/web.py": ("2026-01-05", "src/c/site.py"),
    }


def test_a_rename_whose_end_was_deleted_leads_nowhere(project: GitProject) -> None:
    project.write("a.py", "one\ntwo\nthree\n")
    project.commit()
    project.git("mv", "a.py", "b.py")
    project.commit()
    project.remove("b.py")
    project.commit()
    found = check(project.root, [file("a.py"), file("b.py")])
    assert {thing.token: thing.now for thing in found.gone.values()} == {"a.py": None, "b.py": None}


def test_folders_are_gone_with_their_last_file_and_follow_a_move(project: GitProject) -> None:
    for folder in ("src/old", "src/moved", "src/half"):
        for name in ("one.py", "two.py"):
            project.write(f"{folder}/{name}", f"{folder} {name}\n" * 9)
    project.commit()
    project.git("rm", "-rq", "src/old")
    project.git("mv", "src/moved", "src/new")
    project.git("rm", "-q", "src/half/one.py")
    project.commit()
    found = check(project.root, [path("src/old"), path("src/moved"), path("moved"), path("src/half"), path("src")])
    assert {thing.token: thing.now for thing in found.gone.values()} == {
        "src/old": None,
        "src/moved": "src/new",
    }


def test_a_single_word_means_a_folder_at_the_root(project: GitProject) -> None:
    project.write("docs/a.md", "x\n")
    project.write("vendor/tool/notes/a.md", "y\n")
    project.commit()
    project.git("rm", "-rq", "docs", "vendor/tool/notes")
    project.write("other.py", "z\n")
    project.commit()
    assert gone(project, path("docs"), path("notes"), path("tool/notes")) == {"docs", "tool/notes"}


def test_a_path_that_ends_an_existing_one_exists(project: GitProject) -> None:
    project.write("checkout/api.py", "one\n")
    project.commit()
    os.makedirs(project.path("src"))
    project.git("mv", "checkout", "src/checkout")
    project.commit()
    assert gone(project, path("checkout/api.py"), path("checkout"), file("api.py"), path("out/api.py")) == set()


def test_what_is_on_disk_exists_tracked_or_not_ignored_or_not(project: GitProject) -> None:
    for name in ("a/untracked.py", "a/ignored.py", "a/link.py"):
        project.write(name, "def some_name(): pass\n")
    project.commit()
    project.git("rm", "-q", "--cached", "a/untracked.py", "a/ignored.py", "a/link.py")
    project.write(".gitignore", "ignored.py\n")
    project.git("add", ".gitignore")
    project.git("commit", "-qm", "untrack")
    project.remove("a/link.py")
    os.symlink("nowhere", project.path("a/link.py"))
    wanted = [path("a/untracked.py"), path("a/ignored.py"), path("a/link.py"), word("some_name")]
    assert gone(project, *wanted) == set()


def test_what_only_the_work_tree_lost_is_gone_without_a_date(project: GitProject) -> None:
    project.write("a.py", "def first_name(): pass\n")
    project.write("b.py", "def second_name(): pass\n")
    project.write("c.py", "old_name\n")
    project.commit()
    project.remove("a.py")
    project.git("rm", "-q", "b.py")
    project.write("c.py", "new_name\n")
    found = check(project.root, [file("a.py"), file("b.py"), *map(word, ("first_name", "second_name", "old_name"))])
    assert sorted(found.gone) == [
        file("a.py"),
        file("b.py"),
        *map(word, ("first_name", "old_name", "second_name")),
    ]
    assert {(thing.since, thing.commit) for thing in found.gone.values()} == {(None, None)}


def test_odd_names_in_the_history_disturb_nothing(project: GitProject) -> None:
    for name in (
        "a\nb.py",
        "sp ace.py",
        "-x.py",
        "tab\t.py",
        "0123456789 2026-01-01",
        "R100",
        "A",
        'quo"te.py',
    ):
        project.write(f"odd/{name}", "some_name\n")
    project.write("odd/after.py", "x\n")
    project.commit()
    project.git("rm", "-rq", "odd")
    project.write("x.py", "x\n")
    commit = project.commit()
    found = check(
        project.root,
        [path("odd/after.py"), path("odd/R100"), path("odd"), word("some_name"), path("odd/never")],
    )
    assert {thing.token: thing.commit for thing in found.gone.values()} == dict.fromkeys(
        ("odd/after.py", "odd/R100", "odd", "some_name"), commit
    )


def test_an_untracked_copy_under_a_longer_path_counts_and_an_ignored_one_does_not(project: GitProject) -> None:
    for name in ("cart/total.py", "cart/price.py"):
        project.write(name, "x\n")
    project.write(".gitignore", "build/\n")
    project.commit()
    project.git("rm", "-rq", "cart")
    project.commit()
    project.write("build/cart/total.py", "x\n")
    project.write("draft/cart/price.py", "x\n")
    assert gone(project, path("cart/total.py"), path("cart/price.py")) == {"cart/total.py"}
