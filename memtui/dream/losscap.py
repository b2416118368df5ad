"""How much a result would lose. Over the cap it waits for a person, whatever the settings say. Pure.

Lost is a memory that is gone, and a line that stands in no file of the result. The index and the logs do not count,
nor does one of two exact duplicates.
"""

import os
from typing import NamedTuple

from memtui.dream.copying import Tree
from memtui.dream.limits import LOSS_SHARE
from memtui.memory import frontmatter
from memtui.memory.limits import HEAD_MAX_BYTES, INDEX_NAME, LOGS_DIR

# What may differ between two files that say exactly the same: what they are called, and where they came from.
_OWN_KEYS = ("name", "modified", "originSessionId", "created")


class Loss(NamedTuple):
    """What a result loses, as shares of what there was."""

    memories: float
    bytes: float
    lost: tuple[str, ...]  # one file of each memory that is gone

    @property
    def over(self) -> bool:
        """Whether it is over the cap."""
        return self.memories > LOSS_SHARE or self.bytes > LOSS_SHARE

    @property
    def words(self) -> str:
        """Why it waits, for a person."""
        parts = []
        if self.memories > LOSS_SHARE:
            parts.append(f"{self.memories:.0%} of the memories would be deleted")
        if self.bytes > LOSS_SHARE:
            parts.append(f"{self.bytes:.0%} of what they say would be in no file any more")
        return " and ".join(parts) + f" (limit {LOSS_SHARE:.0%})" if parts else "within the loss cap"


def counts(file: str) -> bool:
    """Whether a file is a memory whose loss counts."""
    return file.endswith(".md") and os.path.basename(file) != INDEX_NAME and not file.startswith(f"{LOGS_DIR}/")


def sameness(data: bytes) -> tuple[object, ...]:
    """Two memories with the same of this are exact duplicates: only their names and origins differ."""
    text = data[:HEAD_MAX_BYTES].decode("utf-8", "replace")
    found = frontmatter.read(text)
    values = {key: value for key, value in found.values.items() if key not in _OWN_KEYS}
    metadata = values.get("metadata")
    if isinstance(metadata, dict):
        values["metadata"] = {key: value for key, value in metadata.items() if key not in _OWN_KEYS}
    body = b"\n".join(data.split(b"\n")[found.lines :])
    return repr(sorted(values.items(), key=lambda item: str(item[0]))), body.replace(b"\r\n", b"\n").strip()


def loss(base: Tree, result: Tree) -> Loss:
    """What is lost from `base` to `result`."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for file in sorted(base):
        if counts(file):
            groups.setdefault(sameness(base[file]), []).append(file)
    kept = {sameness(data) for file, data in result.items() if counts(file)}
    lost = tuple(
        files[0] for key, files in groups.items() if key not in kept and not any(file in result for file in files)
    )
    surviving = {line.strip() for data in result.values() for line in data.split(b"\n")}
    total = gone = 0
    for files in groups.values():
        for line in base[files[0]].split(b"\n"):
            bare = line.strip()
            total += len(bare)
            gone += len(bare) if bare not in surviving else 0
    return Loss(len(lost) / len(groups) if groups else 0.0, gone / total if total else 0.0, lost)
