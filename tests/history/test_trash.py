"""What memtui deletes is kept whole, for its owner alone."""

import os
import stat
from pathlib import Path

import pytest

from memtui.history.states import blob_name
from memtui.history.trash import forget, keep_removed, kept_content
from memtui.memory.errors import MemtuiError
from memtui.memory.save import Step
from tests.history.box import Box
from tests.history.test_states import ODD_NAMES

WHEN = 1_795_003_200.0


def kept_files(box: Box) -> list[str]:
    return sorted(str(path.relative_to(box.state.trash)) for path in Path(box.state.trash).rglob("*") if path.is_file())


def test_only_what_is_removed_is_kept(box: Box) -> None:
    box.change({"tea.md": None, "user_role.md": "changed\n", "new.md": "n\n"})
    assert kept_content(box.state, blob_name(b"green\n")) == b"green\n"
    assert kept_content(box.state, blob_name(b"the role\n")) is None
    assert len(kept_files(box)) == 2  # the file and the facts


def test_large_file_is_whole_in_the_trash(box: Box) -> None:
    data = b"large \xff\0\n" * 200_000
    box.write("large.md", data)
    box.change({"large.md": None})
    assert b"large" not in box.all_objects().replace(b"large.md", b"")
    assert kept_content(box.state, blob_name(data)) == data


@pytest.mark.parametrize("file", [*ODD_NAMES, "info.json", "deep/info.json"])
def test_any_name_can_be_kept(box: Box, file: str) -> None:
    keep_removed(box.state, [Step(file, b"content\n", None)], WHEN)
    assert kept_content(box.state, blob_name(b"content\n")) == b"content\n"
    assert forget(box.state, file, set()) == 1
    assert kept_files(box) == []


def test_two_equal_files_are_kept_apart(box: Box) -> None:
    keep_removed(box.state, [Step("a.md", b"same\n", None), Step("b.md", b"same\n", None)], WHEN)
    assert forget(box.state, "a.md", set()) == 1
    assert kept_content(box.state, blob_name(b"same\n")) == b"same\n"
    assert forget(box.state, "c.md", {blob_name(b"same\n")}) == 1
    assert kept_content(box.state, blob_name(b"same\n")) is None


def test_copy_that_changed_is_not_given_out(box: Box) -> None:
    keep_removed(box.state, [Step("a.md", b"same\n", None)], WHEN)
    for path in Path(box.state.trash).rglob("a.md"):
        path.write_bytes(b"not the same\n")
    assert kept_content(box.state, blob_name(b"same\n")) is None


def test_strange_things_in_the_trash_are_passed_over(box: Box) -> None:
    keep_removed(box.state, [Step("a.md", b"same\n", None)], WHEN)
    trash = Path(box.state.trash)
    (trash / "a file").write_text("x")
    for name, text in {"no facts": None, "broken": "{", "a list": "[]"}.items():
        (trash / name).mkdir()
        if text is not None:
            (trash / name / "info.json").write_text(text)
    assert kept_content(box.state, blob_name(b"same\n")) == b"same\n"


def test_nothing_is_deleted_that_cannot_be_kept(box: Box) -> None:
    box.look()
    with open(box.state.trash, "w"):
        pass
    with pytest.raises(MemtuiError):
        box.change({"tea.md": None})
    assert box.read("tea.md") == b"green\n"


def test_modes_are_private(box: Box) -> None:
    before = os.umask(0)
    try:
        keep_removed(box.state, [Step("deep/a.md", b"same\n", None)], WHEN)
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in Path(box.state.trash).rglob("*") if path.is_file()}
    folders = {stat.S_IMODE(path.stat().st_mode) for path in Path(box.state.folder).rglob("*") if path.is_dir()}
    assert (modes, folders) == ({0o600}, {0o700})
