"""Breaking the lines of an editor quickly gives what Textual gives."""

import random

import pytest
from textual.document._document import Document
from textual.document._wrapped_document import WrappedDocument

from memtui.ui.widgets.folding import Folding, plain_breaks

_WORDS = ("a", "some", "words", "  ", "    spaced", "x" * 30, "\ttab", "宽字符宽字", "e\u0301", "\u200b", "", "- item")


def _text(seed: int) -> str:
    chance = random.Random(seed)
    lines = [" ".join(chance.choice(_WORDS) for _ in range(chance.randrange(30))) for _ in range(30)]
    return "\n".join(lines)


def _facts(document: WrappedDocument) -> tuple[object, ...]:
    return (document.lines, document.height, document._offset_to_line_info, document._line_index_to_offsets)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("width", [0, 1, 7, 20, 79])
def test_it_is_what_textual_does(seed: int, width: int) -> None:
    theirs, ours = Document(_text(seed)), Document(_text(seed))
    expected, folding = WrappedDocument(theirs, width, 4), Folding(ours, width, 4)
    assert _facts(folding) == _facts(expected)
    for document, wrapped in ((theirs, expected), (ours, folding)):
        result = document.replace_range((3, 0), (5, 0), "some new words " * 9 + "\nand more\n\n")
        wrapped.wrap_range((3, 0), (5, 0), result.end_location)
    assert _facts(folding) == _facts(expected)
    folding.wrap(width, 4)  # the same width again: nothing to do, and nothing lost
    assert _facts(folding) == _facts(expected)
    for wrapped in (folding, expected):
        wrapped.wrap(33, 4)
    assert _facts(folding) == _facts(expected)


def test_plain_lines_are_broken_before_the_word_that_does_not_fit() -> None:
    assert plain_breaks("one two three", 8) == [8]
    assert plain_breaks("one two", 8) == []
    assert plain_breaks("one  two three", 4) is None and plain_breaks("unbreakable", 4) is None
