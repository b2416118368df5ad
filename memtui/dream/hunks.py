"""A change of one file in pieces that can be taken or left one by one. Pure."""

from collections.abc import Collection
from typing import NamedTuple


class Hunk(NamedTuple):
    """One piece: its number from 1, where it begins in the old text (line from 1), what goes and what comes."""

    number: int
    line: int
    removed: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def text(self) -> str:
        """The piece as a diff shows it."""
        return "".join([f"-{line}\n" for line in self.removed] + [f"+{line}\n" for line in self.added])


def hunks(before: bytes | None, after: bytes | None) -> list[Hunk]:
    """The pieces between two versions of a file that is in both; a file made or deleted is one piece."""
    old, new = _lines(before), _lines(after)
    if before is None or after is None:
        return [Hunk(1, 1, tuple(_shown(old)), tuple(_shown(new)))]
    return [
        Hunk(number, a1 + 1, tuple(_shown(old[a1:a2])), tuple(_shown(new[b1:b2])))
        for number, (a1, a2, b1, b2) in enumerate(_pieces(old, new), 1)
    ]


def with_hunks(before: bytes | None, after: bytes | None, chosen: Collection[int]) -> bytes | None:
    """The old version with only the chosen pieces of the change."""
    if before is None or after is None:
        return after if 1 in chosen else before
    old, new = _lines(before), _lines(after)
    result: list[bytes] = []
    at = 0
    for number, (a1, a2, b1, b2) in enumerate(_pieces(old, new), 1):
        result += old[at:a1]
        result += new[b1:b2] if number in chosen else old[a1:a2]
        at = a2
    return b"".join(result + old[at:])


def _pieces(old: list[bytes], new: list[bytes]) -> list[tuple[int, int, int, int]]:
    from difflib import SequenceMatcher

    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a1, a2, b1, b2) for tag, a1, a2, b1, b2 in codes if tag != "equal"]


def _lines(data: bytes | None) -> list[bytes]:
    lines = [line + b"\n" for line in (data or b"").split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _shown(lines: list[bytes]) -> list[str]:
    return [line.decode("utf-8", "replace").removesuffix("\n") for line in lines]
