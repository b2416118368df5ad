"""The clean store: complete, readable, and as tricky as it says."""

import os
import re
from pathlib import Path
from urllib.parse import unquote

import frontmatter
import pytest

from memtui.memory.limits import TYPES
from tests.sample.clean import AGES, SOURCE, build_clean
from tests.sample.conftest import read_tree

TRICKY = (
    "`today`",
    '"I only saw today (2026-11-09)',
    "](https://",
    "* [Real database]",
    "reference_type%20cases.md#missing-letters",
    "](<reference_mill_gmund.md>)",
    "sk-ant-...",
    "a real password",
    "👩\u200d💻",
    "Öffnungszeiten",
    "Never mock the database; always use",
    "`AWS_SECRET_ACCESS_KEY`",
    "bGV0dGVycHJlc3M=",
)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory, now: float) -> dict[str, str]:
    return read_tree(build_clean(str(tmp_path_factory.mktemp("clean")), now))


def topics(texts: dict[str, str]) -> list[str]:
    return [name for name in texts if name != "MEMORY.md" and not name.startswith("logs")]


def test_the_index_points_once_to_every_memory(clean: dict[str, str]) -> None:
    targets = re.findall(r"^[-*] \[[^\]]+\]\(<?([^)>#]+)[^)]*\)", clean["MEMORY.md"], re.MULTILINE)
    local = [unquote(target) for target in targets if "://" not in target]
    assert sorted(local) == sorted(topics(clean))
    assert len(local) == 12
    assert all(len(line) <= 150 for line in clean["MEMORY.md"].split("\n"))


def test_every_memory_reads_well(clean: dict[str, str]) -> None:
    names = []
    for file in topics(clean):
        meta = frontmatter.loads(clean[file]).metadata
        nested = meta.get("metadata", {})
        kind = nested.get("type") if isinstance(nested, dict) and nested else meta.get("type")
        assert kind in TYPES
        assert len(str(meta["description"]).split()) >= 8
        names.append(meta["name"])
    assert len(set(names)) == len(names)
    links = {link for text in clean.values() for link in re.findall(r"\[\[([^\]]+)\]\]", text)}
    assert links
    assert links <= set(names)


def test_it_holds_what_a_hasty_audit_would_report(clean: dict[str, str]) -> None:
    together = "\n".join(clean.values())
    assert [thing for thing in TRICKY if thing not in together] == []
    assert re.search(r"\b[0-9a-f]{40}\b", together)
    assert re.search(r"\b[0-9a-f]{64}\b", together)
    assert re.search(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", together)
    assert "{{" not in together


def test_it_is_the_same_every_time_and_uses_all_its_texts(tmp_path: Path, clean: dict[str, str], now: float) -> None:
    memory = build_clean(str(tmp_path), now)
    assert read_tree(memory) == clean
    assert os.stat(os.path.join(memory, "user_role.md")).st_mtime == now - AGES["user_role.md"] * 86_400
    assert {name for name in read_tree(SOURCE) if not name.startswith("logs")} == set(AGES)
    assert "logs/2026/11/2026-11-17.md" in clean
