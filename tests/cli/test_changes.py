"""New, edit, rename, delete and log: file and pointer together, nothing else touched."""

from pathlib import Path

import pytest

from tests.cli.running import INDEX, ROLE, TESTS, World, memtui


def test_new_makes_the_memory_and_its_pointer(world: World) -> None:
    done = memtui("new", "Uses tabs", "--type", "feedback", "--description", "tabs in Go", "--body", "Use tabs.")
    assert (done.code, done.out) == (0, "made feedback_uses_tabs.md\n")
    assert "change 2" in done.err and "memtui undo" in done.err
    assert world.text("feedback_uses_tabs.md") == (
        "---\nname: Uses tabs\ndescription: tabs in Go\ntype: feedback\n---\nUse tabs.\n"
    )
    assert world.text("MEMORY.md") == INDEX + "- [Uses tabs](feedback_uses_tabs.md) — tabs in Go\n"
    assert memtui("audit").code == 0


def test_new_reads_its_body_from_stdin(world: World) -> None:
    done = memtui("new", "Piped", "--type", "project", "--description", "from a pipe", given="line 1\r\nline 2\n")
    assert done.code == 0
    assert world.text("project_piped.md").endswith("---\nline 1\nline 2\n")


def test_new_refuses_what_is_no_text(world: World) -> None:
    before = world.files()
    done = memtui("new", "Bad", "--type", "user", given="\udcff")
    assert (done.code, done.err) == (2, "memtui: the text is not UTF-8 (byte 0): stdin; convert it first\n")
    assert world.files() == before


def test_new_does_not_replace_a_memory(world: World) -> None:
    done = memtui("new", "role", "--type", "user", "--body", "x")
    assert done.code == 1
    assert "a memory of that name exists: user_role.md" in done.err
    assert world.text("user_role.md") == ROLE


def test_new_writes_frontmatter_that_cannot_be_broken_out_of(world: World) -> None:
    memtui("new", "a: b # c", "--type", "user", "--description", 'x\n---\ntype: feedback "q"', "--body", "text")
    row = next(row for row in memtui("list", "--json").data if row["file"] == "user_a_b_c.md")
    assert (row["name"], row["type"]) == ("a: b # c", "user")
    assert row["description"] == 'x --- type: feedback "q"'


def test_a_shared_memory_takes_no_secret(world: World) -> None:
    key = "AKIA" + "Z7Q2M4N8P6R3T5V9"
    done = memtui("new", "Keys", "--type", "reference", "--team", "--body", f"key {key}")
    assert done.code == 1
    assert "looks like a secret" in done.err and key not in done.err
    assert not (world.memory / "team").exists()
    private = memtui("new", "Keys", "--type", "reference", "--body", f"key {key}")
    assert private.code == 0
    assert "looks like a secret" in private.err


