"""Which parts of a memory's body are its author's own words.

Pure. Fenced code, inline code, quotations and link targets are found in one pass over the text, so that
rules about words leave alone what was only pasted, quoted or pointed to. Lines end at LF. Every function
takes time linear in the text, whatever it holds.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

# Not a letter, a space or punctuation: words on both sides of a hidden part never join to a phrase.
HIDDEN = "\ufffc"

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^\n]*)")
_TICKS = re.compile(r"`+")
_QUOTE_LINE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?>")
_NOT_OWN_WORDS = re.compile(
    r'"[^"\n]*"'
    r"|“[^“”\n]*”"
    r"|«[^«»\n]*»"
    r"|(?<![\w'’])'(?=\w)(?:[^'\n]|(?<=\w)'(?=\w))*+'(?!\w)"
    r"|(?<![\w'’])‘(?=\w)(?:[^‘’\n]|(?<=\w)’(?=\w))*+’(?!\w)"
    r"|\]\([^()\n]*\)"
    r"|\[\[[^\[\]\n]*\]\]"
    r"|\bhttps?://\S*",
)


class Line(NamedTuple):
    number: int
    offset: int
    text: str


class CodeSpan(NamedTuple):
    start: int
    end: int
    code: str


def lines_outside_fences(body: str, first_line: int = 1) -> Iterator[Line]:
    """The lines that are not in a fenced code block, nor its fences; an unclosed block reaches to the
    end."""
    fence = ""
    offset = 0
    for number, text in enumerate(body.split("\n"), first_line):
        mark = _FENCE.match(text)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
        else:
            yield Line(number, offset, text)
        offset += len(text) + 1


def code_spans(line: str) -> list[CodeSpan]:
    """The inline code of one line: a run of back-ticks up to the next run of the same length."""
    runs = [(run.start(), run.end()) for run in _TICKS.finditer(line)]
    # Looked up from the right, so that many runs without a partner cost no more than a few.
    partner: list[int | None] = [None] * len(runs)
    seen: dict[int, int] = {}
    for place in range(len(runs) - 1, -1, -1):
        length = runs[place][1] - runs[place][0]
        partner[place] = seen.get(length)
        seen[length] = place
    spans = []
    place = 0
    while place < len(runs):
        other = partner[place]
        if other is None:
            place += 1
            continue
        spans.append(CodeSpan(runs[place][0], runs[other][1], line[runs[place][1] : runs[other][0]]))
        place = other + 1
    return spans


def own_words(body: str) -> str:
    """The body at the same length, with everything that is not its author's own prose hidden."""
    pieces: list[str] = []
    done = 0
    for line in lines_outside_fences(body):
        pieces.append(_hide(body[done : line.offset]))
        pieces.append(_own_words_of_line(line.text))
        done = line.offset + len(line.text)
    pieces.append(_hide(body[done:]))
    return "".join(pieces)


def _own_words_of_line(text: str) -> str:
    if _QUOTE_LINE.match(text):
        return _hide(text)
    pieces: list[str] = []
    done = 0
    for span in code_spans(text):
        pieces.append(text[done : span.start])
        pieces.append(HIDDEN * (span.end - span.start))
        done = span.end
    pieces.append(text[done:])
    return _NOT_OWN_WORDS.sub(lambda part: HIDDEN * len(part[0]), "".join(pieces))


def _hide(text: str) -> str:
    return "\n".join(HIDDEN * len(line) for line in text.split("\n"))
