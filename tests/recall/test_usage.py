"""Usage from transcripts: what counts, what is not parsed, where a second look starts; what a session has in mind."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from memtui.memory.store import Store
from memtui.recall import session as sessions
from memtui.recall.session import Session
from memtui.recall.usage import usage
from memtui.transcripts import lines, uses

ROLE, TESTS = "user_role.md", "feedback_real_database.md"


def read_call(path: str, when: str = "2026-11-03T09:00:00.000Z", tool: str = "Read") -> dict[str, Any]:
    block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": {"file_path": path}}
    return {"type": "assistant", "timestamp": when, "message": {"role": "assistant", "content": [block]}}


def surfaced(*paths: str, when: str = "2026-11-05T09:00:00.000Z") -> dict[str, Any]:
    memories = [{"path": path, "mtimeMs": 1} for path in paths]
    return {"type": "attachment", "timestamp": when, "attachment": {"type": "relevant_memories", "memories": memories}}


COMPACTED = {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"}


def record(store: Store, session: str, *found: dict[str, Any], folder: str = "team") -> Path:
    path = Path(store.config_dir, "projects", folder, f"{session}.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in found)
    return path


def test_reads_and_attachments_count_by_memory(store: Store) -> None:
    record(store, "s1", read_call(store.path(ROLE)), surfaced(store.path(ROLE), store.path(TESTS)))
    record(store, "s2", read_call(store.path(ROLE), "2026-11-10T09:00:00.000Z"), folder="elsewhere")
    found = usage(store, [ROLE, TESTS, "reference_grafana.md"])
    role = found[ROLE]
    assert (role.reads, role.surfaced, role.sessions) == (2, 1, 2)
    assert (role.first, role.last) == (1793696400.0, 1794301200.0)
    assert (found[TESTS].reads, found[TESTS].surfaced) == (0, 1)
    assert found["reference_grafana.md"][1:] == (0, 0, 0, 0.0, 0.0)


def test_subagents_count_too(store: Store) -> None:
    folder = Path(store.config_dir, "projects", "team", "s1", "subagents")
    folder.mkdir(parents=True)
    (folder / "agent-1.jsonl").write_text(json.dumps(read_call(store.path(ROLE))) + "\n")
    assert usage(store)[ROLE].reads == 1


@pytest.mark.parametrize(
    "line",
    [
        read_call("/elsewhere/memory/user_role.md"),
        {"type": "user", "message": {"role": "user", "content": "Read the memory"}},
        {"type": "user", "message": {"content": [{"type": "text", "text": '"Read" STORE/user_role.md'}]}},
    ],
)
def test_what_does_not_count(store: Store, line: dict[str, Any]) -> None:
    record(store, "s1", json.loads(json.dumps(line).replace("STORE", store.root)))
    assert usage(store) == {}


def test_other_tools_and_ways_out_do_not_count(store: Store) -> None:
    record(
        store,
        "s1",
        read_call(store.path(ROLE), tool="Write"),
        read_call(store.path("../../secret.md")),
        read_call(store.path("notes.txt")),
    )
    assert usage(store) == {}


def test_only_what_was_appended_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = record(store, "s1", read_call(store.path(ROLE)))
    assert usage(store)[ROLE].reads == 1
    starts: list[int] = []
    real = lines.matching_lines

    def watched(path: str, needles: list[bytes], start: int = 0) -> Any:
        starts.append(start)
        return real(path, needles, start)

    monkeypatch.setattr(uses, "matching_lines", watched)
    assert usage(store)[ROLE].reads == 1
    assert starts == []
    size = path.stat().st_size
    record(store, "s1", read_call(store.path(ROLE)))
    assert usage(store)[ROLE].reads == 2
    assert starts == [size]


def test_a_line_that_is_half_written_is_left_for_later(store: Store) -> None:
    path = record(store, "s1", read_call(store.path(ROLE)))
    whole = json.dumps(read_call(store.path(TESTS))) + "\n"
    with path.open("a") as file:
        file.write(whole[:60])
    assert set(usage(store)) == {ROLE}
    with path.open("a") as file:
        file.write(whole[60:])
    assert set(usage(store)) == {ROLE, TESTS}


def test_a_transcript_that_is_gone_still_counts_and_one_written_anew_is_read_anew(store: Store) -> None:
    path = record(store, "s1", read_call(store.path(ROLE)))
    other = record(store, "s2", read_call(store.path(ROLE)), read_call(store.path(ROLE)))
    assert usage(store)[ROLE].reads == 3
    path.unlink()
    other.write_text(json.dumps(surfaced(store.path(TESTS))) + "\n")
    found = usage(store)
    assert (found[ROLE].reads, found[TESTS].surfaced) == (1, 1)


def test_kept_state_that_is_broken_is_counted_again(store: Store) -> None:
    record(store, "s1", read_call(store.path(ROLE)))
    usage(store)
    kept = Path(store.state.folder, "usage.json")
    assert oct(kept.stat().st_mode & 0o777) == "0o600"
    for text in ("{", "[]", '{"v": 1, "transcripts": {"x": {"at": 1}}}', '{"v": 2, "transcripts": {}}'):
        kept.write_text(text)
        assert usage(store)[ROLE].reads == 1


def test_lines_that_cannot_matter_are_not_parsed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = [{"type": "user", "message": {"content": "x" * 500}} for _ in range(200)]
    named = {"type": "user", "message": {"content": f"see {store.root}/user_role.md"}}
    record(store, "s1", *noise, named, read_call(store.path(ROLE)), *noise)
    parsed: list[bytes] = []
    monkeypatch.setattr(uses, "parsed", lambda line: parsed.append(line) or lines.parsed(line))  # type: ignore[func-returns-value]
    assert usage(store)[ROLE].reads == 1
    assert len(parsed) == 1


def test_lines_over_the_border_of_two_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_PIECE", 7)
    path = tmp_path / "t.jsonl"
    path.write_bytes(b"one\ntwo needle\n\nneedle three and needle\nlast needle, not ended")
    found = list(lines.matching_lines(str(path), [b"needle", b"three"]))
    assert found == [(b"two needle\n", 15), (b"needle three and needle\n", 40), (b"", 40)]
    assert next(lines.matching_lines(str(path), [b"needle"], 15)) == (b"needle three and needle\n", 40)


def test_broken_lines_and_links_are_passed_over(store: Store) -> None:
    path = record(store, "s1", read_call(store.path(ROLE)))
    with path.open("ab") as file:
        file.write(b'{"Read" ' + os.fsencode(store.root) + b"/user_role.md \xff\n" + b"[" * 50_000 + b"\n")
    os.symlink(path, path.with_name("link.jsonl"))
    assert usage(store)[ROLE].reads == 1


def test_a_path_may_be_spelled_with_escapes(tmp_path: Path) -> None:
    root = tmp_path / "größe" / "memory"
    root.mkdir(parents=True)
    store = Store(str(root), None, str(tmp_path / "config"), str(tmp_path / "state"))
    path = record(store, "s1", read_call(f"{root}/a.md"))
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(read_call(f"{root}/a.md"), ensure_ascii=False) + "\n")
    assert usage(store)["a.md"].reads == 2


def test_a_session_has_in_mind_what_it_read_since_it_was_compacted(store: Store) -> None:
    record(store, "s1", read_call(store.path(ROLE)))
    sessions.save(store, Session("s1", 900, frozenset({TESTS})))
    assert sessions.load(store, "s1") == Session("s1", 900, frozenset({TESTS}), frozenset({ROLE}))
    record(store, "s1", COMPACTED, surfaced(store.path("reference_grafana.md")))
    after = sessions.load(store, "s1")
    assert after == Session("s1", 0, frozenset(), frozenset({"reference_grafana.md"}), 1)
    sessions.save(store, after.given(frozenset({TESTS}), 10))
    assert sessions.load(store, "s1").bytes == 10


def test_a_line_that_is_not_finished_is_read_later_and_nothing_is_written_for_it(store: Store) -> None:
    path = record(store, "s1", read_call(store.path(ROLE)))
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(read_call(store.path(ROLE)))[:-5])
    assert usage(store)[ROLE].reads == 1
    kept = Path(store.state.folder, "usage.json")
    before = kept.stat().st_mtime_ns
    assert usage(store)[ROLE].reads == 1
    assert kept.stat().st_mtime_ns == before
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(read_call(store.path(ROLE)))[-5:] + "\n")
    assert usage(store)[ROLE].reads == 2
