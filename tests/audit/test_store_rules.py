"""Rules that see several files at once: names, copies, links, drift, the newest 200, links and special files."""

import os
import socket

import pytest

from memtui.audit.likeness import NEAR, candidates, covers, fingerprint, likeness, same
from tests.audit.gitproject import GitProject
from tests.audit.storebox import StoreBox

KETTLE = "Fill the kettle with cold water and vinegar, boil it, let it stand for an hour and rinse it twice."
NEARLY = "Fill the kettle with cold water and vinegar; boil it, let it stand for one hour, and then rinse it twice."
TEAPOT = "Warm the pot first, take one spoon of leaves a cup, and pour the water before it stops boiling."


def names(box: StoreBox, *pairs: tuple[str, str]) -> None:
    for at, (file, name) in enumerate(pairs):
        box.memory(file, days=9 - at, name=name)


def test_a_name_twice_is_told_of_the_newer(box: StoreBox) -> None:
    names(box, ("old.md", "tea-pot"), ("new.md", "Tea_Pot"), ("other.md", "tea-pots"), ("logs/2026/x.md", "tea-pot"))
    (finding,) = box.findings("duplicate-name")
    assert (finding.file, finding.line, finding.severity) == ("new.md", 1, "warning")
    assert "is also that of old.md" in finding.message


COPIES = [
    (KETTLE, KETTLE.upper().replace(".", "!\n"), "duplicate-content"),
    (KETTLE, NEARLY, "near-duplicate"),
    (f"{KETTLE}\n\n{TEAPOT}", f"{TEAPOT}\n\n{NEARLY}", "near-duplicate"),
    (KETTLE, TEAPOT, None),
    ("Boil it twice.", "Boil it twice.", None),  # too short to tell
    (KETTLE, f"{KETTLE}\n{TEAPOT}\nNever use soap.", None),
    # One pattern, two subjects.
    (
        "Use pnpm, not npm, in this repository.\n**Why:** the lockfile is pnpm's.\n**How to apply:** each time.",
        "Use uv, not pip, in this repository.\n**Why:** the lockfile is uv's.\n**How to apply:** each time.",
        None,
    ),
    (
        "The board of the checkout service is grafana.acme.io/d/checkout; Tomás owns its alerts, ask him first.",
        "The board of the search service is grafana.acme.io/d/search; Nora owns its alerts, ask her first.",
        None,
    ),
]


@pytest.mark.parametrize(("first", "second", "rule"), COPIES)
def test_copies_are_told_of_the_newer(box: StoreBox, first: str, second: str, rule: str | None) -> None:
    box.memory("b_old.md", first, days=5)
    box.memory("a_new.md", second, days=1)
    found = box.findings("duplicate-content", "near-duplicate")
    wanted = [(rule, "a_new.md", None, "warning")] if rule else []
    assert [(item.rule, item.file, item.line, item.severity) for item in found] == wanted
    assert all("b_old.md" in item.message for item in found)


def test_of_many_copies_each_is_told_once(box: StoreBox) -> None:
    for number in range(4):
        box.memory(f"copy{number}.md", KETTLE, days=9 - number)
    box.memory("near.md", NEARLY, days=1)
    assert box.places("duplicate-content", "near-duplicate") == [
        *(("duplicate-content", f"copy{number}.md", None) for number in (1, 2, 3)),
        ("near-duplicate", "near.md", None),
    ]
    assert all(" copy0.md; " in item.message for item in box.findings("duplicate-content", "near-duplicate"))


def test_a_copy_is_not_nearly_the_same_as_others_too(box: StoreBox) -> None:
    box.memory("near.md", NEARLY, days=9)
    box.memory("first.md", KETTLE, days=8)
    box.memory("second.md", KETTLE, days=7)
    assert box.places("duplicate-content", "near-duplicate") == [
        ("near-duplicate", "first.md", None),
        ("duplicate-content", "second.md", None),
    ]


def test_a_log_is_no_copy(box: StoreBox) -> None:
    box.memory("kettle.md", KETTLE)
    box.write("logs/2026/11/2026-11-17.md", KETTLE)
    assert box.findings("duplicate-content", "near-duplicate") == []


def test_only_pairs_with_common_words_are_compared() -> None:
    prints = {name: fingerprint(text) for name, text in (("a", KETTLE), ("b", NEARLY), ("c", TEAPOT))}
    assert candidates(prints) == {("a", "b")}
    assert likeness(prints["a"], prints["b"]) >= NEAR
    assert likeness(prints["a"], prints["c"]) == 0
    assert same(prints) == []


