r"""Text that a terminal may see: control characters, direction controls and broken bytes written out (`\x1b`)."""

import re

PATTERN = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"


def visible(text: str) -> str:
    r"""Text with control characters written out, `\x1b` for escape; newlines and tabs stay."""
    if text.replace("\n", "").isprintable():  # most of it; spares compiling the pattern
        return text
    return re.sub(PATTERN, _escaped, text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
