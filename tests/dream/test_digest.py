"""What a watcher holds of a dream's events: figures of all of them, and only the newest turns."""

from typing import Any

from memtui.dream.digest import MESSAGE, NOTE, REFUSED, TURN, Digest
from memtui.dream.limits import TURNS_SHOWN


def numbered(*events: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"v": 1, "seq": number, "t": "", **event} for number, event in enumerate(events, 1)]


def test_figures_and_lines() -> None:
    digest = Digest()
    digest.take(
        numbered(
            {"kind": "started"},
            {"kind": "tool", "name": "read", "activity": "Reading the index", "touched": "MEMORY.md"},
            {"kind": "tool", "name": "edit", "activity": "Editing the role", "touched": "user_role.md"},
            {"kind": "phase", "phase": "updating"},
            {"kind": "turn", "text": "Mended", "tool_use_count": 2, "paths": ["user_role.md"]},
            {"kind": "refused", "name": "read", "reason": "outside"},
            {"kind": "message", "from": "person", "text": "leave it"},
            {"kind": "message", "from": "memtui", "text": "noted"},
            {"kind": "usage", "estimate_tokens": 5, "cost": "$0.1"},
            {"kind": "usage", "input": 7, "cost": "$0.2"},
        )
    )
    live = digest.live
    assert [line.kind for line in live.lines] == [TURN, REFUSED, MESSAGE, NOTE]
    assert (live.turns, live.calls, live.refusals, live.phase) == (1, 2, 1, "updating")
    assert live.activity == "Editing the role" and live.files == ("user_role.md",)
    assert live.lines[0].calls == 2 and live.lines[0].paths == ("user_role.md",)
    assert live.usage == {"estimate_tokens": 5, "input": 7, "cost": "$0.2"}


def test_ten_thousand_turns_leave_the_newest() -> None:
    digest = Digest()
    digest.take(numbered(*({"kind": "turn", "text": f"{number}"} for number in range(10_000))))
    assert digest.live.turns == 10_000
    assert [line.text for line in digest.live.lines] == [f"{n}" for n in range(10_000 - TURNS_SHOWN, 10_000)]


def test_odd_values_do_no_harm() -> None:
    digest = Digest()
    digest.take(numbered({"kind": "turn", "text": None, "tool_use_count": "x", "paths": 3}, {"kind": "tool"}))
    assert digest.live.lines[0][2:] == ("", 0, ()) and digest.live.activity == ""


def test_a_flood_of_refusals_pushes_no_turn_out() -> None:
    digest = Digest()
    refused = [{"kind": "refused", "reason": f"no {number}"} for number in range(100)]
    assert digest.take(numbered({"kind": "turn", "text": "first"}, *refused, {"kind": "turn", "text": "last"})) == 102
    lines = digest.live.lines
    assert [lines[0].text, lines[-1].text] == ["first", "last"] and len(lines) == 2 + TURNS_SHOWN
    assert (digest.live.told, digest.live.refusals) == (102, 100)


def test_what_was_told_between_old_turns_goes_with_them() -> None:
    digest = Digest()
    turns = [{"kind": "turn", "text": f"{number}"} for number in range(TURNS_SHOWN)]
    digest.take(numbered({"kind": "message", "from": "person", "text": "early"}, *turns))
    assert [line.kind for line in digest.live.lines] == [TURN] * TURNS_SHOWN
