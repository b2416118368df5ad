"""One sample, built once, for the tests that only read it."""

import os

import pytest

from memtui.sample.build import Sample, build

NOW = 1_795_003_200.0
"""Noon, UTC, on the 18th of November 2026; any other moment would do."""


@pytest.fixture(scope="session")
def now() -> float:
    return NOW


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return build(str(tmp_path_factory.mktemp("sample")), NOW)


@pytest.fixture(scope="session")
def texts(sample: Sample) -> dict[str, str]:
    """Every Markdown file of the sample's memory directory, by its path below it."""
    return read_tree(sample.memory_dir)


def read_tree(top: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", newline="") as file:
                found[os.path.relpath(path, top)] = file.read()
    return found
