"""Running memtui as a user does: in this process where that is the same, as a process where it is not."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from memtui.cli.main import main
from memtui.memory.slug import slug

ROOT = Path(__file__).resolve().parents[2]
NOW = "2026-11-18T12:00:00Z"
INDEX = "# Memory\n- [Role](user_role.md) — who they are\n- [Tests](feedback_tests.md) — how to test\n"
ROLE = "---\nname: role\ndescription: backend developer who knows Python well\ntype: user\n---\nWorks on the API.\n"
TESTS = (
    "---\nname: tests\ndescription: tests run against a real database, never a mock\ntype: feedback\n---\n"
    "Use the real database. See [[role]].\n"
)


class Result(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Its JSON."""
        return json.loads(self.out)


class World:
    """One user with one project."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.home = base / "home"
        self.project = base / "shop"
        self.config = self.home / ".claude"
        self.memory = self.config / "projects" / slug(str(self.project)) / "memory"
        self.project.mkdir(parents=True)
        self.memory.mkdir(parents=True)
        self.put("MEMORY.md", INDEX)
        self.put("user_role.md", ROLE)
        self.put("feedback_tests.md", TESTS)

    def environment(self) -> dict[str, str]:
        """What the user's shell has set."""
        return {"HOME": str(self.home), "MEMTUI_NOW": NOW, "TZ": "UTC", "LC_ALL": "C.UTF-8"}

    def put(self, file: str, text: str | bytes) -> Path:
        """Write a file of the store, as the agent would."""
        path = self.memory / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        os.utime(path, (1_795_000_000, 1_795_000_000))  # 2026-11-18, before the fixed now
        return path

    def text(self, file: str) -> str:
        """What is in a file of the store."""
        return (self.memory / file).read_bytes().decode()

    def files(self) -> dict[str, bytes]:
        """Every file of the store."""
        return {str(p.relative_to(self.memory)): p.read_bytes() for p in self.memory.rglob("*") if p.is_file()}

    def editor(self, script: str) -> dict[str, str]:
        """An editor that is a shell script; `$1` is the file."""
        path = self.base / "editor.sh"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return {"EDITOR": str(path)}


def memtui(*words: str, given: str = "") -> Result:
    """Run a command in this process."""
    out, err = io.BytesIO(), io.BytesIO()
    streams = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8", "surrogateescape")), "utf-8")
    try:
        with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
            try:
                code = main(list(words))
            except SystemExit as exit_:  # argparse's --help
                code = int(exit_.code or 0)
            streams[0].flush()
            streams[1].flush()
    finally:
        sys.stdin = before
    return Result(code, out.getvalue().decode(errors="surrogateescape"), err.getvalue().decode(errors="replace"))


def process(*words: str, env: dict[str, str] | None = None, given: bytes = b"") -> Result:
    """Run a command as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "memtui", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Result(done.returncode, done.stdout.decode(errors="surrogateescape"), done.stderr.decode(errors="replace"))
