"""Every observed case: memtui finds the memory where the client did, and loads of the index what it did."""

import os
from pathlib import Path
from typing import Any

import pytest

from memtui.memory.index import load
from memtui.memory.location import locate
from tests.compat.observed import INDEX_LABEL, Place, cases, plain_slug

_CLIENT_FLAG = "bare_flag"  # a flag of the client's own
_DIFFERS = "project_setting_dir"  # memtui does not follow what a repository asks for
_HASHED = ("long_path", "long_path2")  # theirs holds for the original place only
_NAMED = [case for case in cases() if case["id"] != _CLIENT_FLAG]
_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


def _place(root: Path, case: dict[str, Any]) -> Place:
    return Place(os.path.realpath(root), case)


def _only(name: str) -> dict[str, Any]:
    return next(case for case in cases() if case["id"] == name)


def _hashed_slug(path: str) -> str:
    """The rule for long paths by long arithmetic: the sum of unit * 31^k, brought into 32 signed bits at the end."""
    units = path.encode("utf-16-le")
    values = [int.from_bytes(units[at : at + 2], "little") for at in range(0, len(units), 2)]
    total = sum(value * 31**power for power, value in enumerate(reversed(values)))
    signed = (total + 2**31) % 2**32 - 2**31
    number, digits = abs(signed), ""
    while number:
        digits = _BASE36[number % 36] + digits
        number //= 36
    return f"{plain_slug(path)[:200]}-{digits or '0'}"


@pytest.mark.parametrize("case", _NAMED, ids=lambda case: case["id"])
def test_memory_is_on_or_off_as_observed(tmp_path: Path, case: dict[str, Any]) -> None:
    assert locate(_place(tmp_path, case).build()).enabled is case["enabled"]


@pytest.mark.parametrize(
    "case",
    [case for case in _NAMED if case["enabled"] and case["id"] not in (*_HASHED, _DIFFERS)],
    ids=lambda case: case["id"],
)
def test_memory_is_where_it_was_observed(tmp_path: Path, case: dict[str, Any]) -> None:
    place = _place(tmp_path, case)
    assert locate(place.build()).memory_dir == place.filled(case["memory_dir"])


@pytest.mark.parametrize("name", _HASHED)
def test_a_long_path_ends_in_its_hash(tmp_path: Path, name: str) -> None:
    place = _place(tmp_path, _only(name))
    expected = os.path.join(place.path("home/.claude/projects"), _hashed_slug(place.proj), "memory", "")
    assert locate(place.build()).memory_dir == expected


@pytest.mark.parametrize("name", _HASHED)
def test_the_observed_long_names_have_the_shape_of_the_rule(name: str) -> None:
    case = _only(name)
    folder = case["memory_dir"].removesuffix("/memory/").rpartition("/")[2]
    readable, _, digits = folder.rpartition("-")
    tail = plain_slug("/" + case["proj"])
    assert readable.startswith("<ROOTSLUG>") and tail.startswith(readable.removeprefix("<ROOTSLUG>"))
    assert 0 < len(digits) <= 6 and set(digits) <= set(_BASE36)


def test_what_a_repository_asks_for_is_followed_only_when_trusted(tmp_path: Path) -> None:
    case = _only(_DIFFERS)
    place = _place(tmp_path, case)
    host = place.build()
    asked = place.filled(case["memory_dir"])
    found = locate(host)
    assert found.memory_dir == place.filled("<ROOT>/home/.claude/projects/<ROOTSLUG>-proj/memory/")
    assert [(item.source, item.value) for item in found.refused] == [("project", asked.rstrip("/"))]
    assert "not followed" in found.refused[0].reason
    trusted = locate(host, trust_project=True)
    assert (trusted.memory_dir, trusted.source, trusted.refused) == (asked, "project", ())


@pytest.mark.parametrize(
    "case", [case for case in _NAMED if case["enabled"] and case.get("loaded")], ids=lambda case: case["id"]
)
def test_the_index_loads_as_observed(tmp_path: Path, case: dict[str, Any]) -> None:
    place = _place(tmp_path, case)
    found = locate(place.build())
    seen = [item for item in case["loaded"] if item["label"] == INDEX_LABEL]
    assert [place.filled(item["path"]) for item in seen] == [f"{found.memory_dir}MEMORY.md"]
    with open(f"{found.memory_dir}MEMORY.md", encoding="utf-8", newline="") as file:
        ours = load(file.read())
    theirs = place.filled(seen[0]["text"])
    head, mark, warning = theirs.rpartition("\n\n> WARNING: MEMORY.md is ")
    assert ours.truncated is bool(mark)
    if not mark:
        assert ours.text == theirs
        return
    reason, _, _ = warning.partition(". Only part")  # what follows the reason is advice, in anybody's words
    assert ours.text.startswith(f"{head}{mark}{reason}. ")
    assert "\n" not in ours.text[len(head) + len(mark) :]


def test_enough_cases_load_an_index() -> None:
    assert len(_NAMED) == 38
    assert sum(1 for case in _NAMED if case.get("loaded")) >= 8
