"""The text of files as the model may see it: decoded, with every secret masked before anything else is done.

Masking comes first, so that no slice, search or pipe can show a part of a secret by which it is no longer known.
Large files are read in pieces that end at line ends and never in the middle of a key block.
"""

import os
from collections.abc import Callable, Iterator

from memtui.agent.allowance import Allowance
from memtui.agent.confined import Confined
from memtui.agent.limits import BLOCK_BYTES, KEY_BLOCK_BYTES, LONGEST_LINE_BYTES
from memtui.agent.refusal import FailedError
from memtui.agent.spaces import Place
from memtui.audit.secrets import mask

Wanted = Callable[[str], bool]
_BINARY_BYTES = 8_192
_BEGIN, _END = b"-----BEGIN", b"-----END"


class Reader:
    """Reads files of one task."""

    def __init__(self, confined: Confined) -> None:
        self.confined = confined

    def blocks(self, place: Place, allowance: Allowance, wanted: Wanted | None = None) -> Iterator[str]:
        """The masked text, piece by piece; a piece that is not wanted comes as so many empty lines."""
        with self.confined.opened(place) as descriptor:
            rest = b""
            first = True
            while True:
                data = os.read(descriptor, BLOCK_BYTES)
                allowance.take(len(data))
                if first and b"\0" in data[:_BINARY_BYTES]:
                    raise FailedError(f"{place.shown} is not text")
                first = False
                rest += data
                if not data:
                    break
                end = _cut(rest)
                if end:
                    yield _piece(rest[:end], wanted)
                    rest = rest[end:]
            if rest:
                yield _piece(rest, wanted)

    def text(self, place: Place, allowance: Allowance) -> str:
        """The whole masked text."""
        return "".join(self.blocks(place, allowance))

    def lines(self, place: Place, allowance: Allowance, wanted: Wanted | None = None) -> Iterator[str]:
        """The masked lines without their ends."""
        for block in self.blocks(place, allowance, wanted):
            yield from split_lines(block)


def _piece(data: bytes, wanted: Wanted | None) -> str:
    """Bytes as text without secrets. Masking is what takes the time, so a search says what it need not see."""
    text = data.decode("utf-8", "replace")
    if wanted is not None and _BEGIN not in data and not wanted(text):
        return "\n" * max(1, text.count("\n"))
    return mask(text)


def split_lines(text: str) -> list[str]:
    """Lines end at LF, and nowhere else."""
    return text.removesuffix("\n").split("\n") if text else []


def short(line: str, most: int) -> str:
    """A line of at most about so many characters, saying what is left out."""
    return line if len(line) <= most else f"{line[:most]}… [{len(line) - most} more characters in this line]"


def _cut(data: bytes) -> int:
    """Where a piece may end: after a line, before a key block that is still open, 0 to read on."""
    if len(data) < BLOCK_BYTES:
        return 0
    end = data.rfind(b"\n") + 1
    if not end and len(data) >= LONGEST_LINE_BYTES:
        return len(data)
    begin = data.rfind(_BEGIN, max(0, end - KEY_BLOCK_BYTES), end)
    if begin > 0 and data.find(_END, begin, end) < 0:
        end = data.rfind(b"\n", 0, begin) + 1
    return end
