"""Terms: English endings, code words, other scripts."""

import pytest

from memtui.recall.near import one_slip, two_slips
from memtui.recall.stem import family, stem
from memtui.recall.thesaurus import kin
from memtui.recall.words import terms


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("run running runs ran", "run"),
        ("hope hoping hoped", "hope"),
        ("hop hopping hopped", "hop"),
        ("organize organizing organized organization", "organ"),
        ("city cities", "citi"),
        ("migrate migrating migration migrations", "migrat"),
        ("happy happiness", "happi"),
        ("buy bought buying", "buy"),
        ("child children", "child"),
        ("community communities", "communiti"),
        ("agree agreed", "agre"),
        ("die dying", "die"),
    ],
)
def test_forms_of_a_word_share_a_stem(words: str, same: str) -> None:
    assert {stem(word) for word in words.split()} == {same}


@pytest.mark.parametrize("pair", ["news new", "hope hop", "university universe's", "sky ski"])
def test_other_words_do_not(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("post_invoice_entry", ["post", "invoic", "entri"]),
        ("getUserName", ["getusernam", "get", "user", "name"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("src/ledger/posting.py", ["src", "ledger", "post", "py"]),
        ("--no-verify", ["verifi"]),
        ("Python 3.11.4", ["python", "3.11.4", "3", "11", "4"]),
        ("v3.11.4 V3.11", ["3.11.4", "3", "11", "4", "3.11", "3", "11"]),
        ("C++17, C# and F#", ["c++", "17", "c#", "f#"]),
        ("due 2026-12-04", ["due", "2026-12-04", "2026", "decemb", "4"]),
        ("4 Dec 2026-13-40", ["4", "decemb", "2026-13-40", "2026", "13", "40"]),
        ("12026-12-045", ["12026", "12", "045"]),
        ("utf8 python3", ["utf8", "utf", "python3", "python"]),
        ("Mara's dogs’ isn't", ["mara", "dog"]),
        ("Café Überraschung", ["cafe", "uberraschung"]),
        ("Łódź Großstraße", ["lodz", "grossstrass"]),
        ("e\u0301cole", ["ecol"]),
        ("שָׁלוֹם كِتَاب", ["שלום", "كتاب"]),
        ("हिन्दी", ["हि", "िन", "न्", "्द", "दी"]),
        ("ภาษา", ["ภา", "าษ", "ษา"]),
        ("東京オフィス", ["東京", "京オ", "オフ", "フィ", "ィス"]),
        ("서울 하", ["서울", "하"]),
        ("が", ["が"]),
        ("ｆｕｌｌ ｗｉｄｔｈ", ["full", "width"]),
        ("", []),
        ("\x00\x1b[2J <b>", ["2j", "b"]),
        ("x" * 65, []),
    ],
)
def test_terms_of_a_text(text: str, found: list[str]) -> None:
    assert terms(text) == found


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ("docker", "dokcer", True),
        ("docker", "doker", True),
        ("docker", "dockerr", True),
        ("docker", "docket", True),
        ("docker", "dokcet", False),
        ("docker", "dock", False),
    ],
)
def test_one_slip(one: str, other: str, slip: bool) -> None:
    assert one_slip(one, other) is slip
    assert one_slip(other, one) is slip


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("grafana", "graphana", True),
        ("terraform", "terrafrmo", True),
        ("kubernetes", "kubrnets", True),
        ("postgres", "prostate", False),
        ("migration", "mitigation", False),
    ],
)
def test_two_slips(one: str, other: str, slips: bool) -> None:
    assert two_slips(one, other) is slips
    assert two_slips(other, one) is slips


@pytest.mark.parametrize(
    "words", ["paint painter", "audit auditor", "economy economist", "depend dependency", "art arts"]
)
def test_words_made_of_one_another_are_a_family(words: str) -> None:
    assert len({family(stem(word)) for word in words.split()}) == 1


@pytest.mark.parametrize("words", ["paint pain", "cat cater"])
def test_others_are_none(words: str) -> None:
    one, other = words.split()
    assert family(stem(one)) != family(stem(other))


def test_words_of_like_meaning_are_found_by_any_of_their_forms() -> None:
    assert kin(stem("trips"))[stem("journey")] == 1.0
    assert kin(stem("bought"))[stem("purchasing")] == 1.0
    assert kin("nosuchword") == {}
    assert all(word not in kin(word) for word in ("trip", "buy", "error"))
