"""What users give as text of a memory: words of the command line, stdin, a draft. It must be UTF-8."""

import os

from memtui.memory.errors import UsageError


def as_text(word: str, where: str) -> str:
    """A word as it was typed. Bytes that Python could not read in this locale come as halves of characters."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return read_text(os.fsencode(word), where)
    return word


def read_text(data: bytes, where: str) -> str:
    """The text without its BOM; an error that says where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"the text is not UTF-8 (byte {error.start})", where, "convert it first") from None
