"""What a person does to a store, as steps: file and pointer change together, links follow, nothing else moves."""

import os
import time
from pathlib import Path

import pytest

from memtui.memory import topic
from memtui.memory.actions import (
    check_readable,
    compose,
    plan_edit,
    plan_log,
    plan_new,
    plan_remove,
    slug_of,
    usual_form,
)
from memtui.memory.errors import MemtuiError, NegativeError, UsageError
from memtui.memory.index import entries
from memtui.memory.save import apply
from memtui.memory.store import Store
from tests.memory.stores import INDEX, contents, new_store, put, scan_of, state_of

NOW = 1_763_467_200.0  # 2025-11-18T12:00:00Z
NO_MOCKS = b"---\nname: no_mocks\ndescription: Use a real DB\ntype: feedback\n---\nRule.\n"
ROLE = b"---\nname: role\ndescription: Is a baker\ntype: user\n---\nBaker.\n"
FILES = {
    INDEX: b"# Memory\n"
    b"- [Role](user_role.md) \xe2\x80\x94 Is a baker\n"
    b"- [No mocks](feedback_no_mocks.md): Use a real DB\n",
    "feedback_no_mocks.md": NO_MOCKS,
    "user_role.md": ROLE,
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(str(tmp_path), FILES)


def add(store: Store, name: str, kind: str = "feedback", **more: str) -> str:
    about = more.get("description", "About it")
    file, steps = plan_new(
        store,
        scan_of(store),
        name=name,
        description=about,
        kind=kind,
        body=more.get("body", "Text."),
        team="team" in more,
    )
    apply(store.root, state_of(store), steps)
    return file


def index(store: Store, file: str = INDEX) -> bytes:
    return Path(store.path(file)).read_bytes()


def memory(store: Store, file: str) -> topic.Memory:
    return next(item for item in scan_of(store).memories if item.file == file)


def test_a_new_memory_comes_with_its_pointer_beside_its_like(store: Store) -> None:
    assert add(store, "Ship on Fridays", "user", description="Likes to") == "user_ship_on_fridays.md"
    made = memory(store, "user_ship_on_fridays.md")
    assert (made.name, made.description, made.type, made.form) == ("Ship on Fridays", "Likes to", "user", "flat")
    assert index(store).splitlines() == [
        b"# Memory",
        "- [Role](user_role.md) — Is a baker".encode(),
        "- [Ship on Fridays](user_ship_on_fridays.md) — Likes to".encode(),
        b"- [No mocks](feedback_no_mocks.md): Use a real DB",
    ]
    assert {name: data for name, data in contents(store.root).items() if name in FILES and name != INDEX} == {
        "feedback_no_mocks.md": NO_MOCKS,
        "user_role.md": ROLE,
    }


def test_the_first_memory_makes_the_index(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "none"), None, "", str(tmp_path / "state"))
    add(store, "role", "user")
    assert index(store) == "- [Role](user_role.md) — About it\n".encode()


def test_a_memory_of_the_team_is_pointed_to_by_the_teams_index(store: Store) -> None:
    before = index(store)
    assert add(store, "style", "project", team="yes") == "team/project_style.md"
    assert index(store) == before
    assert index(store, "team/MEMORY.md") == "- [Style](project_style.md) — About it\n".encode()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Déjà vu & more!", "feedback_deja_vu_more.md"),
        ("feedback_no-sleep", "feedback_no_sleep.md"),
        ("../../etc/passwd", "feedback_etc_passwd.md"),
        ("x" * 300, f"feedback_{'x' * 60}.md"),
        ("yes", "feedback_yes.md"),
        ('"quoted": [a] # b', "feedback_quoted_a_b.md"),
        ("tab\tnew\nline \x1b[31m", "feedback_tab_new_line_31m.md"),
    ],
)
def test_odd_names_make_plain_files_and_read_back(store: Store, name: str, file: str) -> None:
    assert add(store, name, description=f"about {name}") == file
    made = memory(store, file)
    flat = " ".join(name.split())
    assert (made.name, made.description, made.status) == (flat, f"about {flat}", "ok")
    assert file in [item.file for item in entries(index(store).decode())]
    assert len(index(store).splitlines()) == 4


