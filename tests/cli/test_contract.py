"""What scripts rely on: the fields of the JSON, exit codes, streams, and which memory is meant."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.cli.commands import COMMANDS
from memtui.sample.build import Sample
from tests.cli.running import ROOT, World, memtui, process

PATH_FIELDS = {"memory_dir", "source", "project_root", "slug", "enabled", "enabled_by", "refused"}
LIST_FIELDS = {
    *("file", "name", "description", "type", "modified", "modified_from", "age_days", "age", "stale", "bytes"),
    *("in_index", "visible", "problems"),
}
INDEX_FIELDS = {"lines", "chars", "line_limit", "char_limit", "truncated", "reason", "entries"}
ENTRY_FIELDS = {"line", "title", "file", "hook", "exists", "loaded"}
FINDING_FIELDS = {"rule", "severity", "file", "line", "message", "fixable"}


def test_path_says_where_and_why(world: World) -> None:
    data = memtui("path", "--json").data
    assert set(data) >= PATH_FIELDS
    assert data["memory_dir"] == f"{world.memory}/"
    assert (data["source"], data["enabled"], data["refused"]) == ("default", True, [])
    assert data["project_root"] == str(world.project)
    assert data["slug"] == world.memory.parent.name


def test_path_says_what_was_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", "relative/place")
    data = memtui("path", "--json").data
    assert data["source"] == "default"
    assert [(item["source"], item["value"]) for item in data["refused"]] == [("env", "relative/place")]
    assert set(data["refused"][0]) == {"source", "value", "reason"}
    assert "refused  env: relative/place" in memtui("path").out


def test_list_has_every_field_of_every_memory(world: World) -> None:
    world.put("loose.md", "no frontmatter\n")
    rows = {row["file"]: row for row in memtui("list", "--json").data}
    assert set(rows) == {"user_role.md", "feedback_tests.md", "loose.md"}
    assert all(set(row) >= LIST_FIELDS for row in rows.values())
    role = rows["user_role.md"]
    assert (role["name"], role["type"], role["modified_from"], role["in_index"]) == ("role", "user", "mtime", True)
    assert (role["age"], role["stale"], role["visible"], role["problems"]) == ("today", False, True, [])
    assert rows["loose.md"]["in_index"] is False
    assert set(rows["loose.md"]["problems"]) == {"no-pointer", "no-frontmatter"}


def test_list_can_be_narrowed_to_a_type(world: World) -> None:
    assert [row["file"] for row in memtui("list", "--type", "user", "--json").data] == ["user_role.md"]
    assert memtui("list", "--type", "none", "--json").data == []


def test_index_has_every_field_of_every_pointer(world: World) -> None:
    world.put("MEMORY.md", "- [Role](user_role.md) — who\n- [Gone](gone.md) — what\n" + "x\n" * 250 + "- [L](l.md)\n")
    data = memtui("index", "--json").data
    assert set(data) >= INDEX_FIELDS
    assert (data["line_limit"], data["char_limit"], data["truncated"], data["reason"]) == (200, 25_000, True, "lines")
    assert all(set(entry) == ENTRY_FIELDS for entry in data["entries"])
    assert [(e["file"], e["exists"], e["loaded"]) for e in data["entries"]] == [
        ("user_role.md", True, True),
        ("gone.md", False, True),
        ("l.md", False, False),
    ]


def test_loaded_prints_what_the_agent_gets_and_nothing_else(world: World) -> None:
    done = memtui("index", "--loaded")
    assert (done.out, done.err) == ("\n".join(world.text("MEMORY.md").splitlines()), "")


def test_loaded_of_no_store_or_of_one_that_is_off_is_said(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = world.base / "empty"
    empty.mkdir()
    done = memtui("index", "--loaded", "--project", str(empty))
    assert (done.out, "no memory here yet" in done.err) == ("", True)
    monkeypatch.setenv("CLAUDE_CODE_SIMPLE", "1")
    assert "does not load this memory: env CLAUDE_CODE_SIMPLE" in memtui("index", "--loaded").err


def test_audit_reports_findings_and_exits_1(world: World) -> None:
    world.put("MEMORY.md", world.text("MEMORY.md") + "- [Gone](gone.md) — what\n")
    done = memtui("audit", "--json")
    assert done.code == 1
    assert [set(row) for row in done.data] == [FINDING_FIELDS]
    assert done.data[0]["rule"] == "dead-pointer"
    assert done.data[0] | {"message": ""} == {
        "rule": "dead-pointer",
        "severity": "error",
        "file": "MEMORY.md",
        "line": 4,
        "message": "",
        "fixable": True,
    }


def test_no_name_forges_a_line_of_the_audit(world: World) -> None:
    world.put("MEMORY.md", world.text("MEMORY.md") + "- [Gone](a%0Aerror%1B[2J.md) — what\n")
    assert len(memtui("audit").out.splitlines()) == 1
    done = memtui("audit", "--fix")
    assert len(done.out.splitlines()) == 1
    assert "\x1b" not in done.out


def test_audit_exits_0_when_there_is_only_information(world: World) -> None:
    world.put("feedback_tests.md", world.text("feedback_tests.md") + "And [[not-yet-written]].\n")
    done = memtui("audit", "--json")
    assert [row["severity"] for row in done.data] == ["info"]
    assert done.code == 0


def test_audit_lists_its_rules() -> None:
    rows = memtui("audit", "--rules", "--json").data
    assert len(rows) == 32
    assert all({"id", "severity", "fixable"} <= set(row) for row in rows)
    assert len(memtui("audit", "--rules").out.splitlines()) == 32


def test_an_unknown_rule_is_wrong_use(world: World) -> None:
    done = memtui("audit", "--rule", "nonsense")
    assert (done.code, done.out) == (2, "")
    assert done.err == "memtui: no such rule: nonsense; see memtui audit --rules\n"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_teaches_with_an_example(name: str) -> None:
    done = memtui(name, "--help")
    assert done.code == 0
    assert f"usage: memtui {name}" in done.out
    assert "examples:" in done.out
    assert f"memtui {name}" in done.out.split("examples:")[1] or name == "demo"


def test_help_names_every_command() -> None:
    text = memtui("--help").out
    assert all(re.search(rf"^  {name} ", text, re.MULTILINE) for name in COMMANDS)


def test_every_reporting_command_speaks_json(world: World) -> None:
    for words in (
        *(["path"], ["list"], ["show", "role"], ["index"], ["manifest"], ["prompt"], ["projects"], ["audit"]),
        *(["config"], ["history"], ["history", "show", "1"], ["history", "diff"]),
    ):
        done = memtui(*words, "--json")
        assert done.code == 0, (words, done.err)
        json.loads(done.out)


def test_which_memory_may_be_said_before_or_after_the_command(world: World, sample: Sample) -> None:
    before = memtui("--dir", sample.memory_dir, "path", "--json").data
    after = memtui("path", "--json", "--dir", sample.memory_dir).data
    assert before == after
    assert (before["source"], before["memory_dir"]) == ("dir", f"{sample.memory_dir}/")
    assert before["project_root"] == sample.project_root


def test_a_directory_given_by_hand_is_on_or_off_like_any(
    world: World, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loaded(place: str) -> tuple[bool, str]:
        data = memtui("--dir", place, "path", "--json").data
        return data["enabled"], data["enabled_by"]

    notes = world.base / "notes"
    notes.mkdir()
    assert loaded(str(notes)) == loaded(sample.memory_dir) == (True, "default")
    settings = Path(sample.project_root, ".claude", "settings.local.json")
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{"autoMemoryEnabled": false}')
    assert (loaded(sample.memory_dir), loaded(str(notes))) == ((False, "local settings"), (True, "default"))
    settings.unlink()
    Path(sample.config_dir, "settings.json").write_text('{"autoMemoryEnabled": false}')
    assert (loaded(sample.memory_dir), loaded(str(notes))) == ((False, "user settings"), (True, "default"))
    monkeypatch.setenv("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "1")
    assert loaded(str(notes)) == (False, "env CLAUDE_CODE_DISABLE_AUTO_MEMORY")


def test_another_project_can_be_named(world: World) -> None:
    other = world.base / "other"
    other.mkdir()
    assert memtui("--project", str(other), "path", "--json").data["project_root"] == str(other)


def test_demo_is_a_sample_that_leaves_nothing_behind(world: World) -> None:
    done = memtui("--demo", "path", "--json")
    assert done.data["source"] == "demo"
    process_result = process("--demo", "path", "--json")
    assert not Path(process_result.data["memory_dir"]).exists()
    assert not (world.home / ".local").exists()


def test_nothing_leads_out_of_the_demo(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = world.base / "policy.json"
    policy.write_text(json.dumps({"autoMemoryDirectory": str(world.memory), "autoMemoryEnabled": False}))
    monkeypatch.setattr("memtui.memory.host.POLICY_LINUX", str(policy))
    monkeypatch.setattr("memtui.memory.host.POLICY_MACOS", str(policy))
    monkeypatch.setenv("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", str(world.memory))
    before = world.files()
    data = memtui("--demo", "path", "--json").data
    assert (data["memory_dir"].startswith(str(world.base)), data["enabled"], data["refused"]) == (False, True, [])
    assert memtui("--demo", "log", "x").code == 0
    assert world.files() == before
    assert memtui("path", "--json").data["source"] == "env"


def test_a_committed_directory_is_followed_only_when_trusted(world: World) -> None:
    settings = world.project / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"autoMemoryDirectory": str(world.base / "theirs")}))
    plain = memtui("path", "--json").data
    assert plain["source"] == "default"
    assert plain["refused"][0]["source"] == "project"
    trusted = memtui("path", "--json", "--trust-project-settings").data
    assert (trusted["source"], trusted["memory_dir"]) == ("project", f"{world.base}/theirs/")


def test_a_store_that_is_not_there_yet_reads_as_empty(world: World) -> None:
    empty = world.base / "empty"
    empty.mkdir()
    for word in ("list", "audit", "manifest"):
        done = memtui(word, "--json", "--project", str(empty))
        assert (done.code, done.data) == (0, [])
        assert "no memory here yet" in done.err
    assert memtui("index", "--json", "--project", str(empty)).data["entries"] == []
    assert memtui("path", "--project", str(empty)).code == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nonsense"], 2, "no such command: nonsense"),
        (["lst"], 2, "did you mean list?"),
        (["list", "--nonsense"], 2, "--nonsense"),
        (["show"], 2, "FILE"),
        (["show", "nobody"], 1, "no such memory: nobody"),
        (["show", "user_rol.md"], 1, "did you mean user_role.md?"),
        (["list", "--dir", "nowhere"], 3, "no such directory: nowhere"),
        (["list", "--dir", "../shop/../home/.claude/nothing"], 3, "no such directory"),
        (["list", "--project", "nowhere"], 3, "no such project: nowhere"),
        (["restore"], 2, "--at"),
        (["restore", "--at", "99"], 1, "no such state in the history: 99"),
        (["restore", "--at", "someday"], 2, "not a moment: someday"),
        (["undo"], 1, "nothing to undo"),
        (["history", "show"], 2, "show takes a state"),
        (["history", "purge", "user_role.md"], 1, "not confirmed"),
        (["new", "x", "--type", "nonsense"], 2, "nonsense"),
        (["new", "!!!", "--type", "user", "--body", "x"], 2, "make a file name of: !!!; give another\n"),
        (["new", "x", "--type", "user", "--body", "  "], 1, "is empty"),
        (["rm", "MEMORY.md"], 2, "the index itself is not removed"),
        (["mv", "role", "../outside"], 2, "not a usable name"),
        (["mv", "role", ".."], 2, "not a usable name"),
        (["mv", "role", "team/."], 2, "not a usable name"),
        (["mv", "role", ".git/x"], 2, "not a usable name"),
        (["mv", "role", "MEMORY"], 2, "belongs to the index"),
        (["log", "  "], 2, "nothing to log"),
        (["completion", "tcsh"], 2, "tcsh"),
        (["audit", "--dry-run"], 2, "--dry-run goes with --fix"),
    ],
)
def test_a_failure_is_one_line_and_its_exit_code(world: World, words: list[str], code: int, said: str) -> None:
    before = world.files()
    done = memtui(*words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert done.err.startswith("memtui: ")
    assert done.err.count("\n") == 1
    assert world.files() == before


def test_an_unexpected_failure_is_one_line_unless_debugging(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr("memtui.cli.path.choose", fail)
    done = memtui("path")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "ZeroDivisionError: boom" in done.err
    with pytest.raises(ZeroDivisionError):
        memtui("path", "--debug")


def test_a_reader_that_has_seen_enough_ends_it_quietly(world: World) -> None:
    world.put("MEMORY.md", "- [T](t.md) — " + "x" * 200_000 + "\n")
    line = f"{sys.executable} -m memtui show MEMORY.md 2>/dev/null | head -c 10; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=True, env=_env(world), cwd=world.project)
    assert done.stdout.decode().endswith("0\n")


def _env(world: World) -> dict[str, str]:
    import os

    return {**os.environ, **world.environment(), "PYTHONPATH": str(ROOT)}


def test_version_is_that_of_the_package() -> None:
    from memtui import __version__

    assert memtui("--version").out == f"memtui {__version__}\n"
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text()
