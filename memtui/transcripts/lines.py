"""Lines of large transcripts that can matter, found without parsing the others.

A file is read in pieces and searched for fixed bytes; only a line that has them is handed on. A line that is not
finished yet is left for the next look.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any

from memtui.memory.files import open_regular

_PIECE = 1 << 18  # stays in the processor's cache while it is searched


def matching_lines(path: str, needles: Sequence[bytes], start: int = 0) -> Iterator[tuple[bytes, int]]:
    """Each finished line from `start` on that has one of the needles, with where the line after it begins.

    Last comes an empty line with where the next look should start. OSError where the file cannot be read.
    """
    descriptor = open_regular(path)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        file.seek(start)
        rest, at = bytearray(), start  # of a line that the last piece began; where in the file it began
        while piece := file.read(_PIECE):
            end = piece.rfind(b"\n") + 1
            if not end:
                rest += piece
                continue
            first = piece.find(b"\n") + 1
            line = bytes(rest) + piece[:first]
            at += len(line)
            if any(needle in line for needle in needles):
                yield line, at
            yield from _lines_of(piece, needles, first, end, at - first)
            at += end - first
            rest = bytearray(piece[end:])
        yield b"", at


def _lines_of(piece: bytes, needles: Sequence[bytes], at: int, last: int, base: int) -> Iterator[tuple[bytes, int]]:
    """The lines with a needle between two line ends of a piece, which is searched in place."""
    hits = [piece.find(needle, at, last) for needle in needles]
    while (hit := min((place for place in hits if place >= 0), default=-1)) >= 0:
        begin = piece.rfind(b"\n", at, hit) + 1 or at
        end = piece.find(b"\n", hit) + 1
        yield piece[begin:end], base + end
        at = end
        hits = [
            piece.find(needle, end, last) if 0 <= place < end else place
            for needle, place in zip(needles, hits, strict=True)
        ]


def parsed(line: bytes) -> dict[str, Any]:
    """The line's object; empty for what is none."""
    import json

    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def spelled(text: str) -> list[bytes]:
    """The ways in which JSON may spell a text: characters as they are, or escaped."""
    import json

    plain = json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")
    escaped = json.dumps(text)[1:-1].encode()
    return list(dict.fromkeys((plain, escaped)))
