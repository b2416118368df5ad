"""From text to terms: words folded, split and stemmed, the same way for memories and questions.

Code words count whole where that tells something (`3.11`, `getUserName`) and in their parts; scripts without spaces
count in pairs of characters; accents do not matter.
"""

import functools
import re
import unicodedata

from memtui.recall.lexicon import MONTH_NAMES, SMALL
from memtui.recall.stem import stem

# Written without spaces between words, with endings grown to them, or with vowels that are no letters to a pattern:
# the scripts of India, Thailand, Laos, Burma and Cambodia; Chinese, Japanese, Korean.
_PAIRED = (
    r"\u0900-\u0eff\u1000-\u109f\u1780-\u17ff"
    r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
_SPECIAL = r"\d{4}-\d\d-\d\d(?!\d)|[vV]?\d+(?:\.\d+)+|[cC]\+\+|[cCfF]#"
_ASCII_WORD = re.compile(rf"{_SPECIAL}|[^\W_]+(?:'[^\W_]+)?", re.ASCII)
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LETTERS_THEN_DIGITS = re.compile(r"([a-z]{3,})\d+")
_PARTICLES = frozenset("のはがをにでともへ、。")  # a pair across one of them is no word
_UNMARKED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}
_UNMARKED |= {letter.upper(): plain for letter, plain in _UNMARKED.items() if len(letter.upper()) == 1}
_UNMARKED_TABLE = str.maketrans(_UNMARKED)
_LONGEST = 64  # a longer run of letters is data, not a word


def fold(text: str) -> str:
    """Accents off, apostrophes straight, wide letters narrow. Kana and Hangul keep their marks: they are letters."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text.replace("’", "'").translate(_UNMARKED_TABLE))
    return "".join(char if char < "\x80" else _bare(char) for char in text)


@functools.lru_cache(4_096)
def _bare(char: str) -> str:
    """A letter without its marks; nothing for a mark that stands alone."""
    if _in_pairs().match(char):
        return char
    if unicodedata.combining(char):
        return ""
    return unicodedata.normalize("NFD", char)[0] if char < "\u2000" else char


@functools.cache
def _in_pairs() -> re.Pattern[str]:
    return re.compile(rf"[{_PAIRED}]")


@functools.cache
def _word() -> re.Pattern[str]:
    """Made when it is needed: patterns over so many characters take ten milliseconds to make."""
    letters = rf"[^\W_{_PAIRED}]+"
    return re.compile(rf"[{_PAIRED}]+|{_SPECIAL}|{letters}(?:'{letters})?")


def words(text: str) -> list[str]:
    """The words of a text as they stand, small ones too."""
    text = fold(text)
    found: list[str] = (_ASCII_WORD if text.isascii() else _word()).findall(text)
    return found


def terms(text: str) -> list[str]:
    """The terms of a text in order, small words left out."""
    return [term for _, term in pairs(text)]


def pairs(text: str) -> list[tuple[str, str]]:
    """Each term of a text with the word that it comes from."""
    found: list[tuple[str, str]] = []
    add = found.append
    small = SMALL
    for word in words(text):
        low = word.lower()
        if low.isascii() and low.isalpha() and (low == word or word.istitle()):  # nearly all of them
            if low not in small and len(low) <= _LONGEST:
                add((word, stem(low)))
            continue
        found += [(word, term) for term in _odd(word, low)]
    return found


def _odd(word: str, low: str) -> list[str]:
    """The terms of a word that is no plain English one."""
    if not low.isascii() and _in_pairs().match(low):
        return (
            [low]
            if len(low) == 1
            else [two for at in range(len(low) - 1) if not _PARTICLES & set(two := low[at : at + 2])]
        )
    if date := _DATE.fullmatch(low):
        return _date(*date.groups())
    low = low.removesuffix("'s")
    if low in SMALL or len(low) > _LONGEST:
        return []
    low = low.replace("'", "")
    found = [stem(low)]
    humps = _HUMPS.split(word) if word.isascii() and not word.isupper() else [word]
    if len(humps) > 1:
        found += [stem(part.lower()) for part in humps if part.lower() not in SMALL]
    elif "." in low:
        low = low.removeprefix("v")
        found = [low, *low.split(".")]
    elif numbered := _LETTERS_THEN_DIGITS.fullmatch(low):
        found.append(stem(numbered.group(1)))
    return found


def is_iso_date(term: str) -> bool:
    """Whether a term is a whole date."""
    return _DATE.fullmatch(term) is not None


def _date(year: str, month: str, day: str) -> list[str]:
    """A date as people ask for it: by the year, by the name of the month, by the day without its zero."""
    named = [stem(MONTH_NAMES[int(month) - 1])] if 0 < int(month) <= len(MONTH_NAMES) else [month]
    return [f"{year}-{month}-{day}", year, *named, str(int(day))]
