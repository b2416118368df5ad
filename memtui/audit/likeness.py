"""How alike two texts are. Shingles pick the pairs worth comparing; only those are compared in full."""

import re
import zlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+")
_SHINGLE = 3  # words
_SKETCH = 24  # smallest shingle hashes kept per text: near duplicates share most of them
_MIN_SHARED = 6
_COMMON = 40  # a shingle in more texts than this only pairs each with the first: one pair a text, not all of them
_LONG_WORD = 4
_ROOT = 4
_COVERED = 0.75
MIN_WORDS = 8
_OWN = 0.15
# Words of every memory, those of its usual headings too.
_SMALL_WORDS = """
a an and apply are as at be but by for from has have how if in is it its no not of on or s so than that the their them
then they this to was we when which who why will with you your
"""
_SMALL = frozenset(_SMALL_WORDS.split())
NEAR = 88.0  # of 100, in rapidfuzz's ratio over sorted words


class Print(NamedTuple):
    """What is kept of a text for comparing."""

    digest: int  # of all its words: equal digests and lengths are taken as the same content
    words: int
    sketch: tuple[int, ...]
    text: str


def fingerprint(text: str) -> Print:
    """The print of a body, by its words alone: case, marks and line breaks do not matter."""
    words = _WORD.findall(text.lower())
    joined = " ".join(words)
    raw = joined.encode("utf-8", "surrogatepass")
    hashes = {
        zlib.crc32(" ".join(words[at : at + _SHINGLE]).encode("utf-8", "surrogatepass"))
        for at in range(max(0, len(words) - _SHINGLE + 1))
    }
    return Print(zlib.crc32(raw) | len(raw) << 32, len(words), tuple(sorted(hashes)[:_SKETCH]), joined)


def same(prints: Mapping[str, Print]) -> list[list[str]]:
    """Groups of files with the same content, each in the given order."""
    groups: dict[int, list[str]] = {}
    for file, item in prints.items():
        if item.words >= MIN_WORDS:
            groups.setdefault(item.digest, []).append(file)
    return [group for group in groups.values() if len(group) > 1]


def candidates(prints: Mapping[str, Print]) -> set[tuple[str, str]]:
    """Pairs that share enough shingles to be worth a full comparison, each in the given order."""
    holders: dict[int, list[str]] = {}
    for file, item in prints.items():
        if item.words >= MIN_WORDS:
            for shingle in item.sketch:
                holders.setdefault(shingle, []).append(file)
    shared: dict[tuple[str, str], int] = {}
    for files in holders.values():
        for at, first in enumerate(files if len(files) <= _COMMON else files[:1]):
            for second in files[at + 1 :]:
                shared[first, second] = shared.get((first, second), 0) + 1
    need = _MIN_SHARED
    return {
        pair
        for pair, count in shared.items()
        if count >= min(need, len(prints[pair[0]].sketch) // 2, len(prints[pair[1]].sketch) // 2)
        and prints[pair[0]].digest != prints[pair[1]].digest
    }


def likeness(first: Print, second: Print) -> float:
    """0 to 100: how much of the words, whatever their order, is the same; 0 where each says something of its own."""
    from rapidfuzz import fuzz

    score = float(fuzz.token_sort_ratio(first.text, second.text, score_cutoff=NEAR))
    return 0.0 if score and _own_share(first, second) >= _OWN else score


def _own_share(first: Print, second: Print) -> float:
    """The share of telling words that each has alone, by the one that has fewer: "use pnpm" is not "use uv"."""
    ours, theirs = (set(item.text.split()) - _SMALL for item in (first, second))
    return min(len(ours - theirs), len(theirs - ours)) / max(1, len(ours), len(theirs))


def shingles_of(texts: Iterable[str], width: int = 5) -> set[str]:
    """All runs of `width` words in some texts."""
    found: set[str] = set()
    for text in texts:
        words = _WORD.findall(text.lower())
        found.update(" ".join(words[at : at + width]) for at in range(max(0, len(words) - width + 1)))
    return found


def contained(text: str, whole: set[str], width: int = 5) -> float:
    """The share of a text's word runs that stand in `whole`; 0 for a text too short to tell."""
    own = shingles_of([text], width)
    return len(own & whole) / len(own) if len(own) >= 4 else 0.0


def covers(text: str, part: str) -> bool:
    """Whether a text says what `part` says: most of its longer words in some form, and all its names and numbers."""
    said = {_root(word) for word in _WORD.findall(text)}
    words = _WORD.findall(part)
    exact = [word for word in words[1:] if word[0].isupper() or word[0].isdigit()]
    longer = [word for word in words if len(word) >= _LONG_WORD]
    found = sum(_root(word) in said for word in longer)
    return all(_root(word) in said for word in exact) and found >= _COVERED * len(longer)


def _root(word: str) -> str:
    """The beginning of a word, which its forms share; a number is all of it."""
    return word if word[0].isdigit() else word.lower()[:_ROOT]