@pytest.mark.parametrize("name", ["", "!!!", "日本", "\n"])
def test_a_name_without_letters_is_wrong_use(store: Store, name: str) -> None:
    with pytest.raises(UsageError, match="no letters"):
        add(store, name)
    assert slug_of(name) == ""


def test_an_unknown_type_is_wrong_use(store: Store) -> None:
    with pytest.raises(UsageError, match="not a type"):
        add(store, "x", "recipe")


@pytest.mark.parametrize("name", ["no mocks", "No-Mocks", "feedback_no_mocks"])
def test_a_name_that_is_taken_is_refused(store: Store, name: str) -> None:
    with pytest.raises(NegativeError, match="exists"):
        add(store, name)
    assert contents(store.root) == FILES


def test_a_name_taken_by_what_is_no_memory_is_refused(store: Store) -> None:
    os.symlink("nowhere", store.path("feedback_x.md"))
    with pytest.raises(NegativeError, match="exists"):
        add(store, "x")


def test_new_memories_have_the_form_that_most_have(store: Store) -> None:
    assert usual_form(scan_of(store)) == "flat"
    for number in range(3):
        put(store.root, f"n{number}.md", compose(f"n{number}", "d", "user", "b", "metadata").encode())
    assert usual_form(scan_of(store)) == "metadata"
    made = memory(store, add(store, "x"))
    assert (made.form, made.type) == ("metadata", "feedback")


def test_the_body_is_kept_as_given(store: Store) -> None:
    add(store, "x", body="\n---\nname: fake\n---\n\n**Why:** so.  \n\n")
    data = Path(store.path("feedback_x.md")).read_bytes()
    assert data.endswith(b"type: feedback\n---\n---\nname: fake\n---\n\n**Why:** so.  \n")
    assert memory(store, "feedback_x.md").name == "x"


def test_an_edit_that_changes_nothing_is_no_step(store: Store) -> None:
    stamped = NO_MOCKS.replace(b"type:", b"modified: 2025-01-01\ntype:")
    assert plan_edit(store, "feedback_no_mocks.md", stamped, stamped, NOW) == []


def test_a_changed_description_is_followed_by_the_hook_that_said_the_same(store: Store) -> None:
    after = NO_MOCKS.replace(b"Use a real DB", b"Use a real database")
    steps = plan_edit(store, "feedback_no_mocks.md", NO_MOCKS, after, NOW)
    apply(store.root, state_of(store), steps)
    assert contents(store.root) == {
        **FILES,
        "feedback_no_mocks.md": after,
        INDEX: FILES[INDEX].replace(b"Use a real DB", b"Use a real database"),
    }


def test_a_hook_in_the_persons_own_words_stays(store: Store) -> None:
    put(store.root, INDEX, FILES[INDEX].replace(b": Use a real DB", b": never mock"))
    steps = plan_edit(store, "feedback_no_mocks.md", NO_MOCKS, NO_MOCKS.replace(b"Use a", b"Take a"), NOW)
    assert [step.file for step in steps] == ["feedback_no_mocks.md"]


def test_an_edited_memory_without_pointer_gets_one(store: Store) -> None:
    put(store.root, INDEX, b"# Memory\r\n")
    after = NO_MOCKS + b"More.\n"
    apply(store.root, state_of(store), plan_edit(store, "feedback_no_mocks.md", NO_MOCKS, after, NOW))
    assert index(store) == "# Memory\r\n- [No mocks](feedback_no_mocks.md) — Use a real DB\r\n".encode()


