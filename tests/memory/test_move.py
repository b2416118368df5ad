"""A memory under another name: its pointers and every `[[link]]` follow, times and modes stay."""

import os
import stat
from pathlib import Path

import pytest

from memtui.memory.actions import plan_move
from memtui.memory.errors import NegativeError, UsageError
from memtui.memory.index import entries
from memtui.memory.links import Names, find_links
from memtui.memory.save import apply
from memtui.memory.store import Store
from tests.cost import is_linear
from tests.memory.stores import INDEX, LONG_AGO_NS, contents, new_store, put, scan_of, state_of, tree

OLD = b"---\nname: no-mocks\ndescription: Use a real DB\ntype: feedback\n---\nSee [[no_mocks]] itself.\n"
LINKS = (
    b"\xef\xbb\xbf[[no-mocks]], [[No_Mocks|so]], [[no mocks#why]]\r\n`[[no-mocks]]` \xff [[no-mocks.md]] [[other]]\n"
)
FILES = {
    INDEX: b"- [No mocks](no_mocks.md) \xe2\x80\x94 Use a real DB\r\n* [Why](<no_mocks.md#why>)\n- [Links](links.md)",
    "no_mocks.md": OLD,
    "links.md": LINKS,
    "deep/plain.md": b"No links, no frontmatter.\n",
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(str(tmp_path), FILES)


def move(store: Store, old: str, wanted: str) -> str:
    new, steps = plan_move(store, scan_of(store), old, wanted)
    apply(store.root, state_of(store), steps)
    return new


def data(store: Store, file: str) -> bytes:
    return Path(store.path(file)).read_bytes()


def test_everything_that_led_there_leads_there_again(store: Store) -> None:
    assert move(store, "no_mocks.md", "real_db") == "real_db.md"
    assert contents(store.root) == {
        INDEX: FILES[INDEX].replace(b"no_mocks.md", b"real_db.md"),
        "real_db.md": OLD.replace(b"no-mocks", b"real-db").replace(b"[[no_mocks]]", b"[[real-db]]"),
        "links.md": b"\xef\xbb\xbf[[real-db]], [[real-db|so]], [[real-db#why]]\r\n"
        b"`[[no-mocks]]` \xff [[real-db]] [[other]]\n",
        "deep": None,
        "deep/plain.md": FILES["deep/plain.md"],
    }
    assert state_of(store) and os.listdir(state_of(store).folder) == []


def test_times_and_modes_stay(store: Store) -> None:
    os.chmod(store.path("no_mocks.md"), 0o600)
    os.chmod(store.path("links.md"), 0o640)
    move(store, "no_mocks.md", "real_db.md")
    for file, mode in (("real_db.md", 0o600), ("links.md", 0o640)):
        status = os.lstat(store.path(file))
        assert (status.st_mtime_ns, stat.S_IMODE(status.st_mode)) == (LONG_AGO_NS, mode)


def test_a_name_of_its_own_stays_and_so_do_links_by_it(store: Store) -> None:
    put(store.root, "no_mocks.md", OLD.replace(b"no-mocks", b"Test against Postgres"))
    put(store.root, "links.md", b"[[test-against_postgres]] [[test against Postgres.md]] [[no-mocks]]\n")
    move(store, "no_mocks.md", "real_db")
    assert data(store, "real_db.md").startswith(b"---\nname: Test against Postgres\n")
    assert data(store, "links.md") == (
        b"[[test-against_postgres]] [[test against Postgres.md]] [[Test against Postgres]]\n"
    )


@pytest.mark.parametrize("name", [b"'no-mocks'", b'"no-mocks"  # mine', b"no-mocks\r"])
def test_the_name_is_rewritten_as_it_was_written(store: Store, name: bytes) -> None:
    put(store.root, "no_mocks.md", OLD.replace(b"no-mocks", name))
    move(store, "no_mocks.md", "real_db")
    assert b"name: " + name.replace(b"no-mocks", b"real-db") + b"\n" in data(store, "real_db.md")


def test_a_name_on_more_lines_stays_and_links_still_lead_there(store: Store) -> None:
    put(store.root, "no_mocks.md", b"---\nname: >-\n  no-mocks\ntype: user\n---\nText\n")
    move(store, "no_mocks.md", "real_db")
    assert data(store, "links.md") == LINKS
    names = Names(scan_of(store).memories)
    led = [names.find(link.target) for link in find_links(LINKS.decode("utf-8", "replace"))]
    assert [item.file for item in led if item] == ["real_db.md"] * 4


@pytest.mark.parametrize(
    ("old", "wanted", "new"),
    [
        ("no_mocks.md", " real_db.md ", "real_db.md"),
        ("no_mocks.md", "v1.2 (final)", "v1.2 (final).md"),
        ("no_mocks.md", "c#_100%25", "c#_100%25.md"),
        ("no_mocks.md", "déjà<vu>", "déjà<vu>.md"),
        ("no_mocks.md", "http:x", "http:x.md"),
        ("no_mocks.md", "a/b/c", "a/b/c.md"),
        ("deep/plain.md", "bare", "deep/bare.md"),
    ],
)
def test_odd_names_keep_their_pointer(store: Store, old: str, wanted: str, new: str) -> None:
    put(store.root, INDEX, FILES[INDEX] + b"\n- [Plain](deep/plain.md)\n")
    before = [item.file for item in entries(data(store, INDEX).decode())]
    assert move(store, old, wanted) == new
    assert [item.file for item in entries(data(store, INDEX).decode())] == [
        new if file == old else file for file in before
    ]
    assert os.path.exists(store.path(new)) and not os.path.exists(store.path(old))


@pytest.mark.parametrize(
    "wanted", ["", " ", "../x", "a/../x", "/x", "a//b", "a\nb", "x\0", "MEMORY", "sub/MEMORY.md", "x" * 253, "a/"]
)
def test_a_name_that_cannot_be_is_wrong_use(store: Store, wanted: str) -> None:
    before = tree(store.root)
    with pytest.raises(UsageError):
        move(store, "no_mocks.md", wanted)
    assert tree(store.root) == before


@pytest.mark.parametrize("wanted", ["links", "no-mocks"])
def test_a_file_that_is_there_is_never_replaced(store: Store, wanted: str) -> None:
    put(store.root, "no-mocks.md", b"another\n")
    before = tree(store.root)
    with pytest.raises(NegativeError, match="exists"):
        move(store, "no_mocks.md", wanted)
    assert tree(store.root) == before


@pytest.mark.parametrize("wanted", ["no_mocks", "no_mocks.md"])
def test_its_own_name_is_wrong_use(store: Store, wanted: str) -> None:
    with pytest.raises(UsageError, match="already"):
        move(store, "no_mocks.md", wanted)


def test_only_the_letter_case_or_the_dashes_may_change(store: Store) -> None:
    assert move(store, "no_mocks.md", "No-Mocks") == "No-Mocks.md"
    assert data(store, "links.md") == LINKS  # they lead there as they are
    assert [item.file for item in entries(data(store, INDEX).decode())][:2] == ["No-Mocks.md"] * 2


def test_a_name_that_another_memory_answers_to_is_refused(store: Store) -> None:
    """Else the links would lead to that one from now on."""
    put(store.root, "deep/plain.md", b"---\nname: real-db\n---\nText\n")
    with pytest.raises(NegativeError, match=r"deep/plain\.md"):
        move(store, "no_mocks.md", "real_db")


def test_what_is_no_memory_is_not_moved(store: Store) -> None:
    for file in (INDEX, "nothing.md"):
        with pytest.raises(UsageError, match="only memories"):
            move(store, file, "x")


def test_into_the_team_and_out_again(store: Store) -> None:
    move(store, "no_mocks.md", "team/no_mocks")
    assert data(store, INDEX) == b"- [Links](links.md)"
    assert data(store, "team/MEMORY.md") == b"- [No mocks](no_mocks.md) \xe2\x80\x94 Use a real DB\n"
    assert data(store, "links.md") == LINKS
    move(store, "team/no_mocks.md", "elsewhere/no_mocks")
    assert data(store, "team/MEMORY.md") == b""
    assert data(store, INDEX) == (
        b"- [Links](links.md)\n- [No mocks](elsewhere/no_mocks.md) \xe2\x80\x94 Use a real DB\n"
    )


def test_a_pointer_goes_to_the_other_index_as_it_was_written(store: Store) -> None:
    put(store.root, INDEX, b"  * [Use [a] real DB](<no_mocks.md#why>): hook\n")
    move(store, "no_mocks.md", "team/x y")
    assert data(store, "team/MEMORY.md") == b"* [Use [a] real DB](<x y.md#why>): hook\n"


def test_within_the_team_both_indexes_follow(store: Store) -> None:
    put(store.root, "team/x.md", b"x\n")
    put(store.root, "team/MEMORY.md", b"- [X](x.md)\n")
    put(store.root, INDEX, b"- [X](team/x.md)\n- [Own](x.md)\n")
    move(store, "team/x.md", "y")
    assert data(store, "team/MEMORY.md") == b"- [X](y.md)\n"
    assert data(store, INDEX) == b"- [X](team/y.md)\n- [Own](x.md)\n"


def test_without_a_pointer_none_is_made_nor_an_empty_index(store: Store) -> None:
    put(store.root, INDEX, b"# Memory\n")
    move(store, "no_mocks.md", "team/no_mocks")
    assert data(store, INDEX) == b"# Memory\n"
    assert not os.path.exists(store.path("team/MEMORY.md"))
    os.unlink(store.path(INDEX))
    move(store, "links.md", "other_links")
    assert not os.path.exists(store.path(INDEX))


def test_a_million_bytes_of_links_take_no_longer_than_their_size(store: Store) -> None:
    def moved(count: int) -> bytes | None:
        put(store.root, "links.md", b"[[no-mocks]]" * count)
        _, steps = plan_move(store, scan_of(store), "no_mocks.md", "real_db")
        return next(step for step in steps if step.file == "links.md").after

    assert is_linear(moved, lambda count: count, 80_000)
    assert moved(80_000) == b"[[real-db]]" * 80_000
