"""Terms: English endings, code words, other scripts."""

import pytest

from memtui.recall.near import one_slip
from memtui.recall.stem import stem
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
        ("utf8 python3", ["utf8", "utf", "python3", "python"]),
        ("Mara's dogs’ isn't", ["mara", "dog"]),
        ("Café Überraschung", ["cafe", "uberraschung"]),
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
