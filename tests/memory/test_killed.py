"""A write that is killed at any moment: afterwards every file is as before, or every file is as after."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.memory.killing import STEPS

_LEAST_POINTS = 6 * len(STEPS)  # staging, journal, names, cleaning: fewer would mean that the kills do not land


@pytest.mark.parametrize("mode", ["exchange", "links", "bare"])
def test_all_or_nothing_wherever_the_write_and_its_recovery_are_killed(tmp_path: Path, mode: str) -> None:
    command = [sys.executable, "-m", "tests.memory.killing", str(tmp_path / "base"), mode]
    results = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120).stdout)
    assert [result for result in results if result[2] not in ("before", "after")] == []
    assert max(step for step, _, _ in results) > _LEAST_POINTS
    assert max(again for _, again, _ in results) > len(STEPS)
    ends = [words for _, words in sorted({(step, words) for step, _, words in results})]
    assert set(ends) == {"before", "after"}
    assert ends == sorted(ends, reverse=True)  # once it counts as made, no crash takes it back
