"""Judging a text before it is saved: the same words as the audit has for it afterwards."""

import pytest

from memtui.audit.judging import hint_on, judge_text
from memtui.audit.sharing import check_shared, is_shared, new_secrets
from memtui.memory.errors import NegativeError
from tests.audit.storebox import DESCRIPTION, StoreBox

KEY = "gh" + "p_" + "9kL2mN4pQ6rS8tU0vW1xY3zA5bC7dE9fG1hJ"
OF_THE_STORE = {"no-pointer", "stale", "invisible"}
TEXTS = {
    "fine": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\nFine.\n",
    "bare": "Only words.\n",
    "broken": "---\nname: [\n---\nA\n",
    "untyped": f"---\nname: user_a\ndescription: {DESCRIPTION}\n---\nA\n",
    "vague": "---\nname: user_a\ndescription: some notes\ntype: user\n---\nA\n",
    "dated": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\nA\n\nYesterday we moved to Lisbon.\n",
    "hidden": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\nA\x1b[8mB\u200b\n",
    "secret": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\ntoken {KEY}\n",
    "link": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\nSee [[nobody]] and [[user_b]].\n",
    "twin": f"---\nname: user_b\ndescription: {DESCRIPTION}\ntype: user\n---\nA\n",
    "long": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\n" + "word\n" * 300,
    "latin": f"---\nname: user_a\ndescription: {DESCRIPTION}\ntype: user\n---\ncaf\udce9\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_as_the_audit_says_after_saving(box: StoreBox, text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    box.memory("user_b.md", days=2)
    box.write("user_a.md", data)
    box.point("user_a.md", "user_b.md")
    audited = [finding for finding in box.findings() if finding.file == "user_a.md"]
    assert judge_text("user_a.md", data, box.scan()) == [item for item in audited if item.rule not in OF_THE_STORE]


def test_nothing_needs_to_be_on_disk(box: StoreBox) -> None:
    found = judge_text("user_new.md", TEXTS["dated"].encode())
    assert [(finding.rule, finding.line) for finding in found] == [("relative-date", 8)]


def test_an_index_is_judged_by_its_own_rules(box: StoreBox) -> None:
    box.memory("user_b.md")
    box.write("picture.png", "no memory")
    data = b"# Notes\nSome prose.\n- [B](user_b.md) \xe2\x80\x94 b\n- [P](picture.png)\n- [Gone](user_gone.md)\n"
    found = judge_text("MEMORY.md", data, box.scan())
    assert [(finding.rule, finding.line) for finding in found] == [("dead-pointer", 5), ("index-prose", 2)]
    assert judge_text("MEMORY.md", data) == []


@pytest.mark.parametrize(
    ("text", "good", "words"),
    [
        ("", False, "recall selects by this"),
        ("  ", False, "recall selects by this"),
        ("some notes", False, "too general"),
        (DESCRIPTION, True, "specific enough"),
        (f"{DESCRIPTION}; " * 4, True, "longer than a pointer"),
    ],
)
def test_a_hint_on_the_description(text: str, good: bool, words: str) -> None:
    hint = hint_on(text, "user_a")
    assert hint.good is good and words in hint.words


def test_a_secret_is_not_shared() -> None:
    assert is_shared("team/user_a.md") and not is_shared("user_team.md")
    with pytest.raises(NegativeError, match="not shared") as failure:
        check_shared("team/a.md", f"token {KEY}")
    assert KEY not in str(failure.value)
    check_shared("team/a.md", f"token {KEY}\nmore", f"token {KEY}")
    check_shared("team/a.md", "harmless")
    assert new_secrets("", "harmless") == []
