"""The settings files: what counts, what is absent with a note, and what a repository shipped."""

import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from memtui.memory.gitindex import is_tracked
from memtui.memory.gitroot import git_dir
from memtui.memory.host import Host
from memtui.memory.settings import Settings, read_object, read_settings
from tests.audit.gitproject import GitProject
from tests.memory.ids import short
from tests.memory.unprivileged import open_folder, run_unprivileged

LOCAL = ".claude/settings.local.json"


class Machine:
    """A home, a policy and a project, each in its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = str(folder / "proj")
        os.makedirs(self.root)
        self.host = Host({}, str(folder / "home"), self.root, str(folder / "policy.json"))

    def write(self, name: str, values: Any) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))

    def settings(self) -> Settings:
        return read_settings(self.host, self.root)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_any_file_nothing_is_said_and_nothing_is_noted(machine: Machine) -> None:
    settings = machine.settings()
    assert [file.source for file in settings.files] == ["policy", "local", "project", "user"]
    assert all(file.values == {} for file in settings.files)
    assert settings.notes == []


def test_policy_is_stronger_than_local_than_project_than_user(machine: Machine) -> None:
    places = ["home/.claude/settings.json", "proj/.claude/settings.json", f"proj/{LOCAL}", "policy.json"]
    for place, source in zip(places, ["user", "project", "local", "policy"], strict=True):
        machine.write(place, {"key": source})
        found = machine.settings().first("key")
        assert found is not None and (found[0].source, found[1]) == (source, source)


def test_a_key_that_no_file_has_is_not_found(machine: Machine) -> None:
    machine.write("policy.json", {"other": 1})
    assert machine.settings().first("key") is None


def test_the_users_file_lies_in_the_config_directory_that_the_environment_names(machine: Machine) -> None:
    machine.write("cfg/settings.json", {"key": 1})
    host = machine.host._replace(env={"CLAUDE_CONFIG_DIR": str(machine.folder / "cfg")})
    assert read_settings(host, machine.root).of("user").values == {"key": 1}


class TestBrokenFiles:
    """A file that cannot be used counts as absent, with a note that names it."""

    @pytest.mark.parametrize(
        ("content", "word"),
        [
            (b"{", "not valid JSON"),
            (b"", "not valid JSON"),
            (b'{"a": \xff}', "not valid JSON"),
            (b'{"a": 1} trailing', "not valid JSON"),
            (b"[" * 200_000, "not valid JSON"),
            (b'{"a": ' + b"9" * 10_000 + b"}", "not valid JSON"),
            (b'["autoMemoryDirectory"]', "no JSON object"),
            (b"null", "no JSON object"),
            ('{"a": 1}'.encode("utf-16"), "not valid JSON"),
        ],
        ids=short,
    )
    def test_content(self, tmp_path: Path, content: bytes, word: str) -> None:
        path = tmp_path / "settings.json"
        path.write_bytes(content)
        values, note = read_object(str(path))
        assert values == {}
        assert note is not None and word in note and str(path) in note

    def test_the_note_reaches_the_settings(self, machine: Machine) -> None:
        machine.write("home/.claude/settings.json", [])
        assert len(machine.settings().notes) == 1

    def test_a_byte_order_mark_is_no_harm(self, tmp_path: Path) -> None:
        path = tmp_path / "settings.json"
        path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
        assert read_object(str(path)) == ({"a": 1}, None)

    @pytest.mark.parametrize("kind", ["folder", "fifo", "socket", "device"])
    def test_no_file_at_all(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
        monkeypatch.chdir(tmp_path)  # the name of a socket must be short
        if kind == "folder":
            os.mkdir("x")
        elif kind == "fifo":
            os.mkfifo("x")
        elif kind == "socket":
            with socket.socket(socket.AF_UNIX) as bound:
                bound.bind("x")
        else:
            os.symlink("/dev/zero", "x")
        assert read_object("x") == ({}, "x is not a file; ignored")

    def test_a_link_to_nothing(self, tmp_path: Path) -> None:
        os.symlink("nowhere", tmp_path / "x")
        values, note = read_object(str(tmp_path / "x"))
        assert values == {} and note is not None and "link to nothing" in note

    def test_a_link_to_itself(self, tmp_path: Path) -> None:
        os.symlink("x", tmp_path / "x")
        values, note = read_object(str(tmp_path / "x"))
        assert values == {} and note is not None and "cannot be read" in note

    def test_a_link_to_a_file_is_followed(self, tmp_path: Path) -> None:
        (tmp_path / "dotfiles.json").write_text('{"a": 1}')
        os.symlink("dotfiles.json", tmp_path / "x")
        assert read_object(str(tmp_path / "x")) == ({"a": 1}, None)

    def test_a_file_where_the_folder_belongs_is_absence(self, machine: Machine) -> None:
        Path(machine.root, ".claude").write_text("no folder")
        assert machine.settings().notes == []

    def test_a_file_that_may_not_be_read(self) -> None:
        with open_folder() as folder:
            path = os.path.join(folder, "settings.json")
            Path(path).write_text('{"a": 1}')
            os.chmod(path, 0)
            code = "from memtui.memory.settings import read_object\ndrop()\nprint(read_object(sys.argv[1]))"
            told = run_unprivileged(code, path)
        assert told == f"({{}}, '{path} cannot be read (permission denied); ignored')\n"


@pytest.fixture
def project(machine: Machine) -> GitProject:
    made = GitProject(machine.root)
    made.git("init", "-q", "-b", "main")
    made.write(LOCAL, '{"autoMemoryDirectory": "/srv/elsewhere"}')
    return made


class TestCommitted:
    """A local file that git tracks came with the repository."""

    @pytest.mark.usefixtures("project")
    def test_an_untracked_local_file_is_the_users_own(self, machine: Machine) -> None:
        assert machine.settings().of("local").committed is False

    def test_a_local_file_outside_git_is_the_users_own(self, machine: Machine) -> None:
        machine.write(f"proj/{LOCAL}", {"autoMemoryDirectory": "/srv/elsewhere"})
        assert machine.settings().of("local").committed is False

    @pytest.mark.usefixtures("project")
    def test_a_project_file_always_counts_as_committed(self, machine: Machine) -> None:
        assert machine.settings().of("project").committed is True

    def test_a_tracked_local_file_counts_as_committed(self, machine: Machine, project: GitProject) -> None:
        project.git("add", "-f", LOCAL)
        assert machine.settings().of("local").committed is True

    def test_in_a_worktree_its_own_index_decides(self, machine: Machine, project: GitProject) -> None:
        project.commit()
        worktree = str(machine.folder / "wt")
        project.git("worktree", "add", "-q", worktree, "-b", "b1")
        project.git("rm", "-q", "--cached", LOCAL)
        assert read_settings(machine.host, worktree).of("local").committed is True
        assert machine.settings().of("local").committed is False


def _tracked(project: GitProject, name: str = LOCAL) -> bool:
    own = git_dir(project.root)
    assert own is not None
    return is_tracked(own, name)


class TestIndexFormats:
    """Every form of index that git writes, and the same question to all of them."""

    @pytest.mark.parametrize("version", ["2", "3", "4"])
    @pytest.mark.parametrize("kind", ["sha1", "sha256"])
    def test_versions_and_object_names(self, tmp_path: Path, version: str, kind: str) -> None:
        made = GitProject(str(tmp_path))
        made.git("init", "-q", f"--object-format={kind}")
        names = [f"src/{'deep/' * (at % 5)}file_{at}.py" for at in range(60)] + [LOCAL, "a" * 200, "z"]
        for name in names:
            made.write(name, name)
        made.git("add", "-A")
        made.write("later.txt", "x")
        made.git("add", "-N", "later.txt")  # an entry with extended flags, which makes version 3
        made.git("update-index", "--index-version", version)
        with open(made.path(".git/index"), "rb") as file:
            assert file.read(8)[7] in (int(version), 3)
        assert all(_tracked(made, name) for name in names)
        assert not _tracked(made, ".claude/settings.json") and not _tracked(made, "src/file")

    def test_a_repository_without_index_tracks_nothing(self, project: GitProject) -> None:
        assert not os.path.exists(project.path(".git/index"))
        assert not _tracked(project)

    def test_an_index_in_two_files(self, project: GitProject) -> None:
        for at in range(30):
            project.write(f"f{at}", "x")
        project.git("add", "-A")
        project.git("update-index", "--split-index")
        project.write("new", "x")
        project.git("add", "new")
        assert [name for name in os.listdir(project.path(".git")) if name.startswith("sharedindex")]
        assert _tracked(project) and _tracked(project, "new") and not _tracked(project, "never")

    def test_an_index_whose_second_file_is_gone_is_distrusted(self, project: GitProject) -> None:
        project.write("f", "x")
        project.git("add", "f")
        project.git("update-index", "--split-index")
        assert not _tracked(project)
        for name in os.listdir(project.path(".git")):
            if name.startswith("sharedindex"):
                with open(project.path(f".git/{name}"), "wb") as file:
                    file.write(b"gone")
        assert _tracked(project)

    def test_a_sparse_index_that_sums_up_the_folder(self, project: GitProject) -> None:
        project.write("src/a.py", "x")
        project.git("add", "-A", "-f")
        project.commit()
        project.git("sparse-checkout", "set", "--cone", "--sparse-index", "src")
        assert ".claude/\n" in project.git("ls-files", "--sparse") + "\n"
        assert _tracked(project)

    def test_a_tracked_link_in_place_of_the_folder(self, project: GitProject) -> None:
        os.rename(project.path(".claude"), project.path("shipped"))
        os.symlink("shipped", project.path(".claude"))
        project.git("add", ".claude")
        assert _tracked(project)

    def test_another_case_is_the_same_file_on_some_systems(self, project: GitProject) -> None:
        project.write(".Claude/Settings.local.json", "{}")
        project.git("add", ".Claude")
        assert _tracked(project)

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"DIRC",
            b"XXXX" + b"\0" * 100,
            b"DIRC\0\0\0\x09" + b"\0" * 100,
            b"DIRC\0\0\0\x02\xff\xff\xff\xff" + b"\0" * 100,
            b"DIRC\0\0\0\x04\0\0\0\x05" + b"\xff" * 1000,
            b"DIRC\0\0\0\x02\0\0\0\0link\xff\xff\xff\xff" + b"\0" * 40,
        ],
        ids=short,
    )
    def test_a_damaged_index_is_distrusted(self, project: GitProject, content: bytes) -> None:
        with open(project.path(".git/index"), "wb") as file:
            file.write(content)
        assert _tracked(project)

    @pytest.mark.parametrize("kind", ["folder", "fifo", "link to itself"])
    def test_what_is_no_index_file_is_distrusted(self, project: GitProject, kind: str) -> None:
        path = project.path(".git/index")
        if kind == "folder":
            os.mkdir(path)
        elif kind == "fifo":
            os.mkfifo(path)
        else:
            os.symlink("index", path)
        assert _tracked(project)
