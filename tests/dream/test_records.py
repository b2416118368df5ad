"""Records of dreams that are not as memtui writes them: none of them is taken for a dream, and none makes it fall."""

import json
from pathlib import Path
from typing import Any

import pytest

from memtui.dream.task import list_tasks, read_task, save, task_folder
from tests.dream.box import DreamBox

NAME = "20261118-000000"
WHOLE: dict[str, Any] = {"id": NAME, "engine": "rules", "trigger": "manual", "started": 1.0}


def put(box: DreamBox, **facts: Any) -> None:
    folder = Path(task_folder(box.state, NAME))
    folder.mkdir(parents=True)
    (folder / "task.json").write_text(json.dumps({**WHOLE, **facts}))


def test_what_is_written_is_read(box: DreamBox) -> None:
    put(box, later="a field of a later version", ended=2, reasons={"a.md": ["why"]}, changed=["a.md"], pid=7)
    task = read_task(box.state, NAME)
    assert task is not None and (task.ended, task.changed, task.pid) == (2, ("a.md",), 7)
    assert read_task(box.state, save(box.state, task).id) == task


@pytest.mark.parametrize(
    "odd",
    [
        {"id": "../../elsewhere"},
        {"engine": 5},
        {"started": "soon"},
        {"started": 1e300},
        {"started": True},
        {"ended": -1.0},
        {"pid": "7"},
        {"turns": None},
        {"changed": "a.md"},
        {"changed": [1]},
        {"usage": [1]},
        {"reasons": {"a.md": "why"}},
        {"merged": {"a.md": 5}},
        {"order": 7},
    ],
    ids=str,
)
def test_what_is_not_is_none(box: DreamBox, odd: dict[str, Any]) -> None:
    put(box, **odd)
    assert read_task(box.state, NAME) is None and list_tasks(box.state) == []
