"""Drift in all kinds of repositories, and what is said when it could not be checked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.audit.drift import Drift, check
from tests.audit.drifting import Key, file, gone, path, word
from tests.audit.gitproject import GitProject


def test_history_of_a_merged_branch_counts_and_other_branches_do_not(project: GitProject) -> None:
    project.write("a.py", "one\n")
    project.commit()
    project.git("checkout", "-qb", "side")
    project.write("side.py", "side_name\n")
    project.commit()
    project.remove("side.py")
    project.commit()
    project.git("checkout", "-qb", "elsewhere")
    project.write("elsewhere.py", "elsewhere_name\n")
    project.commit()
    project.git("checkout", "-q", "main")
    project.git("merge", "-q", "--no-ff", "side")
    wanted = [file("side.py"), word("side_name"), file("elsewhere.py"), word("elsewhere_name")]
    assert gone(project, *wanted) == {"side.py", "side_name"}


def test_what_a_merge_itself_dropped_is_gone_without_a_date(project: GitProject) -> None:
    project.write("a.py", "one\n")
    project.commit()
    project.git("checkout", "-qb", "side")
    project.write("side.py", "side_name\n")
    project.commit()
    project.git("checkout", "-q", "main")
    project.write("b.py", "two\n")
    project.commit()
    project.git("merge", "-q", "-s", "ours", "side", "-m", "ours")
    found = check(project.root, [file("side.py"), word("side_name")])
    assert [tuple(thing)[2:] for thing in found.gone.values()] == [(None, None, None)] * 2


def test_a_subfolder_as_the_project(project: GitProject) -> None:
    project.write("web/src/old.ts", "oldName()\n" * 5)
    project.write("web/docs/a.md", "x\n")
    project.write("api/main.py", "main_loop\n")
    project.commit()
    os.makedirs(project.path("web/lib"))
    project.git("mv", "web/src/old.ts", "web/lib/new.ts")
    project.git("rm", "-rq", "web/docs")
    project.commit()
    found = check(
        project.path("web"),
        [path("src/old.ts"), path("docs"), path("api/main.py"), word("main_loop"), word("oldName")],
    )
    assert {thing.token: thing.now for thing in found.gone.values()} == {
        "src/old.ts": "lib/new.ts",
        "docs": None,
    }
    assert found.note is None


def test_a_worktree_is_read_by_its_own_head_and_files(project: GitProject) -> None:
    project.write("a.py", "some_name\n")
    project.commit()
    project.git("worktree", "add", "-q", "-b", "side", "../linked")
    linked = GitProject(os.path.join(os.path.dirname(project.root), "linked"))
    linked.remove("a.py")
    linked.commit()
    assert gone(linked, file("a.py"), word("some_name")) == {"a.py", "some_name"}
    assert gone(project, file("a.py"), word("some_name")) == set()


def test_a_sparse_checkout_has_what_it_left_out(project: GitProject) -> None:
    project.write("kept/a.py", "one\n")
    project.write("left/b.py", "left_name\n")
    project.write("left/c.py", "lost_name\n")
    project.commit()
    project.remove("left/c.py")
    project.commit()
    project.git("sparse-checkout", "set", "kept")
    assert not os.path.exists(project.path("left/b.py"))
    wanted = [path("left/b.py"), word("left_name"), path("left/c.py"), word("lost_name")]
    assert gone(project, *wanted) == {"left/c.py", "lost_name"}


@pytest.mark.parametrize(
    "key",
    [
        ("path", "--help"),
        ("file", "-x.py"),
        ("identifier", "--open_files_in_pager"),
        ("identifier", "a|b_c"),
        ("identifier", ".*"),
        ("identifier", ""),
        ("identifier", "Cart."),
        ("path", "/etc/passwd"),
        ("path", "../x"),
        ("path", "a//b"),
        ("path", ""),
        ("file", "a\0b"),
        ("path", "\udcff/x"),
        ("identifier", "näme_x"),
        ("identifier", "some_name\n"),
        ("colour", "some_name"),
        ("path", "x" * 5_000 + "/y"),
    ],
    ids=lambda key: repr(key)[:40],
)
def test_no_token_is_an_option_a_pattern_or_an_error(project: GitProject, key: Key) -> None:
    project.write("a.py", "some_name\n")
    project.commit()
    project.remove("a.py")
    project.commit()
    assert gone(project, key, word("some_name")) == {"some_name"}


def test_an_empty_repository_has_lost_nothing(project: GitProject) -> None:
    project.write("a.py", "some_name\n")
    assert check(project.root, [file("b.py"), word("other_name")]) == Drift({}, None)


def test_nothing_wanted_starts_nothing(tmp_path: Path) -> None:
    assert check(str(tmp_path / "missing"), []) == Drift({}, None)


def test_a_shallow_clone_says_so_when_something_stays_unknown(project: GitProject, tmp_path: Path) -> None:
    project.write("a.py", "some_name\n")
    project.write("b.py", "kept_name\n")
    project.commit()
    project.remove("a.py")
    project.commit()
    clone = str(tmp_path / "clone")
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{project.root}", clone], check=True)
    found = check(clone, [word("some_name"), file("a.py")])
    assert found.gone == {} and found.note is not None and "shallow" in found.note
    assert check(clone, [word("kept_name"), file("b.py")]) == Drift({}, None)


def test_outside_a_repository_the_note_says_so(tmp_path: Path) -> None:
    for root, hint in ((tmp_path, "not in a git repository"), (tmp_path / "missing", "does not exist")):
        found = check(str(root), [file("a.py")])
        assert found.gone == {} and found.note is not None and hint in found.note
    assert "NUL" in str(check("a\0b", [file("a.py")]).note)


def test_a_bare_repository_and_the_inside_of_a_git_folder_have_no_tree(project: GitProject, tmp_path: Path) -> None:
    project.write("a.py", "x\n")
    project.commit()
    project.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    for root in (str(tmp_path / "bare.git"), project.path(".git")):
        found = check(root, [file("b.py")])
        assert found.gone == {} and found.note is not None and "no work tree" in found.note


def test_an_unreadable_head_is_told(project: GitProject) -> None:
    project.write("a.py", "x\n")
    project.commit()
    with open(project.path(".git/refs/heads/main"), "w") as ref:
        ref.write("0" * 39 + "1\n")
    found = check(project.root, [file("b.py")])
    assert found.gone == {} and found.note is not None and "latest commit" in found.note


def test_a_history_with_a_hole_is_told_and_the_rest_is_right(project: GitProject) -> None:
    project.write("a.py", "first_name\n")
    project.commit()
    blob = project.git("rev-parse", "HEAD:a.py")
    project.write("a.py", "second_name\n")
    project.commit()
    project.write("a.py", "third_name\n")
    project.commit()
    os.remove(project.path(f".git/objects/{blob[:2]}/{blob[2:]}"))
    found = check(project.root, [word("second_name"), word("unknown_name")])
    assert set(found.gone) == {word("second_name")}
    assert found.note is not None and "could not read" in found.note


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give files away")
def test_a_repository_of_another_user_is_not_read(project: GitProject) -> None:
    project.write("a.py", "some_name\n")
    project.commit()
    for folder, _, names in os.walk(project.root):
        for name in (".", *names):
            os.chown(os.path.join(folder, name), 12_345, 12_345)
    found = check(project.root, [word("some_name"), file("b.py")])
    assert found.gone == {} and found.note is not None and "dubious ownership" in found.note
