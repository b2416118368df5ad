"""Where memory is, what was refused on the way, and whether the agent loads it."""

import json
import os
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memtui.memory.host import Host
from memtui.memory.location import Location, locate, safe_directory, transcripts_dir
from memtui.memory.slug import slug
from tests.audit.gitproject import GitProject

OVERRIDE = "CLAUDE_COWORK_MEMORY_PATH_OVERRIDE"
REMOTE_DIR = "CLAUDE_CODE_REMOTE_MEMORY_DIR"
DIR_NAME = "CLAUDE_CODE_PROJECT_DIR_NAME"
DISABLE = "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
FILES = {
    "policy": "policy.json",
    "local": "proj/.claude/settings.local.json",
    "project": "proj/.claude/settings.json",
    "user": "home/.claude/settings.json",
}


class Machine:
    """A project outside git, with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = os.path.realpath(folder)
        self.root = self.path("proj")
        os.makedirs(self.root)
        self.host = Host({}, self.path("home"), self.root, self.path("policy.json"))

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def set(self, source: str, **values: Any) -> None:
        path = self.path(FILES[source])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_text(json.dumps(values))

    def locate(self, env: Mapping[str, str] | None = None, *, trust: bool = False) -> Location:
        return locate(self.host._replace(env=env or {}), trust_project=trust)

    @property
    def default(self) -> str:
        return self.path(f"home/.claude/projects/{slug(self.root)}/memory/")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_by_default_it_is_below_the_config_directory(machine: Machine) -> None:
    found = machine.locate()
    assert (found.memory_dir, found.source, found.refused) == (machine.default, "default", ())
    assert found.slug == slug(machine.root)


def test_the_environments_override_is_the_strongest(machine: Machine) -> None:
    machine.set("policy", autoMemoryDirectory="/srv/policy")
    found = machine.locate({OVERRIDE: "/srv/./mem/x/..//"})
    assert (found.memory_dir, found.source) == ("/srv/mem/", "env")


@pytest.mark.parametrize("value", ["~/mem", "mem", "//host/share", "\\\\host\\share", "/", "/a"])
def test_a_bad_override_is_named_and_the_next_source_holds(machine: Machine, value: str) -> None:
    machine.set("user", autoMemoryDirectory="/srv/user")
    found = machine.locate({OVERRIDE: value})
    assert (found.memory_dir, found.source) == ("/srv/user/", "user")
    assert [(item.source, item.value) for item in found.refused] == [("env", value)]
    assert found.refused[0].reason.startswith(OVERRIDE)


def test_an_empty_override_is_none(machine: Machine) -> None:
    assert machine.locate({OVERRIDE: ""}).refused == ()


def test_policy_then_local_then_user(machine: Machine) -> None:
    for source in ("user", "local", "policy"):
        machine.set(source, autoMemoryDirectory=f"/srv/{source}")
        found = machine.locate()
        assert (found.memory_dir, found.source) == (f"/srv/{source}/", source)


def test_what_the_project_asks_for_is_shown_and_not_followed(machine: Machine) -> None:
    machine.set("project", autoMemoryDirectory="~/.ssh")
    found = machine.locate()
    assert found.source == "default"
    assert [(item.source, item.value) for item in found.refused] == [("project", "~/.ssh")]
    assert "not followed" in found.refused[0].reason


def test_trust_follows_the_project_but_not_into_nonsense(machine: Machine) -> None:
    machine.set("project", autoMemoryDirectory="/srv/asked")
    assert machine.locate(trust=True).memory_dir == "/srv/asked/"
    machine.set("project", autoMemoryDirectory="~")
    assert machine.locate(trust=True).source == "default"


def test_a_tracked_local_file_is_not_followed_either(machine: Machine) -> None:
    machine.set("local", autoMemoryDirectory="/srv/local")
    made = GitProject(machine.root)
    made.git("init", "-q")
    assert machine.locate().source == "local"
    made.commit()
    found = machine.locate()
    assert (found.source, found.refused[0].source) == ("default", "local")
    assert machine.locate(trust=True).source == "local"


@pytest.mark.parametrize(
    ("value", "below"),
    [("~/mem", "mem"), ("~//mem/", "mem"), ("~/a/../mem", "mem"), ("~/.mem", ".mem"), ("~/..mem", "..mem")],
)
def test_a_leading_tilde_is_home(machine: Machine, value: str, below: str) -> None:
    machine.set("user", autoMemoryDirectory=value)
    assert machine.locate().memory_dir == machine.path(f"home/{below}/")


@pytest.mark.parametrize(
    "value",
    ["~", "~/", "~/.", "~//", "~/..", "~/../", "~/a/..", "~/../..", "~/../ana", "~/a/../../b", "~/./../x", "~ana/x"],
)
def test_a_tilde_that_does_not_stay_below_home_is_refused(machine: Machine, value: str) -> None:
    machine.set("user", autoMemoryDirectory=value)
    found = machine.locate()
    assert found.source == "default"
    assert [item.value for item in found.refused] == [value]


@pytest.mark.parametrize("value", ["/srv/a\0b", "~/a\0b", "\0"])
def test_a_nul_byte_is_refused(machine: Machine, value: str) -> None:
    machine.set("user", autoMemoryDirectory=value)
    found = machine.locate()
    assert found.source == "default" and len(found.refused) == 1


@pytest.mark.parametrize("value", [1, True, ["/srv/x"], {"a": "/srv/x"}, 0, False])
def test_a_directory_that_is_no_text_is_refused(machine: Machine, value: Any) -> None:
    machine.set("user", autoMemoryDirectory=value)
    found = machine.locate()
    assert found.source == "default" and "is not text" in found.refused[0].reason


@pytest.mark.parametrize("value", [None, ""])
def test_an_empty_directory_setting_is_no_setting(machine: Machine, value: Any) -> None:
    machine.set("user", autoMemoryDirectory=value)
    assert machine.locate().refused == ()


def test_broken_settings_leave_a_note(machine: Machine) -> None:
    os.makedirs(machine.path("home/.claude"))
    Path(machine.path(FILES["user"])).write_text("{")
    found = machine.locate()
    assert found.source == "default" and len(found.notes) == 1


class TestSafeDirectory:
    """The validation alone, on both kinds of path."""

    @pytest.mark.parametrize(
        ("value", "place"),
        [("/ab", "/ab/"), ("/srv/x/", "/srv/x/"), ("/srv//y/../x/.", "/srv/x/"), ("/srv/../etc", "/etc/")],
    )
    def test_posix(self, value: str, place: str) -> None:
        assert safe_directory(value) == (place, "")

    def test_names_are_composed(self) -> None:
        decomposed = unicodedata.normalize("NFD", "/srv/é")
        assert safe_directory(decomposed) == (unicodedata.normalize("NFC", "/srv/é/"), "")

    @pytest.mark.parametrize(
        "value", ["", "x", "./x", "~", "/", "/a", "/..", "/x/..", "/ab/../c", "//x/y", "\\\\x", "C:", "C:/x", "/a\0b"]
    )
    def test_posix_refuses(self, value: str) -> None:
        place, why = safe_directory(value)
        assert place is None and why

    @pytest.mark.parametrize(
        ("value", "place"), [("C:\\mem", "C:\\mem\\"), ("c:/mem/../x/", "c:\\x\\"), ("C:\\a/b", "C:\\a\\b\\")]
    )
    def test_windows(self, value: str, place: str) -> None:
        assert safe_directory(value, windows=True) == (place, "")

    @pytest.mark.parametrize(
        "value",
        ["C:", "C:\\", "C:/", "C:mem", "C:\\x\\..", "\\mem", "/mem", "\\\\x\\y", "//x/y", "\\/x/y", "/\\x\\y", "mem"],
    )
    def test_windows_refuses(self, value: str) -> None:
        place, why = safe_directory(value, windows=True)
        assert place is None and why

    @pytest.mark.parametrize("value", ["~\\", "~\\..", "~\\a\\..", "~/..\\x", "~\\..\\x"])
    def test_a_windows_tilde_that_does_not_stay_below_home_is_refused(self, machine: Machine, value: str) -> None:
        machine.set("user", autoMemoryDirectory=value)
        assert locate(machine.host._replace(windows=True)).source == "default"

    def test_a_windows_tilde_with_a_drive_stays_below_home(self, machine: Machine) -> None:
        """Joined naively, `C:x` would leave the home directory."""
        machine.set("user", autoMemoryDirectory="~/C:x")
        host = machine.host._replace(windows=True, home="D:\\Users\\Ana")
        host = host._replace(env={"CLAUDE_CONFIG_DIR": machine.path("home/.claude")})
        assert locate(host).memory_dir == "D:\\Users\\Ana\\C:x\\"


class TestDefaultPlace:
    def test_the_config_directory_of_the_environment(self, machine: Machine) -> None:
        assert (
            machine.locate({"CLAUDE_CONFIG_DIR": "/srv/cfg"}).memory_dir
            == f"/srv/cfg/projects/{slug(machine.root)}/memory/"
        )

    def test_a_remote_memory_directory_comes_before_the_config_directory(self, machine: Machine) -> None:
        env = {"CLAUDE_CONFIG_DIR": "/srv/cfg", REMOTE_DIR: "/srv/rem"}
        assert machine.locate(env).memory_dir == f"/srv/rem/projects/{slug(machine.root)}/memory/"

    @pytest.mark.parametrize("name", ["work", "A-b_9", "x" * 64])
    def test_a_directory_name_replaces_the_slug(self, machine: Machine, name: str) -> None:
        found = machine.locate({"CLAUDE_CONFIG_DIR": "/srv/cfg", DIR_NAME: name})
        assert (found.memory_dir, found.slug) == (f"/srv/cfg/projects/{name}/memory/", name)

    def test_a_directory_name_needs_a_config_directory(self, machine: Machine) -> None:
        found = machine.locate({DIR_NAME: "work"})
        assert (found.memory_dir, found.refused) == (machine.default, ())

    @pytest.mark.parametrize("name", ["..", "a/b", "x" * 65, "a b", "é", "work\n", "."])
    def test_a_bad_directory_name_is_refused(self, machine: Machine, name: str) -> None:
        found = machine.locate({"CLAUDE_CONFIG_DIR": "/srv/cfg", DIR_NAME: name})
        assert found.slug == slug(machine.root)
        assert [item.value for item in found.refused] == [name]

    def test_a_worktree_shares_memory_but_has_its_own_settings(self, machine: Machine) -> None:
        made = GitProject(machine.root)
        made.git("init", "-q")
        made.commit()
        worktree = machine.path("wt")
        made.git("worktree", "add", "-q", worktree, "-b", "b1")
        found = locate(machine.host._replace(cwd=worktree))
        assert (found.memory_dir, found.canonical_root) == (machine.default, machine.root)
        assert found.project_root == worktree

    def test_transcripts_are_filed_by_the_working_directory_wherever_memory_is(self, machine: Machine) -> None:
        os.makedirs(machine.path("proj/src"))
        machine.set("user", autoMemoryDirectory=machine.path("elsewhere"))
        host = machine.host._replace(cwd=machine.path("proj/src"))
        base = machine.path("home/.claude/projects")
        assert transcripts_dir(host, locate(host)) == f"{base}/{slug(host.cwd)}/"
        env = {"CLAUDE_CONFIG_DIR": machine.path("cfg"), DIR_NAME: "shop", REMOTE_DIR: machine.path("rem")}
        assert transcripts_dir(host._replace(env=env), locate(host._replace(env=env))) == machine.path(
            "cfg/projects/shop/"
        )


class TestEnabled:
    """On or off, and what says so: the first that applies."""

    @pytest.mark.parametrize("word", ["1", "true", "yes", "on", "TRUE", " On "])
    def test_disabled_by_the_environment(self, machine: Machine, word: str) -> None:
        machine.set("policy", autoMemoryEnabled=True)
        found = machine.locate({DISABLE: word})
        assert (found.enabled, found.enabled_by) == (False, f"env {DISABLE}")

    @pytest.mark.parametrize("word", ["0", "false", "no", "off", "OFF"])
    def test_an_explicit_no_to_disabling_is_on_over_everything(self, machine: Machine, word: str) -> None:
        machine.set("policy", autoMemoryEnabled=False)
        env = {DISABLE: word, "CLAUDE_CODE_SIMPLE": "1", "CLAUDE_CODE_REMOTE": "1"}
        assert machine.locate(env).enabled is True

    @pytest.mark.parametrize("word", ["", "2", "maybe", "y", "n", "disabled"])
    def test_any_other_word_is_ignored(self, machine: Machine, word: str) -> None:
        assert machine.locate({DISABLE: word})[5:7] == (True, "default")
        assert machine.locate({DISABLE: word, "CLAUDE_CODE_SIMPLE": "1"}).enabled is False
        machine.set("user", autoMemoryEnabled=False)
        assert machine.locate({DISABLE: word})[5:7] == (False, "user settings")

    def test_simple_mode_is_off_over_settings(self, machine: Machine) -> None:
        machine.set("policy", autoMemoryEnabled=True)
        found = machine.locate({"CLAUDE_CODE_SIMPLE": "yes"})
        assert (found.enabled, found.enabled_by) == (False, "env CLAUDE_CODE_SIMPLE")

    def test_remote_is_off_unless_it_has_a_memory_directory(self, machine: Machine) -> None:
        assert machine.locate({"CLAUDE_CODE_REMOTE": "1"}).enabled is False
        assert machine.locate({"CLAUDE_CODE_REMOTE": "1", REMOTE_DIR: "/srv/rem"}).enabled is True
        assert machine.locate({"CLAUDE_CODE_REMOTE": "0"}).enabled is True

    def test_policy_over_local_over_project_over_user(self, machine: Machine) -> None:
        for source, value in (("user", False), ("project", True), ("local", False), ("policy", True)):
            machine.set(source, autoMemoryEnabled=value)
            found = machine.locate()
            assert (found.enabled, found.enabled_by) == (value, f"{source} settings")

    @pytest.mark.parametrize("value", ["false", 0, None, []])
    def test_a_setting_that_is_no_yes_or_no_is_ignored(self, machine: Machine, value: Any) -> None:
        machine.set("local", autoMemoryEnabled=value)
        machine.set("user", autoMemoryEnabled=False)
        assert machine.locate().enabled_by == "user settings"
