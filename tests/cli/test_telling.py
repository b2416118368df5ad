"""What commands say beside their data: what was refused, cut off, shared or gone; and that looking changes nothing."""

import json
import os
from pathlib import Path

import pytest

from memtui.memory.slug import slug
from tests.cli.running import World, memtui

LOOKING: tuple[list[str], ...] = (
    *(["path"], ["list"], ["show", "role"], ["index"], ["index", "--loaded"], ["manifest"], ["prompt"], ["audit"], []),
    *(["projects"], ["config"], ["audit", "--rules"], ["audit", "--fix", "--dry-run"], ["restore", "--at", "1h"]),
)


@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_commands_that_only_read_leave_no_trace(world: World, words: list[str]) -> None:
    world.put("MEMORY.md", world.text("MEMORY.md") + "- [Gone](gone.md) — x\n")
    before = sorted(world.base.rglob("*"))
    memtui(*words, *(["--dry-run"] if words[:1] == ["restore"] else []))
    assert sorted(world.base.rglob("*")) == before


def test_the_list_and_the_manifest_say_what_recall_cannot_see(world: World) -> None:
    for number in range(201):
        path = world.put(f"project_{number:03}.md", f"---\nname: p{number}\ntype: project\n---\nx\n")
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    hidden = {row["file"] for row in memtui("list", "--json").data if not row["visible"]}
    assert hidden == {"project_000.md", "project_001.md", "project_002.md"}
    lines = memtui("list").out.splitlines()
    assert [line.split()[4] for line in lines if "not visible to recall" in line] == sorted(hidden, reverse=True)
    manifest = memtui("manifest")
    assert len(manifest.out.splitlines()) == 200
    assert manifest.err == "memtui: 3 older memories are not in it: recall sees the newest 200\n"


def test_the_index_marks_what_is_missing_and_what_fell_off(world: World) -> None:
    world.put("MEMORY.md", "- [Gone](gone.md)\n" + "- [Role](user_role.md)\n" * 200)
    out = memtui("index").out.splitlines()
    assert "201 of 200 lines" in out[0] and "cut, its end is not loaded" in out[0]
    assert (out[1], out[200], out[201]) == (
        "    1  Gone (gone.md)  [missing]",
        "  200  Role (user_role.md)",
        "  201  Role (user_role.md)  [not loaded]",
    )


def test_projects_that_collide_or_are_gone_are_said(world: World) -> None:
    twin, gone = world.base / "my-shop", world.base / "gone"
    twin.mkdir()
    (world.base / "my_shop").mkdir()
    for path in (twin, gone):
        folder = world.config / "projects" / slug(str(path)) / "memory"
        folder.mkdir(parents=True)
        (folder / "a.md").write_text("x")
    known: dict[str, object] = {str(path): {} for path in (twin, world.base / "my_shop", gone)}
    (world.home / ".claude.json").write_text(json.dumps({"projects": known}))
    out = memtui("projects").out
    assert f"{twin}, {world.base / 'my_shop'}\n" in out
    assert "collision: 2 projects share this store" in out
    assert "orphan: the project is no longer there" in out
    assert "no MEMORY.md: the agent loads nothing of it" in out
    rows = {
        row["slug"]: (row["collision"], row["orphan"], row["missing_paths"])
        for row in memtui("projects", "--json").data
    }
    assert rows[slug(str(twin))] == (True, False, [])
    assert rows[slug(str(gone))] == (False, True, [str(gone)])
    assert rows[world.memory.parent.name] == (False, False, [])


def test_what_a_repository_asks_for_is_told_by_every_command(world: World) -> None:
    settings = world.project / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"autoMemoryDirectory": "/srv/theirs"}))
    for words in (["list"], ["index"], ["audit"], ["prompt"], ["manifest"], ["log", "x"], ["history"]):
        assert "project names /srv/theirs: this repository asks for memory there; not followed" in memtui(*words).err


def test_the_prompt_takes_guidelines_and_says_when_memory_is_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_COWORK_MEMORY_EXTRA_GUIDELINES", "Never on Sundays.")
    assert "Never on Sundays." in memtui("prompt").out
    monkeypatch.setenv("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "1")
    off = memtui("prompt")
    assert "Never on Sundays." in off.out
    assert "memory is off (env CLAUDE_CODE_DISABLE_AUTO_MEMORY)" in off.err


def test_the_prompt_names_the_transcripts_that_are_not_beside_the_memory(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = world.base / "elsewhere" / "memory"
    place.mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE", str(place))
    text = memtui("prompt", "--search").out
    assert f'{place}/ --include="*.md"' in text
    assert f'{world.config}/projects/{slug(str(world.project))}/ --include="*.jsonl"' in text


def test_visual_comes_before_editor(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", world.editor("echo seen >> $1")["EDITOR"])
    monkeypatch.setenv("EDITOR", "/nowhere/editor")
    assert memtui("edit", "role").code == 0
    assert world.text("user_role.md").endswith("seen\n")


def test_the_settings_of_the_policy_lie_where_the_system_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from memtui.memory.host import this_host

    for system, folder in (("linux", "/etc/claude-code"), ("darwin", "/Library/Application Support/ClaudeCode")):
        monkeypatch.setattr("sys.platform", system)
        assert this_host().policy_file == str(Path(folder) / "managed-settings.json")
