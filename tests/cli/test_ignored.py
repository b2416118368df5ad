"""What was ignored in the app, on the command line: left out everywhere, listed on request, never mended."""

import pytest

from memtui.audit.auditor import Auditor
from memtui.audit.ignored import Ignored
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from tests.cli.running import INDEX, World, memtui

DEAD = "- [Gone](user_gone.md) — nothing\n"
DATED = "---\nname: x\ndescription: where the tea comes from and who orders it\ntype: user\n---\nSince yesterday.\n"


@pytest.fixture
def living(world: World) -> World:
    """A store with a dead pointer and a relative date, the pointer ignored."""
    world.put("MEMORY.md", INDEX + DEAD + "- [X](user_x.md) — tea\n")
    world.put("user_x.md", DATED)
    root = str(world.memory)
    store = Store(root, None, str(world.config))
    audit = Auditor(store).audit(Scanner(root).scan(), 0.0, with_drift=False)
    Ignored(root, store.state).ignore([item for item in audit.findings if item.rule == "dead-pointer"])
    return world


def test_audit_leaves_it_out_and_says_so(living: World) -> None:
    done = memtui("audit")
    assert "dead-pointer" not in done.out and "relative-date" in done.out
    assert done.err.splitlines()[-1] == "memtui: 1 ignored; --ignored shows them"
    assert done.code == 1
    assert [row["rule"] for row in memtui("audit", "--json").data] == ["relative-date"]


def test_audit_of_nothing_else_is_a_yes(living: World) -> None:
    done = memtui("audit", "--rule", "dead-pointer")
    assert (done.code, done.out) == (0, "")
    assert done.err == "memtui: nothing wrong was found\nmemtui: 1 ignored; --ignored shows them\n"
    assert "ignored" not in memtui("audit", "--rule", "relative-date").err


def test_it_is_listed_on_request(living: World) -> None:
    done = memtui("audit", "--ignored")
    assert done.code == 0
    assert done.out.startswith("error    MEMORY.md:4  dead-pointer: points to user_gone.md")
    assert len(done.out.splitlines()) == 1
    assert done.err == "memtui: 1 ignored\n"
    assert [row["line"] for row in memtui("audit", "--ignored", "--json").data] == [4]
    assert memtui("audit", "--ignored", "--rule", "secret").err == "memtui: nothing is ignored\n"


def test_it_is_never_mended(living: World) -> None:
    assert memtui("audit", "--fix", "--dry-run").out.count("would fix") == 0
    memtui("audit", "--fix")
    assert DEAD in living.text("MEMORY.md")
    refused = memtui("audit", "--fix", "--ignored")
    assert refused.code == 2
    assert "--fix never mends what is ignored" in refused.err


def test_the_list_does_not_count_it(living: World) -> None:
    store = Store(str(living.memory), None, str(living.config))
    audit = Auditor(store).audit(Scanner(store.root).scan(), 0.0, with_drift=False)
    before = {row["file"]: row["problems"] for row in memtui("list", "--json").data}
    assert before["user_x.md"] == ["relative-date"]
    Ignored(store.root, store.state).ignore(audit.findings)
    after = {row["file"]: row["problems"] for row in memtui("list", "--json").data}
    assert after["user_x.md"] == []
