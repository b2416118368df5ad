"""Drafts: private, each of one file only, and never two of one name."""

import os
import stat
from itertools import pairwise
from pathlib import Path

import pytest

from memtui.history.drafts import (
    Draft,
    all_drafts,
    draft_path,
    drafts_of,
    forget_draft,
    keep_draft,
    latest_draft,
)
from memtui.memory.errors import MemtuiError
from tests.history.box import Box
from tests.history.test_states import ODD_NAMES

ALIKE = ("user.md", "user_role.md", "user", "role/user.md", "role__user.md", "user.md.md", "USER.md")


def test_each_file_has_its_own_drafts(box: Box) -> None:
    files = (*ALIKE, *ODD_NAMES)
    made = {file: [draft_path(box.state, file), draft_path(box.state, file)] for file in files}
    everything = [path for paths in made.values() for path in paths]
    assert len(set(everything)) == len(everything) == len(os.listdir(box.state.drafts))
    for file, paths in made.items():
        assert sorted(drafts_of(box.state, file)) == sorted(paths)


def test_a_draft_is_new_empty_and_private(box: Box) -> None:
    before = os.umask(0)
    try:
        path = draft_path(box.state, "deep/user_role.md")
    finally:
        os.umask(before)
    assert os.path.basename(path).startswith("deep__user_role.") and path.endswith(".md")
    assert os.path.getsize(path) == 0
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(box.state.drafts).st_mode) == 0o700


def test_oldest_first(box: Box) -> None:
    paths = [draft_path(box.state, "tea.md") for _ in range(4)]
    for age, path in enumerate(paths):
        os.utime(path, (1_000 - age, 1_000 - age))
    found = drafts_of(box.state, "tea.md")
    assert found == paths[::-1]
    assert all(os.stat(a).st_mtime <= os.stat(b).st_mtime for a, b in pairwise(found))


def test_what_editors_leave_beside_a_draft_is_found(box: Box) -> None:
    path = Path(draft_path(box.state, "tea.md"))
    draft_path(box.state, "coffee.md")
    left = [path.with_name(f"{path.name}~"), path.with_name(f".{path.name}.swp"), path.with_name(f"#{path.name}#")]
    for item in left:
        item.write_text("old text")
    assert set(drafts_of(box.state, "tea.md")) == {str(path), *map(str, left)}


def test_no_drafts_yet(box: Box) -> None:
    assert drafts_of(box.state, "tea.md") == []


def test_no_place_for_drafts_is_said(box: Box) -> None:
    os.makedirs(box.state.folder)
    with open(box.state.drafts, "w"):
        pass
    with pytest.raises(MemtuiError):
        draft_path(box.state, "tea.md")
    with pytest.raises(MemtuiError, match="cannot list the drafts"):
        drafts_of(box.state, "tea.md")


def draft(file: str | None = "tea.md", base: bytes | None = b"Was \xff\r\n", data: bytes = b"Is\n") -> Draft:
    """A draft that was never written."""
    return Draft("", file, base, data, 0.0)


def test_a_draft_comes_back_with_its_facts(box: Box) -> None:
    kept = keep_draft(box.state, draft())
    assert all_drafts(box.state) == [kept]
    assert kept._replace(path="", when=0.0) == draft()
    new = keep_draft(box.state, draft(None, None)._replace(team=True))
    assert latest_draft(box.state, "tea.md") == kept
    assert new in all_drafts(box.state)
    assert latest_draft(box.state, "coffee.md") is None


def test_a_draft_is_written_over_its_former_state(box: Box) -> None:
    kept = keep_draft(box.state, draft())
    again = keep_draft(box.state, kept._replace(data=b"More\n"))
    assert again.path == kept.path
    assert [found.data for found in all_drafts(box.state)] == [b"More\n"]
    for name in os.listdir(box.state.drafts):
        assert stat.S_IMODE(os.stat(os.path.join(box.state.drafts, name)).st_mode) == 0o600


def test_a_forgotten_draft_leaves_nothing(box: Box) -> None:
    kept = keep_draft(box.state, draft())
    forget_draft(kept.path)
    forget_draft(kept.path)
    assert os.listdir(box.state.drafts) == []


def test_purging_a_file_finds_the_facts_too(box: Box) -> None:
    kept = keep_draft(box.state, draft())
    assert set(drafts_of(box.state, "tea.md")) == {kept.path, f"{kept.path}.json"}


@pytest.mark.parametrize(
    "facts", ["", "[]", "{}", "null", '{"file":"tea.md","base":"x","base_text":"y","when":1,"team":false}']
)
def test_facts_that_make_no_sense_are_passed_over(box: Box, facts: str) -> None:
    kept = keep_draft(box.state, draft())
    Path(f"{kept.path}.json").write_text(facts)
    assert all_drafts(box.state) == []


def test_a_draft_that_cannot_be_written_is_said(box: Box) -> None:
    kept = keep_draft(box.state, draft())
    os.mkdir(f"{kept.path}.new")
    with pytest.raises(MemtuiError, match="cannot keep a draft"):
        keep_draft(box.state, kept._replace(data=b"More\n"))