def test_no_secret_is_moved_or_edited_into_the_shared_folder(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "AKIA" + "Z7Q2M4N8P6R3T5V9"
    world.put("user_role.md", ROLE + f"key {key}\n")
    before = world.files()
    moved = memtui("mv", "role", "team/user_role")
    assert (moved.code, world.files()) == (1, before)
    assert "looks like a secret" in moved.err and key not in moved.err
    memtui("mv", "tests", "team/feedback_tests")
    _editor(world, monkeypatch, f"echo {key} >> $1")
    edited = memtui("edit", "tests")
    assert (edited.code, world.text("team/feedback_tests.md")) == (1, TESTS)
    assert key in _drafts(world)[0].read_text()


def test_a_secret_that_is_shared_already_stops_no_other_change(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.put("team/user_role.md", ROLE + "key AKIA" + "Z7Q2M4N8P6R3T5V9\n")
    _editor(world, monkeypatch, "echo more >> $1")
    assert memtui("edit", "team/user_role").code == 0
    assert memtui("mv", "team/user_role", "team/user_person").code == 0


def test_a_team_memory_is_pointed_to_by_the_team_index(world: World) -> None:
    memtui("new", "Rota", "--type", "project", "--team", "--description", "who is on call", "--body", "x")
    assert world.text("team/MEMORY.md") == "- [Rota](project_rota.md) — who is on call\n"
    assert world.text("MEMORY.md") == INDEX


def test_edit_saves_what_the_editor_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _editor(world, monkeypatch, 'echo "And the build." >> "$1"')
    done = memtui("edit", "role")
    assert (done.code, done.out) == (0, "saved user_role.md\n")
    assert world.text("user_role.md") == ROLE + "And the build.\n"
    assert world.text("MEMORY.md") == INDEX
    assert _drafts(world) == []


def test_edit_keeps_the_pointer_in_step_with_the_description(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.put("MEMORY.md", INDEX.replace("who they are", "backend developer who knows Python well"))
    _editor(world, monkeypatch, 'sed -i "s/backend developer who knows Python well/frontend developer/" "$1"')
    memtui("edit", "role")
    assert "- [Role](user_role.md) — frontend developer\n" in world.text("MEMORY.md")


def test_edit_restamps_a_memory_that_carries_a_stamp(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.put("user_role.md", ROLE.replace("type: user\n", "type: user\nmodified: 2026-01-01T00:00:00.000Z\n"))
    _editor(world, monkeypatch, 'echo "more" >> "$1"')
    memtui("edit", "role")
    assert "modified: 2026-11-18T12:00:00.000Z\n" in world.text("user_role.md")


def test_edit_without_a_change_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _editor(world, monkeypatch, "true")
    before = (world.memory / "user_role.md").stat().st_mtime_ns
    done = memtui("edit", "role")
    assert (done.code, done.out) == (0, "user_role.md is as it was\n")
    assert (world.memory / "user_role.md").stat().st_mtime_ns == before
    assert _drafts(world) == []


def test_when_the_file_changed_meanwhile_both_versions_are_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = world.memory / "user_role.md"
    _editor(world, monkeypatch, f'echo "mine" >> "$1"; echo "theirs" >> "{theirs}"')
    done = memtui("edit", "role")
    assert done.code == 1
    assert "changed since it was read" in done.err and "your version is kept at" in done.err
    assert world.text("user_role.md") == ROLE + "theirs\n"
    (draft,) = _drafts(world)
    assert draft.read_text() == ROLE + "mine\n"
    assert str(draft) in done.err


def test_a_failing_editor_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _editor(world, monkeypatch, 'echo "half" >> "$1"; exit 3')
    done = memtui("edit", "role")
    assert done.code == 3
    assert "the editor ended with 3" in done.err
    assert world.text("user_role.md") == ROLE


@pytest.mark.parametrize(
    ("editor", "said"), [("no-such-editor -x", "cannot start the editor"), ("unclosed 'quote", "is not a command")]
)
def test_an_editor_that_cannot_start_is_named(
    world: World, monkeypatch: pytest.MonkeyPatch, editor: str, said: str
) -> None:
    monkeypatch.setenv("EDITOR", editor)
    done = memtui("edit", "role")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert said in done.err


def test_the_editor_is_split_into_words_and_never_run_through_a_shell(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = world.editor('echo "$2" >> "$3"')
    monkeypatch.setenv("EDITOR", f"{env['EDITOR']} -w '$(touch pwned)'")
    memtui("edit", "role")
    assert world.text("user_role.md") == ROLE + "$(touch pwned)\n"
    assert not (world.project / "pwned").exists()


def test_rename_takes_pointer_links_and_name_along(world: World) -> None:
    world.put("user_role.md", ROLE.replace("name: role", "name: user_role"))
    world.put("feedback_tests.md", TESTS.replace("[[role]]", "[[user-role]]"))
    done = memtui("mv", "user_role", "user_job")
    assert (done.code, done.out) == (0, "user_role.md is now user_job.md\n")
    assert "- [Role](user_job.md) — who they are\n" in world.text("MEMORY.md")
    assert "See [[user_job]]." in world.text("feedback_tests.md")
    assert "name: user_job\n" in world.text("user_job.md")
    assert not (world.memory / "user_role.md").exists()
    assert memtui("audit").code == 0


def test_log_appends_and_never_rewrites(world: World) -> None:
    world.put("logs/2026/11/2026-11-18.md", "- 08:00 earlier, no newline")
    done = memtui("log", "two", "words")
    assert done.out == "added to logs/2026/11/2026-11-18.md\n"
    assert world.text("logs/2026/11/2026-11-18.md") == "- 08:00 earlier, no newline\n- 12:00 two words\n"


def test_what_is_written_is_of_the_fixed_moment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_NOW", "2031-05-06T07:08:09Z")
    memtui("new", "x", "--type", "project", "--description", "what is planned for May", "--body", "y")
    memtui("log", "one")
    rows = {row["file"]: row for row in memtui("list", "--json").data}
    for file in ("project_x.md", "logs/2031/05/2031-05-06.md"):
        assert (rows[file]["modified"], rows[file]["age"]) == ("2031-05-06T07:08:09.000Z", "today")
    memtui("mv", "role", "user_person")
    assert memtui("show", "user_person", "--json").data["modified"] == rows["user_role.md"]["modified"]


def _editor(world: World, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    for name, value in world.editor(script).items():
        monkeypatch.setenv(name, value)


def _state(world: World) -> Path:
    (found,) = (world.home / ".local/state/memtui/stores").iterdir()
    return found


def _drafts(world: World) -> list[Path]:
    folder = _state(world) / "drafts"
    found = list(folder.iterdir()) if folder.exists() else []
    return [path for path in found if path.suffix != ".json"]  # its facts lie beside it
