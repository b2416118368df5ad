"""Text that can be shown and edited, whatever it holds: one harmless character for each one that is not.

Control characters, direction controls, odd line ends and bytes that are no UTF-8 would reach a terminal or be
mangled by an editor. Each is replaced by a character of its own from a private range, and comes back from it.
"""

import re

from memtui.memory.errors import MemtuiError
from memtui.memory.visible import PATTERN

_PLANE = 0x10_0000  # private use, and hardly anybody uses it
_PICTURES = 0x2400  # how control characters are drawn: ␛
_TAB = 0x09
_DELETE, _DELETE_PICTURE = 0x7F, "␡"
_OTHER_PICTURE = "¿"
_OURS = re.compile(f"[{chr(_PLANE)}-{chr(_PLANE + 0xFFFF)}]")


def stood_in(text: str, *, tabs: bool = False) -> str:
    """The text with a stand-in for each character that should not be shown; as many characters as before.

    With `tabs` also for those: where a text is one line, nothing else sets them.
    """
    if text.replace("\n", "").replace("\t", "").isprintable() and _OURS.search(text) is None:
        return text.replace("\t", chr(_PLANE + _TAB)) if tabs else text
    if any(_stands_for(char) is not None for char in set(_OURS.findall(text))):
        raise MemtuiError("holds characters that memtui uses itself", "", "edit it in your own editor")
    pattern = f"{PATTERN}|\t" if tabs else PATTERN
    return re.sub(pattern, lambda found: chr(_PLANE + ord(found.group())), text)


def restored(text: str) -> str:
    """The text as it was."""
    return _OURS.sub(_original, text)


def pictured(text: str) -> str:
    """A stood-in text as it is drawn: a picture of each control character, still one character each."""
    return _OURS.sub(_picture, text)


def _original(found: re.Match[str]) -> str:
    char = _stands_for(found.group())
    return found.group() if char is None else char


def _stands_for(char: str) -> str | None:
    """What one of our characters stands for, if for anything."""
    original = chr(ord(char) - _PLANE)
    return original if original == "\t" or re.match(PATTERN, original) else None


def _picture(found: re.Match[str]) -> str:
    code = ord(_original(found))
    if code < ord(" "):
        return chr(_PICTURES + code)
    return _DELETE_PICTURE if code == _DELETE else _OTHER_PICTURE
