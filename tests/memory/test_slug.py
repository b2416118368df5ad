"""The folder name of a project's path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory.slug import _hash32, base36, slug


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/ana/shop", "-home-ana-shop"),
        ("/srv/My_proj v1.2 (x)+y@z", "-srv-My-proj-v1-2--x--y-z"),
        ("/srv/projé_日本", "-srv-proj----"),
        ("/srv/😀", "-srv---"),  # two UTF-16 units, two dashes
        ("C:\\Users\\Ana", "C--Users-Ana"),
        ("/srv/\udcff", "-srv--"),  # a byte that is not UTF-8
        ("/srv/a１b", "-srv-a-b"),  # a wide digit is no ASCII digit
        ("", ""),
    ],
)
def test_every_unit_but_ascii_letters_and_digits_is_a_dash(path: str, name: str) -> None:
    assert slug(path) == name


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0),
        ("a", 97),
        ("hello", 99_162_322),
        ("Aa", 2112),
        ("BB", 2112),
        ("polygenelubricants", -(2**31)),  # the well-known string whose hash is the least number
        ("The quick brown fox jumps over the lazy dog", -609_428_141),
        ("😀", 31 * 0xD83D + 0xDE00),
    ],
)
def test_known_hashes(text: str, value: int) -> None:
    assert _hash32(text) == value


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (35, "z"), (36, "10"), (2**31, "zik0zk")])
def test_base_36(number: int, text: str) -> None:
    assert base36(number) == text


def test_200_units_stay_whole_and_201_are_cut() -> None:
    whole = "/" + "a" * 199
    assert slug(whole) == "-" + "a" * 199
    longer = whole + "b"
    assert slug(longer) == "-" + "a" * 199 + "-" + base36(abs(_hash32(longer)))


def test_the_hash_is_of_the_path_and_not_of_the_dashes() -> None:
    assert slug("/" + "a" * 200 + "/x") != slug("/" + "a" * 200 + "_x")


def test_an_emoji_may_be_cut_in_half() -> None:
    name = slug("/" + "a" * 198 + "😀" + "b")
    assert name.startswith("-" + "a" * 198 + "-" + "-") and name[200] == "-"


@given(st.text(max_size=300))
def test_a_slug_is_always_a_plain_short_name(path: str) -> None:
    name = slug(path)
    assert len(name) <= 200 + 1 + 6
    assert all(char == "-" or (char.isascii() and char.isalnum()) for char in name)
