"""What the sample's memories hold: the planted problems, and nothing wrong besides."""

import os
import re

import frontmatter
import pytest
import yaml

from memtui.memory.limits import SURFACE_MAX_BYTES, SURFACE_MAX_LINES, TYPES
from memtui.sample.build import Sample
from memtui.sample.placeholders import session_id
from memtui.sample.repository import commits, last_tree
from memtui.sample.sessions import GONE, SESSIONS
from memtui.sample.store import AGES, SOURCE
from tests.sample.planted import PLANTED, RULES, WITH_PROBLEMS, Planted

POINTER = re.compile(r"^- \[[^\]]+\]\(([^)]+)\)", re.MULTILINE)
RELATIVE = re.compile(
    r"\b(today|yesterday|tomorrow|tonight|ago|currently|recently|soon|(last|next|this|coming) "
    r"(week|month|year|night|spring|summer|autumn|winter|quarter|\w+day))\b",
    re.IGNORECASE,
)
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x1b]")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]+")

TOPICS = [name for name in AGES if not name.endswith("MEMORY.md")]
FINE = [name for name in TOPICS if name not in WITH_PROBLEMS]


def test_it_is_of_the_promised_size() -> None:
    assert 38 <= len(TOPICS) <= 46
    assert len(FINE) >= 25
    assert min(AGES.values()) < 0.5
    assert max(AGES.values()) > 500


def test_every_text_has_an_age_and_the_other_way_round() -> None:
    stored = {
        os.path.relpath(os.path.join(folder, name), SOURCE) for folder, _, names in os.walk(SOURCE) for name in names
    }
    assert {name for name in stored if not name.startswith("logs")} == set(AGES)


def test_no_placeholder_is_left(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if "{{" in text or "}}" in text] == []


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_something_to_find(rule: str) -> None:
    assert any(planted.rule == rule for planted in PLANTED)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: f"{planted.rule}:{planted.file}")
def test_what_is_planted_is_there(planted: Planted, texts: dict[str, str]) -> None:
    assert planted.rule in RULES
    assert planted.mark in texts[planted.file]


def test_what_is_planted_in_the_index(texts: dict[str, str]) -> None:
    index = texts["MEMORY.md"]
    targets = POINTER.findall(index)
    private = {name for name in TOPICS if not name.startswith("team/")}
    assert set(targets) - private == {"feedback_small_prs.md", "project_black_week.md"}
    assert private - set(targets) == {"reference_figma.md"}
    assert [name for name in set(targets) if targets.count(name) > 1] == ["reference_grafana.md"]
    lines = [line for line in index.split("\n") if line and not line.startswith("#")]
    assert [line[:12] for line in lines if not POINTER.match(line)] == ["The sandbox "]
    assert [len(line) > 200 for line in lines if len(line) > 150] == [False, True]


def test_the_team_has_an_index_of_its_own(texts: dict[str, str]) -> None:
    targets = POINTER.findall(texts["team/MEMORY.md"])
    assert sorted(f"team/{name}" for name in targets) == sorted(n for n in TOPICS if n.startswith("team/"))


def test_what_is_planted_as_missing(texts: dict[str, str]) -> None:
    assert not texts["notes_warehouse.md"].startswith("---")
    with pytest.raises(yaml.YAMLError):
        frontmatter.loads(texts["reference_carrier_api.md"])
    assert set(frontmatter.loads(texts["project_tax_rounding.md"]).metadata.values()) == {None}
    assert type_of(texts["feedback_error_messages.md"]) is None
    assert type_of(texts["todo_newsletter.md"]) == "todo"
    assert "description" not in frontmatter.loads(texts["reference_figma.md"]).metadata


def test_what_is_planted_as_copies(texts: dict[str, str]) -> None:
    from rapidfuzz.fuzz import ratio

    def body(name: str) -> str:
        return str(frontmatter.loads(texts[name]).content).strip()

    assert body("reference_outages.md") == body("reference_status_page.md")
    assert 95 < ratio(body("feedback_real_database.md"), body("feedback_no_db_mocks.md")) < 100
    assert "name: no-db-mocks\n" in texts["feedback_no_db_mocks.md"]
    pairs = [(a, b) for a in FINE for b in FINE if a < b]
    assert [pair for pair in pairs if ratio(body(pair[0]), body(pair[1])) > 70] == []


