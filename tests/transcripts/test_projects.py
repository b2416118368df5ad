"""Every store on a machine: its real paths, collisions, orphans, and what is in it."""

import json
import os
from pathlib import Path

import pytest

from memtui.memory.host import Host
from memtui.memory.slug import slug
from memtui.transcripts.projects import Project, list_projects, real_paths
from tests.audit.gitproject import GitProject
from tests.memory.unprivileged import open_folder, run_unprivileged


class Machine:
    """A home with stores and sessions in it."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = os.path.realpath(folder)
        self.host = Host({}, self.path("home"), self.folder, self.path("policy.json"))
        os.makedirs(self.path("home/.claude/projects"))

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def project(self, name: str) -> str:
        os.makedirs(self.path(name), exist_ok=True)
        return self.path(name)

    def memory(self, name: str, file: str = "a.md", text: str = "x", mtime: int = 1_000) -> str:
        path = self.path(f"home/.claude/projects/{name}/memory/{file}")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_text(text)
        os.utime(path, (mtime, mtime))
        return os.path.dirname(path)

    def session(self, cwd: str, name: str = "1", config: str = "home/.claude") -> None:
        folder = self.path(f"{config}/projects/{slug(cwd)}")
        os.makedirs(folder, exist_ok=True)
        Path(folder, f"{name}.jsonl").write_text(json.dumps({"type": "user", "cwd": cwd}) + "\n")

    def record(self, *paths: str) -> None:
        Path(self.host.claude_json).write_text(json.dumps({"projects": {path: {} for path in paths}}))

    def only(self) -> Project:
        (found,) = list_projects(self.host)
        return found


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_without_memories_has_no_projects(machine: Machine) -> None:
    machine.session(machine.project("shop"))
    assert list_projects(machine.host) == []
    assert list_projects(machine.host._replace(home=machine.path("nowhere"))) == []


def test_the_real_path_comes_from_a_transcript(machine: Machine) -> None:
    shop = machine.project("my_shop.v2")
    machine.memory(slug(shop))
    machine.session(shop)
    assert (machine.only().paths, machine.only().gone, machine.only().sessions) == ((shop,), (), 1)


def test_the_real_path_comes_from_the_agents_record(machine: Machine) -> None:
    shop = machine.project("shop")
    machine.memory(slug(shop))
    machine.record(shop, machine.project("other"), "relative")
    assert machine.only().paths == (shop,)


def test_a_path_is_never_guessed_from_the_folder(machine: Machine) -> None:
    shop = machine.project("shop")
    machine.memory(slug(shop))
    found = machine.only()
    assert (found.paths, found.orphaned, found.collides) == ((), False, False)


def test_sessions_in_subfolders_and_worktrees_lead_to_the_repository(machine: Machine) -> None:
    made = GitProject.new(machine.path("shop"))
    made.commit()
    made.git("worktree", "add", "-q", machine.path("wt"), "-b", "b1")
    machine.memory(slug(made.root))
    machine.session(machine.path("wt"))
    assert machine.only().paths == (made.root,)
    machine.session(machine.project("shop/src"))
    assert (machine.only().paths, machine.only().collides) == ((made.root,), False)


def test_a_store_from_before_there_was_a_repository_is_told_by_its_own_sessions(machine: Machine) -> None:
    made = GitProject.new(machine.path("shop"))
    made.commit()
    before = machine.project("shop/api")
    machine.memory(slug(before))
    machine.session(before)
    assert machine.only().paths == (before,)
    assert real_paths(machine.path("home/.claude"), machine.host.claude_json, slug(before)) == [before]


def test_a_store_that_the_environment_named_is_told_by_its_own_sessions(machine: Machine) -> None:
    shop = machine.project("shop")
    machine.memory("my_store")
    for name, cwd in (("1", shop), ("2", machine.project("shop/src"))):
        text = json.dumps({"type": "user", "cwd": cwd}) + "\n"
        Path(machine.path(f"home/.claude/projects/my_store/{name}.jsonl")).write_text(text)
    assert (machine.only().paths, machine.only().collides) == ((shop,), False)


def test_two_paths_that_read_the_same_collide(machine: Machine) -> None:
    first, second = machine.project("my-shop"), machine.project("my_shop")
    machine.memory(slug(first))
    machine.session(first)
    machine.record(second)
    found = machine.only()
    assert (found.paths, found.collides, found.orphaned) == ((first, second), True, False)


def test_a_path_reached_by_a_link_is_no_second_path(machine: Machine) -> None:
    shop = machine.project("shop")
    os.symlink("shop", machine.path("link"))
    machine.memory(slug(shop))
    machine.session(shop)
    machine.record(machine.path("link"))
    assert machine.only().paths == (shop,)


def test_a_path_that_is_gone_makes_an_orphan(machine: Machine) -> None:
    gone = machine.path("gone")
    machine.memory(slug(gone))
    machine.session(gone)
    found = machine.only()
    assert (found.paths, found.gone, found.orphaned) == ((gone,), (gone,), True)


def test_one_gone_path_of_two_is_no_orphan(machine: Machine) -> None:
    gone, here = machine.path("my-shop"), machine.project("my_shop")
    machine.memory(slug(gone))
    machine.record(gone, here)
    found = machine.only()
    assert (found.gone, found.orphaned, found.collides) == ((gone,), False, True)


def test_what_is_in_a_store(machine: Machine) -> None:
    machine.memory("-a", "MEMORY.md", "12345", mtime=9_000)
    machine.memory("-a", "a.md", "123", mtime=2_000)
    machine.memory("-a", "team/b.md", "12", mtime=3_000)
    machine.memory("-a", "notes.txt", "no memory")
    found = machine.only()
    assert (found.memories, found.bytes, found.modified, found.indexed) == (2, 10, 3_000, True)
    assert found.memory_dir == machine.path("home/.claude/projects/-a/memory/")


def test_an_empty_store_is_a_store(machine: Machine) -> None:
    os.makedirs(machine.path("home/.claude/projects/-a/memory"))
    found = machine.only()
    assert (found.memories, found.modified, found.indexed) == (0, 0, False)


def test_newest_first_then_by_name(machine: Machine) -> None:
    for name, mtime in (("-b", 5), ("-a", 5), ("-c", 9), ("-d", 1)):
        machine.memory(name, mtime=mtime)
    assert [project.slug for project in list_projects(machine.host)] == ["-c", "-a", "-b", "-d"]


def test_what_is_no_store_is_left_out(machine: Machine) -> None:
    base = machine.path("home/.claude/projects")
    Path(base, "file").write_text("x")
    os.makedirs(os.path.join(base, "-none"))
    Path(base, "-none", "memory").write_text("a file")
    os.symlink("loop", os.path.join(base, "loop"))
    assert list_projects(machine.host) == []


@pytest.mark.parametrize("content", ["", "{", "[]", '{"projects": []}', '{"projects": {"/a\\u0000b": {}}}', "null"])
def test_a_broken_record_is_no_error(machine: Machine, content: str) -> None:
    machine.memory("-a")
    Path(machine.host.claude_json).write_text(content)
    assert machine.only().paths == ()


def test_the_config_directory_of_the_environment(machine: Machine) -> None:
    shop = machine.project("shop")
    os.rename(machine.path("home/.claude"), machine.path("cfg"))
    os.makedirs(machine.path(f"cfg/projects/{slug(shop)}/memory"))
    Path(machine.path("cfg/.claude.json")).write_text(json.dumps({"projects": {shop: {}}}))
    (found,) = list_projects(machine.host._replace(env={"CLAUDE_CONFIG_DIR": machine.path("cfg")}))
    assert found.paths == (shop,)


def test_memory_kept_elsewhere_is_told_by_the_transcripts_that_stay(machine: Machine) -> None:
    shop = machine.project("shop")
    os.makedirs(machine.path(f"rem/projects/{slug(shop)}/memory"))
    machine.session(shop)
    (found,) = list_projects(machine.host._replace(env={"CLAUDE_CODE_REMOTE_MEMORY_DIR": machine.path("rem")}))
    assert (found.paths, found.sessions) == ((shop,), 1)
    assert found.memory_dir == machine.path(f"rem/projects/{slug(shop)}/memory/")


def test_the_paths_of_one_store_with_existing_ones_first(machine: Machine) -> None:
    gone, here = machine.path("a-shop"), machine.project("a_shop")
    machine.session(gone)
    machine.record(here, machine.project("other"))
    found = real_paths(machine.path("home/.claude"), machine.host.claude_json, slug(here))
    assert found == [here, gone]


def test_a_store_that_may_not_be_listed_is_still_named() -> None:
    code = """
from memtui.memory.host import Host
from memtui.transcripts.projects import list_projects
drop()
print([(project.slug, project.memories) for project in list_projects(Host({}, sys.argv[1], "/", ""))])
"""
    with open_folder() as folder:
        machine = Machine(folder)
        os.chmod(machine.memory("-a"), 0)
        machine.memory("-b")
        assert run_unprivileged(code, machine.path("home")) == "[('-b', 1), ('-a', 0)]\n"
