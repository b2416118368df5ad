"""A dream killed at any moment: memory is as before or as adopted, the lock is rolled back, trying again works."""

import json
import os
import subprocess
import sys
import time

import pytest

from tests.dream.box import DreamBox

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS, TRIES = 4, 50  # together 200 kills
SEED = int(os.environ.get("MEMTUI_TEST_SEED") or time.time())


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_random_points(box: DreamBox, part: int) -> None:
    ends = tried(box, SEED + part, TRIES, "SIGKILL")
    assert {"failed, before", "failed, after"} <= set(ends), ends  # some before the adoption, some after it


def test_told_to_end_at_random_points(box: DreamBox) -> None:
    ends = tried(box, SEED, TRIES, "SIGTERM")
    assert {"killed, before", "killed, after"} <= set(ends), ends


def tried(box: DreamBox, seed: int, tries: int, sign: str) -> dict[str, int]:
    """How the dreams ended; nothing may have gone wrong."""
    words = [sys.executable, "-m", "tests.dream.killing", os.path.join(box.base, "k"), str(seed), str(tries), sign]
    print(f"MEMTUI_TEST_SEED={SEED}")
    done = subprocess.run(words, capture_output=True, check=False, cwd=ROOT, timeout=300)
    assert done.returncode == 0, (SEED, done.stderr.decode()[-2000:])
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["wrong"] == [], SEED
    ends: dict[str, int] = found["ends"]
    assert sum(ends.values()) == tries
    return ends
