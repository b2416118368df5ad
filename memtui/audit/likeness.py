"""How alike two texts are. Shingles pick the pairs worth comparing; only those are compared in full."""

import re
import zlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+")
_SHINGLE = 3  # words
_SKETCH = 24  # smallest shingle hashes kept per text: near duplicates share most of them
_MIN_SHARED = 6
_COMMON = 40  # a shingle in more texts than this is a template, not a likeness
MIN_WORDS = 8
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
        if 1 < len(files) <= _COMMON:
            for at, first in enumerate(files):
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
    """0 to 100: how much of the words, whatever their order, is the same."""
    from rapidfuzz import fuzz

    return float(fuzz.token_sort_ratio(first.text, second.text, score_cutoff=NEAR))


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
