"""The sample as a whole: the same every time, in its place, with a sound git project."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from memtui.memory.slug import slug
from memtui.sample.build import Sample, build
from memtui.sample.placeholders import DAY_SECONDS
from memtui.sample.repository import commits

Snapshot = dict[str, tuple[bytes, int]]


def git(root: str, *arguments: str) -> str:
    env = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(["git", "-C", root, *arguments], env=env, check=True, capture_output=True, text=True).stdout


def snapshot(top: str) -> Snapshot:
    """Bytes and mtime of every file but git's own, which hold inode numbers."""
    seen: Snapshot = {}
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                own = name == ".claude.json"  # written when it is written, as the agent does
                seen[os.path.relpath(path, top)] = (file.read(), 0 if own else os.stat(path).st_mtime_ns)
    return seen


def test_two_builds_of_the_same_moment_are_the_same(tmp_path: Path, now: float) -> None:
    target = str(tmp_path / "demo")
    first = build(target, now)
    before, head = snapshot(target), git(first.project_root, "rev-parse", "HEAD")
    shutil.rmtree(target)
    second = build(target, now)
    assert first == second
    assert snapshot(target) == before
    assert git(second.project_root, "rev-parse", "HEAD") == head


def test_another_place_changes_nothing_but_paths(tmp_path: Path, sample: Sample, now: float) -> None:
    other = build(str(tmp_path / "elsewhere"), now)
    assert snapshot(other.memory_dir) == snapshot(sample.memory_dir)
    assert git(other.project_root, "rev-parse", "HEAD") == git(sample.project_root, "rev-parse", "HEAD")
    assert transcripts(other) == transcripts(sample)


def transcripts(sample: Sample) -> dict[str, str]:
    top = os.path.dirname(sample.memory_dir)
    named = [name for name in sorted(os.listdir(top)) if name.endswith(".jsonl")]
    found = {name: Path(top, name).read_text(encoding="utf-8") for name in named}
    places = (sample.memory_dir, "<memory>"), (sample.project_root, "<root>")
    for path, word in places:
        found = {name: text.replace(path, word) for name, text in found.items()}
    return found


def test_another_moment_moves_every_date(tmp_path: Path, sample: Sample, now: float) -> None:
    days = 40
    later = build(str(tmp_path), now + days * DAY_SECONDS)
    then, since = snapshot(sample.memory_dir), snapshot(later.memory_dir)
    both = [name for name in then if not name.startswith("logs")]
    assert {since[name][1] - then[name][1] for name in both} == {int(days * DAY_SECONDS * 1e9)}
    assert b"2026-12-04" in then["project_gift_cards.md"][0]
    assert b"2027-01-13" in since["project_gift_cards.md"][0]
    assert sorted(name for name in since if name.startswith("logs")) == [
        "logs/2026/12/2026-12-24.md",
        "logs/2026/12/2026-12-26.md",
        "logs/2026/12/2026-12-27.md",
    ]
    assert git(sample.project_root, "rev-parse", "HEAD") != git(later.project_root, "rev-parse", "HEAD")


def test_everything_is_where_the_agent_would_have_it(sample: Sample) -> None:
    top = os.path.dirname(sample.project_root)
    assert sample.config_dir == os.path.join(top, "home", ".claude")
    assert sample.project_root == os.path.join(top, "teashop")
    filed = os.path.join(sample.config_dir, "projects", slug(sample.project_root))
    assert sample.memory_dir == os.path.join(filed, "memory")
    with open(os.path.join(top, "home", ".claude.json"), encoding="utf-8") as file:
        assert list(json.load(file)["projects"]) == [sample.project_root]


def test_a_place_behind_a_link_is_named_by_its_real_path(tmp_path: Path, now: float) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    made = build(str(tmp_path / "link"), now)
    assert made.project_root == os.path.realpath(tmp_path / "real" / "teashop")


@pytest.mark.parametrize("name", ["demo/note.txt", "demo"])
def test_what_is_there_already_is_left_alone(tmp_path: Path, now: float, name: str) -> None:
    mine = tmp_path / name
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    with pytest.raises(FileExistsError):
        build(str(tmp_path / "demo"), now)
    assert mine.read_text() == "mine"
    assert snapshot(str(tmp_path)).keys() == {name}


def test_the_project_is_clean_and_sound(sample: Sample) -> None:
    assert git(sample.project_root, "status", "--porcelain", "--branch") == "## main\n"
    git(sample.project_root, "fsck", "--full", "--strict")


def test_the_history_is_dated_back_from_now(sample: Sample, now: float) -> None:
    told = git(sample.project_root, "log", "--reverse", "--format=%at %ct %an <%ae>%n%s").splitlines()
    history = commits()
    assert len(history) >= 12
    wanted: list[str] = []
    for commit in history:
        when = int(now - commit.days * DAY_SECONDS)
        wanted += [f"{when} {when} {commit.author}", commit.message]
    assert told == wanted
    assert [commit.days for commit in history] == sorted((commit.days for commit in history), reverse=True)


def test_the_user_s_own_git_has_no_say(
    tmp_path: Path, sample: Sample, now: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[init]\n\tdefaultBranch = trunk\n[this is not how it is written\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody Else")
    made = build(str(tmp_path / "demo"), now)
    assert git(made.project_root, "rev-parse", "main") == git(sample.project_root, "rev-parse", "main")
    assert git(made.project_root, "status", "--porcelain", "--branch") == "## main\n"
    assert not (tmp_path / "nowhere").exists()


def test_without_git_the_tree_is_there_all_the_same(
    tmp_path: Path, sample: Sample, now: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    made = build(str(tmp_path / "demo"), now)
    assert not os.path.exists(os.path.join(made.project_root, ".git"))
    assert snapshot(made.project_root) == snapshot(sample.project_root)
    assert snapshot(made.memory_dir) == snapshot(sample.memory_dir)