@pytest.mark.parametrize("line", ["modified: 2025-01-01T00:00:00.000Z", "metadata:\n  modified: '2025-01-01'"])
def test_an_edit_sets_the_stamp_where_there_is_one(store: Store, line: str) -> None:
    before = NO_MOCKS.replace(b"type:", line.encode() + b"\ntype:")
    put(store.root, "feedback_no_mocks.md", before)
    apply(store.root, state_of(store), plan_edit(store, "feedback_no_mocks.md", before, before + b"x\n", NOW))
    assert memory(store, "feedback_no_mocks.md").stamped == NOW
    assert Path(store.path("feedback_no_mocks.md")).read_bytes().count(b"\n") == before.count(b"\n") + 1


@pytest.mark.parametrize("file", [INDEX, "team/MEMORY.md", "logs/2025/11/2025-11-18.md"])
def test_editing_an_index_or_a_log_is_one_step(store: Store, file: str) -> None:
    (step,) = plan_edit(store, file, b"a\n", b"b\n", NOW)
    assert (step.file, step.before, step.after) == (file, b"a\n", b"b\n")


def test_removing_takes_every_pointer_along(store: Store) -> None:
    put(store.root, INDEX, FILES[INDEX] + b"* [Again](<feedback_no_mocks.md#why>)\r\nprose feedback_no_mocks.md\n")
    apply(store.root, state_of(store), plan_remove(store, "feedback_no_mocks.md"))
    lines = FILES[INDEX].splitlines(keepends=True)
    assert contents(store.root) == {
        INDEX: b"".join(lines[:2]) + b"prose feedback_no_mocks.md\n",
        "user_role.md": ROLE,
    }


def test_removing_the_teams_takes_the_pointers_of_both_indexes(store: Store) -> None:
    put(store.root, "team/x.md", ROLE)
    put(store.root, "team/MEMORY.md", b"- [X](x.md)\n")
    put(store.root, INDEX, FILES[INDEX] + b"- [X](team/x.md)\n- [Own](x.md)\n")
    apply(store.root, state_of(store), plan_remove(store, "team/x.md"))
    assert index(store, "team/MEMORY.md") == b""
    assert index(store) == FILES[INDEX] + b"- [Own](x.md)\n"


def test_what_cannot_be_removed_says_why(store: Store) -> None:
    for file in (INDEX, "team/MEMORY.md"):
        with pytest.raises(UsageError, match="index"):
            plan_remove(store, file)
    with pytest.raises(MemtuiError, match="no such file"):
        plan_remove(store, "nothing.md")


def test_the_log_of_the_day_grows_by_one_line(store: Store) -> None:
    day = time.strftime("%Y-%m-%d", time.localtime(NOW))
    name = f"logs/{day[:4]}/{day[5:7]}/{day}.md"
    for text in ("first", "second\n  with a line break"):
        file, steps = plan_log(store, text, NOW)
        assert file == name
        apply(store.root, state_of(store), steps)
    clock = time.strftime("%H:%M", time.localtime(NOW))
    assert index(store, name).decode() == f"- {clock} first\n- {clock} second with a line break\n"
    put(store.root, name, b"kept \xff\r\nno end")
    apply(store.root, state_of(store), plan_log(store, "third", NOW)[1])
    assert index(store, name) == b"kept \xff\r\nno end\n" + f"- {clock} third\n".encode()
    assert index(store) == FILES[INDEX]


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_an_empty_log_entry_is_wrong_use(store: Store, text: str) -> None:
    with pytest.raises(UsageError, match="nothing to log"):
        plan_log(store, text, NOW)


def test_a_linked_log_folder_is_not_written_through(store: Store, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    os.symlink(tmp_path / "outside", store.path("logs"))
    with pytest.raises(MemtuiError, match="through a link"):
        apply(store.root, state_of(store), plan_log(store, "x", NOW)[1])
    assert os.listdir(tmp_path / "outside") == []


def test_a_file_for_the_editor_is_read_or_refused_in_words(store: Store) -> None:
    assert check_readable(store, "user_role.md", 1000) == ROLE
    with pytest.raises(MemtuiError, match="too large"):
        check_readable(store, "user_role.md", 10)
    with pytest.raises(MemtuiError, match="no such file"):
        check_readable(store, "nothing.md", 10)
