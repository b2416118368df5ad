"""A store with a past, for the tests of the history screen: every kind of change, at known times."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from memtui.history.change import change, look_now
from memtui.memory.clock import parse_iso
from memtui.memory.save import Step
from memtui.transcripts.opening import Which
from memtui.ui.changes import undo, write
from tests.ui.running import NOW, store_which

INDEX = "# Notes\n\n- [One](user_one.md) — first\n- [Two](user_two.md) — second\n"
ONE = "---\nname: user_one\ndescription: the first one of them all\ntype: user\n---\nOne.\n"
TWO = "---\nname: user_two\ndescription: the second one of them all\ntype: user\n---\nTwo.\n"
FILES = {"MEMORY.md": INDEX, "user_one.md": ONE, "user_two.md": TWO}


def read(which: Which, file: str) -> str | None:
    """A file as it is now; None when it is gone."""
    path = Path(which.store.root, file)
    return path.read_text(encoding="utf-8") if path.exists() else None


def put(which: Which, file: str, text: str | bytes | None) -> None:
    """What somebody else does to a file: no lock, no history."""
    path = Path(which.store.root, file)
    if text is None:
        path.unlink()
        return
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (parse_iso(NOW) or 0.0,) * 2)


def step(which: Which, file: str, text: str | None) -> Step:
    """From what is there to this text."""
    before = read(which, file)
    return Step(file, before.encode() if before is not None else None, text.encode() if text is not None else None)


def by_memtui(which: Which, why: str, files: Mapping[str, str | None]) -> None:
    """One change as the app makes it."""
    write(which, why, lambda _: [step(which, file, text) for file, text in files.items()], set())


def with_past(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Which:
    """Six states: a first look, an edit, its undo, a change by others, a dream's, and a removed pointer."""
    which = store_which(folder, FILES)

    def at(moment: str) -> None:
        monkeypatch.setenv("MEMTUI_NOW", moment)

    at("2026-10-02T09:00:00Z")
    look_now(which.store.root, which.store.state)
    at("2026-11-12T08:30:00Z")
    by_memtui(which, "edit user_one.md", {"user_one.md": ONE.replace("One.", "Eins.")})
    at("2026-11-12T08:31:00Z")
    undo(which, set())
    at("2026-11-17T22:15:00Z")
    put(which, "user_three.md", ONE.replace("one", "three"))
    put(which, "user_two.md", TWO + "And [x] more, [/] by [@click=app.quit]someone[/] else.\n")
    look_now(which.store.root, which.store.state)
    at("2026-11-18T09:02:00Z")
    with change(which.store.root, which.store.state, "dream", "dream 1: three is one") as work:
        work.apply([step(which, "user_three.md", None)])
    at("2026-11-18T11:40:00Z")
    by_memtui(which, "remove line 3 of MEMORY.md", {"MEMORY.md": INDEX.replace("- [One](user_one.md) — first\n", "")})
    at(NOW)
    return which
