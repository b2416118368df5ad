"""The sample's keys are complete once it is built, and nowhere before."""

import os
from collections.abc import Iterator

from detect_secrets.core.secrets_collection import SecretsCollection
from detect_secrets.settings import default_settings

import memtui.sample
from memtui.sample.build import Sample


def found_in(top: str) -> Iterator[tuple[str, str]]:
    secrets = SecretsCollection()
    with default_settings():
        for folder, _, names in os.walk(top):
            for name in names:
                if name.endswith((".py", ".md", ".txt")):
                    secrets.scan_file(os.path.join(folder, name))
    for path, secret in secrets:
        yield os.path.relpath(path, top), secret.type


def test_a_scanner_finds_none_in_the_package() -> None:
    assert list(found_in(os.path.dirname(str(memtui.sample.__file__)))) == []


def test_a_scanner_finds_both_in_the_sample(sample: Sample) -> None:
    assert sorted(found_in(sample.memory_dir)) == [
        ("reference_staging.md", "AWS Access Key"),
        ("reference_staging.md", "Basic Auth Credentials"),
    ]
