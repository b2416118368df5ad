"""What a text says itself, without what it only quotes: code and quotations blanked out, offsets kept.

Whoever writes about a phrase puts it in quotes or in code; whoever means it does not. Quotes around a whole
value in the frontmatter are YAML's and quote nothing.
"""

import re
from collections.abc import Callable

BLANK = "\x00"

_FRONTMATTER = re.compile(r"---[ \t]*\r?\n(?:(?!---)[^\n]*\n){0,200}+---", re.ASCII)
_YAML_QUOTED = re.compile(r"(?m)^([ \t-]*[\w-]+:[ \t]*)([\"'])(.*)\2([ \t]*\r?)$", re.ASCII)
_FENCE = re.compile(r"(?m)^[ \t>]{0,12}(?:[-*+] {1,3})?(```+|~~~+)[^\n]*+(?:\n(?![ \t>]{0,12}\1[ \t]*\r?$)[^\n]*+)*+")
_CODE = re.compile(r"``[^\n]{1,300}?``|`[^`\n]{1,300}`")
_QUOTE = re.compile(
    r"(?<!\w)\"(?:[^\"\n]|\n(?!\s*\n)){1,300}+\"(?!\w)"
    r"|“[^”]{1,300}+”|„[^“”]{1,300}+[“”]|«[^»]{1,300}+»|‘[^’]{1,300}+’"
    r"|(?<!\w)'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w)){1,200}+'(?!\w)"
)


def unquoted_words(text: str) -> str:
    """`text` without code blocks and quotations; a single word in back-ticks is a name, and stays."""
    return _unquoted(text, _blank_phrase)


def unquoted_marks(text: str) -> str:
    """`text` without anything in quotes or code, single words too."""
    return _unquoted(text, _blank)


def _unquoted(text: str, blank_code: Callable[[re.Match[str]], str]) -> str:
    front = _FRONTMATTER.match(text)
    if front:
        text = _YAML_QUOTED.sub(r"\1 \3 \4", front.group()) + text[front.end() :]
    for pattern, blank in ((_FENCE, _blank), (_CODE, blank_code), (_QUOTE, _blank)):
        text = pattern.sub(blank, text)
    return text


def _blank(match: re.Match[str]) -> str:
    return "".join("\n" if char == "\n" else BLANK for char in match.group())


def _blank_phrase(match: re.Match[str]) -> str:
    inner = match.group().strip("`")
    return _blank(match) if " " in inner else match.group().replace("`", " ")
