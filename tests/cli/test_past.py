"""The ways back: history, undo, restore, purge, and the one change that --fix makes."""

import os

from tests.cli.running import INDEX, NOW, ROLE, TESTS, World, memtui


def test_delete_goes_to_the_trash_and_undo_brings_it_back(world: World) -> None:
    before, stamp = world.files(), (world.memory / "user_role.md").stat().st_mtime_ns
    done = memtui("rm", "role")
    assert done.out == "moved user_role.md to the trash\n"
    assert "user_role" not in world.text("MEMORY.md")
    (state,) = (world.home / ".local/state/memtui/stores").iterdir()
    (kept,) = (state / "trash").rglob("*.md")
    assert kept.read_text() == ROLE
    assert memtui("undo").code == 0
    assert world.files() == before
    assert (world.memory / "user_role.md").stat().st_mtime_ns == stamp


def test_undo_goes_back_step_by_step(world: World) -> None:
    before = world.files()
    memtui("log", "one")
    memtui("mv", "role", "user_job")
    memtui("rm", "tests")
    for _ in range(3):
        assert memtui("undo").code == 0
    assert world.files() == before
    assert memtui("undo").code == 1


def test_undo_does_not_overwrite_what_came_after(world: World) -> None:
    memtui("log", "one")
    log = world.memory / "logs/2026/11/2026-11-18.md"
    log.write_text(log.read_text() + "- 12:30 theirs\n")
    done = memtui("undo")
    assert done.code == 1
    assert "changed after that" in done.err
    assert log.read_text() == "- 12:00 one\n- 12:30 theirs\n"


def test_history_tells_who_did_what(world: World) -> None:
    memtui("history")
    world.put("feedback_tests.md", TESTS + "More.\n")
    os.remove(world.memory / "user_role.md")
    memtui("log", "one")
    rows = memtui("history", "--json").data
    assert [(row["number"], row["who"], row["kind"]) for row in rows] == [
        (3, "memtui", "change"),
        (2, "others", "seen"),
        (1, "others", "seen"),
    ]
    assert (rows[1]["changed"], rows[1]["deleted"]) == (["feedback_tests.md"], ["user_role.md"])
    assert rows[0]["created"] == ["logs/2026/11/2026-11-18.md"]
    assert rows[0]["when"] == NOW.replace("Z", ".000Z")
    assert len(memtui("history", "--limit", "1").out.splitlines()) == 1
    assert len(memtui("history", "--file", "user_role.md", "--json").data) == 2


def test_a_bulk_loss_by_others_is_restored(world: World) -> None:
    before = world.files()
    memtui("history")
    for path in world.memory.glob("*.md"):
        path.unlink()
    done = memtui("restore", "--at", "1")
    assert done.code == 0
    assert world.files() == before


def test_one_file_is_restored_with_its_pointer(world: World) -> None:
    before = world.files()
    memtui("rm", "role")
    assert memtui("restore", "user_role").out == "restored user_role.md to state 1\n"
    assert {**world.files(), "MEMORY.md": b""} == {**before, "MEMORY.md": b""}
    assert sorted(world.text("MEMORY.md").splitlines()) == sorted(INDEX.splitlines())


def test_restore_says_what_it_would_do(world: World) -> None:
    memtui("log", "one")
    memtui("rm", "role")
    before = world.files()
    done = memtui("restore", "--at", "1", "--dry-run")
    assert done.out == "would change  MEMORY.md\nwould delete  logs/2026/11/2026-11-18.md\nwould create  user_role.md\n"
    assert world.files() == before


def test_a_past_version_is_shown_byte_for_byte(world: World) -> None:
    memtui("history")
    world.put("user_role.md", "other\n")
    memtui("history")
    assert memtui("history", "show", "1", "user_role").out == ROLE
    assert memtui("history", "diff", "2", "--file", "user_role").out.endswith("+other\n")
    assert memtui("history", "diff", "1", "2").out == memtui("history", "diff", "2").out


def test_purge_forgets_the_past_of_a_file(world: World) -> None:
    memtui("history")
    world.put("user_role.md", "clean\n")
    memtui("history")
    done = memtui("history", "purge", "user_role", "--yes")
    assert done.code == 0
    assert "forgot user_role.md" in done.out
    assert "will be recorded again" in done.err
    assert memtui("history", "show", "1", "user_role.md").code == 1
    assert world.text("user_role.md") == "clean\n"


def test_fix_is_one_change_that_undo_takes_back(world: World) -> None:
    world.put("MEMORY.md", INDEX + "- [Gone](gone.md) — x\n- [Role](user_role.md) — again\n")
    before = world.files()
    would = memtui("audit", "--fix", "--dry-run")
    assert would.out.startswith("would fix MEMORY.md: removed the dead pointer to gone.md")
    assert world.files() == before
    done = memtui("audit", "--fix")
    assert done.code == 0
    assert done.out.count("fixed ") == 2
    assert world.text("MEMORY.md") == INDEX
    memtui("undo")
    assert world.files() == before


def test_fix_as_json_is_the_list_of_findings_with_what_was_done(world: World) -> None:
    world.put("MEMORY.md", INDEX + "- [Gone](gone.md) — x\n")
    world.put("feedback_tests.md", TESTS.replace("type: feedback", "type: nonsense"))
    found = memtui("audit", "--json").data
    would = memtui("audit", "--fix", "--dry-run", "--json")
    assert ([{k: v for k, v in row.items() if k != "would"} for row in would.data], would.code) == (found, 1)
    done = memtui("audit", "--fix", "--json")
    assert [(row["rule"], row["did"]) for row in done.data] == [(row["rule"], row["would"]) for row in would.data]
    assert {row["rule"]: row["fixable"] for row in done.data if row["did"]} == {"dead-pointer": True}
    assert done.code == 1
    left = [row["rule"] for row in memtui("audit", "--json").data]
    assert left == [row["rule"] for row in done.data if not row["did"]]


def test_a_file_that_is_gone_is_meant_by_its_name_where_only_one_had_it(world: World) -> None:
    world.put("old/user_twin.md", ROLE)
    world.put("new/user_twin.md", ROLE)
    memtui("history")
    for file in ("old/user_twin.md", "new/user_twin.md", "user_role.md"):
        os.remove(world.memory / file)
    assert memtui("restore", "USER-ROLE").out == "restored user_role.md to state 1\n"
    assert len(memtui("history", "--file", "user_role", "--json").data) == 3
    asked = memtui("restore", "user_twin")
    assert asked.code == 2
    assert "say which: new/user_twin.md, old/user_twin.md" in asked.err
    assert memtui("restore", "nobody").code == 1
    assert memtui("history", "diff", "2", "--file", "old/user_twin").out.startswith("--- a/old/user_twin.md\n")
