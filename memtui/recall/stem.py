"""The stem of an English word, after Porter's second algorithm, with common irregular forms led back first.

A word of another language passes through nearly as it is; both sides of a comparison are stemmed alike, so it
still meets itself.
"""

import re

from memtui.recall.lexicon import IRREGULAR

_VOWELS = "aeiouy"
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_BEFORE_LI = "cdeghkmnrt"
_WHOLE = {"skies": "sky", "sky": "sky", "news": "news", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias"}
_WHOLE |= {"dying": "die", "lying": "lie", "tying": "tie", "ugly": "ugli", "early": "earli", "only": "onli"}
_KEPT = frozenset(("inning", "outing", "herring", "earring", "proceed", "exceed", "succeed"))
_STARTS = ("gener", "commun", "arsen")  # what follows them is a suffix, whatever the letters
_SYLLABLE = re.compile(r"[aeiouy][^aeiouy]")
_VOWEL = re.compile(r"[aeiouy]")
_Y_AFTER_VOWEL = re.compile(r"([aeiouy])y")
_STEP_2 = (
    *(("ization", "ize"), ("ational", "ate"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "ive")),
    *(("tional", "tion"), ("biliti", "ble"), ("lessli", "less"), ("entli", "ent"), ("ation", "ate"), ("alism", "al")),
    *(("aliti", "al"), ("ousli", "ous"), ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"), ("anci", "ance")),
    *(("abli", "able"), ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble")),
)
_STEP_3 = (
    *(("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"), ("ical", "ic")),
    *(("ful", ""), ("ness", "")),
)
_STEP_4 = (
    *("ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize"),
    *("al", "er", "ic"),
)
_SHORTEST = 3
# What makes a word of another one, as it is left by stemming.
_MAKING = (
    *("ation", "ator", "ment", "ness", "ship", "hood", "less", "anc", "enc", "ant", "ent", "abl", "ibl", "age", "eri"),
    *("ful", "ian", "ari", "ion", "ist", "iti", "ive", "ous", "al", "er", "ic", "or", "e", "i"),
)
_ROOT = 4  # letters that are left at least

_known: dict[str, str] = {}
_shortest: dict[str, str] = {}  # by stem, the shortest word seen


def stem(word: str) -> str:
    """The stem of a word in lower case. Kept, because a store says the same few thousand words again and again."""
    found = _known.get(word)
    if found is None:
        found = _known[word] = _stemmed(IRREGULAR.get(word, word))
        if len(word) < len(_shortest.get(found, word + word)):
            _shortest[found] = word
    return found


def spelled(term: str) -> str:
    """The shortest word seen that has this stem: what a person is shown instead of it."""
    return _shortest.get(term, term)


def family(term: str) -> str:
    """What a stem has in common with those of the words made of the same one: `painter` and `paint`, nothing else."""
    ending = next((each for each in _MAKING if term.endswith(each) and len(term) - len(each) >= _ROOT), "")
    return term[: len(term) - len(ending)]


def _stemmed(word: str) -> str:
    if len(word) < _SHORTEST or not word.isascii() or not word.isalpha():
        return word
    if word in _WHOLE:
        return _WHOLE[word]
    if "y" in word:  # a y that is a consonant is written Y meanwhile
        word = _Y_AFTER_VOWEL.sub(r"\1Y", "Y" + word[1:] if word[0] == "y" else word)
    first, second = _regions(word)
    word = _plural(word)
    if word in _KEPT:
        return word
    word = _past(word, first)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _long_endings(word, first, second)
    return _final(word, first, second).replace("Y", "y")


def _regions(word: str) -> tuple[int, int]:
    """Where the part begins that may lose a suffix, and the part that may lose a second one."""
    start = next((len(head) for head in _STARTS if word.startswith(head)), 0)
    if not start:
        found = _SYLLABLE.search(word)
        start = found.end() if found else len(word)
    found = _SYLLABLE.search(word, start)
    return start, found.end() if found else len(word)


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _VOWEL.search(word, 0, len(word) - 2):
        return word[:-1]
    return word


def _past(word: str, first: int) -> str:
    if word.endswith(("eed", "eedly")):
        end = len(word) - (3 if word.endswith("eed") else 5)
        return word[:end] + "ee" if end >= first else word
    suffix = next((ending for ending in ("ingly", "edly", "ing", "ed") if word.endswith(ending)), None)
    if suffix is None or not _VOWEL.search(word[: -len(suffix)]):
        return word
    word = word[: -len(suffix)]
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if word.endswith(_DOUBLES):
        return word[:-1]
    return word + "e" if first >= len(word) and _ends_short(word) else word


def _ends_short(word: str) -> bool:
    """Whether it ends in a short syllable, which keeps its `e`: hop-e, not hop."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    closed = len(word) > 2 and word[-1] not in _VOWELS and word[-1] not in "wxY"
    return closed and word[-2] in _VOWELS and word[-3] not in _VOWELS


def _long_endings(word: str, first: int, second: int) -> str:
    replaced = _replaced(word, _STEP_2, first)
    if replaced is None:
        if word.endswith("logi") and len(word) - 3 >= first:
            word = word[:-1]
        elif word.endswith("li") and len(word) - 2 >= first and word[-3:-2] in _BEFORE_LI:
            word = word[:-2]
    else:
        word = replaced
    replaced = _replaced(word, _STEP_3, first)
    if replaced is not None:
        return replaced
    return word[:-5] if word.endswith("ative") and len(word) - 5 >= second else word


def _replaced(word: str, pairs: tuple[tuple[str, str], ...], start: int) -> str | None:
    """The word with the first ending that it has replaced, if that lies far enough in; None without such an ending."""
    for ending, instead in pairs:
        if word.endswith(ending):
            return word[: -len(ending)] + instead if len(word) - len(ending) >= start else word
    return None


def _final(word: str, first: int, second: int) -> str:
    ending = next((suffix for suffix in _STEP_4 if word.endswith(suffix)), None)
    if ending is not None:
        word = word[: -len(ending)] if len(word) - len(ending) >= second else word
    elif word.endswith(("sion", "tion")) and len(word) - 3 >= second:
        word = word[:-3]
    if word.endswith("e"):
        end = len(word) - 1
        return word[:-1] if end >= second or (end >= first and not _ends_short(word[:-1])) else word
    return word[:-1] if word.endswith("ll") and len(word) - 1 >= second else word
