"""Which characters one place of a pattern takes."""

from collections.abc import Callable
from typing import NamedTuple

Kind = tuple[Callable[[str], bool], bool]  # a test, and whether it is turned round

POSIX: dict[str, Callable[[str], bool]] = {
    "alpha": str.isalpha,
    "digit": str.isdigit,
    "alnum": str.isalnum,
    "upper": str.isupper,
    "lower": str.islower,
    "space": str.isspace,
    "blank": lambda char: char in " \t",
    "punct": lambda char: char.isascii() and char.isprintable() and not char.isalnum() and char != " ",
    "xdigit": lambda char: char in "0123456789abcdefABCDEF",
}


def is_word(char: str) -> bool:
    """A letter, a digit or an underscore."""
    return char.isalnum() or char == "_"


ESCAPES: dict[str, Kind] = {
    "d": (str.isdigit, False),
    "D": (str.isdigit, True),
    "w": (is_word, False),
    "W": (is_word, True),
    "s": (str.isspace, False),
    "S": (str.isspace, True),
}


class Charset(NamedTuple):
    """Single characters, ranges and kinds of characters, or all but these."""

    chars: frozenset[str] = frozenset()
    ranges: tuple[tuple[str, str], ...] = ()
    kinds: tuple[Kind, ...] = ()
    negated: bool = False

    def takes(self, char: str) -> bool:
        """Whether a character is one of these."""
        found = char in self.chars or any(low <= char <= high for low, high in self.ranges)
        found = found or any(kind(char) is not turned for kind, turned in self.kinds)
        return found is not self.negated

    @property
    def literal(self) -> str | None:
        """The one character that it takes, if there is just one."""
        return next(iter(self.chars)) if len(self.chars) == 1 and self == Charset(self.chars) else None


ANY = Charset(negated=True)


def one(char: str) -> Charset:
    """Just this character."""
    return Charset(frozenset(char))
