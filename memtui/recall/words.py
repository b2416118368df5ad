"""From text to terms: words folded, split and stemmed, the same way for memories and questions.

Code words count whole where that tells something (`3.11`, `getUserName`) and in their parts; scripts without spaces
count in pairs of characters; accents do not matter.
"""

import re
import unicodedata

from memtui.recall.lexicon import SMALL
from memtui.recall.stem import stem

# Chinese, Japanese, Korean: written without spaces between words, or with endings grown to them.
_CJK = r"\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]+|\d+(?:\.\d+)+|[^\W_{_CJK}]+(?:'[^\W_{_CJK}]+)?")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LETTERS_THEN_DIGITS = re.compile(r"([a-z]{3,})\d+")
_PARTICLES = frozenset("のはがをにでともへ、。")  # a pair across one of them is no word
_FIRST_CJK = "\u2e80"
_LONGEST = 64  # a longer run of letters is data, not a word


def fold(text: str) -> str:
    """Accents off, apostrophes straight, wide letters narrow. Kana and Hangul keep their marks: they are letters."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text.replace("’", "'"))
    parts = (unicodedata.normalize("NFD", char)[0] if "\x7f" < char < "\u2000" else char for char in text)
    return "".join(parts)


def words(text: str) -> list[str]:
    """The words of a text as they stand, small ones too."""
    found: list[str] = _WORD.findall(fold(text))
    return found


def terms(text: str) -> list[str]:
    """The terms of a text in order, small words left out."""
    return [term for _, term in pairs(text)]


def pairs(text: str) -> list[tuple[str, str]]:
    """Each term of a text with the word that it comes from."""
    found: list[tuple[str, str]] = []
    add = found.append
    small = SMALL
    for word in _WORD.findall(fold(text)):
        low = word.lower()
        if low.isascii() and low.isalpha() and (low == word or word.istitle()):  # nearly all of them
            if low not in small and len(low) <= _LONGEST:
                add((word, stem(low)))
            continue
        found += [(word, term) for term in _odd(word, low)]
    return found


def _odd(word: str, low: str) -> list[str]:
    """The terms of a word that is no plain English one."""
    if low[0] >= _FIRST_CJK:
        return (
            [low]
            if len(low) == 1
            else [two for at in range(len(low) - 1) if not _PARTICLES & set(two := low[at : at + 2])]
        )
    low = low.removesuffix("'s")
    if low in SMALL or len(low) > _LONGEST:
        return []
    low = low.replace("'", "")
    found = [stem(low)]
    humps = _HUMPS.split(word) if word.isascii() and not word.isupper() else [word]
    if len(humps) > 1:
        found += [stem(part.lower()) for part in humps if part.lower() not in SMALL]
    elif "." in low:
        found += low.split(".")
    elif numbered := _LETTERS_THEN_DIGITS.fullmatch(low):
        found.append(stem(numbered.group(1)))
    return found
