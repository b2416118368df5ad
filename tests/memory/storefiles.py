"""Files of a store for the tests, and an eye on which of them are opened."""

import os
from pathlib import Path

import pytest

from memtui.memory import scan
from memtui.memory.files import read_head

EPOCH = 1_700_000_000


def write(root: Path, name: str, text: str | bytes = "Body\n", age: int = 0) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (EPOCH - age, EPOCH - age))
    return path


def opened_files(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are opened from now on."""
    opened: list[str] = []

    def watched(path: str, lines: int, most: int) -> str:
        opened.append(os.path.basename(path))
        return read_head(path, lines, most)

    monkeypatch.setattr(scan, "read_head", watched)
    return opened