def test_what_is_planted_by_size_and_age(texts: dict[str, str]) -> None:
    assert len(texts["project_incident_double_charge.md"].encode()) > SURFACE_MAX_BYTES
    assert 120 <= AGES["project_stripe_move.md"] < 121
    old = [name for name in FINE if "project_" in name and AGES[name] > 21]
    assert old == []


def test_one_memory_repeats_the_project_s_instructions(sample: Sample, texts: dict[str, str]) -> None:
    with open(os.path.join(sample.project_root, "CLAUDE.md"), encoding="utf-8") as file:
        said = " ".join(file.read().split())
    repeated = " ".join(str(frontmatter.loads(texts["feedback_make_check.md"]).content).split())
    assert repeated in said


def type_of(text: str) -> object:
    meta = frontmatter.loads(text).metadata
    nested = meta.get("metadata")
    return nested.get("type") if isinstance(nested, dict) else meta.get("type")


@pytest.mark.parametrize("name", FINE)
def test_a_fine_memory_is_fine(name: str, texts: dict[str, str]) -> None:
    text = texts[name]
    meta = frontmatter.loads(text).metadata
    assert type_of(text) in TYPES
    assert os.path.basename(name).startswith(f"{type_of(text)}_")
    assert len(str(meta["description"]).split()) >= 8
    assert not RELATIVE.search(text)
    assert not INVISIBLE.search(text)
    assert len(text.encode()) <= SURFACE_MAX_BYTES
    assert text.count("\n") <= SURFACE_MAX_LINES
    if type_of(text) in ("feedback", "project"):
        assert "**Why:**" in text
        assert "**How to apply:**" in text


def test_relative_dates_and_hidden_characters_stand_only_where_planted(texts: dict[str, str]) -> None:
    dated = {planted.file for planted in PLANTED if planted.rule == "relative-date"}
    hidden = {planted.file for planted in PLANTED if planted.rule == "hidden-text"}
    assert {name for name, text in texts.items() if RELATIVE.search(text)} == dated
    assert {name for name, text in texts.items() if INVISIBLE.search(text)} == hidden


def test_every_link_but_one_leads_somewhere(texts: dict[str, str]) -> None:
    names = re.findall(r"^name: *(\S+)$", "\n".join(texts.values()), re.MULTILINE)
    links = {link for text in texts.values() for link in re.findall(r"\[\[([^\]]+)\]\]", text)}
    assert links - set(names) == {"search-ranking"}
    assert len(links) >= 10
    assert [name for name in set(names) if names.count(name) > 1] == ["no-db-mocks"]


def test_both_forms_a_pin_and_a_late_copy(texts: dict[str, str]) -> None:
    new = [name for name in FINE if "\nmetadata: \n  node_type: memory\n" in texts[name]]
    assert 5 <= len(new) <= len(FINE) - 5
    assert all("\n---\n\n" in texts[name] for name in new)
    assert [name for name in texts if "\npinned: true\n" in texts[name]] == ["feedback_fake_clock.md"]
    assert "modified: 2026-01-16T12:00:00.000Z" in texts["user_python_background.md"]
    assert "modified: 2026-09-19T12:00:00.000Z" in texts["feedback_whole_cents.md"]


def test_memories_come_from_sessions_that_were(texts: dict[str, str]) -> None:
    began = {session_id(session.name): session.days for session in SESSIONS}
    gone = {session_id(name) for name in GONE}
    stamped = {name: re.search(r"originSessionId: (\S+)", text) for name, text in texts.items()}
    origins = {name: match.group(1) for name, match in stamped.items() if match}
    assert set(origins.values()) >= gone
    for name, origin in origins.items():
        assert origin in gone or AGES[name] < began[origin], name


def code_spans(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


def test_code_in_memories_is_still_there_unless_planted(texts: dict[str, str]) -> None:
    history = commits()
    tree = last_tree(history)
    here = "\n".join([*tree, *(file.text for file in tree.values())])
    ever = "\n".join(f"{change.path}\n{change.text}" for commit in history for change in commit.changes)
    gone = set(WORD.findall(ever)) - set(WORD.findall(here))
    drifted = {
        (name, span)
        for name, text in texts.items()
        for span in code_spans(text)
        if gone & set(WORD.findall(span)) or ("/" in span and span in ever and span not in here)
    }
    planted = {(p.file, p.mark.strip("`")) for p in PLANTED if p.rule == "drift"}
    assert drifted == planted
