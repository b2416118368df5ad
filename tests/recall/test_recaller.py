"""A question from beginning to end: skipping, leaving out, tools, sessions, what is gone meanwhile."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.memory.errors import UsageError
from memtui.memory.scan import Scanner
from memtui.memory.store import Store
from memtui.recall import recaller as words
from memtui.recall import session as sessions
from memtui.recall.recaller import Asking, Recaller
from memtui.recall.result import Recall
from memtui.recall.session import Session
from memtui.recall.tools import documented
from tests.recall.box import files, memories, put, text_of

QUERY = "do we mock the database?"
KUBECTL = "how is kubectl used on a namespace"


def ask(store: Store, query: str, **more: object) -> Recall:
    return Recaller(store, {}).ask(query, Asking(**more))  # type: ignore[arg-type]


def test_all_that_the_playground_shows(store: Store) -> None:
    found = ask(store, QUERY)
    assert (found.skipped, found.considered, found.left_out) == (None, 9, ())
    assert files(found.selection)[0] == "feedback_real_database.md"
    assert len(found.manifest.splitlines()) == 9
    assert "- [feedback] feedback_real_database.md (2026-11-18T12:00:00.000Z): Integration tests use" in found.manifest
    assert found.text.startswith(
        f"<system-reminder>\nMemory (saved today): {store.root}/feedback_real_database.md:\n\n---"
    )
    assert found.bytes == len(found.text.encode())
    assert 0 < found.ms < 60_000


@pytest.mark.parametrize("query", ["database", "  database  ", "データベース"])
def test_one_word_is_ranked_and_said_to_be_skipped(store: Store, query: str) -> None:
    found = ask(store, query)
    assert found.skipped == words.ONE_WORD
    if query.strip() == "database":
        assert ask(store, "postgresql").selection.picks


@pytest.mark.parametrize("query", ["", "   ", "\n\t"])
def test_no_question_at_all(store: Store, query: str) -> None:
    found = ask(store, query)
    assert (found.skipped, found.selection.picks, found.text) == (words.NO_PROMPT, (), "")


def test_memory_that_is_off_is_skipped_and_still_ranked(store: Store) -> None:
    found = Recaller(store, {}, off="env CLAUDE_CODE_SIMPLE").ask(QUERY)
    assert found.skipped == "the agent does not load this memory: env CLAUDE_CODE_SIMPLE"
    assert found.selection.picks


def test_only_the_newest_200_are_seen(store: Store) -> None:
    root = Path(store.root)
    for number in range(195):
        put(root, f"filler_{number}.md", text_of("project", f"filler {number}", "nothing of note"), age_days=1)
    put(root, "zebra.md", text_of("project", "zebra stripes", "zebra stripes"), age_days=2)
    found = ask(store, "zebra stripes")
    assert (found.considered, files(found.selection)) == (200, [])


def test_excluded_ones_are_not_offered(store: Store) -> None:
    found = ask(store, QUERY, exclude=frozenset({"feedback_real_database.md"}))
    assert (found.considered, files(found.selection)) == (8, [])
    assert found.left_out[0].why == words.EXCLUDED
    assert "feedback_real_database.md" not in found.manifest


@pytest.mark.parametrize("tool", ["kubectl", "mcp__kubectl__get_pods", "Kubectl"])
def test_documentation_of_a_tool_in_use_is_left_out_and_warnings_stay(store: Store, tool: str) -> None:
    assert "reference_kubectl.md" in files(ask(store, KUBECTL, dial=0).selection)
    found = ask(store, KUBECTL, dial=0, tools=(tool,))
    assert "reference_kubectl.md" not in files(found.selection)
    assert "reference_kubectl_traps.md" in files(found.selection)
    assert [(pick.file, pick.why) for pick in found.left_out] == [
        ("reference_kubectl.md", "documentation of a tool in use")
    ]


@pytest.mark.parametrize(
    ("kind", "description", "body", "left_out"),
    [
        ("reference", "Docker API reference", "", True),
        ("reference", "where the docker registry is", "", True),
        ("project", "docker usage and options", "", True),
        ("project", "docker moves to podman in May", "", False),
        ("feedback", "docker usage: always with compose", "", False),
        ("reference", "docker gotchas", "", False),
        ("reference", "never use docker prune here", "", False),
        ("reference", "docker usage", "Known issue: the cache fills the disk.", False),
        ("reference", "grafana usage", "", False),
    ],
)
def test_what_counts_as_documentation(tmp_path: Path, kind: str, description: str, body: str, left_out: bool) -> None:
    put(tmp_path, "a.md", text_of(kind, description, body))
    (memory,) = Scanner(str(tmp_path)).scan().visible()
    assert documented(memory, ["Bash", "docker"], body) is left_out


def test_one_deleted_between_selection_and_surfacing(store: Store) -> None:
    found = memories(store)
    recaller = Recaller(store, {})
    recaller.ask(QUERY, memories=found)
    os.unlink(store.path("feedback_real_database.md"))
    asked = recaller.ask(QUERY, memories=found)
    assert "feedback_real_database.md" not in files(asked.selection)
    assert (asked.selection.lost[0].file, asked.selection.lost[0].why) == ("feedback_real_database.md", words.GONE)
    assert "feedback_real_database.md" not in asked.text


def test_a_session_is_given_nothing_twice_and_nothing_beyond_its_bytes(store: Store) -> None:
    recaller = Recaller(store, {})
    session = Session("s1")
    first = recaller.ask(QUERY, Asking(session=session))
    session = session.given(frozenset(files(first.selection)), first.bytes)
    second = recaller.ask(QUERY, Asking(session=session))
    assert not set(files(first.selection)) & set(files(second.selection))
    assert second.left_out[0].why == words.SURFACED
    assert session._replace(bytes=59_999).full is False
    full = recaller.ask(QUERY, Asking(session=Session("s1", 60_000)))
    assert (full.skipped, full.selection.picks, full.text) == (words.FULL, (), "")


def test_what_the_agent_read_itself_is_left_out(store: Store) -> None:
    found = ask(store, QUERY, session=Session("s", read=frozenset({"feedback_real_database.md"})))
    assert found.left_out[0].why == words.READ


def test_sessions_are_kept_privately_and_apart(store: Store) -> None:
    sessions.save(store, Session("one").given(frozenset({"a.md"}), 700))
    sessions.save(store, Session("../../two").given(frozenset({"b.md"}), 5))
    assert sessions.load(store, "one") == Session("one", 700, frozenset({"a.md"}))
    assert sessions.load(store, "../../two").bytes == 5
    assert sessions.load(store, "three") == Session("three")
    folder = os.path.join(store.state.folder, "recall")
    assert {oct(os.stat(os.path.join(folder, name)).st_mode & 0o777) for name in os.listdir(folder)} == {"0o600"}
    assert oct(os.stat(folder).st_mode & 0o777) == "0o700"
    sessions.reset(store, "one")
    assert sessions.load(store, "one") == Session("one")
    for name in os.listdir(folder):
        Path(folder, name).write_text('{"bytes": "x"')
    assert sessions.load(store, "../../two") == Session("../../two")


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
def test_a_session_needs_a_name(store: Store, name: str) -> None:
    with pytest.raises(UsageError):
        sessions.load(store, name)


def test_the_local_selector_needs_no_network(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr("socket.socket", refused)
    monkeypatch.setattr("socket.getaddrinfo", refused)
    with_key = {"ANTHROPIC_API_KEY": "made-up-key"}
    assert Recaller(store, with_key).ask(QUERY).selection.picks
    assert Recaller(store, {}).ask(QUERY, Asking("auto")).selection.picks
    assert Recaller(store, with_key, network=False).ask(QUERY, Asking("auto")).selection.picks


def test_recall_loads_little() -> None:
    """No package but memtui before a model is asked, and all of that under 20 MB."""
    code = "import sys; before = set(sys.modules); import memtui.recall.recaller as r; print(r.__file__);"
    code += "loaded = {n: getattr(sys.modules[n], '__file__', '') or '' for n in set(sys.modules) - before};"
    code += "print(*(n for n, place in loaded.items() if 'site-packages' in place))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    module, others = done.stdout.splitlines()
    assert {name for name in others.split() if not name.startswith("memtui")} == set()
    sizes = [path.stat().st_size for path in Path(module).parents[1].rglob("*") if path.is_file()]
    assert sum(sizes) < 20_000_000
