"""Running a piece of Python as nobody: root may read everything, so only another user sees "unreadable"."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

_REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_PRELUDE = f"""
import json, os, sys, tomllib
sys.path.insert(0, {_REPOSITORY!r})
def drop():
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
"""


def run_unprivileged(code: str, *arguments: str) -> str:
    """What the code prints. It imports what it needs, then calls `drop()`: nobody may not even see Python's files."""
    command = [sys.executable, "-c", _PRELUDE + code, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=30).stdout


@contextmanager
def open_folder() -> Iterator[str]:
    """A folder that every user can reach; the usual temporary folders of tests are private."""
    folder = os.path.realpath(tempfile.mkdtemp())
    os.chmod(folder, 0o755)
    try:
        yield folder
    finally:
        for place, _, _ in os.walk(folder):
            os.chmod(place, 0o755)
        shutil.rmtree(folder)