def test_a_phrase_in_every_memory_makes_no_pairs_of_all() -> None:
    common = " ".join(f"word{number}" for number in range(30))
    prints = {str(at): fingerprint(f"{common} and number{at}") for at in range(300)}
    assert len(candidates(prints)) < 1_000


@pytest.mark.parametrize(
    ("hook", "covered"),
    [
        ("boil it with vinegar and rinse it", True),
        ("boiled with vinegar, rinsed twice", True),
        ("boil it with vinegar, as Nora says", False),
        ("boil it with vinegar for 90 minutes", False),
        ("descale the boiler on the second floor", False),
    ],
)
def test_a_text_covers_what_it_says_in_other_forms(hook: str, covered: bool) -> None:
    assert covers(KETTLE, hook) == covered


def test_links(box: StoreBox) -> None:
    body = "[[tea-pot]] [[Tea Pot]] [[kettle.md]] [[cup]]\n`[[code]]` [[ -f x ]] [[1, 2]]\n```\n[[fenced]]\n```\n"
    box.memory("kettle.md", f"{body}[[cup|a cup]]", name="k")
    box.memory("x.md", name="tea_pot")
    found = [(item.rule, item.file, item.line, item.severity) for item in box.findings("dead-link")]
    assert found == [("dead-link", "kettle.md", 6, "info"), ("dead-link", "kettle.md", 11, "info")]


def test_what_lies_beyond_the_newest_two_hundred_is_told(box: StoreBox) -> None:
    for number in range(203):
        box.memory(f"m{number:03}.md", days=1 + number / 100)
    found = box.findings("invisible")
    assert [(item.file, item.line, item.severity) for item in found] == [
        (f"m{number}.md", None, "warning") for number in (200, 201, 202)
    ]


def test_drift_names_what_is_gone_once_a_file(project: GitProject, tmp_path_factory: pytest.TempPathFactory) -> None:
    project.write("src/kettle.py", "def boil_water():\n    pass\n")
    project.write("src/pot.py", "def pour_tea():\n    pass\n")
    project.commit()
    project.remove("src/kettle.py")
    commit = project.commit()
    box = StoreBox(str(tmp_path_factory.mktemp("drifted")), project.root)
    box.memory(
        "a.md", "See `src/kettle.py`, `boil_water()`,\n`src/kettle.py`; `src/pot.py`, `pour_tea`, `src/never.py`."
    )
    box.memory("b.md", "```\nsrc/kettle.py\n```\nsrc/kettle.py without ticks.")
    found = [item for item in box.judge(with_drift=True).findings if item.rule == "drift"]
    how = f"left the project on 2026-01-04 (commit {commit}); check what is said of it"
    assert [(item.file, item.line, item.severity, item.message) for item in found] == [
        ("a.md", 6, "warning", f"`boil_water` {how}"),
        ("a.md", 6, "warning", f"`src/kettle.py` {how}"),
    ]


def test_drift_that_cannot_be_checked_is_a_note(box: StoreBox) -> None:
    box.memory("a.md", "Nothing of code.")
    assert box.judge(with_drift=True).notes == []
    box.memory("a.md", "See `src/kettle.py`.")
    assert box.judge(with_drift=True).notes == [
        "drift was not checked: which project this memory belongs to is not known"
    ]


def test_links_and_special_files(box: StoreBox) -> None:
    box.memory("kettle.md")
    box.point("kettle.md")
    os.symlink("kettle.md", box.path("inside.md"))
    os.symlink("..", box.path("up"))
    os.symlink(os.path.join(box.root, "..", "memory-of-others.md"), box.path("beside.md"))
    os.mkfifo(box.path("pipe.md"))
    with socket.socket(socket.AF_UNIX) as bound:
        home = os.getcwd()
        os.chdir(box.root)  # the path of a socket may be no longer than a hundred bytes
        try:
            bound.bind("plug")
        finally:
            os.chdir(home)
    assert [(item.rule, item.file, item.line, item.severity) for item in box.findings()] == [
        ("symlink", "beside.md", None, "error"),
        ("symlink", "up", None, "error"),
        ("symlink", "inside.md", None, "warning"),
        ("special-file", "pipe.md", None, "warning"),
        ("special-file", "plug", None, "warning"),
    ]
