"""The sample that `--demo` opens and `memtui demo DIR` keeps: a home, a git project and the memory of it.

The same `now` and the same place give the same bytes, times and commits; another `now` moves every date.
Nothing outside `target` is read or written.
"""

import errno
import os
from typing import NamedTuple

from memtui.memory.slug import slug
from memtui.sample.repository import write_project
from memtui.sample.store import write_store
from memtui.sample.transcripts import Places, write_transcripts

PROJECT_NAME = "teashop"


class Sample(NamedTuple):
    """Where the parts of a sample are; absolute real paths."""

    config_dir: str
    project_root: str
    memory_dir: str


def build(target: str, now: float) -> Sample:
    """Makes the sample below `target`, which must be empty or not there yet (else FileExistsError)."""
    os.makedirs(target, exist_ok=True)
    top = os.path.realpath(target)
    if os.listdir(top):
        raise FileExistsError(errno.EEXIST, "the directory is not empty", top)
    root = os.path.join(top, PROJECT_NAME)
    home = os.path.join(top, "home")
    config = os.path.join(home, ".claude")
    filed = os.path.join(config, "projects", slug(root))
    memory = os.path.join(filed, "memory")
    files = write_project(root, now)
    memories = write_store(memory, now)
    write_transcripts(Places(filed, root, memory), files, memories, now)
    _write_record(home, root)
    return Sample(config, root, memory)


def _write_record(home: str, root: str) -> None:
    """The agent's own record of which projects it was used in, by real path."""
    import json

    record = {"numStartups": 212, "projects": {root: {"allowedTools": [], "hasTrustDialogAccepted": True}}}
    with open(os.path.join(home, ".claude.json"), "w", encoding="utf-8") as file:
        json.dump(record, file, indent=2, ensure_ascii=False)
